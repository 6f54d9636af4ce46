"""What predictions say class by class; the metrics of a whole test part are in ``protocol.metrics``.

Throughout, `Y` is a CSR indicator matrix, shape (n, G), of the given labels, and a prediction is correct when
it is any of them.
"""

import numpy as np

from manyclass.protocol.metrics.classification import given


def correct(Y, predicted) -> np.ndarray:
    """Whether each predicted class, shape (n,), is a given label; bool, shape (n,)."""
    return given(predicted[:, None], Y)[:, 0]


def true_class(Y, predicted) -> np.ndarray:
    """One true class a sample, int, shape (n,): the predicted one if correct, else the first label."""
    first = Y.indices[Y.indptr[:-1]]
    return np.where(correct(Y, predicted), predicted, first)


def topk_curve(Y, ranked) -> np.ndarray:
    """Share of the samples with a given label among the first k of `ranked`, for k = 1 to its width."""
    return np.logical_or.accumulate(given(ranked, Y), axis=1).mean(axis=0)


def confused_pairs(Y, predicted, count=10) -> list[tuple[int, int, int, float]]:
    """Pairs of classes most often confused.

    Returns
    -------
    list of (true class, predicted class, samples, share of the true class's samples)
        Most samples first; equal counts in the order of the class numbers.
    """
    wrong = ~correct(Y, predicted)
    G = Y.shape[1]
    codes = true_class(Y, predicted)[wrong].astype(np.int64) * G + predicted[wrong]
    pairs, samples = np.unique(codes, return_counts=True)
    order = np.lexsort((pairs, -samples))[:count]
    size = np.bincount(true_class(Y, predicted), minlength=G)
    found = zip(pairs[order] // G, pairs[order] % G, samples[order])
    return [(int(g), int(h), int(n), float(n / size[g])) for g, h, n in found]
