"""Signatures made: ``python -m manyclass.protocol.signature.make FOLDER [FOLDER ...] --out FILE [FILE ...]``."""

import argparse
import sys
from pathlib import Path

from manyclass.protocol.data.storage import read
from manyclass.protocol.errors import DataError
from manyclass.protocol.signature.measured import signature
from manyclass.protocol.signature.record import Signature


def main(arguments=None) -> None:
    """Measure the signature of each draw of a data set, a folder of `manyclass.protocol.data.make`."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.protocol.signature.make", description=main.__doc__)
    parser.add_argument("draws", type=Path, nargs="+", help="the folder of each draw")
    parser.add_argument("--out", required=True, type=Path, nargs="+", help="the file of each signature")
    options = parser.parse_args(arguments)
    if len(options.out) != len(options.draws):
        parser.error(f"--out has {len(options.out)} files for {len(options.draws)} draws; give one for each")
    try:
        for folder, out in zip(options.draws, options.out):
            _measured(folder).write(out)
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


def _measured(folder) -> Signature:
    try:
        return signature(read(folder))
    except DataError as error:
        raise DataError(f"{folder}: {error}") from None


if __name__ == "__main__":
    main()
