"""Data sets as files: one .npz of memory-mapped arrays for each, and a card that says what is in it.

Run as ``python -m manyclass.protocol.data NAME --scale SCALE --out FILE.npz [--own JSON]``.
"""

import argparse
import importlib
import json
import sys
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array, issparse

import manyclass.datasets
from manyclass.datasets.base import Blocks, Part, Split, Tree
from manyclass.protocol.card import card
from manyclass.protocol.files import atomic
from manyclass.protocol.npz import DataError, open_arrays, writing
from manyclass.protocol.seeds import derive

__all__ = ["DataError", "available", "generate", "read", "write"]
PARTS = ("train", "valid", "test")
SPARSE = ("data", "indices", "indptr", "shape")


def write(split, path) -> None:
    """Write a set as an uncompressed .npz, a block at a time; a file is there whole or not at all.

    Parameters
    ----------
    split : Split
        The set; its ``X`` and ``ceiling`` may be `Blocks`.
    path : path
        The file. Keys: ``X_train`` (or, sparse, ``X_train_data`` and so on), ``Y_train_data`` and so on, the
        same for valid and test, ``names``, and where the set has them ``tree`` (parents) and ``ceiling``.

    Raises
    ------
    OSError
        If it cannot be written; one line that names the file where the disk is full.
    """
    with atomic(path) as part, writing(part) as file:
        for name in PARTS:
            _write_array(file, f"X_{name}", getattr(split, name).X)
            _write_array(file, f"Y_{name}", getattr(split, name).Y)
        file.add("names", np.array(split.names, dtype=str))
        if split.tree is not None:
            file.add("tree", split.tree.parent)
        if split.ceiling is not None:
            _write_array(file, "ceiling", split.ceiling)


def _write_array(file, name, array) -> None:
    if issparse(array):
        for member in SPARSE:
            file.add(f"{name}_{member}", getattr(array, member))
    elif isinstance(array, Blocks):
        file.stream(name, array.shape, array.dtype, array)
    else:
        file.add(name, array)


def read(path) -> Split:
    """Open a set as `write` left it, every array mapped into memory copy-on-write.

    Parameters
    ----------
    path : path
        The .npz file.

    Returns
    -------
    Split
        Its ``X`` are float32, C-contiguous, aligned and writeable; processes share their pages.

    Raises
    ------
    FileNotFoundError, DataError
        If the file is missing, empty, truncated, holds pickled objects, or is no set; one line that names it.
    """
    try:
        arrays = open_arrays(path)
    except FileNotFoundError:
        raise FileNotFoundError(f"{path} does not exist: make the data set first") from None
    try:
        parts = [Part(_read_array(arrays, f"X_{p}"), _read_array(arrays, f"Y_{p}")) for p in PARTS]
        names = arrays["names"].tolist()
    except KeyError as missing:
        raise DataError(f"{path} has no array {missing}: it is no data set of this package") from None
    tree = Tree(arrays["tree"]) if "tree" in arrays else None
    return Split(*parts, tree, names, arrays.get("ceiling"))


def _read_array(arrays, name):
    if f"{name}_shape" not in arrays:
        return arrays[name]
    data, indices, indptr, shape = (arrays[f"{name}_{member}"] for member in SPARSE)
    return csr_array((data, indices, indptr), shape=tuple(shape.tolist()), copy=False)


def available() -> list[str]:
    """Names of the package's data sets: the files of its folder."""
    folder = Path(manyclass.datasets.__file__).parent
    return sorted(file.stem for file in folder.glob("*.py") if file.stem not in ("__init__", "base"))


def generate(name, scale) -> Split:
    """Draw a data set of the package, seeded by its name.

    Raises
    ------
    DataError
        If there is no such set or scale.
    """
    if name not in available():
        raise DataError(f"unknown data set {name!r}: choose one of {', '.join(available())}")
    scales = importlib.import_module(f"manyclass.datasets.{name}").SCALES
    if scale not in scales:
        raise DataError(f"unknown scale {scale!r} of {name}: choose one of {', '.join(scales)}")
    return scales[scale].split(derive("data", name))


def main(arguments=None) -> None:
    """Write one set and its card."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.protocol.data", description=main.__doc__)
    parser.add_argument("name", help="file name of a data set, or the name of one's own")
    parser.add_argument("--scale", default="standard", help="smoke, standard or full")
    parser.add_argument("--out", required=True, type=Path, help="the .npz file to write")
    parser.add_argument("--own", type=json.loads, help="entry of one's own data set in the config, as JSON")
    options = parser.parse_args(arguments)
    try:
        if options.own:
            from manyclass.protocol.own_data import own_split

            made = own_split(options.name, options.own)
        else:
            made = generate(options.name, options.scale)
        write(made, options.out)
        with atomic(options.out.with_suffix(".json")) as part:
            part.write_text(json.dumps(card(options.name, options.scale, read(options.out)), indent=2) + "\n")
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
