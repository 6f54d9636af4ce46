"""Linear discriminant analysis against scikit-learn's, its formula in float64, and what must leave it unchanged."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import learnt, samples, several
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.covariance import ledoit_wolf_shrinkage
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis as Reference
from sklearn.metrics import pairwise_distances_argmin
from sklearn.neighbors import NearestCentroid
from sklearn.preprocessing import StandardScaler

from manyclass.methods import lda
from manyclass.methods.base import pooled_covariance
from manyclass.methods.lda import LinearDiscriminantAnalysis


def uneven(n=400, d=12, n_classes=8, seed=0, density=1.0):
    """Samples whose classes differ in size and whose features are correlated and of different units."""
    X, y = samples(n, d, n_classes, seed, density)
    keep = np.random.default_rng(seed).random(n) < (y + 2) / (n_classes + 1)
    X, y = X[keep], y[keep]
    if density == 1:
        X = X @ np.random.default_rng(1).standard_normal((d, d)).astype(np.float32)
    return X * np.float32(10.0 ** np.arange(-2, 2).repeat(d // 4)), y


def formula(X, Y, rho=0.0):
    """The class vectors and biases in float64, sample by sample: f(x) = (x - mean) @ W.T + b."""
    X, Y = np.asarray(X, np.float64), Y.toarray()
    pairs, classes = np.nonzero(Y)
    sizes = Y.sum(axis=0)
    means = np.array([X[column > 0].mean(axis=0) for column in Y.T])
    mean, scale = X[pairs].mean(axis=0), X[pairs].std(axis=0)
    residuals = (X[pairs] - means[classes]) / scale
    covariance = residuals.T @ residuals / len(pairs)
    covariance = (1 - rho) * covariance + rho * np.trace(covariance) / len(scale) * np.eye(len(scale))
    apart = (means - mean) / scale
    W = np.linalg.solve(covariance, apart.T).T
    return mean, W / scale, np.log(sizes / sizes.sum()) - 0.5 * (W * apart).sum(axis=1)


def decision(reference, X):
    """Decision values of scikit-learn's, less those of the mean over the classes: its own hold a term in x alone."""
    values = reference.decision_function(X.astype(np.float64))
    return values - values.mean(axis=1, keepdims=True)


def centred(values):
    return values - values.mean(axis=1, keepdims=True)


@pytest.mark.parametrize("priors", ["empirical", "uniform"])
@pytest.mark.parametrize("offset", [0.0, 100.0])
@pytest.mark.parametrize("seed", range(3))
def test_equals_scikit_learn(seed, offset, priors):
    X, y = uneven(seed=seed)
    query = uneven(seed=seed + 100)[0]
    X, query = X + np.float32(offset), query + np.float32(offset)
    ours = LinearDiscriminantAnalysis(priors).fit(X, y)
    theirs = Reference(solver="lsqr").fit(X.astype(np.float64), y)
    if priors == "uniform":  # the reference's priors weigh the classes' covariances, too
        theirs.intercept_ -= np.log(theirs.priors_)
    expected = decision(theirs, query)
    error = (1e-3 if offset else 1e-4) * np.abs(expected).max()  # float32 holds 100.01 to within 4e-6
    assert_allclose(centred(ours.decision_function(query)), expected, atol=error)
    best_two = np.sort(expected, axis=1)[:, -2:]
    clear = best_two[:, 1] - best_two[:, 0] > 2 * error
    assert clear.mean() > 0.8
    assert_array_equal(ours.predict(query)[clear], expected.argmax(axis=1)[clear])


def test_probabilities_are_scikit_learns():
    X, y = uneven()
    ours, theirs = LinearDiscriminantAnalysis().fit(X, y), Reference(solver="lsqr").fit(X.astype(np.float64), y)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X.astype(np.float64)), atol=1e-3)


@pytest.mark.parametrize("rho", [0.1, 0.7])
def test_shrinkage_is_scikit_learns_on_scaled_features(rho):
    X, y = uneven()
    scaled = StandardScaler().fit_transform(X.astype(np.float64))
    ours, theirs = LinearDiscriminantAnalysis(shrinkage=rho), Reference(solver="lsqr", shrinkage=rho)
    expected = decision(theirs.fit(scaled, y), scaled)
    assert_allclose(centred(ours.fit(X, y).decision_function(X)), expected, rtol=1e-3, atol=1e-3)


def test_shrinkage_of_one_is_the_nearest_mean_of_scaled_features():
    X, y = uneven()
    scaled = StandardScaler().fit_transform(X)
    ours = LinearDiscriminantAnalysis(priors="uniform", shrinkage=1).fit(X, y)
    assert_array_equal(ours.predict(X), NearestCentroid().fit(scaled, y).predict(scaled))


@pytest.mark.parametrize("n", [40, 400])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_automatic_shrinkage_is_that_of_the_residuals(n, form):
    X, y = samples(n, 20, 8, density=1.0 if form is np.asarray else 0.3)
    X[:, 10:] = X[:, :10] + np.float32(0.3) * X[:, 10:]  # correlated, lest the identity be the best estimate
    scaled = StandardScaler().fit_transform(X.astype(np.float64))
    means = np.array([scaled[y == g].mean(axis=0) for g in range(8)])
    expected = ledoit_wolf_shrinkage(scaled - means[y], assume_centered=True)
    assert 0.01 < expected < 0.99
    assert_allclose(LinearDiscriminantAnalysis(shrinkage="auto").fit(form(X), y).shrinkage_, expected, rtol=1e-5)


