"""The k largest entries of every row, without sorting the others."""

import numpy as np

from manyclass.kernels.common.dispatch import kernel


@kernel
def largest_columns(scores, best):
    """Fill ``best`` int64 (n, k) with the columns of each row's k largest, largest first, equal ones by column.

    ``scores`` are floats (n, G), G at least k, C-ordered. Most entries are below the k-th best so far: one
    comparison each. Not a number counts as the least.
    """
    k = best.shape[1]
    values = np.empty(k, scores.dtype)
    for i in range(scores.shape[0]):
        row = scores[i]
        values[:] = -np.inf
        for g in range(row.shape[0]):
            if g < k or row[g] > values[k - 1]:
                score = row[g] if row[g] == row[g] else -np.inf
                at = min(g, k - 1)
                while at > 0 and score > values[at - 1]:
                    values[at], best[i, at] = values[at - 1], best[i, at - 1]
                    at -= 1
                values[at], best[i, at] = score, g
