"""Newton's step for losses of pairs, against the change of the gradient along it."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import samples

from manyclass.methods.base.pairs.loss import PairLoss
from manyclass.methods.base.pairs.newton import class_sums, newton_step
from manyclass.methods.base.pairs.projection import project

N, G = 60, 4
X, Y = samples(n=N, d=4, n_classes=G)
OWN = np.eye(G, dtype=bool)[Y]
LOSSES = {"top_push": PairLoss(np.inf, curve=2.0), "recall_at_1": PairLoss(0.2), "recall_at_2": PairLoss(0.2, float(N))}


def gradient(W, loss, rho):
    """Of ½‖W‖² + the smoothed loss, with the dual variables that it comes from."""
    S = X.astype(float) @ W.T
    duals = project(loss, rho, S[OWN], np.flatnonzero(~OWN), S[~OWN])
    A = np.zeros((N, G))
    A[OWN] = duals.right
    A.ravel()[duals.places] -= duals.wrong
    return W - A.T @ X, duals


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("rho", [0.1, 1.0])
@pytest.mark.parametrize("name", ["top_push", "recall_at_1"])
def test_along_the_step_the_gradient_goes_to_zero_at_its_own_rate(name, rho, form):
    loss, W = LOSSES[name], np.random.default_rng(0).standard_normal((G, 4))
    g, duals = gradient(W, loss, rho)
    step, h = newton_step(form(X), Y, loss, rho, duals, g), 1e-7
    change = (gradient(W + h * step, loss, rho)[0] - gradient(W - h * step, loss, rho)[0]) / (2 * h)
    np.testing.assert_allclose(change, -g, atol=1e-5 * np.abs(g).max())


@pytest.mark.parametrize("rho", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("seed", range(5))
def test_where_bounds_follow_the_sum_the_step_still_goes_down(seed, rho):
    """The bound is linear between whole m, and the step takes it for smooth."""
    loss, W = LOSSES["recall_at_2"], np.random.default_rng(seed).standard_normal((G, 4))
    g, duals = gradient(W, loss, rho)
    step, h = newton_step(X, Y, loss, rho, duals, g), 1e-3
    assert np.vdot(step, g) < 0.0
    _, after = gradient(W + h * step, loss, rho)
    lower = 0.5 * np.vdot(W, W) + duals.value - 0.5 * np.vdot(W + h * step, W + h * step) - after.value
    assert lower == pytest.approx(-h * np.vdot(step, g), rel=0.05)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_class_sums(form):
    rng = np.random.default_rng(0)
    A = rng.standard_normal((N, G)) * (rng.random((N, G)) < 0.5)
    taken = np.nonzero(A)
    np.testing.assert_allclose(class_sums(form(X), A[taken], *taken, G), A.T @ X, atol=1e-5)
