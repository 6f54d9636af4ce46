"""Data that cannot be used: files of every kind, broken, and entries that do not fit them."""

import pickle
from itertools import chain

import numpy as np
from bad_archives import X, Y, array_cases, npz, npz_options
from bad_tables import table_cases, text_cases


def pickled() -> bytes:
    class Loaded:
        def __reduce__(self):
            return open, ("unpickled", "w")

    return pickle.dumps(Loaded())


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


def cases() -> dict[str, tuple]:
    """All: file, content, options."""
    every = (bytes_cases(), array_cases(), table_cases(), text_cases(), npz_options())
    found = dict(chain.from_iterable(each.items() for each in every))
    assert len(found) == sum(map(len, every))
    return found


def beside(folder) -> None:
    """Other files that options name."""
    np.savez(folder / "other.npz", X=X[:, :3], y=Y)
    (folder / "tree.csv").write_text("class,group\nu,a\nv,b\n")
    (folder / "noise.bin").write_bytes(bytes(range(256)))
    for name in ("folder", *(f"folder{ending}" for ending in (".npz", ".csv", ".parquet", ".svm", ".arff"))):
        (folder / name).mkdir()
