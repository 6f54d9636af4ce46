"""Data that cannot be used: files of every kind, broken, and entries that do not fit them."""

import io
import pickle
import zipfile
from itertools import chain

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


def csv(header="a,b,y", rows=None) -> str:
    return "\n".join([header, *(rows or [f"{i},{i % 7},c{i % 3}" for i in range(N)])]) + "\n"


def with_row(row, number=5) -> str:
    rows = [f"{i},{i % 7},c{i % 3}" for i in range(N)]
    rows[number] = row
    return csv(rows=rows)


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


def pickled() -> bytes:
    class Loaded:
        def __reduce__(self):
            return open, ("unpickled", "w")

    return pickle.dumps(Loaded())


def objects() -> bytes:
    file = io.BytesIO()
    np.savez(file, X=np.array([{"a": 1}] * N, dtype=object), y=Y)
    return file.getvalue()


def at(i, j, value):
    changed = X.copy()
    changed[i, j] = value
    return changed


def bytes_cases() -> dict[str, tuple[str, bytes | str, dict]]:
    """Files that are no file of their kind: name, content, options."""
    broken = {"no bytes": b"", "noise": bytes(range(256)) * 9, "zeros": b"\0" * 999, "a pickle": pickled()}
    broken |= {
        "a page": b"<!DOCTYPE html><html><body>404 Not Found</body></html>",
        "a line end": b"\n",
        "half a mark": b"\xef\xbb",
    }
    broken |= {"JSON": b'{"X": [[1, 2]], "y": [0]}', "a Windows executable": b"MZ\x90\0\3\0\0\0\4\0\0\0\xff\xff\0\0"}
    broken |= {
        "gzip": b"\x1f\x8b\x08\x00" + b"\1" * 40,
        "UTF-16": "a,b,y\n1,2,0\n".encode("utf-16"),
        "Latin-1": "a,b,y\n1,2,é\n1,2,ü\n".encode("latin-1"),
    }
    endings = (".npz", ".csv", ".parquet", ".arff", ".svm", ".libsvm", ".txt", ".xlsx", ".npy", ".json", ".mat", "")
    cases = {
        f"{ending or 'no ending'}: {kind}": (f"mine{ending}", content, {})
        for ending in endings
        for kind, content in broken.items()
    }
    whole = npz()
    cases |= {
        f".npz cut after {share:.0%}": ("mine.npz", whole[: int(share * len(whole))], {})
        for share in np.arange(0.05, 1, 0.1)
    }
    cases |= {f".npz without its first {n}": ("mine.npz", whole[n:], {}) for n in (1, 30, 500)}
    return cases


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


def table_cases() -> dict:
    """Tables: their lines, columns and options."""
    texts = {
        "no rows": "a,b,y\n",
        "one row": "a,b,y\n1,2,x\n",
        "no label column": csv("a,b,c"),
        "twice the label": csv("a,y,y"),
        "twice a feature": csv("a,a,y"),
        "no name": csv(",b,y"),
        "one name too many": csv("a,b,c,y"),
        "one name too few": csv("a,y"),
        "a row too long": with_row("1,2,c0,4,5"),
        "a feature of text": with_row("one,2,c0"),
        "a feature missing": with_row(",2,c0"),
        "a feature NA": with_row("NA,2,c0"),
        "a feature nan": with_row("nan,2,c0"),
        "a feature inf": with_row("inf,2,c0"),
        "a feature -inf": with_row("-inf,2,c0"),
        "a feature 1e39": with_row("1e39,2,c0"),
        "a feature 1e400": with_row("1e400,2,c0"),
        "a feature true": with_row("true,2,c0"),
        "a feature of a date": with_row("2020-01-01,2,c0"),
        "a feature with a thousands' comma": with_row('"1,000",2,c0'),
        "a feature in hexadecimal": with_row("0xff,2,c0"),
        "a label missing": with_row("1,2,"),
        "a quote left open": with_row('1,2,"c0'),
        "one class": csv(rows=[f"{i},1,c" for i in range(N)]),
        "every row a class": csv(rows=[f"{i},1,c{i}" for i in range(N)]),
        "one sample of a class": with_row("1,2,alone"),
        "semicolons": csv().replace(",", ";"),
        "tabs": csv().replace(",", "\t"),
        "only labels": csv("y", [f"c{i % 3}" for i in range(N)]),
        "a null byte": with_row("1,\0,c0"),
        "lines of spaces": "   \n" * 9,
    }
    cases = {f"csv: {name}": ("mine.csv", text, {}) for name, text in texts.items()}
    options = {
        "y elsewhere": {"y": "label"},
        "y a near miss": {"y": "Y"},
        "x not there": {"x": ["a", "c"]},
        "x the label": {"x": ["a", "y"]},
        "x twice": {"x": ["a", "a"]},
        "x a name": {"x": "a"},
        "x of text": {"x": ["part"]},
        "x_test": {"x_test": "a", "y_test": "y"},
        "text not there": {"text": "words"},
        "text the label": {"text": "y"},
        "text without words": {"text": "empty"},
        "text the group": {"text": "part", "group": "part"},
        "text with x": {"text": "part", "x": ["a"]},
        "split not there": {"split": "fold"},
        "split the label": {"split": "y"},
        "split a number": {"split": "a"},
        "group not there": {"group": "kind"},
        "group not the classes'": {"group": "a"},
        "groups not there": {"groups": "who"},
        "groups each label": {"groups": "y"},
        "groups among x": {"groups": "a", "x": ["a", "b"]},
        "group and tree": {"group": "part", "tree": "tree.csv"},
        "svd too large": {"svd": 99, "x": ["a", "b"]},
        "svd of one feature": {"svd": 1, "x": ["a"]},
        "version": {"version": 1},
        "shares above one": {"valid": 0.5, "test": 0.5},
        "shares that leave nothing": {"valid": 0.001, "test": 0.001},
        "another file of another kind": {"test_path": "other.npz"},
        "another file not there": {"test_path": "gone.csv"},
        "another file without the columns": {"test_path": "tree.csv"},
        "a split and another file": {"test_path": "mine.csv", "split": "part"},
        "tree not there": {"tree": "gone.csv"},
        "tree of other classes": {"tree": "tree.csv"},
        "tree without its columns": {"tree": "mine.csv"},
        "tree no table": {"tree": "noise.bin"},
        "tree a folder": {"tree": "folder"},
    }
    whole = csv("a,b,y,part,empty", [f"{i},{i % 7},c{i % 3},train{i % 2},." for i in range(N)])
    entries = {name: entry if "text" in entry else {"x": ["a", "b"]} | entry for name, entry in options.items()}
    return cases | {f"csv with {name}": ("mine.csv", whole, entry) for name, entry in entries.items()}


