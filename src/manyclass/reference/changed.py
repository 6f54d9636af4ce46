"""What has changed since exhibits were kept: the trials that they declare, and the rules of the statements they test.

A kept table is of the trials that its exhibit declared when it was run: their parameters, sweeps and passes, which may
be others now. ``declared.json`` in the folder of the reference notes them, by exhibit and address, as a digest of what
decides a trial's result beside its data and the code of its method.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from manyclass.exhibits import baselines, registry, statements
from manyclass.protocol.claims import statement
from manyclass.protocol.claims.tables import names_of, read_statements, read_tests
from manyclass.protocol.files import atomic
from manyclass.protocol.trial.spec import Trial
from manyclass.reference.markdown import table
from manyclass.workflow.configuration import checked

DECLARED = "declared.json"


def declared(names: Iterable[str], scale: str) -> dict[str, dict[str, str]]:
    """The trials that exhibits declare at a scale: a digest of each by its address.

    Exhibits that there are no more, or that train nothing, are left out.
    """
    config, known = checked({"scale": scale}), registry.names()
    exhibits = {name: registry.load(name) for name in names if name in known}
    training = {name: exhibit for name, exhibit in exhibits.items() if hasattr(exhibit, "trials")}
    return {name: {each.address: digest(each) for each in of.trials(config)} for name, of in training.items()}


def digest(trial: Trial) -> str:
    """Twelve digits of a trial's parameters, sweep and budget, and of those of the trial that it starts from."""
    first = trial.depends_on
    of = [*trial.words(), str(trial.draws), *([] if first is None else [first.address, digest(first)])]
    return hashlib.sha256(json.dumps(of).encode()).hexdigest()[:12]


def note(reference: Path, names: Iterable[str], scale: str) -> None:
    """Note what exhibits declare that have been kept now."""
    path = reference / DECLARED
    known = _noted(path) | declared(names, scale)
    with atomic(path) as part:
        part.write_text(
            json.dumps({"scale": scale, "trials": known}, indent=0, sort_keys=True) + "\n", encoding="utf-8"
        )


def _noted(path: Path) -> dict[str, dict[str, str]]:
    return json.loads(path.read_text(encoding="utf-8"))["trials"] if path.exists() else {}


def trials(reference: Path) -> pd.DataFrame:
    """Exhibits that declare other trials now than when they were kept; those kept before this was noted are left out.

    Returns
    -------
    pandas.DataFrame
        exhibit, and the numbers of trials: kept, of these those that are "declared alike" now, and new ones. Those of
        a public library are left out, as it may not be installed.
    """
    path, rows = reference / DECLARED, []
    then = _noted(path)
    now = declared(then, json.loads(path.read_text(encoding="utf-8"))["scale"]) if then else {}
    for name, of_exhibit in now.items():
        was, there = _without_library(then[name]), _without_library(of_exhibit)
        alike = sum(there.get(address) == known for address, known in was.items())
        new = len(there.keys() - was.keys())
        if alike < len(was) or new:
            rows.append({"exhibit": name, "trials kept": len(was), "declared alike": alike, "new": new})
    return pd.DataFrame(rows, columns=["exhibit", "trials kept", "declared alike", "new"])


def _without_library(of_exhibit: dict[str, str]) -> dict[str, str]:
    return {address: known for address, known in of_exhibit.items() if not baselines.of_library(address)}


def rules(reference: Path) -> pd.DataFrame:
    """Statements with a verdict whose rule is another now, or that there are no more: their rows of the kept table."""
    kept = read_statements(reference / "statements.csv")
    listed = {document: statement.read(statements.file(document)) for document in kept["document"].unique()}

    def is_other(row) -> bool:
        there = listed[row["document"]].get(row["id"])
        return there is None or _words(there.rule) != _words(row["rule"])

    return kept[kept["tests"].gt(0) & kept.apply(is_other, axis=1)]


def _words(text) -> list[str]:
    return str(text).split()


def sentence(reference: Path) -> str:
    """What README says of it; empty where nothing has changed."""
    others, exhibits = rules(reference), trials(reference)
    if not len(others) and not len(exhibits):
        return ""
    return (
        f"Since they were kept, {len(exhibits)} exhibits have come to declare other trials, and"
        f" {len(others)} statements another rule; what stands here is of before:"
        " [reference/changed.md](reference/changed.md)."
    )


def page(reference: Path) -> str:
    """The page of the reference that lists both."""
    lines = ["# What has changed since exhibits were kept", ""]
    lines += ["Their numbers and verdicts are of the trials and rules of before, until they are run again.", ""]
    lines += ["## Exhibits that declare other trials", "", table(trials(reference), n_texts=1), ""]
    others, tests = rules(reference), read_tests(reference / "tests.csv")
    names, exhibits = names_of(others, "id"), tests["exhibit"].groupby(names_of(tests, "statement")).unique()
    shown = {
        "statement": names,
        "verdict by the rule of before": others["verdict"],
        "kept of": [", ".join(sorted(exhibits[name])) for name in names],
    }
    return "\n".join([*lines, "## Statements with another rule", "", table(pd.DataFrame(shown), n_texts=3), ""])
