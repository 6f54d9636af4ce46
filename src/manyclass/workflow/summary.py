"""What a kept run shows, in Markdown: README's generated section, and the claims that were not reproduced."""

import json
from pathlib import Path

import pandas as pd

from manyclass.exhibits import registry
from manyclass.protocol.claims.collect import COLUMNS

VERDICTS = ("reproduced", "not reproduced", "inconclusive")
DOCUMENTS = {
    "gupta2014": "Gupta, Bengio & Weston 2014, Training highly multiclass classifiers",
    "perronnin2012": "Perronnin, Akata, Harchaoui & Schmid 2012, Towards good practice in large-scale learning",
    "deng2011": "Deng, Satheesh, Berg & Fei-Fei 2011, Fast and balanced; Bengio, Weston & Grangier 2010, Label trees",
    "lapin2015": "Lapin, Hein & Schiele 2015, Top-k multiclass SVM",
    "lecture": "Hazan & Singer, lecture on multiclass SGD",
}


def section(reference: Path) -> str:
    """README's generated section."""
    on, claims = json.loads((reference / "machine.json").read_text()), read_claims(reference / "claims.csv")
    package = ", ".join(f"{name} {number}" for name, number in on["versions"].items())
    lines = [
        f"At standard scale: {counts(claims)}; {on['jobs']} jobs, {on['job_minutes']:.0f} minutes of job time in all,"
        f" on {on['cores']} cores of {on['processor']} with {on['memory_gib']} GiB ({package}). Claims that were not"
        " reproduced, each with its numbers: [reference/open_claims.md](reference/open_claims.md)."
    ]
    for document, title in DOCUMENTS.items():
        rows = _exhibit_rows(document, claims, reference)
        if rows:
            own = claims[claims["exhibit"].str.startswith(f"{document}/")]
            header = [f"| exhibit | shows | {' | '.join(VERDICTS)} |", "|---|---|--:|--:|--:|"]
            lines += ["", f"**{title}**: {counts(own)}.", "", *header, *rows]
    return "\n".join([*lines, "", *_table8(reference)])


def open_claims(reference: Path) -> str:
    """The claims that the run did not reproduce or could not decide, exhibit by exhibit."""
    claims = read_claims(reference / "claims.csv")
    claims = claims[claims["verdict"] != "reproduced"]
    lines = ["# Claims not reproduced, or not decided", ""]
    for exhibit, rows in claims.groupby("exhibit"):
        lines += [f"## {exhibit}", ""]
        for _, claim in rows.iterrows():
            printed = f"printed {claim['printed']}; " if claim["printed"] else ""
            lines.append(f"- {claim['text']}: {printed}measured {claim['measured']}: **{claim['verdict']}**.")
        lines.append("")
    return "\n".join(lines)


def read_claims(file: Path | str) -> pd.DataFrame:
    """Every claim of the run: exhibit, text, printed, measured, verdict; ValueError if it is no such table."""
    return pd.read_csv(file, dtype=str, usecols=COLUMNS).fillna("")


def counts(claims: pd.DataFrame) -> str:
    """How many claims have which verdict."""
    total = claims["verdict"].value_counts()
    return f"{len(claims)} claims, " + ", ".join(f"{total.get(verdict, 0)} {verdict}" for verdict in VERDICTS)


def _exhibit_rows(document: str, claims: pd.DataFrame, reference: Path) -> list[str]:
    """A row an exhibit of a document: its title, and how many claims have which verdict."""
    rows = []
    for name in registry.names():
        shown = [*reference.glob(f"tables/{name}.md"), *reference.glob(f"figures/{name}.svg")]
        if not (shown and name.startswith(f"{document}/")):
            continue
        title = registry.caption(name, {}).splitlines()[0].rstrip(".")
        counts = claims.loc[claims["exhibit"] == name, "verdict"].value_counts()
        cells = (str(counts.get(verdict, "–")) for verdict in VERDICTS)
        link = shown[0].relative_to(reference.parent).as_posix()
        rows.append(f"| [{name}]({link}) | {title} | {' | '.join(cells)} |")
    return rows


def _table8(reference: Path) -> list[str]:
    """Table 8 in short: printed and measured accuracy of the best run, in percent."""
    table = pd.read_csv(reference / "tables" / "gupta2014/table8.csv", dtype=str).fillna("–")
    sets = [name.removesuffix(": printed") for name in table.columns if name.endswith(": printed")]
    rows = [f"| test accuracy, %: printed / ours | {' | '.join(sets)} |", "|---|" + "--:|" * len(sets)]
    for _, row in table.iterrows():
        cells = (f"{row[f'{name}: printed']} / {row[f'{name}: best run']}" for name in sets)
        rows.append(f"| {row.iloc[1]} | {' | '.join(cells)} |")
    return rows
