"""Data sets made: one folder of arrays for each, and in it a card that says what they are.

Run as ``python -m manyclass.protocol.data.make NAME --scale SCALE --out FOLDER [--own JSON]``. Who only reads
sets takes `manyclass.protocol.data.file`.
"""

import argparse
import importlib
import json
import sys
from dataclasses import replace
from pathlib import Path

import manyclass.datasets
from manyclass.datasets.base import Split
from manyclass.protocol.data.card import card
from manyclass.protocol.data.file import read, write
from manyclass.protocol.data.own import own_split
from manyclass.protocol.errors import DataError
from manyclass.protocol.files import atomic_folder
from manyclass.protocol.seeds import derive


def available() -> list[str]:
    """Names of the package's data sets: the files of its folder."""
    return sorted(path.stem for path in Path(manyclass.datasets.__file__).parent.glob("[!_]*.py"))


def file_of(name) -> str:
    """File of a data set: the name itself, or what stands before the hyphen and the name of a variant."""
    return name.partition("-")[0]


def generate(name, scale) -> Split:
    """Draw a data set of the package, seeded by its file: variants differ in nothing but what they change.

    Parameters
    ----------
    name : str
        A file of ``datasets``, or ``file-variant`` with a variant of its ``VARIANTS``: the parameters it
        changes, by name.
    scale : str
        One of the file's ``SCALES``.

    Raises
    ------
    DataError
        If there is no such set, variant or scale.
    """
    file, _, variant = name.partition("-")
    if file not in available():
        raise DataError(f"unknown data set {name!r}: choose one of {', '.join(available())}")
    module = importlib.import_module(f"manyclass.datasets.{file}")
    if scale not in module.SCALES:
        raise DataError(f"unknown scale {scale!r} of {name}: choose one of {', '.join(module.SCALES)}")
    changes = {"": {}, **getattr(module, "VARIANTS", {})}
    if variant not in changes:
        known = ", ".join(f"{file}-{each}" for each in changes if each) or "none"
        raise DataError(f"unknown variant {name!r}; those of {file}: {known}")
    return replace(module.SCALES[scale], **changes[variant]).split(derive("data", file))


def main(arguments=None) -> None:
    """Write one set and its card."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.protocol.data.make", description=main.__doc__)
    parser.add_argument("name", help="a data set: file, file-variant, or the name of one's own")
    parser.add_argument("--scale", default="standard", help="smoke, standard or full")
    parser.add_argument("--out", required=True, type=Path, help="the folder to write")
    parser.add_argument("--own", type=json.loads, help="entry of one's own data set in the config, as JSON")
    options = parser.parse_args(arguments)
    try:
        split = own_split(options.name, options.own) if options.own else generate(options.name, options.scale)
        with atomic_folder(options.out) as folder:
            write(split, folder)
            described = card(options.name, options.scale, read(folder))
            (folder / "card.json").write_text(json.dumps(described, indent=2) + "\n")
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
