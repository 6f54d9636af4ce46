"""What is said of a user's data before they are used."""

import numpy as np
import pytest
from own_data import sample
from scipy.sparse import csr_array

from manyclass.protocol.data.own import own_split
from manyclass.protocol.data.own.peculiar import peculiarities


def said(folder, X, y, **options):
    np.savez(folder / "mine.npz", X=X, y=y)
    return peculiarities(own_split("mine", {"path": str(folder / "mine.npz")} | options))


def test_plain_data_have_no_peculiarity(tmp_path):
    assert said(tmp_path, *sample()) == []


def test_arrays_that_nobody_reads_are_named(tmp_path):
    np.savez(tmp_path / "mine.npz", **dict(zip("Xy", sample())))
    split = own_split("mine", {"path": str(tmp_path / "mine.npz")})
    assert peculiarities(split, ["a", "groups"]) == ["no option names these arrays, which are not read: a, groups"]


def test_classes_too_rare_for_a_part_are_counted_and_one_is_named(tmp_path):
    X, y = sample()
    y[:2], y[2:4] = 90, 91  # of two samples, test and validation get none
    lines = said(tmp_path, X, y)
    assert lines[0] == "2 of 6 classes, such as 90, have no sample in test: how well they are recognised is not tested"
    assert lines[1] == "2 of 6 classes, such as 90, have no sample in valid: no choice depends on them"


def test_a_large_class_is_named(tmp_path):
    X, _ = sample(400)
    y = np.r_[np.repeat(np.arange(4), 10), np.full(360, 4)]
    assert said(tmp_path, X, y) == ["the largest class, 4, has 36 times as many samples as the median one"]


@pytest.mark.parametrize("stored", [np.asarray, csr_array])
def test_repeated_samples_and_constant_features_are_counted(tmp_path, stored):
    X, y = sample(300)
    X[200:, :] = X[:100]
    X[:, 3] = 0
    X = stored(X)
    options = {}
    if stored is csr_array:
        parts = {"X_data": X.data, "X_indices": X.indices, "X_indptr": X.indptr, "X_shape": np.array(X.shape)}
        np.savez(tmp_path / "mine.npz", y=y, **parts)
        lines = peculiarities(own_split("mine", {"path": str(tmp_path / "mine.npz"), "scale": "none"}))
    else:
        lines = said(tmp_path, X, y, **options)
    split = own_split("mine", {"path": str(tmp_path / "mine.npz"), "scale": "none"})
    dense = {part: getattr(split, part).X for part in ("train", "test")}
    dense = {part: each.toarray() if stored is csr_array else each for part, each in dense.items()}
    both = sum((dense["train"] == row).all(axis=1).any() for row in dense["test"])
    assert lines == [
        f"100 of 300 samples have the features of another; of test {both} have those of one in train",
        "1 of 5 features are constant in train",
    ]
