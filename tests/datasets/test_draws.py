"""Seeds are draws of the data: another population, other samples and labels; the same seed the same bytes."""

import importlib

import numpy as np
import pytest
from designs import DESIGNS

from manyclass.datasets.base.album import Album
from manyclass.datasets.base.population import Population
from manyclass.datasets.feature_vectors import FeatureVectors
from manyclass.protocol.data.make import available, generate
from manyclass.protocol.seeds import derive

ON_PURPOSE = "three_classes"  # the lecture's picture: the centres of its classes are given


def centres(part):
    """Mean of the samples given each class: float64 (G, d)."""
    return (part.Y.T @ np.asarray(part.X).astype(float)) / part.Y.sum(axis=0)[:, None]


@pytest.mark.parametrize("name", DESIGNS)
def test_two_draws_of_a_set_that_draws_its_sizes_have_not_even_these_in_common(name):
    first, second = (generate(name, "smoke", seed) for seed in (0, 1))
    assert first.train.X.shape[0] != second.train.X.shape[0]
    assert not set(np.asarray(first.valid.X).ravel().tolist()) & set(np.asarray(second.valid.X).ravel().tolist())


def drawn_centres(name, seed):
    """Where the generator has put the classes, before any sample: (G, ...)."""
    parameters, sequence = (
        importlib.import_module(f"manyclass.datasets.{name}").SCALES["smoke"],
        derive("data", name, seed),
    )
    if isinstance(parameters, FeatureVectors):
        return np.asarray(Population(parameters, sequence).geometry.centres)
    return np.asarray(Album(parameters, sequence).mixtures.centres)[: parameters.classes]


@pytest.mark.parametrize("name", sorted(set(available()) - set(DESIGNS)))
def test_two_draws_have_nothing_in_common(name):
    first, second = (generate(name, "smoke", seed) for seed in (0, 1))
    for part in ("train", "valid", "test"):
        one, other = getattr(first, part), getattr(second, part)
        assert one.X.shape == other.X.shape and one.Y.shape[1] == other.Y.shape[1]
        shared = {row.tobytes() for row in np.asarray(one.X)} & {row.tobytes() for row in np.asarray(other.X)}
        assert not shared
    assert (centres(first.train) != centres(second.train)).any(axis=1).all()
    if name == ON_PURPOSE:
        return
    assert first.train.Y.indices.tobytes() != second.train.Y.indices.tobytes()
    assert first.test.Y.indices.tobytes() != second.test.Y.indices.tobytes()
    sizes = [np.bincount(split.train.Y.indices) for split in (first, second)]
    assert np.ptp(sizes[0]) <= 1 or not np.array_equal(*sizes)
    moved = np.abs(drawn_centres(name, 0) - drawn_centres(name, 1))
    assert moved.reshape(len(moved), -1).max(axis=1).min() > 0


@pytest.mark.parametrize("name", available())
def test_a_seed_decides_every_byte(name):
    first, again = (generate(name, "smoke", 1) for _ in range(2))
    for part in ("train", "valid", "test"):
        one, other = getattr(first, part), getattr(again, part)
        assert np.asarray(one.X).tobytes() == np.asarray(other.X).tobytes()
        assert one.Y.indices.tobytes() == other.Y.indices.tobytes()
    assert first.names == again.names and np.array_equal(first.tree.parent, again.tree.parent)


def test_variants_share_the_draw_of_every_seed():
    for seed in (0, 1):
        clean, noisy = (generate(name, "smoke", seed) for name in ("synonyms", "synonyms-even"))
        assert clean.names == noisy.names
    assert generate("synonyms", "smoke", 0).names != generate("synonyms", "smoke", 1).names
