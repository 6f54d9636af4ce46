"""Epochs until the gap is small, on made-up records."""

from manyclass.exhibits.lapin2015 import convergence


def test_epochs_needed_are_those_of_the_first_small_gap(fake):
    for params in convergence.CURVES.values():
        needed = convergence.epochs_needed(fake, **params)
        for epochs, (at, _, gap) in zip(needed, convergence.courses(fake, **params), strict=True):
            assert epochs == at[gap <= convergence.GAP][0]
            assert (gap[at < epochs] > convergence.GAP).all()
