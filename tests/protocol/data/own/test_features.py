"""Features: scaled, reduced and made of text by train alone."""

import numpy as np
import pandas as pd
import pytest
from own_data import PARTS, as_folder, as_npz, one_line, rows_of, sample
from scipy.sparse import csr_array

from manyclass.protocol.data.own import own_split
from manyclass.protocol.data.own.rounding import check_rounding
from manyclass.protocol.data.own.table import features
from manyclass.protocol.errors import DataError


def test_standard_scale_is_that_of_train(tmp_path):
    X, y = sample(2000)
    X[:, 1] *= 1000
    split = own_split("mine", as_npz(tmp_path, X, y))
    np.testing.assert_allclose(split.train.X.mean(axis=0), 0, atol=1e-5)
    np.testing.assert_allclose(split.train.X.std(axis=0), 1 / np.sqrt(5), rtol=1e-5)
    assert np.mean(np.sum(split.train.X**2, axis=1)) == pytest.approx(1, rel=1e-5)
    raw = rows_of(own_split("mine", as_npz(tmp_path, X, y) | {"scale": "none"}), X)
    mean, deviation = X[raw[0]].astype(float).mean(axis=0), X[raw[0]].astype(float).std(axis=0)
    np.testing.assert_allclose(split.test.X, (X[raw[2]] - mean) / deviation / np.sqrt(5), rtol=1e-3, atol=1e-5)


def shifted(offset, unit):
    """Samples whose one feature tells their classes, beside an offset that leaves float32 no room for it."""
    rng = np.random.default_rng(0)
    y = np.arange(600) % 15
    return (offset + unit * (10 * y + rng.integers(5, size=600)))[:, None], y


def as_columns(folder, X, y):
    pd.DataFrame({"time": X[:, 0], "y": y}).to_csv(folder / "mine.csv", index=False)
    return {"path": str(folder / "mine.csv")}


@pytest.mark.parametrize("form", [as_npz, as_columns, as_folder])
@pytest.mark.parametrize(("offset", "unit"), [(1_700_000_000, 1), (1e6, 1e-3)])
def test_what_varies_beside_a_large_number_is_scaled_before_it_is_rounded(tmp_path, form, offset, unit):
    split = own_split("mine", form(tmp_path, *shifted(offset, unit)))
    as_if = own_split("mine", form(tmp_path, *shifted(0, 1)))
    for part in PARTS:
        assert getattr(split, part).X.dtype == np.float32
        np.testing.assert_allclose(getattr(split, part).X, getattr(as_if, part).X, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("stored", [np.asarray, csr_array])
@pytest.mark.parametrize("scale", ["none", "norm", "common"])
def test_what_rounding_takes_of_a_feature_that_is_not_centred_is_refused(tmp_path, stored, scale):
    X, y = shifted(1_700_000_000, 1)
    X = np.hstack([np.ones_like(X), X])
    members = {"X": X}
    if stored is csr_array:
        members = {f"X_{member}": getattr(csr_array(X), member) for member in ("data", "indices", "indptr", "shape")}
    np.savez(tmp_path / "mine.npz", y=y, **members)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), "scale": scale})
    one_line(caught, "feature 1 (from 0) varies so little, beside how large it is, that float32 rounds it away")


def test_what_rounding_takes_of_other_features_is_not_refused():
    rng = np.random.default_rng(0)
    normal, constant = rng.standard_normal((600, 1)), np.full((600, 1), 0.1)
    tails, noise = np.exp(20 * normal), constant * (1 + 1e-16 * np.sign(normal))
    years, rare = 2000 + np.round(5 * normal), np.where(np.arange(600) < 2, 0.7 + 1e-9 * normal[0], 0)[:, None]
    X = np.hstack([normal, constant, tails, noise, years, rare])
    check_rounding(X)
    check_rounding(csr_array(X))


