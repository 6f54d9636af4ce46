"""What samples add to the means of their classes: sizes, shapes, pieces and tails, against the laws they follow."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import f, kstest, norm, t

from manyclass.datasets.base.population import Population
from manyclass.datasets.base.within import LEFT, SHAPES
from manyclass.datasets.feature_vectors import FeatureVectors

PLAIN = FeatureVectors(classes=60, features=12, train=20_000, valid=50, test=9000)
REAL = replace(PLAIN, modes=2, mode_spread=0.5, size_spread=0.5, shape_spread=0.3, piece=0.5, tails=12.0)
DEPARTURES = ("size_spread", "shape_spread", "piece", "tails")


def within(parameters, seed=3):
    return Population(parameters, seed).geometry.within


def noise(drawn, n, g=7, mode=1, seed=0):
    """Noise of n samples of one mode of class g."""
    shown = np.full(n, g)
    return drawn.samples(shown, np.full(n, mode), np.random.default_rng(seed)).astype(float)


def white(drawn, X):
    """Noise along its principal directions, in units of the standard deviation along them."""
    return X @ np.linalg.inv(drawn.stretch.astype(float))


@pytest.mark.parametrize("tails", [3.0, 12.0])
def test_tails_are_student_s_with_one_scale_a_sample(tails):
    drawn = within(replace(PLAIN, tails=tails))
    z = white(drawn, noise(drawn, 40_000, mode=0))
    student = z * np.sqrt(tails / (tails - 2))
    assert all(kstest(column, t(tails).cdf).pvalue > 1e-4 for column in student.T)
    assert kstest((student**2).mean(axis=1), f(z.shape[1], tails).cdf).pvalue > 1e-4


def test_kurtosis_of_a_class_is_that_of_its_tails():
    drawn = within(replace(PLAIN, tails=12.0))
    fourth = white(drawn, noise(drawn, 400_000, mode=0))[:, 4] ** 4
    assert abs(fourth.mean() - (3 + 6 / (12 - 4))) < 5 * fourth.std() / np.sqrt(len(fourth))


def test_variances_of_the_classes_spread_by_their_coefficient_of_variation():
    drawn = within(replace(PLAIN, classes=20_000, train=40_000, size_spread=0.6))
    variance = drawn.size.astype(float) ** 2
    assert abs(variance.mean() - 1) < 5 * 0.6 / np.sqrt(len(variance))
    assert variance.std() / variance.mean() == pytest.approx(0.6, rel=0.05)  # five standard errors
    deviation = np.sqrt(np.log(1 + 0.6**2))
    assert kstest(np.log(variance), norm(-(deviation**2) / 2, deviation).cdf).pvalue > 1e-4


@pytest.mark.parametrize("departures", [*([name] for name in DEPARTURES), DEPARTURES])
def test_a_class_has_the_variances_of_its_size_and_shape(departures):
    changes = {name: getattr(REAL, name) for name in departures}
    drawn = within(replace(PLAIN, modes=2, **changes))
    X = noise(drawn, 150_000)
    z = white(drawn, X)
    expected = (drawn.size[7] * drawn.shapes[drawn.shape[7, 1]].astype(float)) ** 2
    assert (np.abs((z**2).mean(axis=0) - expected) < 5 * (z**2).std(axis=0) / np.sqrt(len(z))).all()
    total = (X**2).sum(axis=1)
    error = 5 * total.std() / np.sqrt(len(total))
    assert abs(total.mean() - drawn.size[7] ** 2 * (drawn.stretch.astype(float) ** 2).sum()) < error
    assert ("size_spread" in departures) == (drawn.size[7] != 1)
    assert ("tails" in departures) == (abs((z[:, 0] ** 4).mean() / expected[0] ** 2 - 3) > 0.3)


@settings(max_examples=40)
@given(
    st.floats(0, 2),
    st.floats(0, 1, exclude_min=True),
    st.integers(1, 40),
    st.floats(0, 3),
    st.integers(0, 2**32),
)
def test_every_shape_keeps_the_total_variance(shape_spread, piece, features, nuisance_decay, seed):
    parameters = replace(
        PLAIN,
        classes=5,
        train=10,
        features=features,
        nuisance_decay=nuisance_decay,
        shape_spread=shape_spread,
        piece=piece,
    )
    drawn = within(parameters, seed)
    total = drawn.shapes.astype(float) ** 2 @ drawn.variance
    np.testing.assert_allclose(total, drawn.variance.sum(), rtol=1e-5)


def test_shapes_are_log_normal():
    drawn = within(replace(PLAIN, classes=2000, features=40, shape_spread=0.4))
    assert drawn.shapes.shape == (SHAPES, 40)
    logarithm = np.log(drawn.shapes.astype(float))
    logarithm -= logarithm.mean(axis=1, keepdims=True)  # less the factor that keeps the total variance
    assert kstest(logarithm.ravel() / np.sqrt(1 - 1 / 40), norm(0, 0.4).cdf).pvalue > 1e-4


@pytest.mark.parametrize(("piece", "directions"), [(0.25, 10), (0.01, 1), (0.99, 40)])
def test_a_piece_has_its_share_of_the_directions(piece, directions):
    shapes = within(replace(PLAIN, classes=500, features=40, piece=piece)).shapes
    inside = shapes > 0.5 * shapes.max(axis=1, keepdims=True)
    assert (inside.sum(axis=1) == directions).all()
    outside = (shapes / shapes.max(axis=1, keepdims=True))[~inside]
    np.testing.assert_allclose(outside, LEFT, rtol=1e-5)
    often = inside.mean(axis=0)
    share = directions / 40
    assert (np.abs(often - share) <= 5 * np.sqrt(share * (1 - share) / len(shapes))).all()


def test_modes_of_a_class_have_shapes_of_their_own():
    drawn = within(replace(REAL, classes=3000, train=6000))
    assert len(np.unique(drawn.shape)) == SHAPES
    assert abs((drawn.shape[:, 0] == drawn.shape[:, 1]).mean() - 1 / SHAPES) < 0.05  # each mode draws by itself


def test_names_of_one_concept_differ_in_their_means_alone():
    population = Population(replace(REAL, grouped=1.0, group=3, apart=0.1), 5)
    geometry, concept = population.geometry, population.concept
    first = np.searchsorted(concept, concept)
    assert (first != np.arange(len(concept))).sum() == 40
    for array in (geometry.sense, geometry.within.size, geometry.within.shape):
        np.testing.assert_array_equal(array, array[first])
    assert len(np.unique(geometry.centres, axis=0)) == len(concept)


def test_departures_move_no_class_and_no_label():
    """Up to a rotation and the unit, the classes lie where they lay, so that a departure is a cause of its own."""
    plain, real = (Population(parameters, 4) for parameters in (replace(PLAIN, modes=2, mode_spread=0.5), REAL))
    distances = []
    for population in (plain, real):
        means = population.geometry.centres[:, None] + population.geometry.senses[population.geometry.sense]
        flat = means.reshape(-1, means.shape[-1])
        distances.append(np.linalg.norm(flat[:, None] - flat[None], axis=-1).ravel())
    np.testing.assert_allclose(distances[0] / distances[0].mean(), distances[1] / distances[1].mean(), atol=1e-4)
    np.testing.assert_array_equal(plain.part("test").Y.indices, real.part("test").Y.indices)


def test_two_draws_have_other_sizes_and_shapes():
    one, other = within(REAL, 0), within(REAL, 1)
    assert (one.size != other.size).all()
    assert (one.shapes != other.shapes).all()
    assert (one.shape != other.shape).mean() > 0.5
