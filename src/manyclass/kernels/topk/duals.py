"""The dual variables of top-k losses: sparse, of sizes that change, and the class vectors that they make."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.topk.scores import apply_update

# float32(v · BELOW) ≤ v: rounding must not take a variable out of its set, as then it would bound nothing.
BELOW = 1.0 - 2.0**-24


class Duals(NamedTuple):
    """x_i ≥ 0 of every sample: -a_ji for the classes j ≠ y_i (Lapin et al. 2015, theorem 3.1); a_y,i = Σ x_i.

    The non-zeros of x_i are ``values`` float32 [``start[i]`` : ``start[i] + count[i]``], of ``classes`` int32, with
    room for ``room[i]`` of them; ``start`` int64, ``count`` and ``room`` int32 are (n,). Places from ``used[0]`` on,
    int64 (1,), are nobody's. ``threshold`` float32 (n,) is the score from which on classes were among the
    non-zeros when x_i was updated last, -inf for unknown.
    """

    start: np.ndarray
    count: np.ndarray
    room: np.ndarray
    used: np.ndarray
    classes: np.ndarray
    values: np.ndarray
    threshold: np.ndarray


@kernel
def with_room(duals, needed):
    """The same dual variables, in larger arrays if there are not ``needed`` places that are nobody's."""
    used = duals.used[0]
    if used + needed <= duals.values.shape[0]:
        return duals
    size = max(2 * duals.values.shape[0], used + needed)
    classes, values = np.empty(size, np.int32), np.empty(size, np.float32)
    for e in range(used):
        classes[e], values[e] = duals.classes[e], duals.values[e]
    return Duals(duals.start, duals.count, duals.room, duals.used, classes, values, duals.threshold)


@inner_kernel
def place_of(duals, i, count):
    """Where ``count`` non-zeros of x_i are to be written: where the old ones are, or behind all others.

    Room is doubled, so that what is left behind is no more than what is used, however often they move.
    """
    if count > duals.room[i]:
        room = 2 * duals.room[i]
        duals.start[i], duals.room[i] = duals.used[0], count if count > room else room
        duals.used[0] += duals.room[i]
    duals.count[i] = count
    return duals.start[i]


@inner_kernel
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
    W : float64 (G, d) for dense rows, (d, G) for sparse ones
        Overwritten.

    Returns
    -------
    float, float
        Σ_i a_y,i and Σ x_ij², in float64.
    """
    W[:] = 0.0
    n_classes = max(W.shape[0], W.shape[1])
    classes, a = np.empty(n_classes + 1, np.int32), np.empty(n_classes + 1)
    all_sums = squares = 0.0
    for i in range(y.shape[0]):
        count, total = duals.count[i], 0.0
        for e in range(count):
            x = np.float64(duals.values[duals.start[i] + e])
            classes[e], a[e] = duals.classes[duals.start[i] + e], -x
            total += x
            squares += x * x
        if count > 0:
            classes[count], a[count] = y[i], total
            apply_update(rows, i, classes[: count + 1], a[: count + 1], W)
        all_sums += total
    return all_sums, squares
