"""Every form that data come in gives the same set."""

from pathlib import Path

import numpy as np
import pytest
from own_data import (
    PARTS,
    as_arff,
    as_compressed,
    as_csv,
    as_embeddings,
    as_folder,
    as_npz,
    as_parquet,
    labels,
    one_line,
    rows_of,
    sample,
)
from scipy.sparse import csc_array, csr_array, random_array, save_npz
from sklearn.datasets import dump_svmlight_file
from sklearn.utils import Bunch

from manyclass.protocol.data.own import OwnSet, own_split
from manyclass.protocol.data.own.sparse_text import read_sparse_text
from manyclass.protocol.errors import DataError

FORMS = [as_npz, as_compressed, as_folder, as_csv, as_parquet, as_embeddings, as_arff]


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


def test_libsvm_text_of_times_is_refused(tmp_path):
    """Whose seconds float32 does not tell apart."""
    (tmp_path / "mine.svm").write_text("".join(f"{i % 3} 1:{1_700_000_000 + i % 3} 2:1\n" for i in range(90)))
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.svm")})
    one_line(caught, "feature 0 (from 0) varies so little")


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


def of_matrix(name, matrix):
    return {f"{name}_{member}": getattr(matrix, member) for member in ("data", "indices", "indptr", "shape")}


def test_sparse_arrays_of_a_folder(tmp_path):
    """Which are mapped into memory, and cannot be put in order where they are."""
    Y = csr_array((np.ones(4, np.int8), np.array([0, 1, 1, 0]), np.array([0, 1, 2, 4])), shape=(3, 2))
    X = csr_array((np.array([2.0, 1, 3, 4]), np.array([2, 0, 1, 0]), np.array([0, 2, 3, 4])), shape=(3, 3))
    assert not X.has_sorted_indices
    names = {"X": X, "y": Y, "Xv": X, "yv": Y, "Xt": X, "yt": Y}
    for name, array in (item for key, matrix in names.items() for item in of_matrix(key, matrix).items()):
        np.save(tmp_path / f"{name}.npy", np.asarray(array))
    entry = {"path": str(tmp_path), "x_valid": "Xv", "y_valid": "yv", "x_test": "Xt", "y_test": "yt", "scale": "none"}
    split = own_split("mine", entry)
    for part in PARTS:
        assert getattr(split, part).X.has_sorted_indices
        np.testing.assert_array_equal(getattr(split, part).X.toarray(), X.toarray())
        np.testing.assert_array_equal(getattr(split, part).Y.toarray(), Y.toarray())


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


def test_openml_comes_through_scikit_learn(monkeypatch):
    X, y = sample()
    asked = {}

    def fetch(name, **options):
        asked.update(options, name=name)
        return Bunch(data=X.astype(float), target=np.array([f"c{g}" for g in y], dtype=object))

    monkeypatch.setattr("manyclass.protocol.data.own.readers.fetch_openml", fetch)
    split = own_split("mine", {"path": "openml:letter", "version": 1, "scale": "none"})
    assert (asked["name"], asked["version"], asked["as_frame"]) == ("letter", 1, False)
    assert split.names == ["c0", "c1", "c2", "c3"]
    np.testing.assert_array_equal(np.sort(np.concatenate(rows_of(split, X))), np.arange(120))


def test_openml_out_of_reach_is_one_line(monkeypatch):
    def fetch(name, **options):
        raise OSError("the network\nis down")

    monkeypatch.setattr("manyclass.protocol.data.own.readers.fetch_openml", fetch)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": "openml:letter"})
    one_line(caught, "OpenML does not give it: the network is down")


@pytest.mark.parametrize(
    "target, says",
    [
        (None, "names no column of it as the label"),
        (np.array(["a", None, "b"] * 40, dtype=object), "sample 1 (from 0) has no label"),
        (np.array(["a", "b", np.nan] * 40, dtype=object), "sample 2 (from 0) has no label"),
    ],
)
def test_an_openml_set_without_labels_is_refused(monkeypatch, target, says):
    def fetch(name, **options):
        return Bunch(data=sample()[0], target=target)

    monkeypatch.setattr("manyclass.protocol.data.own.readers.fetch_openml", fetch)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": "openml:letter"})
    one_line(caught, says)


