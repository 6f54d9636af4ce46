"""Several correct classes: another right class of a sample is never its negative."""

import numpy as np
import pytest
from method_samples import STOCHASTIC, brief, indicator

# The one sample that moves class vectors is right in classes 0 and 1; class 2's is at the origin.
X = np.float32([[0.8, -0.6], [0, 0]])
Y = indicator([{0, 1}, {2}], 3)


@pytest.mark.parametrize("cls", STOCHASTIC)
def test_two_right_classes_do_not_repel(cls):
    moved = 0
    for seed in range(40):
        first, then = (_trained(cls, seed, step) for step in (1e-30, 1e-3))
        z = _embedded(first)
        along = (_class_vectors(then) - _class_vectors(first)).astype(np.float64) @ z
        noise = 1e-6 * np.linalg.norm(z)
        assert along[0] >= -noise
        assert along[1] >= -noise
        assert along[2] <= noise
        moved += (abs(along) > 10 * noise).sum()
    assert moved > 40


def _trained(cls, seed, step):
    unbounded = {"radius": np.inf, "dimensions": 2, "last_violators": 0}
    return brief(cls, max_iter=1, random_state=seed, step=step, margin=100.0, **unbounded).fit(X, Y)


def _class_vectors(estimator):
    return estimator.coef_ if hasattr(estimator, "coef_") else estimator.prototypes_


def _embedded(estimator):
    return X[0] if hasattr(estimator, "coef_") else estimator.embedding_ @ X[0]
