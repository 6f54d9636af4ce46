"""Product quantisation against looking every sub-vector up."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from manyclass.features.product_quantiser import ProductQuantiser


@pytest.fixture(scope="module")
def sample():
    return np.random.default_rng(0).standard_normal((300, 12)).astype(np.float32)


def test_each_sub_vector_becomes_the_nearest_of_its_codebook(sample):
    encoder = ProductQuantiser(length=4, codewords=16).fit(sample[:200])
    X = sample[200:]
    made = encoder.transform(X)
    assert (made.dtype, made.shape) == (np.float32, X.shape)
    for m in range(3):
        columns = slice(4 * m, 4 * m + 4)
        book = np.unique(encoder.transform(sample)[:, columns], axis=0)
        assert len(book) <= 16
        np.testing.assert_array_equal(
            made[:, columns],
            encoder.quantiser_.codewords[m][cdist(X[:, columns], encoder.quantiser_.codewords[m]).argmin(axis=1)],
        )


def test_larger_codebooks_lose_less(sample):
    errors = [
        ((ProductQuantiser(2, codewords).fit(sample).transform(sample) - sample) ** 2).mean()
        for codewords in (2, 16, 128)
    ]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 0.1


def test_codes_take_a_byte_for_each_sub_vector(sample):
    codes = ProductQuantiser(4, 16).fit(sample).quantiser_.encode(sample)
    assert (codes.dtype, codes.shape) == (np.uint8, (300, 3))


def test_same_codebooks_every_time_and_numpy_s_own_generator_is_left_alone(sample):
    np.random.seed(5)  # noqa: NPY002
    expected = np.random.random()  # noqa: NPY002
    np.random.seed(5)  # noqa: NPY002
    first = ProductQuantiser(4, 16).fit(sample).transform(sample)
    assert np.random.random() == expected  # noqa: NPY002
    np.testing.assert_array_equal(first, ProductQuantiser(4, 16).fit(sample).transform(sample))


def test_what_cannot_be_quantised_is_refused(sample):
    with pytest.raises(ValueError, match="length=5 do not divide 12 features"):
        ProductQuantiser(5).fit(sample)
    with pytest.raises(ValueError, match="200 samples are too few for codewords=256"):
        ProductQuantiser(4).fit(sample[:200])
