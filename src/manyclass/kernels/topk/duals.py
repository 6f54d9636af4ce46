"""The dual variables of top-k losses: sparse, of sizes that change, and the class vectors that they make."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import add_to

# float32(v · BELOW) ≤ v: rounding must not take a variable out of its set, as then it would bound nothing.
BELOW = 1.0 - 2.0**-24


class Duals(NamedTuple):
    """x_i ≥ 0 of every sample: -a_ji for the classes j ≠ y_i (Lapin et al. 2015, theorem 3.1); a_y,i = Σ x_i.

    The non-zeros of x_i are ``values`` float32 [``start[i]`` : ``start[i] + count[i]``], of ``classes`` int32;
    ``start`` int64 and ``count`` int32 are (n,). ``cut`` float32 (n,) is the score
    from which on classes are likely to be among them in the next epoch, -inf for unknown.
    """

    start: np.ndarray
    count: np.ndarray
    classes: np.ndarray
    values: np.ndarray
    cut: np.ndarray


@kernel
def ensure_capacity(array, used, needed):
    """``array``, or a larger one with the same first ``used`` elements if there is no room for ``needed`` more."""
    if used + needed <= array.shape[0]:
        return array
    larger = np.empty(max(2 * array.shape[0], used + needed), array.dtype)
    for e in range(used):
        larger[e] = array[e]
    return larger


@kernel
def clip_dual(x, cap):
    """x in [0, cap] as a float32 that is a little smaller.

    Of entries at the cap a little more is taken than of those below, so that no entry exceeds Σ / k after the
    rounding if none did before.
    """
    return np.float32(cap * (BELOW * BELOW * BELOW) if x >= cap else min(x, cap * (BELOW * BELOW)) * BELOW)


@kernel
def class_vectors(rows, y, duals, W):
    """Class vectors W = Aᵀ X of the dual variables (Lapin et al. 2015, theorem 3.1).

    Parameters
    ----------
    rows : Dense or Sparse
        X, n rows of d features.
    y : int32 (n,)
        Classes.
    duals : Duals
        A: -x_i, and in the column of y_i their sum.
    W : float64 (G, d)
        Zeros; changed in place.

    Returns
    -------
    float, float
        Σ_i a_y,i and Σ x_ij², in float64.
    """
    all_sums = squares = 0.0
    for i in range(y.shape[0]):
        total = 0.0
        for e in range(duals.start[i], duals.start[i] + duals.count[i]):
            x = np.float64(duals.values[e])
            total += x
            squares += x * x
            add_to(rows, i, -x, W[duals.classes[e]])
        if total > 0.0:
            add_to(rows, i, total, W[y[i]])
        all_sums += total
    return all_sums, squares
