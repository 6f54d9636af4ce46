"""Locality-constrained codes against their least-squares problem, pooling against a loop."""

import numpy as np
import pytest
from image_bags import bags
from scipy.optimize import minimize
from scipy.sparse import issparse

from manyclass.features.llc import LLC
from manyclass.features.regions import QUARTERS, WHOLE, regions


@pytest.fixture(scope="module")
def encoder():
    return LLC(words=30, neighbours=3).fit(bags(100, seed=1))


def test_codes_solve_the_problem_they_state(encoder):
    rows = bags(1)[:, :, :-2]
    near, entries = encoder.codes(rows)
    for x, B, code in zip(rows[0].astype(float), encoder.words_[near[0]].astype(float), entries[0]):
        Z = B - x
        penalty = encoder.ridge * (Z**2).sum()
        found = minimize(
            lambda c, B=B, x=x, penalty=penalty: ((x - B.T @ c) ** 2).sum() + penalty * (c**2).sum(),
            np.full(3, 1 / 3),
            constraints={"type": "eq", "fun": lambda c: c.sum() - 1},
            options={"ftol": 1e-14, "maxiter": 500},
        )
        np.testing.assert_allclose(code, found.x, atol=2e-3)


def test_codes_sum_to_one_and_rebuild_descriptors_better_with_more_words():
    rows, errors = bags(20)[:, :, :-2], []
    for neighbours in (1, 3, 6):
        encoder = LLC(words=60, neighbours=neighbours, ridge=1e-6).fit(bags(100, seed=1))
        near, entries = encoder.codes(rows)
        assert entries.sum(axis=2) == pytest.approx(np.ones(rows.shape[:2]), abs=1e-4)
        errors.append(((rows - (encoder.words_[near] * entries[..., None]).sum(axis=2)) ** 2).mean())
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.05 * errors[0]  # six points span an affine space of five dimensions, all there are


def test_a_word_is_its_own_code(encoder):
    near, entries = encoder.codes(encoder.words_[None])
    own = near[0] == np.arange(30)[:, None]
    assert own.sum(axis=1).tolist() == [1] * 30
    np.testing.assert_allclose(entries[0], own, atol=2e-3)


@pytest.mark.parametrize("pyramid", [WHOLE, QUARTERS])
def test_pooling_keeps_the_largest_entry_of_each_region(encoder, pyramid):
    X = bags(8)
    encoder = LLC(words=30, neighbours=3, pyramid=pyramid).fit(bags(100, seed=1))
    made, where = encoder.transform(X), regions(X, pyramid)
    near, entries = encoder.codes(X[:, :, :-2])
    expected = np.zeros(made.shape)
    for i, t, j in np.ndindex(near.shape):
        for region in where[:, i, t]:
            column = region * 30 + near[i, t, j]
            expected[i, column] = max(expected[i, column], entries[i, t, j])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(made.toarray(), expected, atol=1e-5)


def test_features_are_sparse(encoder):
    made = encoder.transform(bags(10))
    assert issparse(made)
    assert (made.format, made.dtype, made.shape) == ("csr", np.float32, (10, 150))
    assert made.indices.dtype == made.indptr.dtype == np.int32
    assert made.has_canonical_format
    assert made.data.min() > 0


def test_more_neighbours_than_words_are_refused():
    with pytest.raises(ValueError, match="neighbours=5 are more than words=4"):
        LLC(words=4).fit(bags(10))
