"""Data sets made: one .npz of memory-mapped arrays for each, and a card that says what is in it.

Run as ``python -m manyclass.protocol.data NAME --scale SCALE --out FILE.npz [--own JSON]``. Who only reads
sets takes `manyclass.protocol.data_file`.
"""

import argparse
import importlib
import json
import sys
from pathlib import Path

import manyclass.datasets
from manyclass.datasets.base import Split
from manyclass.protocol.card import card
from manyclass.protocol.data_file import read, write
from manyclass.protocol.files import atomic
from manyclass.protocol.npz import DataError
from manyclass.protocol.own_data import own_split
from manyclass.protocol.seeds import derive

__all__ = ["DataError", "available", "generate", "read", "write"]


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
        made = own_split(options.name, options.own) if options.own else generate(options.name, options.scale)
        write(made, options.out)
        with atomic(options.out.with_suffix(".json")) as part:
            part.write_text(json.dumps(card(options.name, options.scale, read(options.out)), indent=2) + "\n")
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
