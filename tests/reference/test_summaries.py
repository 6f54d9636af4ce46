"""Summaries of documents whose exhibits were kept from several runs."""

import re
import shutil
from pathlib import Path

import pandas as pd
import pytest

from manyclass.exhibits import registry
from manyclass.protocol.claims.tables import read_statements, read_tests, write
from manyclass.reference import summaries

KEPT = Path(__file__).parents[2] / "reference"
DOCUMENTS = [each for each in registry.documents() if (KEPT / f"tables/{each}/summary.csv").exists()]


@pytest.fixture
def reference(tmp_path):
    for name in ("statements.csv", "tests.csv", "tables/lecture/summary.csv", "figures/lecture/summary.svg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(KEPT / name, tmp_path / name)
    return tmp_path


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_kept_summary_is_that_of_the_kept_statements(document):
    shown = pd.read_csv(KEPT / f"tables/{document}/summary.csv", dtype=str, keep_default_na=False)
    statements = read_statements(KEPT / "statements.csv")
    of_it = statements[statements["document"] == document]
    assert shown["statement"].tolist() == of_it["id"].tolist()
    assert shown["verdict"].tolist() == of_it["verdict"].tolist()
    assert shown["tests"].astype(int).tolist() == of_it["judged_by"].tolist()


def test_a_summary_follows_the_statements_and_tests(reference):
    statements, tests = read_statements(reference / "statements.csv"), read_tests(reference / "tests.csv")
    with_number = tests[(tests["document"] == "lecture") & (tests["n"] > 0)]
    name = with_number["statement"].iloc[0]
    statements.loc[statements["id"] == name, ["verdict", "rests"]] = "partly", "yes"
    tests.loc[with_number.index[0], "text"] = "what another run said"
    write(statements, reference / "statements.csv")
    write(tests, reference / "tests.csv")
    summaries.write(reference, ["lecture", "own"], "standard")
    shown = pd.read_csv(reference / "tables/lecture/summary.csv")
    assert shown.set_index("statement").loc[name, "verdict"] == "partly"
    drawn = (reference / "figures/lecture/summary.svg").read_text()
    assert "what another run said" in drawn and re.search(rf"{name} \(.*: partly, rests on another", drawn)
    assert not [*reference.rglob("*.png"), *reference.rglob("*.tex")]
