"""The mean logistic loss of a linear model, and its gradient, by pieces that threads may share.

Scores of a block of samples become the gradients of their losses in place, piece by piece of the rows; the products of
these with the features make the gradient, piece by piece of the classes. No piece writes where another does.
"""

import numpy as np

from manyclass.kernels.common.columns import add_outer, add_scores
from manyclass.kernels.common.dispatch import inner_kernel, kernel
from manyclass.kernels.softmax.exponentials import exp_not_positive, exponentiate, largest


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
    share, top = np.float32(1.0 / (last - first)), _top(z, labels, first, last)
    wrong = _exponentiate_wrong(z, labels, first, last, top)
    loss, inverse = 0.0, np.float32(0)
    for k in range(first, last):
        lead = z[labels.classes[k]] - top
        if lead <= 0:
            e = exp_not_positive(lead)
            loss += np.log(np.float64(e) + np.float64(wrong)) - np.float64(lead)
        else:  # one of several; e may be inf
            e = np.exp(lead)
            loss += np.log1p(np.float64(wrong) * np.exp(-np.float64(lead)))
        z[labels.classes[k]] = e
        inverse += share / (e + wrong)
    for k in range(first, last):  # so that the loop over all classes leaves -share · Σ_wrong / (e_y + Σ_wrong)
        e = z[labels.classes[k]]
        z[labels.classes[k]] = -wrong / (e + wrong) * share / inverse
    for j in range(z.shape[0]):
        z[j] *= inverse
    return loss * share


@inner_kernel
def _top(z, labels, first, last):
    """The largest score but of the right classes, of which the least counts: that the wrong ones do not all vanish.

    One right class may lead the others by more than float32 exponentials hold; each has a loss of its own.
    """
    top, start = z[labels.classes[first]], 0
    for k in range(first + 1, last):
        top = min(top, z[labels.classes[k]])
    for k in range(first, last):
        if start < labels.classes[k]:
            top = max(top, largest(z[start : labels.classes[k]]))
        start = labels.classes[k] + 1
    return max(top, largest(z[start:])) if start < z.shape[0] else top


@inner_kernel
def _exponentiate_wrong(z, labels, first, last, top):
    """Replace the scores of the classes between the right ones, which rise, by exp(z - top); returns their sum.

    Its difference from the sum of all would be rounding where a right class has nearly all of it.
    """
    total, start = np.float32(0), 0
    for k in range(first, last):
        total += exponentiate(z[start : labels.classes[k]], top)
        start = labels.classes[k] + 1
    return total + exponentiate(z[start:], top)
