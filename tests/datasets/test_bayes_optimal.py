"""The Bayes-optimal classifier against densities of scipy, drawn labels, and fitted classifiers."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import multivariate_normal, multivariate_t
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.neighbors import KNeighborsClassifier, NearestCentroid

from manyclass.datasets.base import bayes
from manyclass.datasets.base.bayes import Bayes
from manyclass.datasets.base.population import Population
from manyclass.datasets.feature_vectors import FeatureVectors
from manyclass.protocol.data.card import card

TINY = FeatureVectors(
    classes=9,
    features=3,
    train=3000,
    valid=10,
    test=400,
    grouped=0.7,
    group=3,
    apart=0.4,
    given=0.3,
    modes=2,
    mode_spread=0.7,
    nuisance=1.5,
    isotropic=0.3,
    noise=0.2,
    zipf=0.8,
)
BIMODAL = replace(TINY, modes=1, elsewhere=0.3, clean_test=True)
DEPARTURES = {"size_spread": 0.6, "shape_spread": 0.5, "piece": 0.4, "tails": 5.0}
TOGETHER = replace(TINY, **DEPARTURES)
SETS = {
    "normal": TINY,
    "places": BIMODAL,
    **{name: replace(TINY, **{name: value}) for name, value in DEPARTURES.items()},
    "together": TOGETHER,
    "places together": replace(BIMODAL, **DEPARTURES),
    "nearly no covariance": replace(TOGETHER, tails=2.05),
    "nearly normal": replace(TOGETHER, tails=1e8),
    "many features": replace(TOGETHER, features=40, modes=3, isotropic=1.0),
}
sets = pytest.mark.parametrize("parameters", SETS.values(), ids=SETS)


def log_density(within, g, k, mean, X):
    """Logarithm of the density of mode k of class g, by scipy."""
    stretch = within.size[g] * within.shapes[within.shape[g, k], :, None].astype(float) * within.stretch
    covariance, tails = stretch.T @ stretch, within.tails
    if tails < np.inf:
        return multivariate_t(mean, covariance * (tails - 2) / tails, tails).logpdf(X)
    return multivariate_normal(mean, covariance).logpdf(X)


def brute_force(population, X):
    """P(h among the given labels | x), term by term."""
    geometry, p = population.geometry, population.parameters
    density = np.full((len(X), p.classes), -np.inf)
    for g in range(p.classes):
        for k in range(geometry.modes):
            mean = geometry.centres[g].astype(float) + geometry.senses[geometry.sense[g, k]]
            part = log_density(geometry.within, g, k, mean, X) + np.log(geometry.shares[k])
            density[:, g] = np.logaddexp(density[:, g], part)
    posterior = np.exp(density - density.max(axis=1, keepdims=True)) * population.prior
    posterior /= posterior.sum(axis=1, keepdims=True)
    probability = np.zeros_like(posterior)
    for h in range(p.classes):
        for t in range(p.classes):
            right = 1.0 if h == t else p.given if population.concept[h] == population.concept[t] else 0.0
            probability[:, h] += posterior[:, t] * (
                (1 - p.wrong("test")) * right + p.wrong("test") * population.prior[h]
            )
    return probability


@sets
@pytest.mark.parametrize("seed", range(3))
def test_equals_the_posterior_by_brute_force(parameters, seed):
    population = Population(parameters, seed)
    X = np.asarray(population.part("test").X)
    expected = brute_force(population, X)
    bayes = Bayes(population)
    np.testing.assert_allclose(bayes.label_probability(X), expected, rtol=2e-3, atol=1e-5)
    ranked = bayes.rank(X, 9)
    sorted_by_us = np.take_along_axis(expected, ranked, axis=1)
    np.testing.assert_allclose(sorted_by_us, -np.sort(-expected, axis=1), rtol=2e-3, atol=1e-5)


def test_ranks_best_first_and_ties_by_number():
    population = Population(TINY, 0)
    X = np.asarray(population.part("test").X)
    probability = Bayes(population).label_probability(X)
    expected = np.argsort(-probability, axis=1, kind="stable")
    np.testing.assert_array_equal(Bayes(population).rank(X, 4), expected[:, :4])


@pytest.mark.parametrize("tiny", [TINY, BIMODAL, TOGETHER], ids=["modes", "places", "together"])
def test_says_how_often_each_label_will_be_given(tiny):
    """Calibration: of the drawn labels themselves, which no formula of ours enters."""
    parameters = replace(tiny, classes=30, train=60, features=5, test=60_000)
    population = Population(parameters, 1)
    test = population.part("test")
    probability = Bayes(population).label_probability(np.asarray(test.X)).astype(float)
    given = test.Y.toarray()
    error = np.sqrt((probability * (1 - probability)).sum(axis=0))
    assert (np.abs(given.sum(axis=0) - probability.sum(axis=0)) < 4.5 * error).all()
    edges = np.quantile(probability, np.linspace(0, 1, 21)[1:-1])
    which = np.digitize(probability, edges)
    for b in range(20):
        mine = which == b
        spread = np.sqrt((probability[mine] * (1 - probability[mine])).sum())
        assert abs(given[mine].sum() - probability[mine].sum()) < 6 * spread


@pytest.mark.parametrize(("noise", "modes", "zipf"), [(0.0, 1, 0.0), (0.4, 1, 0.5), (0.4, 3, 0.5)])
def test_no_fitted_classifier_beats_it(noise, modes, zipf):
    parameters = FeatureVectors(
        classes=80,
        features=16,
        train=12_000,
        valid=10,
        test=8000,
        noise=noise,
        modes=modes,
        mode_spread=1.0,
        zipf=zipf,
        nuisance=1.5,
        isotropic=0.5,
    )
    split = parameters.split(11)
    X, y = np.asarray(split.train.X), split.train.Y.indices
    test, truth = np.asarray(split.test.X), split.test.Y.indices
    accuracy = (np.asarray(split.bayes_ranking)[:, 0] == truth).mean()
    discriminant = (LinearDiscriminantAnalysis().fit(X, y).predict(test) == truth).mean()
    nearest = (NearestCentroid().fit(X, y).predict(test) == truth).mean()
    assert accuracy > discriminant > nearest
    most = 1 - noise + noise * Population(parameters, 11).prior.max()
    assert accuracy < most + 4 * np.sqrt(most * (1 - most) / 8000)


@pytest.mark.parametrize("departures", [*({name: value} for name, value in DEPARTURES.items()), DEPARTURES])
def test_nothing_fitted_beats_it_where_classes_differ_in_more_than_their_means(departures):
    parameters = FeatureVectors(classes=20, features=6, train=20_000, valid=10, test=8000, **departures)
    split = parameters.split(5)
    X, y = np.asarray(split.train.X), split.train.Y.indices
    test, truth = np.asarray(split.test.X), split.test.Y.indices
    optimal = np.asarray(split.bayes_ranking)[:, 0] == truth
    quadratic = QuadraticDiscriminantAnalysis(tol=1e-9)  # small variances are no collinearity
    for rule in (LinearDiscriminantAnalysis(), quadratic, KNeighborsClassifier(50), NearestCentroid()):
        assert (rule.fit(X, y).predict(test) == truth).mean() <= optimal.mean()


def test_quadratic_discriminants_reach_it_where_they_are_the_model():
    """Classes of their own sizes and shapes, no tails: quadratic discriminant analysis converges to the Bayes rule."""
    parameters = FeatureVectors(
        classes=20, features=8, train=200_000, valid=10, test=20_000, nuisance=1.0, size_spread=0.5, shape_spread=0.3
    )
    split = parameters.split(3)
    qda = QuadraticDiscriminantAnalysis(priors=Population(parameters, 3).prior)
    predicted = qda.fit(np.asarray(split.train.X), split.train.Y.indices).predict(np.asarray(split.test.X))
    optimal, truth = np.asarray(split.bayes_ranking)[:, 0], split.test.Y.indices
    assert (predicted == optimal).mean() > 0.97
    assert (predicted == truth).mean() == pytest.approx((optimal == truth).mean(), abs=0.004)


def test_linear_discriminants_reach_it_where_they_are_the_model():
    """One mode, clean labels, many samples: linear discriminant analysis converges to the Bayes rule."""
    parameters = FeatureVectors(classes=20, features=8, train=200_000, valid=10, test=20_000, nuisance=1.0)
    split = parameters.split(3)
    lda = LinearDiscriminantAnalysis(priors=Population(parameters, 3).prior)
    predicted = lda.fit(np.asarray(split.train.X), split.train.Y.indices).predict(np.asarray(split.test.X))
    optimal, truth = np.asarray(split.bayes_ranking)[:, 0], split.test.Y.indices
    assert (predicted == optimal).mean() > 0.97
    assert (predicted == truth).mean() == pytest.approx((optimal == truth).mean(), abs=0.004)


def test_slices_of_the_samples_change_nothing(monkeypatch):
    population = Population(TOGETHER, 2)
    X = np.asarray(population.part("test").X)
    whole = Bayes(population).rank(X)
    monkeypatch.setattr("manyclass.datasets.base.bayes.CELLS", 9 * 7)
    np.testing.assert_array_equal(Bayes(population).rank(X)[:, :3], whole[:, :3])


@pytest.mark.parametrize("k", [1, 4, 10, 40])
def test_classes_of_equal_probability_are_ranked_by_number(k):
    """Also where more are equal than there are places left, as when most have a probability of 0 in float32."""
    probability = np.random.default_rng(0).integers(0, 4, (200, 40)).astype(np.float32)
    probability[0] = 0
    expected = np.argsort(-probability, axis=1, kind="stable")[:, :k]
    np.testing.assert_array_equal(bayes._best(probability, k), expected)


def test_of_a_large_test_part_the_first_samples_are_ranked(monkeypatch):
    parameters = replace(TINY, test=20_000)
    whole = parameters.split(0)
    monkeypatch.setattr(bayes, "MOST", 9000)  # ends within the second block
    part = parameters.split(0)
    assert whole.bayes_ranking.shape[0] == 20_000
    np.testing.assert_array_equal(np.asarray(part.bayes_ranking), np.asarray(whole.bayes_ranking)[:9000])
    described = card("tiny", "smoke", part)["controls"]["bayes_optimal"]
    assert described["samples"] == 9000
    truth = part.test.Y[:9000]
    assert described["accuracy"] == truth[np.arange(9000), np.asarray(part.bayes_ranking)[:, 0]].mean()
