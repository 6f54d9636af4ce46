"""Folders of arrays: what is written is read, mapped, and refused in one line where it is broken."""

import errno
import os
import pickle
import shutil
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.lib import format as npy
from scipy.sparse import csr_array, random_array

from manyclass.datasets.base import Blocks, Part, Split
from manyclass.protocol.data import storage
from manyclass.protocol.data.make import generate
from manyclass.protocol.data.storage import read, write
from manyclass.protocol.errors import DataError
from manyclass.protocol.files import atomic_folder


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
    """A generated set and its folder."""
    folder = tmp_path_factory.mktemp("web") / "web21k"
    split = generate("web21k", "smoke")
    write(split, folder)
    return split, folder


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()}


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
    split, folder = web
    back = read(folder)
    assert_same(split, back)
    np.testing.assert_array_equal(split.tree.parent, back.tree.parent)
    np.testing.assert_array_equal(np.asarray(split.bayes_ranking), back.bayes_ranking)


def test_arrays_are_mapped_aligned_and_writeable(web):
    back = read(web[1])
    for part in parts(back).values():
        assert isinstance(part.X, np.memmap)
        assert part.X.dtype == np.float32
        assert part.X.flags.c_contiguous and part.X.flags.aligned and part.X.flags.writeable
        assert part.X.ctypes.data % 64 == 0
        assert all(mapped(array) for array in (part.Y.data, part.Y.indices, part.Y.indptr))
        assert (part.Y.indices.dtype, part.Y.indptr.dtype, part.Y.data.dtype) == (np.int32, np.int32, np.int8)


def test_writing_to_a_mapped_array_changes_no_file(web):
    _, folder = web
    before = contents(folder)
    X = read(folder).train.X
    X[:] = 7
    X.flush()
    assert contents(folder) == before
    assert read(folder).train.X[0, 0] != 7


def test_numpy_reads_the_files_too(web):
    split, folder = web
    arrays = {file.stem: np.load(file, allow_pickle=False) for file in folder.iterdir()}
    np.testing.assert_array_equal(arrays["X_test"], np.asarray(split.test.X))
    np.testing.assert_array_equal(arrays["Y_train_indices"], split.train.Y.indices)
    assert arrays["names"].tolist() == split.names


def test_same_bytes_every_time(web, tmp_path):
    write(generate("web21k", "smoke"), tmp_path / "again")
    assert contents(tmp_path / "again") == contents(web[1])


def test_a_set_written_over_another_leaves_nothing_of_it(web, tmp_path):
    part = sparse_part(7, 0)
    write(web[0], tmp_path)
    write(Split(part, part, part, None, list("abcd")), tmp_path)
    back = read(tmp_path)
    assert back.tree is None and back.bayes_ranking is None and back.test.X.shape == part.X.shape


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
    write(Split(part, part, part, None, list("abcd")), tmp_path / "set")
    np.testing.assert_array_equal(
        read(tmp_path / "set").train.X, np.repeat([0, 1, 2], [10, 10, 5])[:, None] * np.ones(3)
    )
    assert max(most) == 1


LARGE = """
import resource, sys
import numpy as np
from scipy.sparse import csr_array
from manyclass.datasets.base import Blocks, Part, Split
from manyclass.protocol.data.storage import write

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

X = Blocks((200_000, 250), 1000, lambda b: np.full((1000, 250), b, np.float32))
part = Part(csr_array((1, 1), dtype=np.float32), csr_array((1, 1), dtype=np.int8))
before = peak()
write(Split(Part(X, part.Y), part, part, None, ["a"]), sys.argv[1])
print(peak() - before)
"""


def test_writing_takes_the_memory_of_a_block_not_of_the_array(tmp_path):
    command = [sys.executable, "-c", LARGE, str(tmp_path / "set")]
    grown = int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert (tmp_path / "set" / "X_train.npy").stat().st_size > 200e6
    assert grown < 20e6


