"""Figure 1's simulated errors are binomial."""

import numpy as np
import pytest

from manyclass.exhibits.gupta2014 import fig1


def test_errors_are_binomial():
    errors = fig1.simulate()
    for (n, p), found in errors.items():
        assert found.shape == (fig1.REPEATS, fig1.SIMULATIONS)
        assert found.mean() == pytest.approx(p, abs=5 * np.sqrt(p * (1 - p) / n / found.size))
        np.testing.assert_allclose(found * n, np.round(found * n), atol=1e-9)
    verdicts = {claim.statement: claim.verdict for claim in fig1.claims(None)}
    assert verdicts.pop("often-a-tenth-off") == "not reproduced"  # one in eighteen
    assert {*verdicts.values()} == {"reproduced"}
