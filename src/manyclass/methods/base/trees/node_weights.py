"""The weights of one node's children by averaged stochastic gradients, alone or in parallel shards."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from manyclass.kernels.common.rows import Dense, Sparse
from manyclass.kernels.label_tree.node import epoch


def averaged_pass(
    rows: Dense | Sparse,
    order: np.ndarray,
    classes: np.ndarray,
    held: np.ndarray,
    step: float,
    w: np.ndarray,
    counts: np.ndarray,
    shards: int = 1,
) -> tuple[np.ndarray, np.ndarray]:
    """One pass over the samples ``order``; see `manyclass.kernels.label_tree.node.epoch`, whose arguments these are.

    Parameters
    ----------
    w : ndarray (Q, d) of float32
        Weights to start from; not changed.
    shards : int
        So many parts of the samples are trained on separately, each in a thread, and what they end with is
        averaged (Zinkevich et al. 2010).

    Returns
    -------
    last, mean : ndarray (Q, d) of float32
        The weights after the last step, and their mean over all steps.
    """

    def run(part):
        last, moved = w.copy(), np.zeros_like(w)
        epoch(rows, part, classes, held, np.float32(step), last, moved, counts)
        return last, last - moved / np.float32(max(len(part), 1))

    parts = np.array_split(order, shards)
    if shards == 1:
        return run(order)
    with ThreadPoolExecutor(shards) as threads:
        ends = list(threads.map(run, parts))
    return tuple(np.mean(each, axis=0, dtype=np.float32) for each in zip(*ends))
