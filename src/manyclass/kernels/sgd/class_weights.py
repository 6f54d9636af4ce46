"""The weights p of a sample's update w_j -= η p_j x: which classes it moves, and how much (Hazan & Singer, lecture 11).

They sum to 0, and that of the right class is not positive. Other right classes of the sample get none.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.costs import cost
from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.labels import is_correct, n_correct
from manyclass.kernels.softmax.exponentials import exponentiate, largest


class MaxViolator(NamedTuple):
    """All weight on the wrong class of the largest margin error; of equal ones the first.

    A subgradient of max_j |γ Δ(y, j) + z_j - z_y|₊, ``margin`` being γ and ``costs`` Δ.
    """

    margin: float
    costs: NamedTuple


class UniformViolators(NamedTuple):
    """The same weight on all wrong classes whose margin error γ Δ(y, j) + z_j - z_y is positive."""

    margin: float
    costs: NamedTuple


class ViolatorsByMargin(NamedTuple):
    """Weights in proportion to the positive margin errors γ Δ(y, j) + z_j - z_y."""

    margin: float
    costs: NamedTuple


class Softmax(NamedTuple):
    """P[j|x] = exp(z_j) / Σ exp(z_i), and P[y|x] - 1 for the right class: the gradient of -log P[y|x].

    As printed, p_y = 1; implemented is the gradient, without which the weights do not sum to 0.
    """


@by_type
def weigh(kind, z, labels, i, positive, p):
    """Fill the weights of one sample's update from its scores.

    Parameters
    ----------
    kind : MaxViolator, UniformViolators, ViolatorsByMargin or Softmax
    z : float32 (G,)
        The scores of sample ``i``.
    labels : Labels
        Of which ``positive`` is the right class drawn for sample ``i``.
    p : float32 (G,)
        The weights; overwritten. Zeros for a hinge without a violator.

    Returns
    -------
    int
        How many wrong classes may get a weight.
    """


@by_type
def moves_all(kind):
    """Whether every class has a weight of its own, rather than a few."""


@moves_all.case(MaxViolator)
@moves_all.case(UniformViolators)
@moves_all.case(ViolatorsByMargin)
def _violators_move(kind):
    return False


@moves_all.case(Softmax)
def _all_move(kind):
    return True


@kernel
def margin_errors(kind, z, labels, i, positive, p):
    """Fill p with the positive margin errors of the wrong classes, 0 elsewhere; returns how many there are."""
    count = 0
    for j in range(labels.n_classes):
        error = kind.margin * cost(kind.costs, positive, j) + z[j] - z[positive]
        p[j] = np.float32(0)
        if error > 0 and not is_correct(labels, i, j):
            p[j] = error
            count += 1
    return count


@weigh.case(MaxViolator)
def _weigh_max(kind, z, labels, i, positive, p):
    count = margin_errors(kind, z, labels, i, positive, p)
    if count > 0:
        largest = np.argmax(p)
        p[:] = np.float32(0)
        p[largest], p[positive] = np.float32(1), np.float32(-1)
    return count


@weigh.case(UniformViolators)
def _weigh_uniform(kind, z, labels, i, positive, p):
    count = margin_errors(kind, z, labels, i, positive, p)
    if count > 0:
        for j in range(p.shape[0]):
            if p[j] > 0:
                p[j] = np.float32(1.0 / count)
        p[positive] = np.float32(-1)
    return count


@weigh.case(ViolatorsByMargin)
def _weigh_by_margin(kind, z, labels, i, positive, p):
    count = margin_errors(kind, z, labels, i, positive, p)
    if count > 0:
        p /= p.sum()
        p[positive] = np.float32(-1)
    return count


@weigh.case(Softmax)
def _weigh_softmax(kind, z, labels, i, positive, p):
    p[:] = z
    for k in range(labels.indptr[i], labels.indptr[i + 1]):
        if labels.classes[k] != positive:
            p[labels.classes[k]] = -np.inf
    p *= np.float32(1) / exponentiate(p, largest(p))
    for k in range(labels.indptr[i], labels.indptr[i + 1]):  # not quite 0 as yet
        if labels.classes[k] != positive:
            p[labels.classes[k]] = np.float32(0)
    p[positive] -= np.float32(1)
    return labels.n_classes - n_correct(labels, i)
