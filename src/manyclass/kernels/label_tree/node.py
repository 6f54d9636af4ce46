"""One pass of averaged stochastic gradients on OP2 of Deng et al. (2011): the weights of one node's children."""

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import add_to, dot

# Columns of the counts.
DOTS, ADDITIONS = 0, 1


@kernel
def epoch(rows, order, classes, membership, step, w, moved, counts):
    """Visit some samples once each (Deng et al. 2011, OP2, without its ℓ2 term).

    The loss is max(0, 1 + max_r w_rᵀx - min_q w_qᵀx), q over the children that hold the sample's class and r over
    the others: every child that holds it is to be above every other one.

    Parameters
    ----------
    rows : Dense or Sparse
        n rows of d features.
    order : int64 (t,)
        The samples.
    classes : int32 (n,)
        Of each sample, its row of ``membership``.
    membership : bool (G, Q)
        P transposed: which children hold which class; for the samples visited some do and some don't.
    step : float32
        η, constant.
    w, moved : float32 (Q, d)
        Changed in place. Weights, and Σ_t t Δw_t of all changes Δw_t made in step t = 0, 1, ...: the mean of w over
        the steps is w - moved / t.
    counts : int64 (n, 2)
        Changed in place. Dot products and additions that each sample took part in; those of ``moved`` belong to the
        mean and are not counted.
    """
    for t in range(order.shape[0]):
        i = order[t]
        lowest, highest = np.inf, -np.inf
        q = r = 0
        for c in range(w.shape[0]):
            score = dot(rows, i, w[c])
            if membership[classes[i], c]:
                if score < lowest:
                    q, lowest = c, score
            elif score > highest:
                r, highest = c, score
        counts[i, DOTS] += w.shape[0]
        if 1.0 + highest - lowest > 0.0:
            add_to(rows, i, step, w[q])
            add_to(rows, i, -step, w[r])
            add_to(rows, i, np.float32(t) * step, moved[q])
            add_to(rows, i, np.float32(-t) * step, moved[r])
            counts[i, ADDITIONS] += 2
