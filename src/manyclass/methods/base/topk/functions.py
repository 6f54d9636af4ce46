"""Losses and projections of the top-k SVM by themselves, for those who ask outside of training."""

import numpy as np

from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.kernels.topk.objective import sum_of_losses
from manyclass.kernels.topk.threshold import project_rows
from manyclass.methods.base.topk.dual_ascent import new_candidates, new_memory

KINDS = {"alpha": Alpha, "beta": Beta}


def losses(S, y, k: int, loss: str) -> np.ndarray:
    """Loss of each sample by Lapin et al. (2015), equation 3 ("alpha") or 5 ("beta"): float64 (n,).

    Parameters
    ----------
    S : array-like (n, G)
        Scores.
    y : array-like of int (n,)
        Classes.
    k : int
        At most G - 1.
    loss : {"alpha", "beta"}
        Which one.
    """
    S, y = np.array(S, dtype=np.float64), np.asarray(y, dtype=np.int32)
    kind = KINDS[loss](int(k), 1.0, 0.0)
    memory = new_memory(kind, *S.shape)
    return np.array([sum_of_losses(memory, kind, S[i : i + 1], y, i) for i in range(len(y))])


def projections(B, k: int, loss: str = "alpha") -> np.ndarray:
    """Nearest points of the rows of B float64 (n, m) in the loss's set of dual variables, of bound 1: float64 (n, m).

    For α the set is the top-k simplex: 0 ≤ x_j ≤ Σx / k, Σx ≤ 1 (Lapin et al. 2015, section 2).
    """
    B = np.ascontiguousarray(B, dtype=np.float64)
    X = np.empty_like(B)
    project_rows(KINDS[loss](int(k), 1.0, 0.0), B, X, new_candidates(B.shape[1]))
    return X
