"""What all benchmarks have in common as programs: their options, and how they give their table."""

import argparse

import pandas as pd


def options(doc: str, rounds: int | None = None, data=False) -> argparse.ArgumentParser:
    """Options of a benchmark whose module has this docstring, and which measures in so many rounds, if in any."""
    parser = argparse.ArgumentParser(description=doc.split("\n", 1)[0])
    if rounds:
        parser.add_argument("--rounds", type=int, default=rounds, help="times that everything is measured, in turns")
    parser.add_argument("--out", help="write the table as CSV here")
    parser.add_argument("--quick", action="store_true", help="the smallest sizes: whether it runs, not how fast")
    if data:
        parser.add_argument("--data", help="folder of the public data sets, see benchmarks/corpora.py")
    return parser


def show(lines, out: str | None) -> None:
    """Print a table, and write it as CSV if asked to."""
    table = pd.DataFrame(lines)
    print(table.to_string(index=False, na_rep="", float_format=lambda x: f"{x:.3g}"))
    if out:
        table.to_csv(out, index=False, float_format="%.4g")
