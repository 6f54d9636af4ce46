"""Archives of arrays that cannot be used, and options that do not fit one."""

import io
import zipfile

import numpy as np
import scipy.sparse as sp
from numpy.lib import format as npy
from own_data import sample

X, Y = sample()
N = len(X)


def npz(**changes) -> bytes:
    """An archive of arrays, X and y changed or left out (None)."""
    arrays = {name: array for name, array in ({"X": X, "y": Y} | changes).items() if array is not None}
    file = io.BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


def sparse(**changes) -> bytes:
    """A sparse X by its members, some of them changed."""
    members = {member: getattr(sp.csr_array(X), member) for member in ("data", "indices", "indptr", "shape")}
    return npz(X=None, **{f"X_{name}": array for name, array in (members | changes).items() if array is not None})


def header_of(shape, descr="<f4") -> bytes:
    """An archive whose X says of itself what it likes."""
    array, file = io.BytesIO(), io.BytesIO()
    npy.write_array_header_1_0(array, {"descr": descr, "fortran_order": False, "shape": shape})
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("X.npy", array.getvalue() + b"\0" * 64)
        archive.writestr("y.npy", b"")
    return file.getvalue()


def flagged(bits, compression=None) -> bytes:
    """An archive whose members claim to be encrypted, or compressed in a way that nobody knows."""
    whole = bytearray(npz())
    for signature, flag, method in ((b"PK\x03\x04", 6, 8), (b"PK\x01\x02", 8, 10)):
        place = whole.find(signature)
        while place >= 0:
            whole[place + flag] |= bits
            if compression is not None:
                whole[place + method : place + method + 2] = compression.to_bytes(2, "little")
            place = whole.find(signature, place + 4)
    return bytes(whole)


def objects() -> bytes:
    file = io.BytesIO()
    np.savez(file, X=np.array([{"a": 1}] * N, dtype=object), y=Y)
    return file.getvalue()


def at(i, j, value):
    changed = X.copy()
    changed[i, j] = value
    return changed


