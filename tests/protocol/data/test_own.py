"""A user's own data in every form, and what is wrong with them in one line."""

import json
import os
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csc_array, csr_array, random_array, save_npz
from sklearn.datasets import dump_svmlight_file
from sklearn.utils import Bunch

from manyclass.datasets.base import Part
from manyclass.protocol.data.make import main, read
from manyclass.protocol.data.npz import DataError
from manyclass.protocol.data.own import OwnData, own_split
from manyclass.protocol.data.own.parts import hold_out

ROOT = Path(__file__).parents[3]
REAL = Path(os.environ.get("MANYCLASS_TEST_DATA", ROOT.parent / "shared" / "data"))
needs_real = pytest.mark.skipif(not REAL.is_dir(), reason=f"no folder of real data sets: {REAL}")
PARTS = ("train", "valid", "test")


def sample(n=120, d=5, classes=4, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.arange(n) % classes)
    return (rng.standard_normal((n, d)) * 3 + y[:, None]).astype(np.float32), y


def frame(n=120, **columns):
    X, y = sample(n)
    return pd.DataFrame(X, columns=[f"f{j}" for j in range(5)]).assign(y=[f"class{g}" for g in y], **columns)


def labels(part):
    """Labels of single-label samples."""
    assert (np.diff(part.Y.indptr) == 1).all()
    return part.Y.indices


def rows_of(split, X):
    """Row of X that every sample came from, part after part; samples must be unchanged."""
    place = {row.tobytes(): i for i, row in enumerate(np.asarray(X, np.float32))}
    return [np.array([place[row.tobytes()] for row in getattr(split, part).X]) for part in PARTS]


def one_line(caught, says):
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


# ---- every form that data come in


def as_npz(folder, X, y):
    np.savez(folder / "mine.npz", X=X, y=y)
    return {"path": str(folder / "mine.npz")}


def as_compressed(folder, X, y):
    np.savez_compressed(folder / "mine.npz", a=X.astype(np.float64), b=y.astype(np.uint8))
    return {"path": str(folder / "mine.npz"), "x": "a", "y": "b"}


def as_csv(folder, X, y):
    pd.DataFrame(X).assign(y=y).to_csv(folder / "mine.csv", index=False, float_format="%.9g")
    return {"path": str(folder / "mine.csv")}


def as_parquet(folder, X, y):
    pytest.importorskip("pyarrow")
    table = pd.DataFrame(X, columns=list("abcde")).assign(label=y, unused="text")
    table.to_parquet(folder / "mine.parquet")
    return {"path": str(folder / "mine.parquet"), "y": "label", "x": list("abcde")}


FORMS = [as_npz, as_compressed, as_csv, as_parquet]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_gives_the_same_set(tmp_path, form):
    X, y = sample()
    split = own_split("mine", form(tmp_path, X, y) | {"scale": "none"})
    rows = rows_of(split, X)
    assert np.sort(np.concatenate(rows)).tolist() == list(range(len(X)))
    for part, own in zip(PARTS, rows):
        assert (np.diff(own) > 0).all()
        np.testing.assert_array_equal(labels(getattr(split, part)), y[own])
        assert getattr(split, part).X.dtype == np.float32
        assert getattr(split, part).X.flags.c_contiguous
    assert split.names == ["0", "1", "2", "3"]
    assert split.tree is None
    assert split.bayes_ranking is None
    expected = own_split("mine", as_npz(tmp_path, X, y) | {"scale": "none"})
    np.testing.assert_array_equal(split.train.X, expected.train.X)


@pytest.mark.parametrize("ending", [".svm", ".libsvm", ".txt"])
def test_libsvm_text(tmp_path, ending):
    X = random_array((90, 30), density=0.2, format="csr", rng=1)
    y = np.arange(90) % 3 - 1  # labels may be negative, they are names
    dump_svmlight_file(X, y, str(tmp_path / f"mine{ending}"), zero_based=False)
    split = own_split("mine", {"path": str(tmp_path / f"mine{ending}"), "scale": "none"})
    assert split.names == ["-1", "0", "1"]
    assert isinstance(split.train.X, csr_array)
    assert split.train.X.dtype == np.float32
    total = sum(getattr(split, part).X.sum() for part in PARTS)
    assert total == pytest.approx(X.sum(), rel=1e-5)


