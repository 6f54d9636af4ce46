"""What a kept run shows, in Markdown: README's generated section, the exhibits, and the statements left open."""

from pathlib import Path

import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.claims import score, tables
from manyclass.protocol.claims.claim import NOT_REPRODUCED, UNDECIDED
from manyclass.protocol.claims.verdicts import PARTLY
from manyclass.workflow import compare, crate, elsewhere, runs
from manyclass.workflow.markdown import table

OPEN = (NOT_REPRODUCED, PARTLY, UNDECIDED)


def section(reference: Path) -> str:
    """README's generated section: the score, and what the run took."""
    statements, tests = elsewhere.settled(reference)
    scored = score.score(statements)
    scored["document"] = [_linked(name, reference) for name in scored["document"]]
    lines = [
        _head(statements, tests) + elsewhere.said(reference),
        "",
        table(scored, n_texts=1),
        "",
        runs.sentence(reference),
    ]
    if waiting := {name.partition("/")[0] for name in registry.selected({})} - {*crate.noted(reference)}:
        lines[-1] += f" Not run yet since its experiments were changed: {', '.join(sorted(waiting))}."
    return "\n".join(lines)


def kept_exhibits(reference: Path) -> str:
    """The page of the reference that lists the exhibits of which it keeps a table or a figure."""
    names = [name for name in registry.names() if _kept(name, reference)]
    return f"# Exhibits of the kept runs\n\n{exhibits(names, reference, '.')}"


def exhibits(names: list[str], reference: Path, to: str) -> str:
    """Exhibits, a table a document: what each shows, by how many tests of how many statements, and what is kept.

    Parameters
    ----------
    names : list of str
        Exhibits, ``document/exhibit``.
    reference : Path
        The kept run.
    to : str
        What leads from the page to its files.
    """
    tests = tables.read_tests(reference / "tests.csv")
    lines = []
    for document in registry.documents():
        of_it = [name for name in names if name.startswith(f"{document}/")]
        rows = pd.DataFrame([_exhibit(name, tests[tests["exhibit"] == name], reference, to) for name in of_it])
        if len(rows):
            lines += [f"## {registry.title(document)}", "", table(rows, n_texts=3), ""]
    return "\n".join(lines)


def open_statements(reference: Path) -> str:
    """The statements that the run did not reproduce, reproduced in part or could not decide, with their tests."""
    statements, tests = elsewhere.settled(reference)
    otherwise = elsewhere.measured_otherwise(reference)
    lines = ["# Statements not reproduced, reproduced in part, or undecided", ""]
    lines += [
        "[docs/findings.md](../docs/findings.md) says why. Where a statement is reproduced in part, the tests that"
    ]
    lines += ["are not listed were reproduced.", ""]
    for _, statement in statements[statements["verdict"].isin(OPEN)].iterrows():
        of_it = (tests["document"] == statement["document"]) & (tests["statement"] == statement["id"])
        note = f" ({statement['reason']})" if statement["reason"] else ""
        lines += [f"## {statement['document']}/{statement['id']}", ""]
        lines += [f"{statement['place']}: {statement['says']} **{statement['verdict']}**{note}", ""]
        lines += [_line(test, otherwise) for _, test in tests[of_it & tests["verdict"].isin(OPEN)].iterrows()]
        lines.append("")
    return "\n".join(lines)


def _line(test, otherwise: dict[tuple[str, ...], str]) -> str:
    printed = f"printed {test['printed']}; " if test["printed"] else ""
    scored = "" if test["scored"] == "yes" else f" (not scored: {test['scored']})"
    there = otherwise.get(tuple(test[compare.TEST]))
    measured = test["measured"] if there is None else f"{test['measured']}, with other rounding {there}"
    return f"- {test['text']}: {printed}measured {measured}: **{test['verdict']}**{scored}"


def _head(statements, tests) -> str:
    """Say what the score counts."""
    return (
        f"{score.sentence(statements)}; {len(tests)} tests at {statements['scale'].iloc[0]} scale. Of a document's"
        " empirical statements each has one verdict; “rests on another” are those that failed or are open together with"
        " a failure of one that they require, and what was reproduced though one that it requires is open or was not;"
        " “calibrated” are those in view of which the data were made. Of our own questions and of mathematical"
        " statements it is said how many of those tested came out as stated. What is open, with its numbers:"
        " [reference/open_statements.md](reference/open_statements.md); the reasons:"
        " [docs/findings.md](docs/findings.md)."
    )


def _linked(document: str, reference: Path) -> str:
    """A document's name, with a link to the figure of its tests where it has been made."""
    figure = reference / "figures" / document / "summary.svg"
    return f"[{document}]({figure.relative_to(reference.parent).as_posix()})" if figure.exists() else document


def _exhibit(name: str, tests: pd.DataFrame, reference: Path, to: str) -> dict:
    """A row of an exhibit: its title, links to the table and the figure that are kept of it, and its tests."""
    links = [f"[{kind}]({to}/{file})" for kind, file in _kept(name, reference).items()]
    return {
        "exhibit": f"`{name}`",
        "shows": registry.caption(name, {}).splitlines()[0].rstrip("."),
        "kept": ", ".join(links) or "–",
        "statements": tests["statement"].nunique() or "–",
        "tests": len(tests) or "–",
    }


def _kept(name: str, reference: Path) -> dict[str, str]:
    """Paths below the reference of an exhibit's table and figure, of those that it keeps."""
    files = {"table": f"tables/{name}.md", "figure": f"figures/{name}.svg"}
    return {kind: file for kind, file in files.items() if (reference / file).exists()}