def test_labels_that_the_form_has_no_name_for_cannot_be_named(tmp_path):
    (tmp_path / "mine.svm").write_text("0 1:1\n1 1:2\n")
    for path in (str(tmp_path / "mine.svm"), "openml:letter"):
        with pytest.raises(DataError) as caught:
            own_split("mine", {"path": path, "y": "species"})
        one_line(caught, ": y ")


def test_a_share_of_what_the_data_give_is_refused(tmp_path):
    X, y = sample()
    np.savez(tmp_path / "mine.npz", X=X, y=y, Xt=X[:20], yt=y[:20])
    entry = {"path": str(tmp_path / "mine.npz"), "x_test": "Xt", "y_test": "yt"}
    assert len(own_split("mine", entry | {"valid": 0.4}).valid.X) == 48
    with pytest.raises(DataError) as caught:
        own_split("mine", entry | {"test": 0.4})
    one_line(caught, "test is a share to hold out, and the data say which samples are test")


def test_other_sparse_formats_are_refused(tmp_path):
    save_npz(tmp_path / "mine.npz", csc_array(np.eye(6)))
    with np.load(tmp_path / "mine.npz") as arrays:
        members = dict(arrays)
    np.savez(tmp_path / "mine.npz", y=np.arange(6) % 2, **members)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz")})
    one_line(caught, "save X.tocsr()")


def test_parts_of_different_width_are_refused(tmp_path):
    X, y = sample()
    np.savez(tmp_path / "mine.npz", X=X, y=y, X2=X[:, :4], y2=y)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), "x_test": "X2", "y_test": "y2"})
    one_line(caught, "differ in their number of features")


def sparse_members(name, X):
    return {f"{name}_{member}": getattr(csr_array(X), member) for member in ("data", "indices", "indptr", "shape")}


def test_dense_and_sparse_parts_are_refused(tmp_path):
    X, y = sample()
    np.savez(tmp_path / "mine.npz", X=X, y=y, y2=y, **sparse_members("X2", X))
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), "x_test": "X2", "y_test": "y2"})
    one_line(caught, "X is dense in train, sparse in test: store all the same way")


@pytest.mark.parametrize("names", [("X_test", "y_test"), ("X_val", "y_val"), ("testX", "testY")])
@pytest.mark.parametrize("form", [as_npz, as_folder])
def test_parts_that_no_option_names_are_refused(tmp_path, form, names):
    """Else the samples to test on would be drawn anew, from train, without a word."""
    X, y = sample()
    entry = form(tmp_path, X, y)
    parts = dict(zip(names, (X[:30], y[:30])))
    if form is as_npz:
        np.savez(entry["path"], X=X, y=y, **parts)
    else:
        for name, array in parts.items():
            np.save(Path(entry["path"]) / f"{name}.npy", array)
    with pytest.raises(DataError) as caught:
        own_split("mine", entry)
    one_line(caught, f"it also holds {', '.join(sorted(names))}, which are not read: name them by x_test and y_test")
    part = "test" if "test" in names[0] else "valid"
    assert len(own_split("mine", entry | {f"x_{part}": names[0], f"y_{part}": names[1]}).train.X) < 120


def test_other_arrays_are_named_and_those_of_a_sparse_matrix_are_read(tmp_path):
    X, y = sample()
    path = tmp_path / "mine.npz"
    np.savez(path, y=y, speaker=y, feature_names=np.arange(5), **sparse_members("X", X))
    assert OwnSet.load("mine", {"path": str(path)}).unread == ["feature_names", "speaker"]
    save_npz(path, csr_array(X))
    with np.load(path) as arrays:
        np.savez(path, y=y, **dict(arrays))
    assert OwnSet.load("mine", {"path": str(path)}).unread == []


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
    one_line(caught, "ending '.xlsx' is unknown: choose one of .npz, a folder of .npy, .svm")


XC = "3 4 5\n0,4 0:1.5 3:2\n4 1:1\n2 2:-1 3:4\n"