def test_libsvm_text_of_several_labels_and_files(tmp_path):
    for part, text in {
        "train": "1,5 1:1 3:2\n5,5 2:1\n1 1:2\n",
        "valid": "5,1 1:1\n",
        "test": "1 2:1 9:1\n",
    }.items():
        (tmp_path / f"{part}.svm").write_text(text)
    entry = {"path": "train.svm", "valid_path": "valid.svm", "test_path": "test.svm"}
    split = own_split("mine", {key: str(tmp_path / file) for key, file in entry.items()})
    assert split.names == ["1", "5"]
    assert split.train.Y.toarray().tolist() == [[1, 1], [0, 1], [1, 0]]  # '5,5' is given once
    assert split.train.Y.nnz == 4
    assert split.valid.Y.toarray().tolist() == [[1, 1]]
    assert [getattr(split, part).X.shape for part in PARTS] == [(3, 9), (1, 9), (1, 9)]
    norms = np.sqrt(split.train.X.multiply(split.train.X).sum(axis=1))
    np.testing.assert_allclose(norms, 1, rtol=1e-6)


@pytest.mark.parametrize("prefixed", [True, False])
def test_sparse_npz(tmp_path, prefixed):
    X = random_array((90, 30), density=0.2, format="csr", rng=1)
    path = tmp_path / "mine.npz"
    save_npz(path, X)
    with np.load(path) as arrays:
        members = {f"X_{key}" if prefixed else key: arrays[key] for key in arrays if not prefixed or key != "format"}
    np.savez(path, y=np.arange(90) % 3, **members)
    split = own_split("mine", {"path": str(path), "scale": "none"})
    assert isinstance(split.train.X, csr_array)
    assert sum(getattr(split, part).X.nnz for part in PARTS) == X.nnz


@pytest.mark.parametrize("make", [np.asarray, csr_array])
def test_indicators_of_several_labels(tmp_path, make):
    X, y = sample()
    Y = np.zeros((120, 4), np.int8)
    Y[np.arange(120), y] = 1
    Y[::5, 2] = 1
    stored = make(Y)
    members = (
        {"Y": Y}
        if make is np.asarray
        else {f"Y_{m}": getattr(stored, m) for m in ("data", "indices", "indptr", "shape")}
    )
    np.savez(tmp_path / "mine.npz", X=X, **members)
    split = own_split("mine", {"path": str(tmp_path / "mine.npz"), "y": "Y", "scale": "none"})
    for part, rows in zip(PARTS, rows_of(split, X)):
        np.testing.assert_array_equal(getattr(split, part).Y.toarray(), Y[rows])


def test_parts_in_one_npz_stay_as_they_are(tmp_path):
    (X, y), (Xv, yv), (Xt, yt) = sample(80, seed=1), sample(12, seed=2), sample(20, seed=3)
    np.savez(tmp_path / "mine.npz", X=X, y=y, Xv=Xv, yv=yv, Xt=Xt, yt=yt)
    entry = {
        "path": str(tmp_path / "mine.npz"),
        "x_valid": "Xv",
        "y_valid": "yv",
        "x_test": "Xt",
        "y_test": "yt",
    }
    split = own_split("mine", entry | {"scale": "none"})
    for part, (features, classes) in zip(PARTS, ((X, y), (Xv, yv), (Xt, yt))):
        np.testing.assert_array_equal(getattr(split, part).X, features)
        np.testing.assert_array_equal(labels(getattr(split, part)), classes)
    del entry["x_valid"], entry["y_valid"]
    split = own_split("mine", entry | {"scale": "none"})
    assert [len(getattr(split, part).X) for part in PARTS] == [64, 16, 20]
    np.testing.assert_array_equal(split.test.X, Xt)


def test_tables_for_each_part_and_names_that_look_missing(tmp_path):
    for part, rows in {"train": "1,None\n2,NA\n3,None\n", "valid": "4,NA\n", "test": "5,None\n"}.items():
        (tmp_path / f"{part}.csv").write_text("size,answer\n" + rows)
    entry = {"path": "train.csv", "valid_path": "valid.csv", "test_path": "test.csv"}
    entry = {key: str(tmp_path / file) for key, file in entry.items()}
    split = own_split("mine", entry | {"y": "answer", "scale": "none"})
    assert split.names == ["NA", "None"]
    assert labels(split.train).tolist() == [1, 0, 1]
    assert split.test.X.tolist() == [[5]]