def test_sparse_samples_stay_sparse_and_mapped(tmp_path):
    split = Split(sparse_part(50, 1), sparse_part(9, 2), sparse_part(7, 3), None, list("abcd"))
    write(split, tmp_path / "set")
    back = read(tmp_path / "set")
    assert_same(split, back)
    assert back.tree is None
    assert back.bayes_ranking is None
    X = back.train.X
    assert isinstance(X, csr_array)
    assert X.dtype == np.float32
    assert mapped(X.data) and mapped(X.indices) and X.data.flags.writeable


def in_blocks(X, rows):
    """A sparse matrix as the maker of a set gives it."""
    return Blocks(X.shape, rows, lambda b: X[b * rows : (b + 1) * rows], X.dtype, sparse=True)


@pytest.mark.parametrize("rows", [1, 7, 50, 60])
def test_sparse_blocks_are_written_as_the_matrix_that_they_make(tmp_path, rows):
    X, Y = sparse_part(50, 1).X, labels(50, 4)
    for name, whole in (("whole", X), ("blocks", in_blocks(X, rows))):
        part = Part(whole, Y)
        write(Split(part, part, part, None, list("abcd")), tmp_path / name)
    assert contents(tmp_path / "blocks") == contents(tmp_path / "whole")
    np.testing.assert_array_equal(np.asarray(in_blocks(X, rows)), X.toarray())


@pytest.mark.parametrize("at_a_time", [1, 4, 1000])
def test_values_that_int32_cannot_number_are_written_as_scipy_has_them(tmp_path, monkeypatch, at_a_time):
    """Here a few, which it is made to believe to be many; what has been written is widened where it stands."""
    monkeypatch.setattr(storage, "get_index_dtype", lambda maxval: np.int64)
    monkeypatch.setattr(storage, "AT_A_TIME", at_a_time)
    X, Y = sparse_part(50, 1).X, labels(50, 4)
    part = Part(in_blocks(X, 7), Y)
    write(Split(part, part, part, None, list("abcd")), tmp_path / "blocks")
    X.indices, X.indptr = X.indices.astype(np.int64), X.indptr.astype(np.int64)
    part = Part(X, Y)
    write(Split(part, part, part, None, list("abcd")), tmp_path / "whole")
    assert contents(tmp_path / "blocks") == contents(tmp_path / "whole")


@settings(max_examples=50)
@given(
    hnp.arrays(
        st.sampled_from([np.dtype(t) for t in ("f4", "i4", "i1", "f8")]),
        hnp.array_shapes(min_dims=2, max_dims=2, min_side=0, max_side=5),
    ),
    st.lists(st.text(max_size=5).filter(lambda name: "\0" not in name), max_size=5),
)
def test_any_arrays_come_back_aligned(tmp_path_factory, array, names):
    folder = tmp_path_factory.mktemp("any")
    part = Part(array, labels(3, 4))
    write(Split(part, part, part, None, names), folder)
    back = read(folder)
    assert back.names == names
    np.testing.assert_array_equal(back.valid.X, array)
    assert back.valid.X.dtype == array.dtype
    assert not array.size or back.valid.X.ctypes.data % 64 == 0


