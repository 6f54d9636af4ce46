"""Data files: what is written is read, mapped, and refused in one line where it is broken."""

import json
import os
import pickle
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.lib import format as npy
from scipy.sparse import csr_array, random_array

from manyclass.datasets.base import Blocks, Part, Split, Tree
from manyclass.datasets.web21k import SCALES
from manyclass.protocol.data.make import DataError, generate, main, read, write
from manyclass.protocol.data.npz import open_arrays, writing
from manyclass.protocol.metrics.classification import evaluate


def labels(n, classes, seed=0):
    rng = np.random.default_rng(seed)
    dense = rng.random((n, classes)) < 0.2
    dense[np.arange(n), rng.integers(classes, size=n)] = True
    return csr_array(dense.astype(np.int8))


def sparse_part(n, seed):
    X = random_array((n, 30), density=0.1, format="csr", dtype=np.float32, rng=seed)
    return Part(X, labels(n, 4, seed))


@pytest.fixture(scope="module")
def web(tmp_path_factory):
    """A generated set and its file."""
    path = tmp_path_factory.mktemp("web") / "web21k.npz"
    split = generate("web21k", "smoke")
    write(split, path)
    return split, path


def mapped(array):
    """Whether an array is a view, however remote, of a file."""
    while isinstance(array, np.ndarray):
        if isinstance(array, np.memmap):
            return True
        array = array.base
    return False


def parts(split):
    return {name: getattr(split, name) for name in ("train", "valid", "test")}


def assert_same(ours, theirs):
    for name, part in parts(ours).items():
        other = parts(theirs)[name]
        if isinstance(part.X, csr_array):
            assert (part.X != other.X).nnz == 0
        else:
            np.testing.assert_array_equal(np.asarray(part.X), other.X)
        assert (part.Y != other.Y).nnz == 0
        assert part.Y.shape == other.Y.shape
    assert ours.names == theirs.names


def test_read_gives_back_what_was_written(web):
    split, path = web
    back = read(path)
    assert_same(split, back)
    np.testing.assert_array_equal(split.tree.parent, back.tree.parent)
    np.testing.assert_array_equal(np.asarray(split.bayes_ranking), back.bayes_ranking)
    assert os.listdir(path.parent) == [path.name]


def test_arrays_are_mapped_aligned_and_writeable(web):
    _, path = web
    back = read(path)
    for part in parts(back).values():
        assert isinstance(part.X, np.memmap)
        assert part.X.dtype == np.float32
        assert part.X.flags.c_contiguous and part.X.flags.aligned and part.X.flags.writeable
        assert part.X.offset % 64 == 0
        assert all(mapped(array) for array in (part.Y.data, part.Y.indices, part.Y.indptr))
        assert (part.Y.indices.dtype, part.Y.indptr.dtype, part.Y.data.dtype) == (np.int32, np.int32, np.int8)


def test_writing_to_a_mapped_array_changes_no_file(web):
    _, path = web
    before = path.read_bytes()
    X = read(path).train.X
    X[:] = 7
    X.flush()
    assert path.read_bytes() == before
    assert read(path).train.X[0, 0] != 7


def test_numpy_reads_the_file_too(web):
    split, path = web
    with np.load(path) as arrays:
        np.testing.assert_array_equal(arrays["X_test"], np.asarray(split.test.X))
        np.testing.assert_array_equal(arrays["Y_train_indices"], split.train.Y.indices)
        assert arrays["names"].tolist() == split.names
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert all(member.compress_type == zipfile.ZIP_STORED for member in archive.infolist())


def test_same_bytes_every_time(web, tmp_path):
    _, path = web
    again = tmp_path / "again.npz"
    write(generate("web21k", "smoke"), again)
    assert again.read_bytes() == path.read_bytes()


def test_blocks_are_streamed_one_at_a_time(tmp_path):
    alive, most = [], []

    def make(b):
        alive.append(b)
        most.append(len(alive))
        block = np.full((10, 3), b, np.float32)[: 25 - 10 * b]
        alive.remove(b)
        return block

    X = Blocks((25, 3), 10, make)
    part = Part(X, labels(25, 4))
    write(Split(part, part, part, None, list("abcd")), tmp_path / "set.npz")
    np.testing.assert_array_equal(
        read(tmp_path / "set.npz").train.X, np.repeat([0, 1, 2], [10, 10, 5])[:, None] * np.ones(3)
    )
    assert max(most) == 1