def test_a_column_may_say_which_part_a_row_belongs_to(tmp_path):
    part = np.array(["train", "val", "test", "Train"])[np.arange(120) % 4]
    table = frame(part=part)
    table.to_csv(tmp_path / "mine.csv", index=False)
    split = own_split("mine", {"path": str(tmp_path / "mine.csv"), "split": "part", "scale": "none"})
    assert [len(getattr(split, part).X) for part in PARTS] == [60, 30, 30]
    np.testing.assert_allclose(split.valid.X, table[part == "val"].filter(like="f").to_numpy(np.float32))


def test_openml_comes_through_scikit_learn(monkeypatch):
    X, y = sample()
    asked = {}

    def fetch(name, **options):
        asked.update(options, name=name)
        return Bunch(data=X.astype(float), target=np.array([f"c{g}" for g in y], dtype=object))

    monkeypatch.setattr("manyclass.protocol.data.own.sources.fetch_openml", fetch)
    split = own_split("mine", {"path": "openml:letter", "version": 1, "scale": "none"})
    assert (asked["name"], asked["version"], asked["as_frame"]) == ("letter", 1, False)
    assert split.names == ["c0", "c1", "c2", "c3"]
    np.testing.assert_array_equal(np.sort(np.concatenate(rows_of(split, X))), np.arange(120))


def test_openml_out_of_reach_is_one_line(monkeypatch):
    def fetch(name, **options):
        raise OSError("the network\nis down")

    monkeypatch.setattr("manyclass.protocol.data.own.sources.fetch_openml", fetch)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": "openml:letter"})
    one_line(caught, "OpenML does not give it: the network is down")


# ---- splits


@st.composite
def labelled(draw):
    classes, seed = draw(st.integers(2, 6)), draw(st.integers(0, 999))
    sizes = draw(st.lists(st.integers(2, 40), min_size=classes, max_size=classes))
    y = np.random.default_rng(seed).permutation(np.repeat(np.arange(classes), sizes)).astype(np.int32)
    shares = draw(st.sampled_from([(0.2, 0.2), (0.1, 0.5), (0.45, 0.45), (0.01, 0.3)]))
    return y, sizes, shares


@settings(deadline=None)
@given(labelled(), st.integers(0, 99))
def test_held_out_shares_are_those_of_every_class(case, seed):
    y, sizes, (valid, test) = case
    Y = csr_array((np.ones(len(y), np.int8), y, np.arange(len(y) + 1, dtype=np.int32)), shape=(len(y), len(sizes)))
    parts = {"train": Part(np.arange(len(y))[:, None], Y)}
    options, names = OwnData(path="any", valid=valid, test=test), [str(g) for g in range(len(sizes))]
    try:
        parts = hold_out(parts, options, names, np.random.default_rng(seed))
    except DataError as error:
        assert "would be empty" in str(error)
        return
    rows = [parts[part].X[:, 0] for part in PARTS]
    assert np.sort(np.concatenate(rows)).tolist() == list(range(len(y)))
    count = {part: np.bincount(labels(parts[part]), minlength=len(sizes)) for part in PARTS}
    for g, size in enumerate(sizes):
        assert count["train"][g] >= 1
        expected_test = min(int(test * size + 0.5), size - 1)
        assert count["test"][g] == expected_test
        assert count["valid"][g] == min(int(valid * size + 0.5), size - 1 - expected_test)


def test_splits_are_random_and_the_same_every_time(tmp_path):
    X, y = sample(2000)
    entry = as_npz(tmp_path, X, y) | {"scale": "none"}
    rows = rows_of(own_split("mine", entry), X)
    for again, other in zip(rows_of(own_split("mine", entry), X), rows):
        np.testing.assert_array_equal(again, other)
    assert not np.array_equal(rows_of(own_split("yours", entry), X)[2], rows[2])
    assert rows[2].mean() == pytest.approx(1000, abs=5 * 577 / np.sqrt(400))


# ---- features


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


