"""Quasi-Newton steps on functions whose minima are known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from manyclass.methods.base.quasi_newton.lbfgs import LBFGS


def quadratic(condition, n=40, seed=0):
    """½ tr WᵀAW - tr BᵀW of W (3, n), its minimum, and A, whose eigenvalues are from 1 to ``condition``."""
    rng = np.random.default_rng(seed)
    Q = np.linalg.qr(rng.normal(size=(n, n)))[0]
    A = (Q * np.geomspace(1, condition, n)) @ Q.T
    B = rng.normal(size=(3, n))

    def objective(W):
        W = W.astype(float)
        return 0.5 * np.vdot(W @ A, W) - np.vdot(B, W), (W @ A - B).astype(np.float32)

    return objective, np.linalg.solve(A, B.T).T, A


def minimised(objective, n_steps, precondition=lambda V: V, start=None):
    solver = LBFGS(objective, np.zeros((3, 40), np.float32) if start is None else start, precondition)
    values = [solver.value]
    for _ in range(n_steps):
        if not solver.step():
            break
        values.append(solver.value)
    return solver, values


@pytest.mark.parametrize("condition", [1.5, 100.0])
def test_finds_the_minimum_of_a_quadratic(condition):
    objective, best, _ = quadratic(condition)
    solver, values = minimised(objective, 150)
    assert_allclose(solver.W, best, atol=1e-4)
    assert solver.value == pytest.approx(objective(best)[0], rel=1e-6)
    rises = np.diff(values)
    assert (rises <= 2e-7 * np.abs(values[1:])).all()
    value, gradient = objective(solver.W)
    assert (value, gradient.tolist()) == (solver.value, solver.gradient.tolist())


def test_the_inverse_hessian_takes_one_step():
    objective, best, A = quadratic(1e4)
    inverse = np.linalg.inv(A).astype(np.float32)
    solver, _ = minimised(objective, 1, lambda V: V @ inverse)
    assert_allclose(solver.W, best, rtol=1e-3, atol=1e-4)


def test_a_multiple_of_the_inverse_hessian_is_soon_corrected():
    objective, best, A = quadratic(1e4)
    inverse = np.float32(0.01) * np.linalg.inv(A).astype(np.float32)
    solver, _ = minimised(objective, 4, lambda V: V @ inverse)
    assert_allclose(solver.W, best, rtol=1e-3, atol=1e-4)
    _, values = minimised(objective, 4)
    assert values[-1] > solver.value + 0.1 * abs(solver.value)


def test_a_step_that_is_too_long_is_halved():
    def objective(W):  # its gradient at 10 is 1e3 times the distance to the minimum
        return float(np.sum(W.astype(float) ** 4)), 4 * W**3

    solver, values = minimised(objective, 60, start=np.full((2, 2), 10, np.float32))
    assert np.diff(values).max() <= 0
    assert values[-1] < 1e-6


def test_at_the_minimum_there_is_no_step():
    objective, _, _ = quadratic(2.0)
    start = np.zeros((3, 40), np.float32)
    solver = LBFGS(lambda W: (1.0, np.zeros_like(W)), start, lambda V: V)
    assert not solver.step()
    assert solver.W is start
