"""Losses as functions of one advantage: minus their derivative, and from where on they are zero."""

from typing import NamedTuple

from manyclass.kernels.common.dispatch import inner_by_type


class Hinge(NamedTuple):
    """|b - a|₊ of an advantage a = f(x; y⁺) - f(x; y⁻) (pairs), or a = ±f(x; g) (one against the rest)."""

    margin: float


@inner_by_type
def negative_gradient(kind, advantage):
    """Minus the loss's derivative: the weight with which a stochastic step raises the advantage."""


@inner_by_type
def margin_threshold(kind):
    """The advantage from which on the loss is zero: below it, a wrong class violates."""


@negative_gradient.case(Hinge)
def _negative_gradient_hinge(kind, advantage):
    return 1.0 if advantage < kind.margin else 0.0


@margin_threshold.case(Hinge)
def _margin_threshold_hinge(kind):
    return kind.margin
