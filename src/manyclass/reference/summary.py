"""What a kept run shows, in Markdown: README's generated section, the exhibits, and the statements left open."""

import os
from pathlib import Path

import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.claims import score, tables
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED, UNDECIDED
from manyclass.protocol.claims.statement import MATHEMATICAL, OURS
from manyclass.protocol.claims.verdicts import CALIBRATED, PARTLY, UNTESTED
from manyclass.reference import changed, compare, crate, elsewhere, runs
from manyclass.reference.markdown import table

STANDARD = {"scale": "standard"}  # what is kept is of it
OPEN = (NOT_REPRODUCED, PARTLY, UNDECIDED)
MEANINGS = {
    REPRODUCED: "all of its tests came out as the document says",
    PARTLY: "some of them did; or all did, but not those on data that were made in view of it",
    NOT_REPRODUCED: "none did, and at least one came out against it",
    UNDECIDED: "none did, and none came out against it: the intervals are too wide to tell",
    score.RESTS: "it failed or is open, and one that it requires failed; or it held, and that one did not",
    CALIBRATED: "the data were made in view of it, so that it is not scored",
    UNTESTED: "no experiment here tests it, for a reason that its document's `statements.yaml` gives",
    f"{OURS}, {MATHEMATICAL}": "how many of our own questions, and of what follows from definitions, came out so",
}


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
    if waiting := {name.partition("/")[0] for name in registry.selected(STANDARD)} - {*crate.noted(reference)}:
        lines[-1] += f" Not run yet since its experiments were changed: {', '.join(sorted(waiting))}."
    if said := changed.sentence(reference):
        lines[-1] += f" {said}"
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
    tests = compare.named(tests)
    otherwise = elsewhere.measured_otherwise(reference)
    lines = ["# Statements not reproduced, reproduced in part, or undecided", ""]
    findings = os.path.relpath("docs/findings.md", reference)  # what is kept of another scale lies a folder deeper
    lines += [f"[docs/findings.md]({findings}) says why. Where a statement is reproduced in part, the tests that"]
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
    there = otherwise.get(test[compare.NAME])
    measured = test["measured"] if there is None else f"{test['measured']}, with other rounding {there}"
    return f"- {test['text']}: {printed}measured {measured}: **{test['verdict']}**{scored}"


def _head(statements, tests) -> str:
    """The score, and what its words mean."""
    return "\n".join(
        [
            f"{score.sentence(statements)}; {len(tests)} tests at {statements['scale'].iloc[0]} scale.",
            "",
            *(f"- *{word}*: {meaning}" for word, meaning in MEANINGS.items()),
            "",
            "How a statement comes to its verdict: [docs/verdicts.md](docs/verdicts.md). What is open, with its"
            " numbers: [reference/open_statements.md](reference/open_statements.md); the reasons:"
            " [docs/findings.md](docs/findings.md).",
        ]
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
        "shows": registry.caption(name, STANDARD).splitlines()[0].rstrip("."),
        "kept": ", ".join(links) or "–",
        "statements": tests["statement"].nunique() or "–",
        "tests": len(tests) or "–",
    }


def _kept(name: str, reference: Path) -> dict[str, str]:
    """Paths below the reference of an exhibit's table and figure, of those that it keeps."""
    files = {"table": f"tables/{name}.md", "figure": f"figures/{name}.svg"}
    return {kind: file for kind, file in files.items() if (reference / file).exists()}
