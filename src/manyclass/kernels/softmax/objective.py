"""The mean logistic loss of a linear model, and its gradient, by pieces that threads may share.

Scores of a block of samples become the gradients of their losses in place, piece by piece of the rows; the products of
these with the features make the gradient, piece by piece of the classes. No piece writes where another does.
"""

import numpy as np

from manyclass.kernels.common.columns import add_outer, add_scores
from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.softmax.exponentials import exponentiate, largest


@kernel
def losses(S, labels, first):
    """Replace scores by the gradients of the losses, in place.

    Parameters
    ----------
    S : float32 (b, G)
        The scores of the samples from number ``first`` on.
    labels : Labels
        Of all samples.
    first : int

    Returns
    -------
    float
        The sum of the losses.
    """
    total = 0.0
    for b in range(S.shape[0]):
        total += _loss(S[b], labels, first + b)
    return total


@kernel
def scores_sparse(rows, first, V, S):
    """Fill S float32 (b, G) with the scores of the samples from number ``first`` on.

    Parameters
    ----------
    rows : Sparse, or WithConstant of it
    first : int
    V : float32 (D, G)
        Class vectors.
    S : float32 (b, G)
        Overwritten.
    """
    for b in range(S.shape[0]):
        S[b] = np.float32(0)
        add_scores(rows, first + b, V, S[b])


@kernel
def add_gradient_sparse(rows, first, P, start, stop, gradient):
    """Add Σ_i x_i p_iᵀ of the samples from ``first`` on to the columns from start to stop of ``gradient`` (D, G).

    All are float32, and P (b, G) are the gradients of the samples' losses by their scores.
    """
    for b in range(P.shape[0]):
        add_outer(rows, first + b, P[b, start:stop], start, gradient)


@inner_kernel
def _loss(z, labels, i):
    """The expected loss of sample i, of whose right classes one is drawn and the others left out; z as in `losses`.

    For the m right classes y it is the mean of log(e_y + Σ_wrong e_j) - z_y, with e = exp(z).
    """
    first, last = labels.indptr[i], labels.indptr[i + 1]
    share, top = np.float32(1.0 / (last - first)), largest(z)
    own = 0.0
    for k in range(first, last):
        own += np.float64(z[labels.classes[k]] - top)
    exponentiate(z, top)
    wrong = _sum_of_wrong(z, labels, first, last)
    loss, inverse = 0.0, np.float32(0)
    for k in range(first, last):
        among = z[labels.classes[k]] + wrong
        loss += np.log(np.float64(z[labels.classes[k]]) + np.float64(wrong))
        inverse += share / among
    for k in range(first, last):  # so that the loop over all classes leaves -share · Σ_wrong / (e_y + Σ_wrong)
        e = z[labels.classes[k]]
        z[labels.classes[k]] = -wrong / (e + wrong) * share / inverse
    for j in range(z.shape[0]):
        z[j] *= inverse
    return (loss - own) * share


@inner_kernel
def _sum_of_wrong(e, labels, first, last):
    """Σ e over the classes between the right ones, which the labels give in rising order.

    Their difference from the sum of all would be rounding where a right class has nearly all of it.
    """
    total, start = np.float32(0), 0
    for k in range(first, last):
        for j in range(start, labels.classes[k]):
            total += e[j]
        start = labels.classes[k] + 1
    for j in range(start, e.shape[0]):
        total += e[j]
    return total
