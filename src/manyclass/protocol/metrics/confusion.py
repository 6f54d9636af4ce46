"""Which classes are taken for which: confused pairs, the class-confusion loss, and how often an error recurs.

``predicted``, int (n,), are class numbers, and ``Y``, a csr_array (n, G), is the indicator of the given labels. A
prediction is correct when it is any label of its sample.
"""

import numpy as np

from manyclass.protocol.metrics.ranking import given


def correct(predicted, Y) -> np.ndarray:
    """Whether each predicted class is a given label: bool (n,)."""
    return given(predicted[:, None], Y)[:, 0]


def true_class(predicted, Y) -> np.ndarray:
    """One true class a sample, int (n,): the predicted one if correct, else the first label."""
    first = Y.indices[Y.indptr[:-1]]
    return np.where(correct(predicted, Y), predicted, first)


def confused_pairs(predicted, Y, count=10) -> list[tuple[int, int, int, float]]:
    """Pairs of classes most often confused.

    Returns
    -------
    list of (true class, predicted class, samples, share of the true class's samples)
        Most samples first; equal counts in the order of the class numbers.
    """
    wrong, true = ~correct(predicted, Y), true_class(predicted, Y)
    G = Y.shape[1]
    pairs, samples = np.unique(true[wrong].astype(np.int64) * G + predicted[wrong], return_counts=True)
    order = np.lexsort((pairs, -samples))[:count]
    size = np.bincount(true, minlength=G)
    most = zip(pairs[order] // G, pairs[order] % G, samples[order])
    return [(int(g), int(h), int(n), float(n / size[g])) for g, h, n in most]


def most_confused(ranked, Y, count=5) -> np.ndarray:
    """Classes that come into the first places of most of a class's samples, wrongly.

    Parameters
    ----------
    ranked : int (n, k)
        Best classes of each sample, best first.
    Y : csr_array (n, G)
        Given labels; a sample of several counts for each, and none of them is wrong for it.
    count : int
        How many classes, and how many places.

    Returns
    -------
    int (G, count)
        Those of most samples first, equal ones in the order of the class numbers; -1 where there are no more.
    """
    G, sizes = Y.shape[1], np.diff(Y.indptr)
    first = np.where(given(ranked[:, :count], Y), -1, ranked[:, :count]).repeat(sizes, axis=0)
    true = np.broadcast_to(Y.indices[:, None], first.shape)
    pairs, samples = np.unique((true.astype(np.int64) * G + first)[first >= 0], return_counts=True)
    pairs = pairs[np.lexsort((pairs, -samples, pairs // G))]
    starts = np.searchsorted(pairs, G * np.arange(G + 1, dtype=np.int64))
    found = np.full((G, count), -1)
    place = np.arange(len(pairs)) - starts[pairs // G]
    kept = place < count
    found[pairs[kept] // G, place[kept]] = pairs[kept] % G
    return found


def costs(counts) -> np.ndarray:
    """What classifying g as h costs: the share of the samples of g that are not classified as h, 0 for h = g.

    Gupta et al. (2014), equation 7: an error costs less the more usual it is for its class. A right answer costs
    nothing (section 3.3).

    Parameters
    ----------
    counts : int (..., G, G)
        N_gh, how many samples of class g are classified as h; axes before the last two are those of several
        classifiers or draws.

    Returns
    -------
    float64 (..., G, G)
        A class without samples has costs of 1.
    """
    counts = np.asarray(counts)
    samples = np.maximum(counts.sum(axis=-1, keepdims=True), 1)
    return (1 - counts / samples) * ~np.eye(counts.shape[-1], dtype=bool)


def errors(counts):
    """Number of errors in N_gh (..., G, G): the empirical loss (equation 5), as a sum over the samples."""
    counts = np.asarray(counts)
    return counts.sum(axis=(-1, -2)) - np.trace(counts, axis1=-2, axis2=-1)


def loss(counts):
    """Class-confusion loss (equation 7) of N_gh (..., G, G): the sum over the samples of what their errors cost."""
    return (counts * costs(counts)).sum(axis=(-1, -2))


def recurrence(predicted, Y) -> float:
    """Mean, over the errors, of the share of the class's other samples that are taken for the same wrong class.

    So much the class-confusion loss discounts an error. A sample of several labels that is taken for none of them is an
    error of each.

    Returns
    -------
    float
        Unbiased for the mean of P(h|g) over errors g→h, since the error itself is left out; nan without errors.
    """
    wrong = np.repeat(~correct(predicted, Y), np.diff(Y.indptr))
    taken = np.repeat(predicted, np.diff(Y.indptr))
    cells = Y.indices[wrong].astype(np.int64) * Y.shape[1] + taken[wrong]
    cells, counts = np.unique(cells, return_counts=True)
    others = np.bincount(Y.indices, minlength=Y.shape[1])[cells // Y.shape[1]] - 1
    return float((counts * (counts - 1) / np.maximum(others, 1)).sum() / counts.sum()) if counts.size else np.nan
