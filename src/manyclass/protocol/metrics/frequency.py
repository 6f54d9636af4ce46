"""Frequent and rare classes, and how often each kind is recognised."""

import numpy as np

from manyclass.protocol.metrics.confusion import correct


def frequent(Y) -> np.ndarray:
    """Which classes are frequent: the largest, down to the one with which they hold half of all labels.

    Parameters
    ----------
    Y : csr_array (n, G)
        Indicator of the labels given in training.

    Returns
    -------
    bool (G,)
        Classes as large as the last that is frequent are frequent too; so all are where none is larger.
    """
    sizes = np.bincount(Y.indices, minlength=Y.shape[1])
    descending = np.sort(sizes)[::-1]
    last = np.searchsorted(np.cumsum(descending), sizes.sum() / 2)
    return sizes >= descending[last]


def accuracy_on(classes, predicted, Y) -> float:
    """Share of the samples of some classes that are predicted right; a sample of several counts for each of them.

    Parameters
    ----------
    classes : bool (G,)
    predicted : int (n,)
        Predicted class of each sample, right where it is any that the sample is given.
    Y : csr_array (n, G)
        Indicator of the given labels.

    Returns
    -------
    float
        nan without such samples.
    """
    right = np.repeat(correct(predicted, Y), np.diff(Y.indptr))
    right = right[classes[Y.indices]]
    return float(right.mean()) if right.size else np.nan
