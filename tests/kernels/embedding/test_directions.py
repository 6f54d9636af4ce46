"""The directions near which class vectors lie, and what scores by them cost."""

import numpy as np
import pytest
from kernel_models import embedded, euclidean, inner

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.embedding import directions, epoch, score_cache
from manyclass.kernels.embedding.directions import main_directions
from manyclass.methods.wsabie import Wsabie
from manyclass.methods.wsabie_pp import WsabiePP


def near_a_subspace(n_classes, m, rank, rest=0.0, seed=0):
    """Class vectors float32 (n_classes, m) of so many directions, and in all others of so small a length."""
    generator = np.random.default_rng(seed)
    within = generator.standard_normal((n_classes, rank)) @ generator.standard_normal((rank, m))
    return (within + rest * generator.standard_normal((n_classes, m))).astype(np.float32)


@pytest.mark.parametrize("size", [1e-30, 1.0, 1e30])
@pytest.mark.parametrize(("rank", "rest", "n_directions"), [(20, 0, 31), (50, 0, 63), (20, 9, 0)])
def test_few_directions_where_they_hold_enough(size, rank, rest, n_directions):
    found = main_directions(np.float32(size) * near_a_subspace(500, 128, rank, rest))
    assert found.shape == (n_directions, 128) and found.dtype == np.float32
    np.testing.assert_allclose(found @ found.T, np.eye(n_directions), atol=1e-6)


def test_directions_are_those_of_the_singular_values():
    beta = near_a_subspace(300, 128, 20, rest=0.1)
    found, (_, _, right) = main_directions(beta), np.linalg.svd(beta.astype(float))
    np.testing.assert_allclose(np.linalg.svd(found[:20] @ right[:20].T)[1], 1, atol=1e-4)


@pytest.mark.parametrize("beta", [np.zeros((9, 256)), np.ones((9, 20)), np.zeros((0, 256))])
def test_none_for_zeros_and_short_vectors(beta):
    assert main_directions(beta.astype(np.float32)).shape == (0, beta.shape[1])


@kernel
def score_all(query):
    score_cache.embed_for_scores(query.cache, query.embedded, 0)
    score_cache.score_classes(query.cache, 0, query.marks.shape[0])


@pytest.mark.parametrize("make", [inner, euclidean])
@pytest.mark.parametrize("size", [1e-3, 1.0, 1e3])
def test_scores_by_directions_are_from_the_true_one_to_twice_the_rests_above(make, size):
    """With float64 as the judge; rounding may take a score below the true one by no more than its products' share."""
    generator, m, n_classes = np.random.default_rng(1), 40, 90
    discriminant = make(size * generator.standard_normal((n_classes, m)))
    Z = (size * generator.standard_normal((5, m))).astype(np.float32)
    query = embedded(Z, discriminant, 12)
    score_all(query)
    cache, beta = query.cache, discriminant.beta.astype(float)
    width = len(cache.points)
    scores = cache.scores.reshape(n_classes, width)[:, :5].T
    true = cache.slope * (Z.astype(float) @ beta.T) - cache.offset
    above, rounding = scores - true, 1e-6 * m * size**2
    assert (above >= -rounding).all()
    assert (above <= 2 * cache.points[:5, -1:] * cache.longest_rest[0] + rounding).all()
    assert np.median(above) > 100 * rounding  # else it is not of directions


@pytest.mark.parametrize("cls", [Wsabie, WsabiePP])
def test_a_model_is_the_same_by_whatever_directions(cls, monkeypatch):
    """To the byte, where they are used and where there are none."""
    generator, n_classes = np.random.default_rng(0), 700
    y = np.arange(4 * n_classes) % n_classes
    X = near_a_subspace(n_classes, 30, 6)[y] + generator.standard_normal((len(y), 30)).astype(np.float32) / 4
    used = []

    def noted(beta):
        used.append(len(main_directions(beta)))
        return main_directions(beta)

    def learnt(choice):
        monkeypatch.setattr(epoch, "main_directions", choice)
        model = cls(dimensions=64, max_iter=4, random_state=0).fit(X / 4, y)
        return model.embedding_.tobytes(), model.prototypes_.tobytes(), model.history_

    monkeypatch.setattr(directions, "HELD", 0.5)
    with_directions = learnt(noted)
    assert max(used) > 0
    assert learnt(lambda beta: np.zeros((0, beta.shape[1]), np.float32)) == with_directions
