"""Whether a run comes to the verdicts of another one: that of another machine, say, or the one kept in ``reference/``.

``python -m manyclass.reference.compare [RESULTS] [--other FOLDER]`` compares the statements that both have tested
alike, and these tests. What hangs on the rounding of a machine shows as a verdict that differs.
"""

import argparse
import sys
from pathlib import Path

import pandas as pd

from manyclass.exhibits.base import unmarked
from manyclass.protocol.claims.tables import names_of, read_statements, read_tests
from manyclass.protocol.errors import one_line

TEST = ["document", "statement", "exhibit", "data_sets", "text"]
STATEMENT = ["document", "id"]
# What a test asks, and of how many draws: where one of these is another, so may the verdict be, whatever the machine.
ASKED = ["scale", "n", "range_low", "range_high"]
NAME, HERE = "name", " here"


def main(arguments=None) -> None:
    """Print each test and each statement whose verdict differs, and how many do."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.reference.compare", description=main.__doc__)
    parser.add_argument("results", type=Path, nargs="?", default=Path("results/standard"), help="folder of a run")
    parser.add_argument("--other", type=Path, default=Path("reference"), help="folder of the other")
    options = parser.parse_args(arguments)
    try:
        print("\n".join(report(options.results, options.other)))
    except FileNotFoundError as error:
        sys.exit(f"error: there is no file {error.filename}: run the workflow first, or name the folder of a run")
    except (ValueError, OSError) as error:
        sys.exit(f"error: {one_line(error)}")


def report(here: Path, other: Path) -> list[str]:
    """What differs, and how many tests are not compared, in lines; folders and errors as in `side_by_side`."""
    statements, tests = side_by_side(here, other)
    lines = []
    for _, row in different(tests).iterrows():
        lines.append(f"{row['exhibit']}, {row['statement']}: {row['text']}")
        lines.append(f"  {row['verdict']}: {row['measured']}; here {row['verdict' + HERE]}: {row['measured' + HERE]}")
    for _, row in different(statements).iterrows():
        lines.append(f"{row['document']}, {row['id']}: {row['verdict']}, here {row['verdict' + HERE]}")
    if left := len(_tests(here, other)) - len(tests):
        lines.append(f"left out: {left} tests in both, by another rule, range, scale or number of draws or tests")
    return [*lines, _said(tests, "tests"), _said(statements, "statements")]


def side_by_side(here: Path, other: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The statements that both runs have tested alike, and these tests.

    Alike is a statement by the same rule, all of whose tests are in both, and ask the same of as many draws.

    Parameters
    ----------
    here, other : Path
        Folders with ``tests.csv`` and ``statements.csv``.

    Returns
    -------
    statements, tests : pandas.DataFrame
        As `manyclass.protocol.claims.tables` makes them of the other run; what is said here in columns that end in
        `HERE`. Tests have a column `NAME` beside.

    Raises
    ------
    ValueError, OSError
        If one of the files is missing or holds something else, or there is no statement that both have tested alike;
        one line.
    """
    statements = _both(read_statements, "statements.csv", here, other, STATEMENT)
    tests = _tests(here, other)
    for column in ASKED:
        tests = tests[tests[column].eq(tests[column + HERE]) | tests[[column, column + HERE]].isna().all(axis=1)]
    # One test more or less changes Holm's correction of the others.
    pairs = names_of(statements, "id").map(names_of(tests, "statement").value_counts())
    alike = statements["tests"].eq(pairs) & statements["tests" + HERE].eq(pairs)
    statements = statements[alike & statements["rule"].str.split().eq(statements["rule" + HERE].str.split())]
    if statements.empty:
        raise ValueError(f"{here} and {other} have no statement in common that rests on the same tests")
    return statements, tests[names_of(tests, "statement").isin(names_of(statements, "id"))]


def named(tests: pd.DataFrame) -> pd.DataFrame:
    """Tests, and in the column `NAME` what each has in common with the same test of another run.

    That is what the columns `TEST` say, but for the mark of a sweep at its edge: it may come or go with the machine.
    """
    names = zip(*(tests[column] for column in TEST[:-1]), tests["text"].map(unmarked))
    return tests.assign(**{NAME: pd.Series([*names], index=tests.index, dtype=object)})


def different(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows of `side_by_side` whose verdict is another one in each run."""
    return rows[rows["verdict"] != rows["verdict" + HERE]]


def _tests(here: Path, other: Path) -> pd.DataFrame:
    """The tests of one name in both folders, side by side."""
    return _both(lambda path: named(read_tests(path)), "tests.csv", here, other, [NAME])


def _both(read, name: str, here: Path, other: Path, key: list[str]) -> pd.DataFrame:
    """The rows that a table has in both folders, side by side."""
    return read(other / name).merge(read(here / name), on=key, suffixes=("", HERE))


def _said(rows: pd.DataFrame, what: str) -> str:
    return f"of {len(rows)} {what} that both have, {len(different(rows))} have another verdict"


if __name__ == "__main__":
    main()
