"""Data sets made: of each a draw for every seed, a folder of arrays with a card that says what they are.

Run as ``python -m manyclass.protocol.data.make NAME [...] --scale SCALE --seed 0 [1 ...] --out FOLDER [...]``, with
``--own JSON`` for one's own data; the folders are those of the first set's seeds, then of the next set's. A draw is
everything that chance decides: of a set of the package the population (class tree, class centres, sizes), its samples
and labels; of one's own data which sample is in which part, where the data do not say. Who only reads sets takes
`manyclass.protocol.data.storage`.
"""

import argparse
import importlib
import json
import os
import shutil
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

import manyclass.datasets
from manyclass.datasets.base import Split
from manyclass.protocol.data.card import CARD, DRAWN, card
from manyclass.protocol.data.own import OwnSet
from manyclass.protocol.data.storage import read, write
from manyclass.protocol.errors import DataError
from manyclass.protocol.files import atomic_folder
from manyclass.protocol.seeds import derive


def available() -> list[str]:
    """Names of the package's data sets: the files of its folder."""
    return sorted(path.stem for path in Path(manyclass.datasets.__file__).parent.glob("[!_]*.py"))


def file_of(name) -> str:
    """File of a data set: the name itself, or what stands before the hyphen and the name of a variant."""
    return name.partition("-")[0]


def parameters(name, scale):
    """The parameters of a data set of the package, whose ``split`` draws it.

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
    return replace(module.SCALES[scale], **changes[variant])


def generate(name, scale, seed=0) -> Split:
    """Draw a data set of the package, seeded by its file, for all variants alike.

    A variant that changes how much is drawn, such as the classes of a group, has other random numbers from there on.

    Two seeds share nothing but the parameters: neither classes nor samples.

    Parameters
    ----------
    name, scale : str
        As `parameters` takes them.
    seed : int
        Number of the draw.

    Raises
    ------
    DataError
        If there is no such set, variant or scale.
    """
    return parameters(name, scale).split(seed_of(name, seed))


def seed_of(name, seed) -> np.random.SeedSequence:
    """What decides the bytes of a draw of a data set, beside its parameters: the same for all variants of a file."""
    return derive("data", file_of(name), seed)


def main(arguments=None) -> None:
    """Write the draws of data sets, and a card with each."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.protocol.data.make", description=main.__doc__)
    parser.add_argument("names", metavar="name", nargs="+", help="a data set: file, file-variant, or one's own")
    parser.add_argument("--scale", default="standard", help="smoke, standard, large or full")
    parser.add_argument("--seed", type=int, nargs="+", default=[0], help="the draws, by number")
    parser.add_argument("--out", required=True, type=Path, nargs="+", help="the folder of each draw, set by set")
    parser.add_argument("--own", type=json.loads, help="entry of one's own data set in the config, as JSON")
    options = parser.parse_args(arguments)
    draws = list(product(options.names, options.seed))
    if options.own is not None and len(options.names) > 1:
        parser.error("--own is the entry of one data set; name one")
    if len(options.out) != len(draws):
        parser.error(f"--out has {len(options.out)} folders for {len(draws)} draws; give one for each")
    try:
        if options.own is not None:
            _write_own(options)
        else:
            for (name, seed), out in zip(draws, options.out):
                _write(generate(name, options.scale, seed), out, name, options.scale)
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


def _write_own(options) -> None:
    """Write the draws of one's own data; where the split is given they are all the first, made once."""
    (name,) = options.names
    own = OwnSet.load(name, options.own)
    for number, (seed, out) in enumerate(zip(options.seed, options.out)):
        if number and own.given:
            _repeat(options.out[0], out)
        else:
            _write(own.split(seed), out, name, options.scale, own.drawn)


def _write(split, out, name, scale, drawn=DRAWN) -> None:
    """Write one draw and its card."""
    with atomic_folder(out) as folder:
        write(split, folder)
        described = card(name, scale, read(folder), drawn)
        (folder / CARD).write_text(json.dumps(described, indent=2) + "\n")


def _repeat(first, out) -> None:
    """Write a draw that is the first once more: the same files under other names, which take no space."""
    with atomic_folder(out) as folder:
        for file in (*first.glob("*.npy"), first / CARD):
            try:
                os.link(file, folder / file.name)
            except OSError:  # where a file cannot have two names
                shutil.copyfile(file, folder / file.name)


if __name__ == "__main__":
    main()
