"""Fisher vectors against the derivatives that they are."""

import numpy as np
import pytest
from image_bags import bags
from scipy.optimize import approx_fprime
from scipy.special import logsumexp
from scipy.stats import norm
from sklearn.mixture import GaussianMixture

from manyclass.features.fisher_vectors import FisherVectors
from manyclass.features.regions import QUARTERS, STRIPES, WHOLE, count, regions

LEARNT = ("weights_", "means_", "deviations_")


def log_likelihood(rows, weights, means, deviations):
    """Mean log density of the descriptors (T, d), one Gaussian at a time."""
    each = [np.log(w) + norm.logpdf(rows, m, s).sum(axis=1) for w, m, s in zip(weights, means, deviations)]
    return logsumexp(each, axis=0).mean()


def gradients(rows, encoder):
    """Numerical derivatives by means and deviations, over the Fisher information that the document assumes."""
    w, mu, sigma = (a.astype(float) for a in (encoder.weights_, encoder.means_, encoder.deviations_))

    def by_mean(x):
        return log_likelihood(rows, w, x.reshape(mu.shape), sigma)

    def by_deviation(x):
        return log_likelihood(rows, w, mu, x.reshape(sigma.shape))

    mean = approx_fprime(mu.ravel(), by_mean, 1e-6).reshape(mu.shape) * sigma / np.sqrt(w)[:, None]
    deviation = approx_fprime(sigma.ravel(), by_deviation, 1e-6).reshape(mu.shape) * sigma / np.sqrt(2 * w)[:, None]
    return np.concatenate([mean.ravel(), deviation.ravel()])


def scaled(vector):
    size = np.linalg.norm(vector)
    return vector / size if size else vector


@pytest.mark.parametrize("pyramid", [WHOLE, STRIPES, QUARTERS])
def test_entries_are_derivatives_of_the_likelihood(pyramid):
    X = bags(4)
    encoder = FisherVectors(3, pyramid).fit(bags(100, seed=1))
    made, inside = encoder.transform(X), regions(X, pyramid)
    assert made.shape == (4, count(pyramid) * 2 * 3 * 5)
    for i, image in enumerate(X.astype(float)):
        vectors = []
        for region in range(count(pyramid)):
            rows = image[(inside[:, i] == region).any(axis=0), :-2]
            vector = gradients(rows, encoder) if len(rows) else np.zeros(30)
            vectors.append(scaled(np.sign(vector) * np.sqrt(np.abs(vector))))
        np.testing.assert_allclose(made[i], scaled(np.concatenate(vectors)), atol=2e-3)


def test_the_mixture_is_a_maximum_of_the_likelihood():
    sample = bags(300)
    rows = sample[:, :, :-2].reshape(-1, 5).astype(float)
    encoder = FisherVectors(7, passes=500).fit(sample)
    theirs = GaussianMixture(7, covariance_type="diag", n_init=5, random_state=0).fit(rows)
    ours = log_likelihood(rows, encoder.weights_, encoder.means_, encoder.deviations_)
    assert ours > theirs.score(rows) - 0.2
    assert log_likelihood(rows, *(getattr(FisherVectors(7, passes=1).fit(sample), name) for name in LEARNT)) < ours


def test_posteriors_are_the_mixture_s():
    X = bags(10)
    encoder = FisherVectors(5).fit(bags(100, seed=1))
    rows = X[:, :, :-2]
    density = [
        w * norm.pdf(rows, m, s).prod(axis=2)
        for w, m, s in zip(encoder.weights_, encoder.means_.astype(float), encoder.deviations_.astype(float))
    ]
    expected = np.stack(density, axis=2) / np.sum(density, axis=0)[:, :, None]
    np.testing.assert_allclose(encoder.posterior(rows), expected, atol=1e-4)


def test_vectors_have_norm_one_and_an_empty_region_stays_zero():
    X = bags(12)
    X[0, :, -1] = 0.1
    made = FisherVectors(2, STRIPES).fit(X).transform(X)
    assert made.dtype == np.float32
    assert np.linalg.norm(made, axis=1) == pytest.approx(np.ones(12), rel=1e-5)
    regionwise = made.reshape(12, 4, -1)
    assert not regionwise[0, 2:].any()
    np.testing.assert_allclose(regionwise[0, 0], regionwise[0, 1], rtol=1e-5)


def test_descriptors_of_the_mixture_itself_say_nothing():
    """The expected gradient is zero at the maximum of the likelihood: entries vanish as descriptors grow many."""
    sample = bags(300)
    encoder = FisherVectors(7, passes=500).fit(sample)
    w, q, rows = encoder.weights_, encoder.posterior(sample[:, :, :-2]), sample[:, :, :-2]
    whole = encoder._gradients(rows, q).sum(axis=0) / rows[..., 0].size
    one = encoder._gradients(rows[:1], q[:1])[0] / rows.shape[1]
    assert q.mean(axis=(0, 1)) == pytest.approx(w, abs=5e-3)
    assert np.abs(whole).max() < 0.05 * np.abs(one).max()
