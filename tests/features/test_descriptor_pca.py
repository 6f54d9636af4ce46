"""Principal components against numpy's singular values."""

import numpy as np
import pytest
from image_bags import bags

from manyclass.features.descriptor_pca import DescriptorPCA


def test_keeps_the_directions_of_largest_variance_and_the_places():
    X = bags(40, dimensions=6)
    made = DescriptorPCA(3).fit(X).transform(X)
    assert (made.shape, made.dtype) == ((40, 20, 5), np.float32)
    np.testing.assert_array_equal(made[:, :, -2:], X[:, :, -2:])
    rows = X[:, :, :-2].reshape(-1, 6).astype(float)
    rows -= rows.mean(axis=0)
    directions = np.linalg.svd(rows, full_matrices=False)[2][:3]
    ours = made[:, :, :3].reshape(-1, 3)
    np.testing.assert_allclose(np.abs(ours), np.abs(rows @ directions.T), atol=1e-4)
    assert np.cov(ours.T) == pytest.approx(np.diag(ours.var(axis=0, ddof=1)), abs=1e-3)


def test_keeps_all_where_there_are_fewer():
    X = bags(5)
    made = DescriptorPCA(64).fit(X).transform(X)
    assert made.shape == X.shape
    distances = np.linalg.norm(X[0, :, None, :-2] - X[0, None, :, :-2], axis=2)
    np.testing.assert_allclose(
        np.linalg.norm(made[0, :, None, :-2] - made[0, None, :, :-2], axis=2), distances, atol=1e-4
    )
