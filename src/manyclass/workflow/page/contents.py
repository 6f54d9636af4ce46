"""What the page of a run shows, read from the files that the run left."""

import json
from base64 import b64encode
from pathlib import Path

import pandas as pd
from markupsafe import Markup

from manyclass.exhibits import registry
from manyclass.protocol.claims import score, tables
from manyclass.protocol.claims.statement import OURS
from manyclass.protocol.claims.verdicts import CALIBRATED, JUDGED, NOT_RUN, UNTESTED
from manyclass.protocol.data.card import CARD
from manyclass.protocol.trial.record import versions
from manyclass.workflow.page.bar import bar

# Those stand in the page themselves, with every test in its row: no need for their figure and table.
SUMMARY = "summary"
# Of a test, hollow and filled: those of the bars.
MARKS = {"reproduced": "○●", "undecided": "□■", "not reproduced": "◇◆"}
QUESTIONS = "Our own questions"  # their heading, apart from what the document says
VERDICTS = (*JUDGED, CALIBRATED, UNTESTED, NOT_RUN)


def contents(exhibits, sets, results: Path, figures: Path) -> dict:
    """What the template asks for, by name.

    Parameters
    ----------
    exhibits, sets : sequence of str
    results, figures : Path

    Raises
    ------
    OSError, ValueError
        If a file of the run is missing or is no such file; one line.
    """
    statements = tables.read_statements(results / "statements.csv")
    tests = tables.read_tests(results / "tests.csv")
    documents = dict.fromkeys([*statements["document"], *(name.partition("/")[0] for name in exhibits)])
    return {
        "name": results.name,
        "sentence": score.sentence(statements) if len(statements) else None,
        "scale": statements["scale"].iloc[0] if len(statements) else None,
        "score": _score(statements),
        "verdicts": VERDICTS,
        "marks": MARKS,
        "kinds": sorted(statements["kind"].unique()),
        "asking": set(statements.loc[statements["kind"] == OURS, "document"]),
        "documents": [_document(name, exhibits, statements, tests, results, figures) for name in documents],
        "sets": [_card(name, results) for name in sets],
        "versions": versions(),
        "text_of": {name: (Path(__file__).parent / name).read_text() for name in ("style.css", "script.js")},
    }


def _score(statements: pd.DataFrame) -> list[dict]:
    """A row a document: its title, and how many of its empirical statements have which verdict."""
    if not len(statements):
        return []
    counted = score.score(statements)
    counts = [name for name in (*JUDGED, score.RESTS, CALIBRATED, UNTESTED, NOT_RUN) if name in counted]
    return [
        {
            "document": row["document"],
            "title": "all documents" if row["document"] == score.TOTAL else registry.title(row["document"]),
            "counts": {name: int(row[name]) for name in counts},
            "total": sum(int(row[name]) for name in counts),
            "others": {"ours": row["ours"], "mathematical": row["mathematical"]},
        }
        for row in counted.to_dict("records")
    ]


def _document(name, exhibits, statements, tests, results, figures) -> dict:
    own = tests[tests["document"] == name]
    said = statements[statements["document"] == name]
    shown = [each for each in exhibits if each.startswith(f"{name}/") and not each.endswith(f"/{SUMMARY}")]
    return {
        "name": name,
        "title": registry.title(name),
        "parts": [
            _part(*part, own, shown)
            for part in (
                ("said", "Statements", said[said["kind"] != OURS]),
                (OURS, QUESTIONS, said[said["kind"] == OURS]),
            )
            if len(part[-1])
        ],
        "exhibits": [_exhibit(each, results, figures) for each in shown],
    }


def _part(name, title, statements, tests, shown) -> dict:
    """Some of a document's statements under a heading of their own, each with its tests."""
    listed = [
        each | {"its_tests": _tests(tests[tests["statement"] == each["id"]], shown)}
        for each in statements.to_dict("records")
    ]
    return {"name": name, "title": title, "statements": listed}


def _tests(tests: pd.DataFrame, shown) -> list[dict]:
    """A test a row, its smaller p value, where the parts of its bar lie, and whether its exhibit is in the page."""
    smaller = tests[tables.HOLM].min(axis=1)
    return [
        test | {"p": p, "bar": bar(test), "shown": test["exhibit"] in shown}
        for test, p in zip(tests.to_dict("records"), smaller)
    ]


def _exhibit(name, results, figures) -> dict:
    """Title and text of an exhibit, its table as markup and as CSV, and its figure as the address of an image."""
    title, _, text = (results / "captions" / f"{name}.rst").read_text(encoding="utf-8").partition("\n")
    shown = {"name": name, "title": title, "text": text.strip(), "table": None, "csv": None, "figure": None}
    if registry.offers(name, "table"):
        made = results / "tables" / f"{name}.html"
        shown["table"] = _table_in(made.read_text(encoding="utf-8"), made)
        shown["csv"] = _address("text/csv", made.with_suffix(".csv"))
    if registry.offers(name, "figure"):
        shown["figure"] = _address("image/svg+xml", figures / f"{name}.svg")
    return shown


def _table_in(html: str, path: Path) -> Markup:
    """The table of a page that a run left, whose cells are escaped there."""
    _, start, rest = html.partition("<table")
    body, end, _ = rest.partition("</table>")
    if not (start and end):
        raise ValueError(f"{path}: no table in it; delete it and run the workflow again")
    return Markup(start + body + end)


def _address(kind: str, path: Path) -> str:
    """The address of a file's content, which needs no file."""
    return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"


def _card(name, results: Path) -> dict:
    """The card of the first draw of a data set."""
    return json.loads((results / "data" / name / "0" / CARD).read_text(encoding="utf-8"))