def text_cases() -> dict:
    """Sparse text and WEKA's tables."""
    lines = "".join(f"{i % 3} 1:{i + 1} 3:0.5\n" for i in range(N))
    repository = f"{N} 4 3\n" + lines
    texts = {
        "a word": lines + "0 one:1\n",
        "a value of text": lines + "0 1:one\n",
        "an index of 0 after 1": lines + "0 3:1 0:1\n",
        "an index twice": lines + "0 2:1 2:1\n",
        "indices falling": lines + "0 3:1 1:1\n",
        "an index of 99999999999": lines + "0 99999999999:1\n",
        "an index below 0": lines + "0 -1:1\n",
        "nan": lines + "0 1:nan\n",
        "inf": lines + "0 1:inf\n",
        "1e39": lines + "0 1:1e39\n",
        "a label of text": lines + "cat 1:1\n",
        "a label of a fraction": lines + "0.5 1:1\n",
        "a label nan": lines + "nan 1:1\n",
        "a label missing": lines + " 1:1\n",
        "labels parted by semicolons": lines + "1;2 1:1\n",
        "one class": "1 1:1\n" * 9,
        "no features": "1\n2\n" * 9,
        "a comment alone": "# nothing here\n",
    }
    cases = {f"svm: {name}": ("mine.svm", text, {}) for name, text in texts.items()}
    counted = {
        "more samples than said": repository + "0 1:1\n",
        "fewer samples than said": repository[: repository.rindex("\n", 0, -1) + 1],
        "a feature beyond": repository.replace("3:0.5", "9:0.5"),
        "a label beyond": repository.replace("2 1:", "7 1:"),
        "counts of 10^18": f"{10**18 - 1} {10**18 - 1} 3\n" + lines,
        "counts alone": "120 4 3\n",
        "counts of zero": "0 0 0\n" + lines,
    }
    cases |= {f"repository: {name}": ("mine.txt", text, {}) for name, text in counted.items()}
    cases |= {
        f"svm with {name}": ("mine.svm", lines, {name: "a"}) for name in ("x", "text", "split", "group", "groups")
    }
    cases["svm standardised"] = ("mine.svm", lines, {"scale": "standard"})
    head = "@relation mine\n@attribute a numeric\n@attribute y {u,v}\n@data\n"
    arff = {
        "no data": head,
        "no attributes": "@relation mine\n@data\n1,2\n",
        "a value of text": head + "one,u\n" * 9,
        "a value missing": head + "?,u\n1,v\n" * 9,
        "a value too few": head + "1\n" * 9,
        "a class that is not declared": head + "1,w\n" * 9,
        "a label missing": head + "1,?\n2,u\n" * 9,
        "text attributes": head.replace("a numeric", "a string") + "'one',u\n" * 9,
        "dates": head.replace("a numeric", 'a date "yyyy"') + "2020,u\n2021,v\n" * 9,
        "an unknown type": head.replace("numeric", "imaginary") + "1,u\n" * 9,
    }
    return cases | {f"arff: {name}": ("mine.arff", text, {}) for name, text in arff.items()}


def cases() -> dict[str, tuple]:
    """All: file, content, options."""
    every = (bytes_cases(), array_cases(), table_cases(), text_cases(), npz_options())
    found = dict(chain.from_iterable(each.items() for each in every))
    assert len(found) == sum(map(len, every))
    return found


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


def beside(folder) -> None:
    """Other files that options name."""
    np.savez(folder / "other.npz", X=X[:, :3], y=Y)
    (folder / "tree.csv").write_text("class,group\nu,a\nv,b\n")
    (folder / "noise.bin").write_bytes(bytes(range(256)))
    for name in ("folder", *(f"folder{ending}" for ending in (".npz", ".csv", ".parquet", ".svm", ".arff"))):
        (folder / name).mkdir()
