"""Losses as functions of one advantage: minus their derivative, and from where on they are zero."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type


class Hinge(NamedTuple):
    """|b - a|₊ of an advantage a = f(x; y⁺) - f(x; y⁻) (pairs), or a = ±f(x; g) (one against the rest)."""

    margin: float


class WeightedHinge(NamedTuple):
    """The same of one class against the rest, times the weight that a sample has in the problem of class g.

    ``positive`` and ``negative`` float32 (G,) are those weights, by whether the sample is of class g. Perronnin et al.
    (2012), equation 3.
    """

    margin: float
    positive: np.ndarray
    negative: np.ndarray


@inner_by_type
def negative_gradient(kind, advantage):
    """Minus the loss's derivative: the weight with which a stochastic step raises the advantage."""


@inner_by_type
def sample_weight(kind, g, sign):
    """The weight of a sample in the problem of class ``g``, of which it is (``sign`` 1) or is not (-1)."""


@inner_by_type
def margin_threshold(kind):
    """The advantage from which on the loss is zero: below it, a wrong class violates."""


@negative_gradient.case(Hinge)
@negative_gradient.case(WeightedHinge)
def _negative_gradient_hinge(kind, advantage):
    return 1.0 if advantage < kind.margin else 0.0


@sample_weight.case(Hinge)
def _sample_weight_hinge(kind, g, sign):
    return np.float32(1)


@sample_weight.case(WeightedHinge)
def _sample_weight_weighted(kind, g, sign):
    return kind.positive[g] if sign > 0 else kind.negative[g]


@margin_threshold.case(Hinge)
def _margin_threshold_hinge(kind):
    return kind.margin