def array_cases() -> dict:
    """Archives whose arrays are not what is asked for."""
    arrays = {
        "X missing": {"X": None},
        "y missing": {"y": None},
        "X of one axis": {"X": X[:, 0]},
        "X of three axes": {"X": X[None]},
        "X a number": {"X": np.float32(3)},
        "X without samples": {"X": X[:0], "y": Y[:0]},
        "X without features": {"X": X[:, :0]},
        "X of text": {"X": X.astype(str)},
        "X of bytes": {"X": X.astype("S8")},
        "X of dates": {"X": X.astype("M8[s]")},
        "X complex": {"X": X.astype(complex)},
        "X of records": {"X": np.zeros(N, [("a", "f4"), ("b", "f4")])},
        "X nan": {"X": at(3, 1, np.nan)},
        "X inf": {"X": at(3, 1, np.inf)},
        "X minus inf": {"X": at(3, 1, -np.inf)},
        "X beyond float32": {"X": at(3, 1, 1).astype(float) * 1e39},
        "X whose squares are infinite": {"X": at(3, 1, 3e38)},
        "X long": {"X": np.concatenate([X, X])},
        "y long": {"y": np.concatenate([Y, Y])},
        "y short": {"y": Y[:-1]},
        "y a number": {"y": np.int64(3)},
        "y of three axes": {"y": np.zeros((N, 2, 2), int)},
        "y counts": {"y": np.full((N, 3), 2)},
        "y shares": {"y": np.full((N, 3), 0.5)},
        "y of no label": {"y": np.zeros((N, 3), int)},
        "y fractions": {"y": Y + 0.5},
        "y nan": {"y": np.where(Y, Y, np.nan)},
        "y inf": {"y": np.where(Y, Y, np.inf)},
        "y huge": {"y": Y * 1e300},
        "y beyond int64": {"y": Y.astype(np.uint64) + np.uint64(2**64 - 9)},
        "y complex": {"y": Y.astype(complex)},
        "y of dates": {"y": Y.astype("M8[D]")},
        "y of bytes": {"y": Y.astype("S3")},
        "y of records": {"y": np.zeros(N, [("a", "i4")])},
        "y one class": {"y": np.zeros(N, int)},
        "y one sample a class": {"y": np.arange(N)},
        "y one sample of a class": {"y": np.r_[Y[:-1], 99]},
    }
    cases = {name: ("mine.npz", npz(**changes), {}) for name, changes in arrays.items()}
    headers = {"10^13 samples": ((10**13, 5), "<f4"), "10^20 samples": ((10**20, 5), "<f4"), "objects": ((3, 5), "|O")}
    headers |= {"fewer bytes": ((N, 5), "<f8"), "negative": ((-1, 5), "<f4"), "2^62 by 2^62": ((2**62, 2**62), "<f4")}
    cases |= {f"header of {name}": ("mine.npz", header_of(*what), {}) for name, what in headers.items()}
    cases["encrypted"] = ("mine.npz", flagged(1), {})
    cases["strongly encrypted"] = ("mine.npz", flagged(0x41), {})
    cases |= {f"compressed by method {m}": ("mine.npz", flagged(0, m), {}) for m in (1, 9, 12, 14, 99)}
    cases["objects"] = ("mine.npz", objects(), {})
    members = {
        "shape of fractions": {"shape": np.array([120.0, 5.5])},
        "shape of one": {"shape": np.array([120])},
        "shape of three": {"shape": np.array([120, 5, 1])},
        "shape too small": {"shape": np.array([120, 2])},
        "shape negative": {"shape": np.array([120, -5])},
        "shape of text": {"shape": np.array(["120", "5"])},
        "shape a number": {"shape": np.int64(120)},
        "shape huge": {"shape": np.array([120, 2**62])},
        "no shape": {"shape": None},
        "no data": {"data": None},
        "indices negative": {"indices": np.full(X.size, -1)},
        "indices beyond": {"indices": np.full(X.size, 99)},
        "indices of fractions": {"indices": np.full(X.size, 0.5)},
        "indices short": {"indices": np.zeros(3, int)},
        "indptr falling": {"indptr": sp.csr_array(X).indptr[::-1].copy()},
        "indptr short": {"indptr": np.zeros(3, int)},
        "indptr of two axes": {"indptr": np.zeros((121, 1), int)},
        "data nan": {"data": np.full(X.size, np.nan, np.float32)},
        "data of text": {"data": np.full(X.size, "a")},
        "data of two axes": {"data": np.ones((X.size, 1), np.float32)},
    }
    return cases | {f"sparse {name}": ("mine.npz", sparse(**changes), {}) for name, changes in members.items()}


PATHS = {
    "empty": "",
    "gone": "gone.npz",
    "in a folder that is gone": "gone/mine.npz",
    "below a file": "mine.npz/mine.npz",
    "with a null": "mi\0ne.npz",
    "of 5,000 letters": "a" * 5000 + ".npz",
    "of two lines": "mine\n.npz",
    "an empty folder": "folder",
    "an empty folder called .npz": "folder.npz",
    "an empty folder called .csv": "folder.csv",
    "an empty folder called .parquet": "folder.parquet",
    "an empty folder called .svm": "folder.svm",
    "an empty folder called .arff": "folder.arff",
    "here": ".",
    "of OpenML without a name": "openml:",
    "a pattern": "*.npz",
    "on the web": "https://example.org/mine.npz",
}


def npz_options() -> dict:
    """Options that do not fit an archive."""
    options = {name: {name: "a"} for name in ("text", "split", "group")}
    options |= {"x of columns": {"x": ["a"]}, "x not there": {"x": "x"}, "y not there": {"y": "label"}}
    options |= {"x_test not there": {"x_test": "a", "y_test": "y"}, "y_test alone": {"y_test": "y"}}
    options |= {"x_valid and valid_path": {"x_valid": "X", "y_valid": "y", "valid_path": "other.npz"}}
    options |= {"test of another width": {"test_path": "other.npz"}, "test of another kind": {"test_path": "tree.csv"}}
    options |= {"svd as many as features": {"svd": 5}, "svd huge": {"svd": 2**31 - 1}, "svd beyond": {"svd": 2**31}}
    options |= {f"path {name}": {"path": path} for name, path in PATHS.items()}
    return {f"npz with {name}": ("mine.npz", npz(), entry) for name, entry in options.items()}
