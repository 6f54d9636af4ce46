"""The quadratic programme of cutting planes against SciPy's."""

import numpy as np
import pytest
from scipy.optimize import minimize

from manyclass.kernels.topk.simplex_quadratic import minimise


@pytest.mark.parametrize(("t", "rank"), [(1, 3), (2, 1), (6, 2), (9, 12)])
def test_equals_a_general_solver(t, rank):
    rng = np.random.default_rng(t)
    G, b, C = rng.standard_normal((t, rank)), rng.standard_normal(t), 2.5
    K, alpha = G @ G.T, np.zeros(t)
    alpha[0] = C

    def objective(a):
        return 0.5 * a @ K @ a - b @ a

    assert minimise(K, b, alpha, 1e-10, 100_000) < 100_000
    assert alpha.min() >= 0 and alpha.sum() == pytest.approx(C)
    sums = {"type": "eq", "fun": lambda a: a.sum() - C}
    theirs = minimize(objective, np.full(t, C / t), bounds=[(0, None)] * t, constraints=sums, tol=1e-12)
    assert objective(alpha) == pytest.approx(theirs.fun, abs=1e-7)


def test_stops_after_so_many_moves():
    K, b = np.eye(3), np.array([1.0, 2.0, 3.0])
    assert minimise(K, b, np.array([5.0, 0.0, 0.0]), 0.0, 1) == 1
