"""How often an error recurs: what the class-confusion loss discounts."""

import numpy as np

from manyclass.protocol.metrics.classification import given


def recurrence(predicted, Y) -> float:
    """Mean, over the errors, of the share of the class's other samples that are taken for the same wrong class.

    Parameters
    ----------
    predicted : int (n,)
        Class predicted for each sample.
    Y : csr_array (n, G)
        Indicator of the given labels; a sample of several that is taken for none of them is an error of each.

    Returns
    -------
    float
        Unbiased for the mean of P(h|g) over errors g→h, since the error itself is left out; nan without errors.
    """
    wrong = np.repeat(~given(predicted[:, None], Y)[:, 0], np.diff(Y.indptr))
    taken = np.repeat(predicted, np.diff(Y.indptr))
    cells = Y.indices[wrong].astype(np.int64) * Y.shape[1] + taken[wrong]
    cells, counts = np.unique(cells, return_counts=True)
    others = np.bincount(Y.indices, minlength=Y.shape[1])[cells // Y.shape[1]] - 1
    return float((counts * (counts - 1) / np.maximum(others, 1)).sum() / counts.sum()) if counts.size else np.nan
