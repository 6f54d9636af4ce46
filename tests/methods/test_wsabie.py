"""Wsabie: its discriminant, and where it starts."""

import numpy as np
from method_samples import brief, samples
from numpy.testing import assert_allclose, assert_array_equal

from manyclass.methods.wsabie import Wsabie


def test_scores_are_products_in_the_embedded_space():
    X, y = samples()
    estimator = brief(Wsabie, dimensions=5).fit(X, y)
    W, beta = (array.astype(np.float64) for array in (estimator.embedding_, estimator.prototypes_))
    assert W.shape == (5, X.shape[1])
    assert beta.shape == (8, 5)
    assert_allclose(estimator.decision_function(X), X @ W.T @ beta.T, rtol=1e-4, atol=1e-5)


def test_the_start_is_uniform_in_the_ball():
    """The share of the volume within ‖v‖ is (‖v‖ / radius)^dimensions: uniform in 0..1."""
    X, y = samples(n=4000, n_classes=2000, d=3)
    estimator = brief(Wsabie, dimensions=4, step=1e-30, radius=3.0, max_iter=1).fit(X, y)
    share = np.sort((np.linalg.norm(estimator.prototypes_, axis=1) / 3.0) ** 4)
    assert abs(share - (np.arange(2000) + 0.5) / 2000).max() < 1.63 / np.sqrt(2000)
    directions = estimator.prototypes_ / np.linalg.norm(estimator.prototypes_, axis=1, keepdims=True)
    assert_allclose(directions.mean(axis=0), 0, atol=4 * 0.5 / np.sqrt(2000))


def test_signs_start_on_the_sphere_when_they_are_longer():
    X, y = samples()
    estimator = brief(Wsabie, initial="signs", step=1e-30, radius=0.5, dimensions=4, max_iter=1).fit(X, y)
    assert_allclose(abs(estimator.embedding_), 0.5 / np.sqrt(X.shape[1]), rtol=1e-6)
    assert_array_equal(np.unique(np.sign(estimator.prototypes_)), [-1, 1])