@pytest.mark.parametrize("rho", [None, 0.3])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_a_sample_counts_in_each_of_its_classes(form, rho):
    X, y = uneven(density=0.4)
    Y = several(y, 8)
    mean, W, b = formula(X, Y, rho=rho or 0.0)
    ours = LinearDiscriminantAnalysis(shrinkage=rho).fit(form(X), Y)
    assert_allclose(ours.coef_, W, rtol=1e-4, atol=1e-5 * np.abs(W).max())
    assert_allclose(ours.decision_function(form(X)), (X - mean) @ W.T + b, rtol=1e-3, atol=1e-3)


def test_blocks_make_no_difference(monkeypatch):
    X, y = uneven(d=40)
    assert X.size > 2 * 40**2  # so that sparse rows come in blocks, too
    whole = LinearDiscriminantAnalysis(shrinkage="auto").fit(X, y)
    for module, name, size in [(pooled_covariance, "ROWS", 17), (pooled_covariance, "PANEL", 7), (lda, "CLASSES", 3)]:
        monkeypatch.setattr(module, name, size)
    cut = LinearDiscriminantAnalysis(shrinkage="auto").fit(X, y)
    assert learnt(cut) == learnt(LinearDiscriminantAnalysis(shrinkage="auto", n_jobs=3).fit(X, y))
    assert_allclose(cut.coef_, whole.coef_, rtol=1e-4, atol=1e-6 * np.abs(whole.coef_).max())
    monkeypatch.setattr(pooled_covariance, "NUMBERS", 100)
    sparse = LinearDiscriminantAnalysis(shrinkage="auto").fit(sp.csr_array(X), y)
    assert_allclose(sparse.coef_, whole.coef_, rtol=1e-4, atol=1e-6 * np.abs(whole.coef_).max())


@pytest.mark.parametrize("shrinkage", [None, 0.2, "auto"])
def test_constant_features_have_no_effect(shrinkage):
    X, y = uneven()
    more = np.column_stack([np.full(len(X), np.float32(1 / 3)), X, np.zeros(len(X), np.float32)])
    few, all_ = (LinearDiscriminantAnalysis(shrinkage=shrinkage).fit(each, y) for each in (X, more))
    assert_array_equal(all_.coef_[:, [0, -1]], 0)
    assert_allclose(all_.coef_[:, 1:-1], few.coef_, rtol=1e-5, atol=1e-6 * np.abs(few.coef_).max())


def test_repeated_features_have_no_effect():
    X, y = uneven()
    more = np.column_stack([X, 3 * X[:, :5]])
    few, all_ = LinearDiscriminantAnalysis().fit(X, y), LinearDiscriminantAnalysis().fit(more, y)
    expected = few.decision_function(X)
    assert_allclose(all_.decision_function(more), expected, rtol=1e-3, atol=1e-3 * np.abs(expected).max())


@pytest.mark.parametrize("shrinkage", [None, "auto"])
def test_one_sample_a_class_is_its_own_nearest_mean(shrinkage):
    X, _ = samples(n=8, d=12)
    model = LinearDiscriminantAnalysis(shrinkage=shrinkage).fit(X, np.arange(8))
    query, scaler = X + np.float32(0.3), StandardScaler().fit(X)
    nearest = pairwise_distances_argmin(scaler.transform(query), scaler.transform(X))
    assert_array_equal(model.predict(query), nearest)


def test_more_features_than_samples_separates_the_samples():
    X, y = samples(n=40, d=100, n_classes=4)
    assert LinearDiscriminantAnalysis().fit(X, y).score(X, y) == 1
    assert LinearDiscriminantAnalysis(shrinkage="auto").fit(X, y).score(X, y) == 1


def test_a_feature_that_never_varies_within_a_class_decides():
    rng = np.random.default_rng(0)
    y = np.arange(200) % 4
    X = np.column_stack([y, rng.standard_normal((200, 5))]).astype(np.float32)
    rng.shuffle(X[:, 1:])
    assert LinearDiscriminantAnalysis().fit(X, y).score(X, y) == 1


def test_too_many_features_are_refused(monkeypatch):
    monkeypatch.setattr(lda, "MOST_FEATURES", 11)
    with pytest.raises(ValueError, match="12 features.*TruncatedSVD"):
        LinearDiscriminantAnalysis().fit(*samples())


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("number", [1, 5, 11])
def test_in_components_it_is_that_of_the_components(number, form):
    X, y = uneven()
    X[:, 3] = 2.5  # does not vary
    few = LinearDiscriminantAnalysis(components=number).fit(form(X), y)
    components = PCA(number, svd_solver="full").fit(np.float64(X))
    expected = Reference().fit(components.transform(np.float64(X)), y)
    scores = expected.decision_function(components.transform(np.float64(X)))
    ours = np.float64(few.decision_function(form(X)))
    assert_allclose(ours - ours[:, :1], scores - scores[:, :1], atol=2e-3 * np.abs(scores).max())


def test_all_components_are_all_features():
    X, y = uneven()
    few = LinearDiscriminantAnalysis(components=99).fit(X, y)
    assert_array_equal(few.predict(X), LinearDiscriminantAnalysis().fit(X, y).predict(X))