def test_a_tree_file_groups_the_classes(tmp_path):
    (tmp_path / "tree.csv").write_text("class,group\n3,big\n1,small\n2,small\n0,small\n9,big\n")
    entry = as_npz(tmp_path, *sample()) | {"tree": str(tmp_path / "tree.csv")}
    split = own_split("mine", entry)
    assert split.names == ["3", "0", "1", "2"]
    assert split.tree.parent.tolist() == [4, 5, 5, 5, 6, 6, -1]
    assert split.tree.distance([1, 1, 1], [1, 2, 0]).tolist() == [0, 2, 4]
    plain = own_split("mine", as_npz(tmp_path, *sample()))
    renamed = np.array([int(split.names[g]) for g in labels(split.train)])
    np.testing.assert_array_equal(renamed, labels(plain.train))


# ---- what is wrong, in a line


def arrays_with(**changes):
    X, y = sample()
    return {"X": X, "y": y} | changes


def holed(value):
    X, _ = sample()
    X = X.astype(np.float64)
    X[17, 3] = value
    return X


WRONG_ARRAYS = {
    "NaN in sample 17, feature 3": arrays_with(X=holed(np.nan)),
    "infinite as float32 in sample 17, feature 3": arrays_with(X=holed(-np.inf)),
    "value that is infinite as float32": arrays_with(X=holed(1e300)),
    "X has shape (120,)": arrays_with(X=np.zeros(120)),
    "X has shape (120, 5, 1)": arrays_with(X=np.zeros((120, 5, 1))),
    "X has no features": arrays_with(X=np.zeros((120, 0))),
    "X has 120 samples and y has 119": arrays_with(y=np.arange(119) % 4),
    "X is not numeric: it holds complex128": arrays_with(X=np.zeros((120, 5), complex)),
    "there are no samples": arrays_with(X=np.zeros((0, 5)), y=np.zeros(0, int)),
    "pickled Python objects": arrays_with(y=np.array(["a", 1] * 60, dtype=object)),
    "there is one class only, 7": arrays_with(y=np.full(120, 7)),
    "1 of 5 classes with a single sample, such as 9": arrays_with(y=np.r_[9, np.arange(119) % 4]),
    "y holds 0.5: labels are whole numbers or names": arrays_with(y=np.arange(120) / 2),
    "y holds nan": arrays_with(y=np.where(np.arange(120) == 3, np.nan, np.arange(120) % 4)),
    "indicator of zeros and ones": arrays_with(y=np.arange(240).reshape(120, 2)),
    "sample 5 (from 0) has no label": arrays_with(y=np.where(np.arange(120)[:, None] == 5, 0, [[1, 0]])),
    "there is no array 'X': the file has Z, y": {"Z": np.zeros((3, 3)), "y": np.zeros(3)},
    "X is no sparse matrix in csr form": {
        "X_data": np.ones(2),
        "X_indices": np.array([0, 9]),
        "X_indptr": np.array([0, 1, 2]),
        "X_shape": np.array([2, 3]),
        "y": np.arange(2),
    },
}


@pytest.mark.parametrize("says", WRONG_ARRAYS)
def test_wrong_arrays_are_refused_in_a_line(tmp_path, says):
    np.savez(tmp_path / "mine.npz", **WRONG_ARRAYS[says])
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz")})
    one_line(caught, says)
    assert "mine.npz" in str(caught.value)


def test_sparse_nan_is_found(tmp_path):
    X = csr_array(np.eye(6))
    X.data[4] = np.nan
    members = {f"X_{m}": getattr(X, m) for m in ("data", "indices", "indptr", "shape")}
    np.savez(tmp_path / "mine.npz", y=np.arange(6) % 2, **members)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz")})
    one_line(caught, "NaN in sample 4, feature 4")


def test_other_sparse_formats_are_refused(tmp_path):
    save_npz(tmp_path / "mine.npz", csc_array(np.eye(6)))
    with np.load(tmp_path / "mine.npz") as arrays:
        members = dict(arrays)
    np.savez(tmp_path / "mine.npz", y=np.arange(6) % 2, **members)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz")})
    one_line(caught, "save X.tocsr()")


@pytest.mark.parametrize("part", ["valid", "test"])
def test_classes_that_are_never_trained_are_refused(tmp_path, part):
    X, y = sample()
    y_other = np.r_[y[:-1], 8]
    np.savez(tmp_path / "mine.npz", X=X, y=y, X2=X, y2=y_other)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), f"x_{part}": "X2", f"y_{part}": "y2"})
    one_line(caught, "1 of 5 classes with")


