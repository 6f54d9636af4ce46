"""Join the exhibits' files of claims into one table.

``python -m manyclass.protocol.claims.collect CLAIMS.csv [results/<scale>/claims/<document>/<exhibit>.json ...]``
"""

import json
import sys
from dataclasses import asdict, fields
from pathlib import Path

import pandas as pd

from manyclass.protocol.claims.claim import Claim
from manyclass.protocol.files import atomic

COLUMNS = ["exhibit", *(field.name for field in fields(Claim))]


def collect(paths) -> pd.DataFrame:
    """Read the exhibits' files of claims: a row a claim, exhibits by name.

    Raises
    ------
    ValueError
        If a file holds no list of claims; one line that names it.
    """
    rows = []
    for path in sorted(map(Path, paths)):
        exhibit = f"{path.parent.name}/{path.stem}"
        try:
            claims = [Claim(**claim) for claim in json.loads(path.read_text(encoding="utf-8"))]
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path}: not a list of claims ({error}); delete it and run again") from None
        rows += [{"exhibit": exhibit, **asdict(claim)} for claim in claims]
    return pd.DataFrame(rows, columns=COLUMNS)


def main(arguments) -> None:
    """Run the command line: the table to write, then the exhibits' files of claims."""
    if not arguments:
        sys.exit(f"usage: {__doc__.splitlines()[-1].strip('`')}")
    try:
        table = collect(arguments[1:])
        with atomic(arguments[0]) as part:
            table.to_csv(part, index=False, lineterminator="\n", encoding="utf-8")
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