def test_whole_numbers_stay_as_they_are_if_they_fit():
    for kind, kept in {np.uint8: np.float32, np.int16: np.float32, np.int64: np.float64, bool: np.float32}.items():
        assert features(np.ones((2, 3), kind)).dtype == features(csr_array(np.ones((2, 3), kind))).dtype == kept


@pytest.mark.parametrize("value", [5, 0.1])
def test_a_feature_that_is_constant_in_train_is_nothing_in_test(tmp_path, value):
    (X, y), (other, _) = sample(), sample(seed=1)
    X, other = X.astype(np.float64), other.astype(np.float64)
    X[:, 2], other[:, 2] = value, 1e12
    np.savez(tmp_path / "mine.npz", X=X, y=y, X2=other, y2=y)
    split = own_split("mine", {"path": str(tmp_path / "mine.npz"), "x_test": "X2", "y_test": "y2"})
    for part in PARTS:
        assert not getattr(split, part).X[:, 2].any() and getattr(split, part).X[:, [0, 1, 3, 4]].all()


def test_norm_scale_makes_rows_of_length_one(tmp_path):
    split = own_split("mine", as_npz(tmp_path, *sample()) | {"scale": "norm"})
    np.testing.assert_allclose(np.linalg.norm(split.test.X, axis=1), 1, rtol=1e-6)


def sentences():
    words = {"cat": "the cat purrs", "dog": "the dog barks", "cow": "a cow moos"}
    rows = [
        (f"{text} {i % 5}{i % 7} times", name, group)
        for name, text in words.items()
        for i, group in zip(range(30), ["pet" if name != "cow" else "cattle"] * 30)
    ]
    table = pd.DataFrame(rows, columns=["text", "y", "kind"])
    table["split"] = np.array(["train", "train", "valid", "test"])[np.arange(90) % 4]
    table.loc[table["split"] == "test", "text"] += " onlyhere"
    return table


def test_text_becomes_tfidf_of_train(tmp_path):
    sentences().to_csv(tmp_path / "mine.csv", index=False)
    entry = {"path": str(tmp_path / "mine.csv"), "text": "text", "split": "split", "group": "kind"}
    split = own_split("mine", entry)
    assert isinstance(split.train.X, csr_array)
    assert split.train.X.dtype == np.float32
    vocabulary = {
        word for text in sentences().query("split == 'train'")["text"] for word in text.split() if len(word) > 1
    }
    assert split.train.X.shape[1] == len(vocabulary)  # so 'onlyhere' is none of the features
    np.testing.assert_allclose(np.sqrt((split.test.X**2).sum(axis=1)), 1, rtol=1e-5)
    assert split.names == ["cow", "cat", "dog"]  # group by group
    assert split.tree.parent.tolist() == [3, 4, 4, 5, 5, -1]
    dense = own_split("mine", entry | {"svd": 3})
    assert dense.train.X.shape[1] == 3
    np.testing.assert_allclose(np.linalg.norm(dense.train.X, axis=1), 1, rtol=1e-5)
    np.testing.assert_array_equal(dense.train.X, own_split("mine", entry | {"svd": 3}).train.X)


def test_svd_keeps_what_it_can(tmp_path):
    rng = np.random.default_rng(0)
    X = rng.standard_normal((200, 3)) @ rng.standard_normal((3, 20))
    split = own_split("mine", as_npz(tmp_path, X, np.arange(200) % 2) | {"svd": 3, "scale": "none"})
    _, rows = np.unique(split.train.X.round(3), axis=0, return_index=True)
    assert len(rows) == len(split.train.X)
    total = sum(np.square(getattr(split, part).X).sum() for part in PARTS)
    assert total == pytest.approx(np.square(X).sum(), rel=1e-4)  # of rank three, so nothing is lost


def test_sparse_features_are_not_centred(tmp_path):
    (tmp_path / "mine.svm").write_text("0 1:1\n1 2:1\n" * 20)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.svm"), "scale": "standard"})
    one_line(caught, "would make sparse features dense")
