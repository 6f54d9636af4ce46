"""What a kept run shows, in Markdown: README's generated section, and the claims that were not reproduced."""

import json
from pathlib import Path

import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.claims.claim import VERDICTS
from manyclass.protocol.claims.collect import COLUMNS


def section(reference: Path) -> str:
    """README's generated section."""
    on, claims = json.loads((reference / "machine.json").read_text()), read_claims(reference / "claims.csv")
    package = ", ".join(f"{name} {number}" for name, number in on["versions"].items())
    lines = [
        f"At standard scale: {counts(claims)}; {on['jobs']} jobs, {on['job_minutes']:.0f} minutes of job time in all,"
        f" on {on['cores']} cores of {on['processor']} with {on['memory_gib']} GiB ({package}). Claims that were not"
        " reproduced, each with its numbers: [reference/open_claims.md](reference/open_claims.md); the reasons:"
        " [docs/findings.md](docs/findings.md)."
    ]
    for document in registry.documents():
        rows = _exhibits(document, claims, reference)
        if len(rows):
            own = claims[claims["exhibit"].str.startswith(f"{document}/")]
            lines += ["", f"**{registry.title(document)}**: {counts(own)}.", "", _markdown(rows, n_texts=2)]
    return "\n".join([*lines, "", _markdown(_table8(reference), n_texts=1)])


def open_claims(reference: Path) -> str:
    """The claims that the run did not reproduce or could not decide, exhibit by exhibit."""
    claims = read_claims(reference / "claims.csv")
    claims = claims[claims["verdict"] != "reproduced"]
    lines = ["# Claims not reproduced, or not decided", "", "[docs/findings.md](../docs/findings.md) says why.", ""]
    for exhibit, rows in claims.groupby("exhibit"):
        lines += [f"## {exhibit}", ""]
        for _, claim in rows.iterrows():
            printed = f"printed {claim['printed']}; " if claim["printed"] else ""
            lines.append(f"- {claim['text']}: {printed}measured {claim['measured']}: **{claim['verdict']}**")
        lines.append("")
    return "\n".join(lines)


def read_claims(file: Path | str) -> pd.DataFrame:
    """Every claim of the run: exhibit, text, printed, measured, verdict; ValueError if it is no such table."""
    return pd.read_csv(file, dtype=str, usecols=COLUMNS).fillna("")


def counts(claims: pd.DataFrame) -> str:
    """How many claims have which verdict."""
    total = claims["verdict"].value_counts()
    return f"{len(claims)} claims, " + ", ".join(f"{total.get(verdict, 0)} {verdict}" for verdict in VERDICTS)


def _exhibits(document: str, claims: pd.DataFrame, reference: Path) -> pd.DataFrame:
    """A row an exhibit of a document: its title, and how many claims have which verdict."""
    rows = []
    for name in registry.names():
        shown = [*reference.glob(f"tables/{name}.md"), *reference.glob(f"figures/{name}.svg")]
        if not (shown and name.startswith(f"{document}/")):
            continue
        link = f"[{name}]({shown[0].relative_to(reference.parent).as_posix()})"
        title = registry.caption(name, {}).splitlines()[0].rstrip(".")
        total = claims.loc[claims["exhibit"] == name, "verdict"].value_counts()
        rows.append({"exhibit": link, "shows": title} | {verdict: total.get(verdict, "–") for verdict in VERDICTS})
    return pd.DataFrame(rows)


def _table8(reference: Path) -> pd.DataFrame:
    """Table 8 in short: printed and measured accuracy of the best run, in percent."""
    table = pd.read_csv(reference / "tables" / "gupta2014/table8.csv", dtype=str).fillna("–")
    sets = [name.removesuffix(": printed") for name in table.columns if name.endswith(": printed")]
    cells = {name: table[f"{name}: printed"] + " / " + table[f"{name}: best run"] for name in sets}
    return pd.DataFrame({"test accuracy, %: printed / ours": table.iloc[:, 1], **cells})


def _markdown(table: pd.DataFrame, n_texts: int) -> str:
    """A table in Markdown, its first columns set to the left and the others to the right."""
    sides = ["left"] * n_texts + ["right"] * (len(table.columns) - n_texts)
    return table.to_markdown(index=False, colalign=sides, disable_numparse=True)
