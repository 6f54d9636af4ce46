"""What exhibits ask of top-k losses without training: their values, projections, and the time that these take."""

import time

import numpy as np


def zero_one(S, y, k: int) -> np.ndarray:
    """The top-k zero-one loss, bool (n,): k other classes score at least as much; ties count against the true one."""
    own = np.take_along_axis(S, y[:, None], axis=1)
    return (own <= S).sum(axis=1) - 1 >= k


def losses(S, y, k: int, loss: str) -> np.ndarray:
    """The top-k hinge loss of each sample, as the estimator computes it: float64 (n,)."""
    from manyclass.methods.base.dual.topk_functions import losses

    return losses(S, y, k, loss)


def projections(B, k: int) -> np.ndarray:
    """The nearest points in the top-k simplex, as the estimator finds them: float64 (n, m)."""
    from manyclass.methods.base.dual.topk_functions import projections

    return projections(B, k)


def seconds(B, k: int) -> float:
    """CPU seconds of one projection, sorting included: the mean over the rows of B float64 (n, m)."""
    projections(B[:1], k)  # compiles
    started = time.thread_time()
    projections(B, k)
    return (time.thread_time() - started) / len(B)