def test_one_class_is_untrained_where_all_parts_are_given(tmp_path):
    X, y = sample()
    np.savez(tmp_path / "mine.npz", X=X, y=y, X2=X, y2=np.r_[y[:-2], 8, 8])
    parts = {"x_valid": "X2", "y_valid": "y2", "x_test": "X2", "y_test": "y2"}
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), **parts})
    one_line(caught, "1 of 5 classes without a training sample, such as 8")


def test_parts_of_different_width_are_refused(tmp_path):
    X, y = sample()
    np.savez(tmp_path / "mine.npz", X=X, y=y, X2=X[:, :4], y2=y)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), "x_test": "X2", "y_test": "y2"})
    one_line(caught, "differ in their number of features")


WRONG_ENTRIES = {
    "unknown option 'colour', choose from path, valid_path": {"colour": 1},
    "valid and test are shares": {"valid": 0.6, "test": 0.4},
    "test is 1, it must be float": {"test": 1},
    "scale is 'big', choose from standard, norm, none": {"scale": "big"},
    "svd is 0, it must be 1 at least": {"svd": 0},
    "svd is 'many', it must be int | None": {"svd": "many"},
    "svd 5 must be below both sizes of train": {"svd": 5},
    "y is 3, it must be str": {"y": 3},
    "there is no array 'labels': the file has X, y": {"y": "labels"},
    "x_test and y_test belong together": {"x_test": "X"},
    "split names columns": {"split": "part"},
    "x names columns": {"x": ["a", "b"]},
}


@pytest.mark.parametrize("says", WRONG_ENTRIES)
def test_wrong_entries_are_refused_in_a_line(tmp_path, says):
    with pytest.raises(DataError) as caught:
        own_split("mine", as_npz(tmp_path, *sample()) | WRONG_ENTRIES[says])
    one_line(caught, says)


def test_an_entry_without_a_path_is_refused():
    with pytest.raises(DataError) as caught:
        own_split("mine", {"y": "y"})
    one_line(caught, "path is missing")


def test_sparse_features_are_not_centred(tmp_path):
    (tmp_path / "mine.svm").write_text("0 1:1\n1 2:1\n" * 20)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.svm"), "scale": "standard"})
    one_line(caught, "would make sparse features dense")


WRONG_TABLES = {
    "column 'colour' is not numeric": (frame(colour="red"), {}),
    "there is no column 'species' for y: choose one of f0, f1": (frame(), {"y": "species"}),
    "there is no column 'weight' for x": (frame(), {"x": ["f0", "weight"]}),
    "column 'f2' has no value in row 7": (frame().assign(f2=[1.0] * 7 + [None] + [2.0] * 112), {}),
    "column 'y' has no value in row 3": (frame().assign(y=["a", "b", "a", None] * 30), {}),
    "column 'part' says 'holdout': it must say train, valid or test": (
        frame(part=["train", "holdout"] * 60),
        {"split": "part"},
    ),
    "column 'part' names no row train": (frame(part="test"), {"split": "part"}),
    "is in two groups": (frame(kind=["a"] * 60 + ["b"] * 60), {"group": "kind"}),
    "the first column has no name": (frame().set_axis(["Unnamed: 0", *frame().columns[1:]], axis=1), {}),
    "text gives no features": (frame(said="?!"), {"text": "said"}),
}


@pytest.mark.parametrize("says", WRONG_TABLES)
def test_wrong_tables_are_refused_in_a_line(tmp_path, says):
    table, options = WRONG_TABLES[says]
    table.to_csv(tmp_path / "mine.csv", index=False)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.csv"), **options})
    one_line(caught, says)


def test_a_tree_must_have_every_class_once(tmp_path):
    tree = tmp_path / "tree.csv"
    entry = as_npz(tmp_path, *sample()) | {"tree": str(tree)}
    for text, says in {
        "class,group\n0,a\n1,a\n2,b\n": "class 3 has no group",
        "class,group\n0,a\n1,a\n2,b\n3,b\n3,a\n": "class 3 is in two groups",
        "name,group\n0,a\n": "needs the columns class and group",
        "": "cannot be read",
    }.items():
        tree.write_text(text)
        with pytest.raises(DataError) as caught:
            own_split("mine", entry)
        one_line(caught, says)


