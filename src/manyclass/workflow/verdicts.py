"""The statements of all documents with their verdicts, each with its tests, as a page for the browser.

``python -m manyclass.workflow.verdicts STATEMENTS.csv TESTS.csv STATEMENTS.html``
"""

import sys
from html import escape

import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.claims import score, tables
from manyclass.protocol.claims.verdicts import JUDGED
from manyclass.protocol.files import atomic

CSS = """body { font: 14px/1.5 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #111;
background: #fff } table { border-collapse: collapse; margin: .5em 0 1em } td, th { padding: .15em .7em;
text-align: left; vertical-align: top; border-top: 1px solid #ddd } th { border-bottom: 1px solid #111;
border-top: 2px solid #111 } table.score td:not(:first-child), table.score th:not(:first-child) { text-align: right }
details { border-top: 1px solid #ccc; padding: .3em 0 } summary { cursor: pointer }
dl { margin: .4em 0 .4em 1.2em; display: grid; grid-template-columns: 7em 1fr } dd { margin: 0 }
dt { color: #555 } code { font-size: 92% } .id { color: #555 }
.verdict { display: inline-block; min-width: 9.5em; padding-left: .5em; margin-right: .7em;
border-left: .6em solid #999 }
.reproduced { border-color: #0072B2 } .partly { border-color: #56B4E9 } .not-reproduced { border-color: #D55E00 }
.undecided { border-color: #E69F00 } .scroll { overflow-x: auto; margin-left: 1.2em }"""
SHOWN = {"text": "test", "printed": "printed", "measured": "measured", "range": "claimed range", "data_sets": "on",
         "exhibit": "exhibit", "holm": "p, Holm", "verdict": "verdict", "scored": "scored"}  # fmt: skip
FACTS = {"place": "where", "printed": "printed", "kind": "kind", "rule": "rule", "size": "size", "reason": "note"}
HOW = (
    "A statement is judged by t tests over independent draws of the data: reproduced where the 95 % interval of each"
    " of its tests lies wholly in the claimed range, after Holm's correction for their number, not reproduced where"
    " none does and one lies wholly beyond it. Not scored: what a data set was calibrated on, what is mathematics, and"
    " our own questions. Reasons: docs/findings.md."
)


def page(statements: pd.DataFrame, tests: pd.DataFrame) -> str:
    """One HTML page without outside resources, from the tables of a run (`manyclass.protocol.claims.tables`)."""
    parts = [f"<h1>Statements and verdicts</h1>\n<p>{escape(_said_of(statements))} {escape(HOW)}</p>"]
    parts.append(_score(statements))
    for document in statements["document"].drop_duplicates():
        own = tests[tests["document"] == document]
        parts.append(f"<h2>{escape(registry.title(document))}</h2>")
        for _, statement in statements[statements["document"] == document].iterrows():
            parts.append(_statement(statement, own[own["statement"] == statement["id"]]))
    body = "\n".join(parts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>Statements and verdicts</title>\n'
        f"<style>{CSS}</style></head><body>\n{body}\n</body></html>\n"
    )


def _said_of(statements) -> str:
    if not len(statements):
        return "No exhibit of this run makes claims."
    return f"At {statements['scale'].iloc[0]} scale: {score.sentence(statements)}."


def _score(statements) -> str:
    if not len(statements):
        return ""
    table = score.score(statements).to_html(index=False, border=0, classes="score")
    return f'<div class="scroll">{table}</div>'


def _statement(statement, tests) -> str:
    """One statement, folded: what it says and its verdict; unfolded its rule and its tests."""
    verdict = statement["verdict"]
    colour = verdict.replace(" ", "-") if verdict in JUDGED else "open"
    rests = " (rests on another)" if statement["rests"] else ""
    name = f'<span class="id">{escape(statement["place"])} <code>{escape(statement["id"])}</code></span>'
    head = f'<span class="verdict {colour}">{escape(verdict + rests)}</span>{escape(statement["says"])} {name}'
    facts = "".join(
        f"<dt>{name}</dt><dd>{escape(statement[key])}</dd>" for key, name in FACTS.items() if statement[key]
    )
    return f"<details><summary>{head}</summary><dl>{facts}</dl>{_tests(tests)}</details>"


def _tests(tests) -> str:
    if not len(tests):
        return ""
    ranges = [_range(low, high) for low, high in zip(tests["range_low"], tests["range_high"])]
    smaller = tests[tables.HOLM].min(axis=1).map("{:.2g}".format)
    shown = tests.assign(range=ranges, holm=smaller)[list(SHOWN)].rename(columns=SHOWN)
    with pd.option_context("display.max_colwidth", None):  # else pandas cuts long cells
        return f'<div class="scroll">{shown.to_html(index=False, border=0)}</div>'


def _range(low, high) -> str:
    """The claimed range in words; nothing where a test is no interval's."""
    if low == -float("inf"):
        return "" if high == float("inf") else f"< {high:g}"
    return f"> {low:g}" if high == float("inf") else f"{low:g} to {high:g}"


def main(statements: str, tests: str, target: str) -> None:
    """Write the page of a run's tables."""
    try:
        text = page(tables.read_statements(statements), tables.read_tests(tests))
        with atomic(target) as part:
            part.write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