def test_sparse_samples_stay_sparse_and_mapped(tmp_path):
    split = Split(sparse_part(50, 1), sparse_part(9, 2), sparse_part(7, 3), None, list("abcd"))
    write(split, tmp_path / "set.npz")
    back = read(tmp_path / "set.npz")
    assert_same(split, back)
    assert back.tree is None
    assert back.bayes_ranking is None
    X = back.train.X
    assert isinstance(X, csr_array)
    assert X.dtype == np.float32
    assert mapped(X.data) and mapped(X.indices) and X.data.flags.writeable


@settings(max_examples=50, deadline=None)
@given(
    st.dictionaries(
        st.text("abcXY_0", min_size=1, max_size=9),
        hnp.arrays(
            st.sampled_from([np.dtype(t) for t in ("f4", "i4", "i1", "f8", "U5")]),
            hnp.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=5),
        ),
        max_size=6,
    )
)
def test_any_arrays_come_back_aligned(tmp_path_factory, arrays):
    path = tmp_path_factory.mktemp("any") / "any.npz"
    with writing(path) as file:
        for name, array in arrays.items():
            file.add(name, array)
    back = open_arrays(path)
    assert list(back) == list(arrays)
    with np.load(path) as loaded:
        for name, array in arrays.items():
            np.testing.assert_array_equal(back[name], array)
            np.testing.assert_array_equal(loaded[name], array)
            assert back[name].dtype == array.dtype
            assert not array.size or back[name].ctypes.data % 64 == 0


