"""The steps of TopPush's ascent: what is shifted in the projection, and how far a step goes."""

import numpy as np
import pytest
from method_samples import samples

from manyclass.methods.base.dual.pair_ascent import FASTER, PairAscent, threshold


@pytest.mark.parametrize("guess", [-50.0, 0.0, 0.3, 1e4])
@pytest.mark.parametrize("seed", range(3))
def test_the_threshold_makes_both_sums_equal_whatever_the_guess(seed, guess):
    rng = np.random.default_rng(seed)
    own, others = rng.standard_normal(7), rng.standard_normal((7, 4)).astype(np.float32)
    others[:, 0] = np.inf
    t = threshold(own, others, guess)
    sums = [sum(x - t for x in own if x > t), sum(t - x for x in others.ravel().astype(float) if x < t)]
    assert sums[0] == pytest.approx(sums[1], abs=1e-10)
    assert sums[0] > 0


def test_steps_by_their_own_curvature_close_the_gap_sooner_than_safe_ones():
    X, y = samples(n=200, d=5, n_classes=6)
    ascent, safe = (PairAscent(X, y.astype(np.int32), 6, 1.0) for _ in range(2))
    for _ in range(50):
        ascent.step(last=False)
        safe.state.rate = safe._safe_rate / FASTER
        safe.step(last=False)
    assert safe.state.rate == pytest.approx(safe._safe_rate)
    assert ascent.state.rate > safe.state.rate
    assert ascent.certificates[-1].gap < safe.certificates[-1].gap
    assert ascent.certificates[-1].dual <= safe.certificates[-1].primal
