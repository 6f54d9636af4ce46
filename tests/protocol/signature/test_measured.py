"""Quantities of a signature against closed forms, and against scikit-learn where it measures the same."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import LogisticRegression
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from manyclass.protocol.signature.measured import Measured
from manyclass.protocol.signature.record import value
from manyclass.protocol.signature.sample import Sample

SCALES = np.array([1.0, 0.5, 2.0, 1.5, 0.2])  # standard deviations of the features


def indicator(y, classes):
    return csr_array((np.ones(len(y), np.int8), y, np.arange(len(y) + 1)), shape=(len(y), classes))


def classes(noise, n, sizes=1.0, seed=0):
    """A sample of as many classes as means, n samples each; ``noise(rng, shape)`` is scaled by SCALES and ``sizes``."""
    rng = np.random.default_rng(seed)
    means = rng.normal(size=(len(np.atleast_1d(sizes)) if np.ndim(sizes) else 20, len(SCALES)))
    y = np.repeat(np.arange(len(means)), n)
    factor = np.broadcast_to(sizes, len(means))[y][:, None]
    draws = [means[y] + factor * SCALES * noise(rng, (len(y), len(SCALES))) for _ in range(2)]
    return Sample(draws[0], y, draws[1], indicator(y, len(means))), means


def normal(rng, shape):
    return rng.standard_normal(shape)


def student(nu):
    """Multivariate Student draws: one scale a sample."""
    return lambda rng, shape: rng.standard_normal(shape) * np.sqrt(nu / rng.chisquare(nu, (shape[0], 1)))


def test_normal_classes_have_kurtosis_three():
    drawn, _ = classes(normal, 1000)
    assert Measured(drawn).kurtosis == pytest.approx(3, abs=0.05)


def test_kurtosis_of_student_classes():
    drawn, _ = classes(student(12), 4000)
    assert Measured(drawn).kurtosis == pytest.approx(3 * (12 - 2) / (12 - 4), rel=0.03)


def test_kurtosis_leaves_out_what_is_constant_in_a_class():
    drawn, _ = classes(normal, 200)
    pixel = np.where(drawn.y == 3, np.random.default_rng(1).normal(size=len(drawn.y)), 0.0)  # constant elsewhere
    wider = drawn._replace(X=np.column_stack([drawn.X, pixel]))
    assert Measured(wider).kurtosis == pytest.approx(Measured(drawn).kurtosis)
    assert np.isnan(Measured(drawn._replace(X=pixel[:, None])).kurtosis)


def test_within_over_between():
    n = 500
    drawn, means = classes(normal, n)
    within = (SCALES**2).sum()
    between = ((means - means.mean(axis=0)) ** 2).sum() / len(means) + within / n * (1 - 1 / len(means))
    assert Measured(drawn).within_between == pytest.approx(within * (1 - 1 / n) / between, rel=0.02)


def test_spread_of_variances():
    sizes = np.array([0.5, 1.0, 1.5, 2.0])
    drawn, _ = classes(normal, 5000, sizes)
    assert Measured(drawn).variance_spread == pytest.approx((sizes**2).std() / (sizes**2).mean(), rel=0.03)
    even, _ = classes(normal, 5000)
    assert Measured(even).variance_spread < 0.05


@pytest.mark.parametrize("q", [1, 2, 5])
def test_dimension_of_a_subspace(q):
    rng = np.random.default_rng(q)
    flat = rng.random((4000, q)) @ np.linalg.qr(rng.normal(size=(30, q)))[0].T
    sample = Sample(flat, np.zeros(4000, np.int64), flat, indicator(np.zeros(4000, np.int64), 1))
    found = Measured(sample).dimension
    assert found == pytest.approx(q, rel=0.1)
    twice = sample._replace(X=np.repeat(flat[:2000], 2, axis=0))
    assert Measured(twice).dimension == pytest.approx(q, rel=0.15)


def test_dimension_of_one_point_is_none():
    one, y = np.ones((30, 3)), np.zeros(30, np.int64)
    assert np.isnan(Measured(Sample(one, y, one, indicator(y, 1))).dimension)


def test_accuracies_are_those_of_the_classifiers():
    drawn, _ = classes(normal, 40)
    y_test, found = drawn.Y_test.indices, Measured(drawn)
    made = {
        "nearest_means": NearestCentroid(),
        "lda": LinearDiscriminantAnalysis(),
        "logistic": LogisticRegression(max_iter=1000),
        "neighbours": KNeighborsClassifier(5),
    }
    for name, classifier in made.items():
        assert getattr(found, name) == pytest.approx(classifier.fit(drawn.X, drawn.y).score(drawn.X_test, y_test))
    assert found.class_prior == 1 / 20
    assert value(found, "lda/nearest_means") == found.lda / found.nearest_means


def test_accuracy_by_samples_a_class():
    drawn, _ = classes(normal, 40)
    found = Measured(drawn)
    assert list(found.few["lda"]) == ["2", "4", "8", "16", "32"]
    first = np.concatenate([np.flatnonzero(drawn.y == g)[:4] for g in range(20)])
    trained = NearestCentroid().fit(drawn.X[first], drawn.y[first])
    assert value(found, "nearest_means@4") == trained.score(drawn.X_test, drawn.Y_test.indices)
    assert np.isnan(value(found, "lda@64"))


def test_any_right_class_counts():
    X, y = np.array([[0.0], [0.1], [5.0], [5.1]]), np.array([0, 0, 1, 1])
    both = csr_array(np.array([[1, 1], [1, 0], [1, 1]], np.int8))
    assert Measured(Sample(X, y, np.array([[0.0], [5.0], [5.0]]), both)).nearest_means == pytest.approx(2 / 3)


def test_a_ratio_to_nothing_is_none():
    X, y = np.array([[0.0], [0.1], [5.0], [5.1]]), np.array([0, 0, 1, 1])
    found = Measured(Sample(X, y, np.array([[0.0]]), indicator(np.array([1]), 2)))
    assert found.lda == 0
    assert np.isnan(value(found, "neighbours/lda"))