def broken(folder, kind):
    """Break a set in one way; gives what its error must say."""
    file = folder / "X_test.npy"
    if kind == "missing":
        shutil.rmtree(folder)
        return "does not exist"
    if kind == "empty folder":
        shutil.rmtree(folder)
        folder.mkdir()
        return "no array 'X_train'"
    if kind == "a file":
        shutil.rmtree(folder)
        folder.write_bytes(b"")
        return "no array 'X_train'"
    if kind == "empty":
        file.write_bytes(b"")
        return r"X_test\.npy is truncated"
    if kind == "beheaded":
        whole = file.read_bytes()
        file.write_bytes(whole[len(whole) // 2 :])
        return r"truncated or no \.npy"
    if kind == "text":
        file.write_text("no array at all")
        return r"truncated or no \.npy"
    if kind == "pickle":
        file.write_bytes(pickle.dumps(np.zeros(3)))
        return r"truncated or no \.npy"
    if kind == "archive":
        with open(file, "wb") as opened:
            np.savez(opened, X_test=np.zeros(3))
        return r"truncated or no \.npy"
    if kind == "objects":
        np.save(folder / "names.npy", np.array(["a", 1], dtype=object), allow_pickle=True)
        return r"names\.npy holds pickled Python objects"
    (folder / "Y_test_indices.npy").unlink()
    return "no array 'Y_test_indices'"


KINDS = ["missing", "empty folder", "a file", "empty", "beheaded", "text", "pickle", "archive", "objects", "key"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_broken_set_is_refused_in_a_line(web, tmp_path, kind):
    folder = tmp_path / "broken"
    shutil.copytree(web[1], folder)
    says = broken(folder, kind)
    with pytest.raises((DataError, FileNotFoundError), match=says) as caught:
        read(folder)
    assert str(folder) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_header_that_promises_too_much_is_refused(web, tmp_path):
    folder = tmp_path / "short"
    shutil.copytree(web[1], folder)
    with open(folder / "X_train.npy", "wb") as file:
        npy.write_array_header_1_0(file, {"descr": "<f4", "fortran_order": False, "shape": (9999, 9)})
        file.write(bytes(100))
    with pytest.raises(DataError, match="truncated"):
        read(folder)


@pytest.mark.parametrize("cut", np.linspace(0.0001, 0.999, 12))
@pytest.mark.parametrize("name", ["X_train.npy", "Y_test_indptr.npy"])
def test_a_file_cut_anywhere_is_refused(web, tmp_path, name, cut):
    folder = tmp_path / "cut"
    shutil.copytree(web[1], folder)
    whole = (folder / name).read_bytes()
    (folder / name).write_bytes(whole[: int(cut * len(whole))])
    with pytest.raises(DataError, match=rf"{name} is truncated"):
        read(folder)


@pytest.mark.parametrize("rows", [5, 10])
def test_blocks_that_do_not_add_up_are_refused(tmp_path, rows):
    part = Part(Blocks((25, 3), 10, lambda b: np.zeros((rows, 3), np.float32)), labels(25, 4))
    says = f"X_train has 25 rows, but its blocks have {3 * rows}"
    with pytest.raises(ValueError, match=says), atomic_folder(tmp_path / "set") as folder:
        write(Split(part, part, part, None, list("abcd")), folder)
    assert not os.listdir(tmp_path)


def test_sparse_blocks_that_do_not_add_up_are_refused(tmp_path):
    part = Part(Blocks((25, 30), 10, lambda b: sparse_part(5, b).X, sparse=True), labels(25, 4))
    with pytest.raises(ValueError, match="X_train has 25 rows, but its blocks have 15"):
        write(Split(part, part, part, None, list("abcd")), tmp_path / "set")


def test_objects_are_never_stored(tmp_path):
    part = Part(np.array([["a"], [None]], dtype=object), labels(2, 4))
    with pytest.raises(ValueError, match="Python objects"):
        write(Split(part, part, part, None, list("abcd")), tmp_path / "set")


def test_an_array_larger_than_memory_is_mapped_read_only(web, monkeypatch):
    to_map = storage.open_memmap

    def refusing(path, mode):
        if mode == "c" and path.stem == "X_train":
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        return to_map(path, mode=mode)

    whole = read(web[1])
    monkeypatch.setattr(storage, "open_memmap", refusing)
    split = read(web[1])
    np.testing.assert_array_equal(split.train.X, whole.train.X)
    assert not split.train.X.flags.writeable and split.test.X.flags.writeable


def test_other_errors_of_the_system_are_not_taken_for_that(web, monkeypatch):
    def failing(path, mode):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(storage, "open_memmap", failing)
    with pytest.raises(OSError, match="Input/output error"):
        read(web[1])
