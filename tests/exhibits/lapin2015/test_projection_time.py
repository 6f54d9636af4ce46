"""The exponent of the time of projections, and what k costs."""

from types import SimpleNamespace

import numpy as np
import pytest

from manyclass.exhibits.lapin2015 import projection_time
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def test_the_exponent_is_that_of_the_times():
    ms = np.array([64, 256, 1024, 4096])
    times = np.array([projection_time.work(ms) ** 1.5, 7 * projection_time.work(ms)])
    np.testing.assert_allclose(projection_time.exponents(times, ms), [1.5, 1.0])


@pytest.mark.parametrize(
    ("exponent", "slower", "expected"),
    [
        (1.0, {}, (REPRODUCED, REPRODUCED)),
        (1.2, {}, (NOT_REPRODUCED, REPRODUCED)),
        (0.8, {}, (NOT_REPRODUCED, REPRODUCED)),
        (1.0, {10: 1.8}, (REPRODUCED, REPRODUCED)),
        (1.0, {10: 2.2}, (REPRODUCED, NOT_REPRODUCED)),
        (1.0, {1: 2.2, 5: 9.0, 100: 9.0}, (REPRODUCED, REPRODUCED)),
    ],
)
def test_the_exponent_decides_and_so_does_k_of_ten_against_one(monkeypatch, exponent, slower, expected):
    results = SimpleNamespace(config={"scale": "smoke"})
    level = projection_time.work(projection_time.sizes(results.config)) ** exponent
    noise = 1 + 0.01 * np.random.default_rng(0).standard_normal((len(projection_time.KS), 7, len(level)))
    times = {k: slower.get(k, 1.0) * level * each for k, each in zip(projection_time.KS, noise)}
    monkeypatch.setattr(projection_time, "measured", lambda scale: times)
    claims = projection_time.claims(results)
    assert tuple(claim.verdict for claim in claims) == expected
    assert tuple(claim.statement for claim in claims) == projection_time.STATEMENTS
