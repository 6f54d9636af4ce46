"""How good a ranking of the classes is: the metrics of every trial and control.

A method ranks classes by score, best first. Ties are the ranking's own matter: an estimator must rank a true
class below the others of the same score, or a constant classifier would seem perfect.
"""

import numpy as np

LESS_IS_BETTER = frozenset({"tree_distance"})


def evaluate(ranked, Y, tree=None) -> dict[str, float]:
    """Measure a ranking against the given labels.

    Parameters
    ----------
    ranked : int (n, k)
        Class numbers for each sample, best first, without repetition; k >= 1.
    Y : csr_array (n, G)
        Indicator of the given labels, at least one a row, indices sorted.
    tree : Tree or None
        The class tree.

    Returns
    -------
    dict of str to float
        ``accuracy``: share of the samples whose first class is any of their given labels (Gupta et al. 2014,
        section 8.4). ``mean_class_accuracy``: mean over the classes present in ``Y`` of `class_accuracy`
        (Perronnin et al. 2012, section 5.1); ``mean_class_top5`` the same of the first 5, where k allows.
        ``top3``, ``top5``, ``top10``: share with a given label among the first 3, 5 and 10, where k allows.
        ``tree_distance``: mean path length from the first class to the nearest given label.
        ``sibling_precision``: share whose first class is, or shares its parent with, a given label
        (Gupta et al. 2014, section 8.4). The last two only with a tree.

    Raises
    ------
    ValueError
        If the shapes do not fit, a class number is none of the G, or a sample has no label.
    """
    ranked = np.asarray(ranked)
    _check(ranked, Y)
    hit = given(ranked, Y)
    metrics = {"accuracy": hit[:, 0].mean(), "mean_class_accuracy": np.nanmean(class_accuracy(ranked[:, 0], Y))}
    metrics |= {f"top{k}": hit[:, :k].any(axis=1).mean() for k in (3, 5, 10) if ranked.shape[1] >= k}
    if ranked.shape[1] >= 5:
        metrics["mean_class_top5"] = np.nanmean(class_accuracy(ranked[:, :5], Y))
    if tree is not None:
        first = np.repeat(ranked[:, 0], np.diff(Y.indptr))
        distance = tree.distance(first, Y.indices)
        related = tree.parent[first] == tree.parent[Y.indices]
        metrics["tree_distance"] = np.minimum.reduceat(distance, Y.indptr[:-1]).mean()
        metrics["sibling_precision"] = np.logical_or.reduceat(related, Y.indptr[:-1]).mean()
    return {name: float(value) for name, value in metrics.items()}


def rating(metrics, name) -> float:
    """How good a metric of `evaluate` says that a ranking is, more being better; 0 where k did not allow it."""
    value = metrics.get(name, 0.0)
    return -value if name in LESS_IS_BETTER else value


def class_accuracy(predicted, Y) -> np.ndarray:
    """Accuracy on the samples that are given each class; a sample of several counts for each of them.

    Parameters
    ----------
    predicted : int (n,) or (n, k)
        Predicted class or classes of each sample, right where a class that it is given is among them.
    Y : csr_array (n, G)
        Indicator of the given labels.

    Returns
    -------
    float64 (G,)
        NaN for classes that no sample is given.
    """
    hit = given(np.asarray(predicted).reshape(Y.shape[0], -1), Y).any(axis=1)
    right = np.repeat(hit, np.diff(Y.indptr))
    total = np.bincount(Y.indices, minlength=Y.shape[1])
    correct = np.bincount(Y.indices, weights=right, minlength=Y.shape[1])
    return np.divide(correct, total, out=np.full(len(total), np.nan), where=total > 0)


def topk_curve(ranked, Y) -> np.ndarray:
    """Share of the samples with a given label among the first k classes of ``ranked``, int (n, K): float64 (K,)."""
    return np.logical_or.accumulate(given(ranked, Y), axis=1).mean(axis=0)


def given(ranked, Y) -> np.ndarray:
    """Whether each ranked class is a given label: bool (n, k), by search among the cells of Y."""
    rows = np.arange(Y.shape[0], dtype=np.int64)
    labels = np.repeat(rows, np.diff(Y.indptr)) * Y.shape[1] + Y.indices
    cells = rows[:, None] * Y.shape[1] + ranked
    return labels[np.minimum(np.searchsorted(labels, cells), len(labels) - 1)] == cells


def _check(ranked, Y) -> None:
    if ranked.ndim != 2 or ranked.shape[1] < 1 or len(ranked) != Y.shape[0]:
        raise ValueError(f"ranked has shape {ranked.shape}; it must be ({Y.shape[0]}, k) with k >= 1")
    if not len(ranked):
        raise ValueError("there are no samples to evaluate")
    if ranked.min() < 0 or ranked.max() >= Y.shape[1]:
        raise ValueError(f"ranked holds classes outside 0..{Y.shape[1] - 1}")
    if not np.diff(Y.indptr).all():
        raise ValueError(f"sample {int(np.argmin(np.diff(Y.indptr)))} has no given label")