def test_text_of_the_extreme_classification_repository(tmp_path):
    """Features are numbered from 0, and there are as many as the first line says."""
    for part in PARTS:
        (tmp_path / f"{part}.txt").write_text(XC)
    entry = {"path": "train.txt", "valid_path": "valid.txt", "test_path": "test.txt"}
    split = own_split("mine", {key: str(tmp_path / file) for key, file in entry.items()} | {"scale": "none"})
    assert split.train.X.toarray().tolist() == [[1.5, 0, 0, 2], [0, 1, 0, 0], [0, 0, -1, 4]]
    assert split.names == ["0", "2", "4"]
    assert split.train.Y.toarray().tolist() == [[1, 0, 1], [0, 0, 1], [0, 1, 0]]


def test_text_of_the_repository_is_read_as_napkinxc_reads_it(tmp_path):
    datasets = pytest.importorskip("napkinxc.datasets")
    rng = np.random.default_rng(0)
    lines = ["60 9 7"]
    for i in range(60):  # every label, and the last of the features
        labels = sorted({i % 7, *rng.integers(0, 7, rng.integers(0, 3)).tolist()})
        places = sorted({8 * (i == 0), *rng.choice(9, 3).tolist()})
        pairs = (f"{place}:{value:.4f}" for place, value in zip(places, rng.normal(size=len(places))))
        lines.append(f"{','.join(map(str, labels))} {' '.join(pairs)}")
    (tmp_path / "mine.txt").write_text("\n".join(lines) + "\n")
    X, Y = datasets.load_libsvm_file(str(tmp_path / "mine.txt"), labels_format="csr_matrix")
    table = read_sparse_text({"train": tmp_path / "mine.txt"})["train"]
    np.testing.assert_array_equal(table.X.toarray(), X.toarray())
    of_rows = [sorted(row.tolist()) for row in np.split(table.labels, table.indptr[1:-1])]
    assert of_rows == [np.flatnonzero(row).tolist() for row in Y.toarray()]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (XC.replace("3 4 5", "4 4 5"), "says that it has 4 samples, and has 3"),
        (XC.replace("3 4 5", "3 3 5"), "not text of the Extreme Classification Repository"),
        (XC.replace("3 4 5", "3 4 4"), "has labels from 0 to 4, of 4 from 0"),
        (XC.replace("\n4 1:1", "\n 1:1"), "sample 1 (from 0) has no label"),
        (XC.replace("0:1.5", "zero:1.5"), "not text of the Extreme Classification Repository"),
    ],
)
def test_text_of_the_repository_that_holds_something_else(tmp_path, text, reason):
    (tmp_path / "mine.txt").write_text(text)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.txt")})
    one_line(caught, reason)


def test_parts_of_two_kinds_of_sparse_text(tmp_path):
    (tmp_path / "a.txt").write_text(XC)
    (tmp_path / "b.txt").write_text("1 1:1\n2 2:1\n")
    for first, second, reason in (("a", "b", "does not begin"), ("b", "a", "does not begin")):
        with pytest.raises(DataError) as caught:
            own_split("mine", {"path": str(tmp_path / f"{first}.txt"), "test_path": str(tmp_path / f"{second}.txt")})
        one_line(caught, reason)


def test_nominal_labels_of_an_arff_and_what_it_misses(tmp_path):
    head = "@relation r\n@attribute a numeric\n@attribute y {red,blue}\n@data\n"
    (tmp_path / "mine.arff").write_text(head + "".join(f"{n},{('red', 'blue')[n % 2]}\n" for n in range(20)))
    assert own_split("mine", {"path": str(tmp_path / "mine.arff")}).names == ["blue", "red"]
    for text, reason in ((head + "1,?\n2,red\n", "column 'y' has no value in row 0"), ("@data\nnonsense", "mine.arff")):
        (tmp_path / "mine.arff").write_text(text)
        with pytest.raises(DataError) as caught:
            own_split("mine", {"path": str(tmp_path / "mine.arff")})
        one_line(caught, reason)


def test_a_folder_without_the_array(tmp_path):
    np.save(tmp_path / "Z.npy", np.zeros((3, 3)))
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path)})
    one_line(caught, "there is no array 'X': there are Z")
