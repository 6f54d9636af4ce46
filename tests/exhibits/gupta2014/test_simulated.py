"""The simulated exhibits of Gupta 2014 against the rule of section 6.2 written down a second time."""

import itertools
import re
from fractions import Fraction

import numpy as np
import pytest

from manyclass.exhibits.gupta2014 import chain as _chain
from manyclass.exhibits.gupta2014 import fig3, prop1, table1
from manyclass.protocol.claims import claim

PAIRS = list(itertools.product([0.1, 0.35, 0.5, 0.8], repeat=2))


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


def test_table_1_shows_the_document_cell_by_cell():
    frame = table1.table(None)
    for column in table1.COLUMNS:
        assert frame[f"{column}: printed"].tolist() == frame[f"{column}: ours"].tolist()
    assert (frame["new violator sampled: ours"] == "ignored").sum() == 4
    assert table1.by_rule("dog") == table1.PRINTED
    assert table1.by_rule("pig")[:4] == (
        ("none", "–", "pig"),
        ("pig", "yes", "ignored"),
        ("pig", "no", "dog"),
        ("dog", "yes", "ignored"),
    )
    assert [claim.verdict for claim in table1.claims(None)] == ["reproduced"] * 3


def test_table_1_tells_another_rule(monkeypatch):
    """A skipped sample that takes the new violators over, as the definition of section 6.1 would have it."""
    courses = [(*course[:2], ("pig", "no", "dog"), *course[3:]) for course in table1.courses()]
    monkeypatch.setattr(table1, "courses", lambda: courses)
    verdicts = [claim.verdict for claim in table1.claims(None)]
    assert verdicts[0] == "not reproduced"


def test_the_diagram_is_the_chain():
    p, q = Fraction(1, 3), Fraction(3, 7)
    matrix = _chain.transition(p, q)
    for (start, end), (label, _) in fig3.DIAGRAM.items():
        product = re.sub(r"(?<=[\w)])(?=\()|(?<=\))(?=p)", "*", label)
        assert eval(product, {"p_g": p, "p_h": q}) == matrix[start][end]
    assert len(fig3.DIAGRAM) == 9
    assert [sum(row) for row in matrix] == [1, 1, 1]


def test_the_chain_has_as_many_states_as_classes():
    p = [Fraction(k, 7) for k in (1, 2, 4)]
    matrix = _chain.transition(*p)
    assert [sum(row) for row in matrix] == [1] * 4
    none = (1 - p[0]) * (1 - p[1]) * (1 - p[2])
    assert [row[0] for row in matrix] == [none] * 4
    assert matrix[2][2] == p[1]


@pytest.mark.parametrize(("p", "q"), PAIRS)
def test_printed_and_exact_distribution_agree(p, q):
    assert _chain.printed(p, q) == pytest.approx(_chain.stationary(_chain.transition(p, q)), abs=1e-12)
    assert _chain.printed(p, q)[0] == pytest.approx((1 - p) * (1 - q))


@pytest.mark.parametrize(("p", "q"), [(0.2, 0.7), (0.5, 0.5)])
def test_a_walk_by_the_rule_agrees_with_chain_and_counts(p, q):
    visits, counted = walk((p, q), 40_000, 0)
    assert visits == pytest.approx(_chain.printed(p, q), abs=0.015)
    assert counted == pytest.approx(prop1.sampled(p, q), abs=0.01)
    assert walk((p, q), 40_000, 1, sets=True)[1] == pytest.approx(prop1.sets(p, q), abs=0.01)


def test_figure_3_reproduces_and_would_not_with_another_formula(monkeypatch):
    assert {claim.verdict for claim in fig3.claims(None)} == {"reproduced"}

    def not_halved(p, q):  # both violate: always g is drawn
        relative = 1, p / (1 - p) * (1 + (1 - p) * q) / (1 - p * q), q * (1 - p) / ((1 - q) * (1 - p * q))
        return tuple(share / sum(relative) for share in relative)

    wrong = [not_halved, lambda p, q: _chain.printed(q, p), lambda p, q: ((1 - p) * (1 - q), p, q - p * q)]
    for formula in wrong:
        scatter = fig3.scatter(fig3.occupied(), formula)
        assert claim.between("", scatter, 0.7, 1.3).verdict == "not reproduced"
    monkeypatch.setattr(_chain, "_relative", lambda p, q: p * (2 + q) / (2 * (p - 1) * (p * q - 1)))
    claims = fig3.claims(None)
    assert claims[0].verdict == "not reproduced"


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
