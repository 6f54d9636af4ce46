"""Updates of the top-k SVM by themselves: of samples whose scores are given, and that know nothing of each other.

Every sample has a feature of its own, so that a row of the class vectors holds its scores and its update changes no
other's. What is left of an epoch is the update of the dual variables.
"""

import numpy as np
import scipy.sparse as sp

from manyclass.methods.base.topk.dual_ascent import DualAscent
from manyclass.methods.base.topk.functions import KINDS

SEED = np.random.SeedSequence(0)  # of the order, by which nothing changes


def ascent_on(S, y, lengths, k: int) -> DualAscent:
    """Training with the loss α at C = 1 that stands before its first epoch.

    Parameters
    ----------
    S : array-like (n, G)
        Scores of the samples.
    y : array-like of int (n,)
        Classes.
    lengths : float or array-like (n,)
        ‖x‖ of the samples; where it is 0 so are the scores.
    k : int
        Of the loss.
    """
    S = np.asarray(S, dtype=np.float32)
    n, n_classes = S.shape
    lengths = np.broadcast_to(np.asarray(lengths, dtype=np.float32), n)
    X, loss = sp.diags_array(lengths, format="csr"), KINDS["alpha"](int(k), 1.0, 0.0)
    ascent = DualAscent(X, np.asarray(y, dtype=np.int32), n_classes, loss, SEED)
    np.divide(S, lengths[:, None], out=ascent.state.V, where=lengths[:, None] > 0)
    return ascent
