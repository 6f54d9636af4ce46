"""Histograms against counting; the codebook against distances."""

import numpy as np
import pytest
from image_bags import bags
from scipy.sparse import issparse
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans

from manyclass.features import codebook
from manyclass.features.bag_of_words import BagOfWords
from manyclass.features.regions import STRIPES, WHOLE, regions


@pytest.mark.parametrize("neighbours", [1, 3, 7])
def test_nearest_words_are_the_nearest(neighbours):
    rows = bags(4)[:, :, :-2]
    words = codebook.learn(bags(30)[:, :, :-2], 7, 0)
    found = np.sort(codebook.nearest(rows, words, neighbours).reshape(-1, neighbours), axis=1)
    expected = np.argsort(cdist(rows.reshape(-1, 5), words), axis=1)[:, :neighbours]
    np.testing.assert_array_equal(found, np.sort(expected, axis=1))


def test_words_are_as_near_as_those_of_lloyd_s_algorithm():
    sample = bags(300)[:, :, :-2]
    rows = sample.reshape(-1, 5)
    ours = np.square(cdist(rows, codebook.learn(sample, 40, 0)).min(axis=1)).sum()
    assert ours < 1.1 * KMeans(40, n_init=1, random_state=0).fit(rows).inertia_


@pytest.mark.parametrize("pyramid", [WHOLE, STRIPES])
def test_words_are_counted_in_every_region(pyramid):
    X = bags(9)
    encoder = BagOfWords(words=6, pyramid=pyramid).fit(bags(30, seed=1))
    made, where = encoder.transform(X), regions(X, pyramid)
    expected = np.zeros(made.shape)
    for i, image in enumerate(X):
        for t, descriptor in enumerate(image[:, :-2]):
            word = np.argmin([np.sum((descriptor - w) ** 2) for w in encoder.words_])
            for region in where[:, i, t]:
                expected[i, region * 6 + word] += 1
    expected = np.sqrt(expected / expected.sum(axis=1, keepdims=True))
    np.testing.assert_allclose(made.toarray(), expected, atol=1e-6)


def test_features_are_sparse_and_of_norm_one():
    made = BagOfWords(words=64).fit(bags(50)).transform(bags(10))
    assert issparse(made)
    assert (made.format, made.dtype, made.shape) == ("csr", np.float32, (10, 256))
    assert made.indices.dtype == made.indptr.dtype == np.int32
    assert made.has_canonical_format
    assert made.nnz <= 10 * 2 * 20
    assert made.power(2).sum(axis=1) == pytest.approx(np.ones(10), rel=1e-5)


def test_too_few_descriptors_are_refused():
    with pytest.raises(ValueError, match="40 descriptors are too few to learn 41 words from"):
        BagOfWords(words=41).fit(bags(2))