def broken(path, web_path, kind):
    """A file broken in one way; gives what its error must say."""
    whole = web_path.read_bytes()
    with np.load(web_path) as arrays:
        arrays = dict(arrays)
    if kind == "missing":
        return "does not exist"
    if kind == "empty":
        path.write_bytes(b"")
        return "is empty"
    if kind == "truncated":
        path.write_bytes(whole[: len(whole) // 2])
        return "truncated"
    if kind == "beheaded":
        path.write_bytes(whole[len(whole) // 2 :])
        return "truncated"
    if kind == "text":
        path.write_text("no zip file at all")
        return "truncated or no .npz"
    if kind == "pickle":
        path.write_bytes(pickle.dumps(arrays["X_test"]))
        return "truncated or no .npz"
    if kind == "objects":
        np.savez(path, **arrays | {"names": np.array(["a", 1], dtype=object)})
        return "pickled Python objects"
    if kind == "compressed":
        np.savez_compressed(path, **arrays)
        return "compressed"
    if kind == "not arrays":
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("X_train.npy", "not an array at all")
        return "is no array"
    del arrays["Y_test_indices"]
    np.savez(path, **arrays)
    return "no array 'Y_test_indices'"


KINDS = [
    "missing",
    "empty",
    "truncated",
    "beheaded",
    "text",
    "pickle",
    "objects",
    "compressed",
    "not arrays",
    "key",
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_file_is_refused_in_a_line(web, tmp_path, kind):
    path = tmp_path / "broken.npz"
    says = broken(path, web[1], kind)
    with pytest.raises((DataError, FileNotFoundError), match=says) as caught:
        read(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_header_that_promises_too_much_is_refused(web, tmp_path):
    path = tmp_path / "short.npz"
    with zipfile.ZipFile(path, "w") as archive, archive.open("X_train.npy", "w") as member:
        npy.write_array_header_1_0(member, {"descr": "<f4", "fortran_order": False, "shape": (9999, 9)})
        member.write(bytes(100))
    with pytest.raises(DataError, match="truncated"):
        read(path)


def test_blocks_that_do_not_add_up_are_refused(tmp_path):
    part = Part(Blocks((25, 3), 10, lambda b: np.zeros((10, 3), np.float32)), labels(25, 4))
    with pytest.raises(ValueError, match="X_train has 25 rows, but its blocks have 30"):
        write(Split(part, part, part, None, list("abcd")), tmp_path / "set.npz")
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("cut", np.linspace(0.01, 0.999, 12))
def test_a_file_cut_anywhere_is_refused(web, tmp_path, cut):
    whole = web[1].read_bytes()
    path = tmp_path / "cut.npz"
    path.write_bytes(whole[: int(cut * len(whole))])
    with pytest.raises(DataError, match="truncated"):
        read(path)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(OSError, match=str(tmp_path)):
        read(tmp_path)


def test_objects_are_never_stored(tmp_path):
    with pytest.raises(DataError, match="Python objects"), writing(tmp_path / "any.npz") as file:
        file.add("names", np.array(["a", None], dtype=object))


def test_the_command_writes_the_set_and_its_card(tmp_path):
    out = tmp_path / "web21k.npz"
    command = [
        sys.executable,
        "-m",
        "manyclass.protocol.data.make",
        "web21k",
        "--scale",
        "smoke",
        "--out",
        str(out),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    split, card, parameters = read(out), json.loads(out.with_suffix(".json").read_text()), SCALES["smoke"]
    assert (card["name"], card["scale"]) == ("web21k", "smoke")
    for size in ("classes", "features", "train", "valid", "test"):
        assert card[size] == getattr(parameters, size)
    Y = split.train.Y.toarray()
    assert card["classes_per_feature"] == parameters.classes / parameters.features
    assert card["labels_per_sample"] == pytest.approx(Y.sum(axis=1).mean())
    assert card["multi_label"] == pytest.approx((Y.sum(axis=1) > 1).mean())
    sizes = np.sort(Y.sum(axis=0))
    assert card["class_size"] == {"min": sizes[0], "median": np.median(sizes), "max": sizes[-1]}
    assert card["size_skew"] == pytest.approx(sizes[-1] / np.median(sizes))
    assert card["density"] == 1
    floor, ceiling = card["controls"]["class_prior"], card["controls"]["bayes_optimal"]
    assert ceiling == evaluate(split.bayes_ranking, split.test.Y, split.tree)
    largest = Y.sum(axis=0).argmax()
    assert floor["accuracy"] == pytest.approx(split.test.Y.toarray()[:, largest].mean())
    assert floor["accuracy"] < ceiling["accuracy"]
    assert floor["top10"] < ceiling["top10"]


def test_the_prior_control_ranks_the_most_given_labels(tmp_path):
    Y = csr_array(np.array([[1, 0, 0], [0, 1, 1], [0, 0, 1], [0, 0, 1], [0, 1, 0]], dtype=np.int8))
    part = Part(np.zeros((5, 2), np.float32), Y)
    from manyclass.protocol.data.card import card

    described = card("tiny", "smoke", Split(part, part, part, Tree(np.array([3, 3, 3, -1])), list("abc")))
    assert described["controls"]["class_prior"]["accuracy"] == pytest.approx(3 / 5)
    assert described["controls"]["bayes_optimal"] is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (
            ["web12k", "--scale", "smoke"],
            "unknown data set 'web12k': choose one of ",
        ),
        (
            ["web21k", "--scale", "huge"],
            "unknown scale 'huge' of web21k: choose one of smoke, standard, full",
        ),
        (["mine", "--own", '{"path": "nowhere.npz"}'], "nowhere.npz"),
        (["mine", "--own", '{"pth": "nowhere.npz"}'], "unknown option 'pth'"),
    ],
)
def test_the_command_fails_in_a_line(tmp_path, capsys, arguments, says):
    with pytest.raises(SystemExit) as caught:
        main([*arguments, "--out", str(tmp_path / "out.npz")])
    message = str(caught.value)
    assert message.startswith("error: ")
    assert says in message
    assert "\n" not in message
    assert not os.listdir(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here to fill")
def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path):
    out = tmp_path / "web21k.npz"
    (tmp_path / ".part-web21k.npz").symlink_to("/dev/full")
    command = [
        sys.executable,
        "-m",
        "manyclass.protocol.data.make",
        "web21k",
        "--scale",
        "smoke",
        "--out",
        str(out),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"error: disk full while writing {out}: free some space and run again\n"
    assert not os.listdir(tmp_path)
