"""What of a data set a signature is measured on, whatever form the set has."""

import numpy as np
import pytest
from own_data import one_line
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split
from manyclass.protocol.errors import DataError
from manyclass.protocol.signature import sample as module
from manyclass.protocol.signature.measured import signature
from manyclass.protocol.signature.sample import sample


def part(rng, n, classes, d=6, several=False):
    y = rng.permutation(np.arange(n) % classes)
    labels = np.zeros((n, classes), np.int8)
    labels[np.arange(n), y] = 1
    if several:
        labels[np.arange(n), (y + 1) % classes] = rng.random(n) < 0.3
    X = rng.standard_normal((n, d)) + np.random.default_rng(5).normal(size=(classes, d))[y]
    return Part(X.astype(np.float32), csr_array(labels))


def split(classes=8, n=240, seed=0, **options):
    rng = np.random.default_rng(seed)
    parts = [part(rng, n, classes, **options) for _ in range(3)]
    return Split(*parts, None, [str(g) for g in range(classes)])


def changed(data, change):
    parts = [Part(change(each.X), each.Y) for each in (data.train, data.valid, data.test)]
    return Split(*parts, None, data.names)


def test_the_same_whenever_it_is_measured():
    assert signature(split()) == signature(split())
    assert signature(split()) != signature(split(), seed=1)


def test_units_do_not_matter():
    plain, large = signature(split()), signature(changed(split(), lambda X: 1000 * X))
    for name in ("lda", "logistic", "neighbours", "kurtosis", "within_between", "variance_spread", "dimension"):
        assert getattr(large, name) == pytest.approx(getattr(plain, name), rel=1e-4)


def test_sparse_features_are_the_same_features():
    data = changed(split(), lambda X: np.where(X > 0.5, X, 0).astype(np.float32))
    assert signature(changed(data, csr_array)) == signature(data)


@pytest.mark.parametrize("form", [np.asarray, csr_array])
def test_many_features_are_reduced(form):
    found = signature(changed(split(d=200), form))
    assert (found.features, found.kept["features"]) == (200, module.FEATURES)


def test_the_first_of_several_labels_is_the_class():
    data = split(several=True)
    kept = sample(data)
    place = {row.tobytes(): i for i, row in enumerate(data.train.X)}
    scale = data.train.X.astype(np.float64).var(axis=0).mean() ** 0.5
    rows = [place[(row * scale).astype(np.float32).tobytes()] for row in kept.X]
    np.testing.assert_array_equal(kept.y, data.train.Y.indices[data.train.Y.indptr[rows]])
    assert (np.diff(kept.Y_test.indptr) == 2).any()
    assert 0 < signature(data).lda <= 1


def test_large_sets_are_cut(monkeypatch):
    for name, most in {"CLASSES": 5, "TRAIN": 90, "TEST": 40}.items():
        monkeypatch.setattr(module, name, most)
    kept = sample(split(classes=20, n=800))
    assert (len(kept.X), len(kept.X_test), kept.Y_test.shape[1]) == (90, 40, 5)
    assert kept.X.var(axis=0).mean() == pytest.approx(1)
    assert set(kept.y.tolist()) <= set(range(5))


def test_classes_of_one_sample_are_left_out():
    data = split(classes=8, n=16)
    lonely = Part(data.train.X[:9], data.train.Y[:9])
    sizes = np.bincount(lonely.Y.indices, minlength=8)
    assert (sizes == 1).any()
    kept = sample(Split(lonely, data.valid, data.test, None, data.names))
    assert kept.Y_test.shape[1] == (sizes >= 2).sum()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (split(classes=8, n=8), "two classes with two train samples each; there are 0"),
        (changed(split(), np.zeros_like), "features that vary"),
        (Split(split().train, split().valid, Part(split().test.X[:0], split().test.Y[:0]), None, []), "test samples"),
    ],
)
def test_what_a_signature_cannot_be_measured_on(data, says):
    with pytest.raises(DataError) as caught:
        signature(data)
    one_line(caught, says)