@pytest.mark.parametrize("ending", [".npz", ".svm", ".csv", ".parquet"])
@pytest.mark.parametrize("content", [b"", b"\x00\x01\xff not \x80 this\n1,2,3\n\xfe" * 9], ids=["empty", "rubbish"])
def test_rubbish_is_refused_in_a_line(tmp_path, ending, content):
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"mine{ending}"
    path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(path)})
    one_line(caught, str(path))


@pytest.mark.parametrize("form", [as_npz, as_compressed, as_parquet])
def test_cut_files_are_refused_in_a_line(tmp_path, form):
    entry = form(tmp_path, *sample())
    path = Path(entry["path"])
    path.write_bytes(path.read_bytes()[:-400])
    with pytest.raises(DataError) as caught:
        own_split("mine", entry)
    one_line(caught, "is truncated or no")


def test_paths_that_cannot_be_read_are_named(tmp_path, capsys):
    for path in (tmp_path / "nowhere.csv", tmp_path / "nowhere.npz", tmp_path):
        with pytest.raises((OSError, DataError)) as caught:
            own_split("mine", {"path": str(path)})
        one_line(caught, str(path))
    (tmp_path / "mine.xlsx").write_text("x")
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.xlsx")})
    one_line(caught, "ending '.xlsx' is unknown: choose one of .npz, .svm")


# ---- real data


@needs_real
def test_letters(tmp_path):
    path = tmp_path / "letters.csv"
    path.write_bytes((REAL / "letter-recognition.data").read_bytes())
    out = tmp_path / "letters.npz"
    main(["letters", "--out", str(out), "--own", json.dumps({"path": str(path), "y": "Letter"})])
    split, card = read(out), json.loads(out.with_suffix(".json").read_text())
    assert split.names == [chr(65 + g) for g in range(26)]
    assert (card["classes"], card["features"]) == (26, 16)
    assert card["train"] + card["valid"] + card["test"] == 20_000
    assert card["test"] == pytest.approx(4000, abs=13)
    assert card["controls"]["bayes_optimal"] is None
    table = pd.read_csv(path)
    sizes = sum(np.bincount(getattr(split, part).Y.indices) for part in PARTS)
    np.testing.assert_array_equal(sizes, table["Letter"].value_counts().sort_index())
    assert np.linalg.norm(split.train.X, axis=1).mean() == pytest.approx(1, abs=0.1)


@pytest.fixture(scope="module")
def intents(tmp_path_factory):
    """CLINC150 as a user would bring it: a table of sentences, and one of the domains."""
    folder = tmp_path_factory.mktemp("intents")
    data = json.loads((REAL / "clinc150_data_full.json").read_text())
    rows = [(*row, part) for part in ("train", "val", "test") for row in data[part]]
    pd.DataFrame(rows, columns=["text", "intent", "split"]).to_csv(folder / "intents.csv", index=False)
    domains = json.loads((REAL / "clinc150_domains.json").read_text())
    groups = [(intent, domain) for domain, names in domains.items() for intent in names]
    pd.DataFrame(groups, columns=["class", "group"]).to_csv(folder / "domains.csv", index=False)
    entry = {"path": "intents.csv", "tree": "domains.csv"}
    entry = {key: str(folder / file) for key, file in entry.items()}
    return entry | {"text": "text", "y": "intent", "split": "split"}, domains


@needs_real
def test_intents(intents, tmp_path):
    entry, domains = intents
    out = tmp_path / "intents.npz"
    main(["intents", "--out", str(out), "--own", json.dumps(entry)])
    split = read(out)
    assert [getattr(split, part).Y.shape for part in PARTS] == [(15_000, 150), (3_000, 150), (4_500, 150)]
    assert isinstance(split.train.X, csr_array)
    assert split.train.X.shape[1] > 4000
    assert sorted(split.names) == sorted(name for names in domains.values() for name in names)
    for g in (0, 40, 149):
        domain = next(names for names in domains.values() if split.names[g] in names)
        assert {split.names[h] for h in split.tree.siblings(g)} == set(domain) - {split.names[g]}


@needs_real
def test_intents_reduced_can_be_learnt(intents):
    from sklearn.linear_model import LogisticRegression

    split = own_split("intents", intents[0] | {"svd": 128})
    assert split.train.X.shape == (15_000, 128)
    model = LogisticRegression(C=10).fit(split.train.X, split.train.Y.indices)
    assert model.score(split.test.X, split.test.Y.indices) > 0.75  # of 150 intents
