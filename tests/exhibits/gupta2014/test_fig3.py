"""Figure 3: its diagram is the chain, and its claims tell another formula."""

import re
from fractions import Fraction

from manyclass.exhibits.gupta2014 import chain, fig3
from manyclass.protocol.claims import claim


def test_the_diagram_is_the_chain():
    p, q = Fraction(1, 3), Fraction(3, 7)
    matrix = chain.transition(p, q)
    for (start, end), (label, _) in fig3.DIAGRAM.items():
        product = re.sub(r"(?<=[\w)])(?=\()|(?<=\))(?=p)", "*", label)
        assert eval(product, {"p_g": p, "p_h": q}) == matrix[start][end]
    assert len(fig3.DIAGRAM) == 9
    assert [sum(row) for row in matrix] == [1, 1, 1]


def test_figure_3_reproduces_and_would_not_with_another_formula(monkeypatch):
    assert {claim.verdict for claim in fig3.claims(None)} == {"reproduced"}

    def not_halved(p, q):  # both violate: always g is drawn
        relative = 1, p / (1 - p) * (1 + (1 - p) * q) / (1 - p * q), q * (1 - p) / ((1 - q) * (1 - p * q))
        return tuple(share / sum(relative) for share in relative)

    wrong = [not_halved, lambda p, q: chain.printed(q, p), lambda p, q: ((1 - p) * (1 - q), p, q - p * q)]
    for formula in wrong:
        scatter = fig3.scatter(fig3.occupied(), formula)
        assert claim.between("", "", scatter, 0.7, 1.3).verdict == "not reproduced"
    monkeypatch.setattr(chain, "_relative", lambda p, q: p * (2 + q) / (2 * (p - 1) * (p * q - 1)))
    claims = fig3.claims(None)
    assert claims[0].verdict == "not reproduced"
