"""Scores of both forms, against what their gaps leave open."""

import numpy as np
import pytest

from manyclass.exhibits.lapin2015 import kernels
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED

SCORE, BOUND = 10.0, 0.02


@pytest.mark.parametrize(
    ("difference", "verdict"),
    [
        (0.9 * BOUND, REPRODUCED),
        (BOUND + 0.9 * kernels.ROUNDING * SCORE, REPRODUCED),
        (BOUND + 1.1 * kernels.ROUNDING * SCORE, NOT_REPRODUCED),
        (SCORE, NOT_REPRODUCED),
    ],
)
def test_no_draw_may_differ_by_more_than_is_left_open_and_rounding(monkeypatch, difference, verdict):
    rows = np.array([[SCORE, 0.5 * BOUND, BOUND], [SCORE, difference, BOUND], [SCORE, 0.5 * BOUND, BOUND]])
    monkeypatch.setattr(kernels, "measured", lambda results: rows)
    (claim,) = kernels.claims(None)
    assert (claim.statement, claim.verdict, claim.on) == ("kernels", verdict, (kernels.SETS[0],))
