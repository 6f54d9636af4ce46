"""The chain of last violators: transitions, and the printed distribution beside the exact one."""

import itertools
from fractions import Fraction

import pytest

from manyclass.exhibits.gupta2014 import chain

PAIRS = list(itertools.product([0.1, 0.35, 0.5, 0.8], repeat=2))


def test_the_chain_has_as_many_states_as_classes():
    p = [Fraction(k, 7) for k in (1, 2, 4)]
    matrix = chain.transition(*p)
    assert [sum(row) for row in matrix] == [1] * 4
    none = (1 - p[0]) * (1 - p[1]) * (1 - p[2])
    assert [row[0] for row in matrix] == [none] * 4
    assert matrix[2][2] == p[1]


@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_printed_and_exact_distribution_agree(p, q):
    assert chain.printed(p, q) == pytest.approx(chain.stationary(chain.transition(p, q)), abs=1e-12)
    assert chain.printed(p, q)[0] == pytest.approx((1 - p) * (1 - q))
