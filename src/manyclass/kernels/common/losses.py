"""Losses as functions of one margin: its value, and how strongly it pulls."""

from typing import NamedTuple

from manyclass.kernels.common.dispatch import inner_by_type


class Hinge(NamedTuple):
    """|b - a|₊ of an advantage a = f(x; y⁺) - f(x; y⁻) (pairs), or a = ±f(x; g) (one against the rest)."""

    margin: float


@inner_by_type
def loss(kind, advantage):
    """Value of the loss at this advantage."""


@inner_by_type
def pull(kind, advantage):
    """Minus its derivative: the weight with which a stochastic step raises the advantage."""


@inner_by_type
def harmless(kind):
    """The advantage from which on the loss is zero: below it, a wrong class violates."""


@loss.case(Hinge)
def _loss_hinge(kind, advantage):
    return max(0.0, kind.margin - advantage)


@pull.case(Hinge)
def _pull_hinge(kind, advantage):
    return 1.0 if advantage < kind.margin else 0.0


@harmless.case(Hinge)
def _harmless_hinge(kind):
    return kind.margin
