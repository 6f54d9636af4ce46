"""Proposition 1 by enumeration, and both counts of two classes against the rule written down a second time."""

import itertools
from fractions import Fraction

import numpy as np
import pytest

from manyclass.exhibits.gupta2014 import chain, fig3, prop1


def walk(p, steps, seed, sets=False):
    """The rule in plain Python: states visited (0 none, v + 1 class v) and samples counted.

    With ``sets``, equation 14: counted are samples with a violator that did not violate the sample before.
    """
    rng, last, visits, counted = np.random.default_rng(seed), set(), np.zeros(3), 0
    for violates in rng.random((steps, 2)) < p:
        violators = set(np.flatnonzero(violates))
        new = violators - last if sets else violators if not last & violators else set()
        counted += bool(new)
        if sets:
            last = violators
        elif not last & violators:
            last = {rng.choice(sorted(violators))} if violators else set()
        visits[max(last) + 1 if last else 0] += 1
    return visits / steps, counted / steps


@pytest.mark.parametrize(("p", "q"), [(0.2, 0.7), (0.5, 0.5)])
def test_a_walk_by_the_rule_agrees_with_chain_and_counts(p, q):
    visits, counted = walk((p, q), 40_000, 0)
    assert visits == pytest.approx(chain.printed(p, q), abs=0.015)
    assert counted == pytest.approx(prop1.sampled(p, q), abs=0.01)
    assert walk((p, q), 40_000, 1, sets=True)[1] == pytest.approx(prop1.sets(p, q), abs=0.01)


def test_proposition_1_by_enumeration():
    """All 2ⁿ courses of one violating class, each with its probability."""
    n = 6
    for p in (Fraction(1, 5), Fraction(2, 3)):
        expected = 0
        for course in itertools.product((0, 1), repeat=n):
            counted = course[0] + sum(now > before for before, now in itertools.pairwise(course))
            expected += counted * p ** sum(course) * (1 - p) ** (n - sum(course))
        assert prop1.printed(n, p) == expected


def test_proposition_1_reproduces_but_for_the_sets():
    verdicts = [claim.verdict for claim in prop1.claims(None)]
    assert verdicts == ["reproduced"] * 5 + ["not reproduced"]
    frame = prop1.table(None)
    both = frame[frame["p_h"].notna()]
    assert (both["proposition, eq. 14"] > both["rule, exact"]).all()
    assert len(frame) == len(prop1.RUNS) * len(prop1.TENTHS) + len(fig3.SHARES) ** 2
