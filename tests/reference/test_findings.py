"""The page of findings explains every statement that is open, and names none that there is not."""

import re
from pathlib import Path

import pytest
from made_up_run import run

from manyclass.exhibits import registry, statements
from manyclass.protocol.claims.statement import read
from manyclass.reference.elsewhere import settled
from manyclass.reference.findings import explained, unexplained

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "findings.md").read_text(encoding="utf-8")


def test_a_paragraph_is_on_the_statements_above_it():
    text = "# F\n\n- a/one\n- a/two\n\nWhy.\n\n- a/three\n\n### b\n\nOther.\n\n- no mark\n- a/four\n"
    assert explained(text) == {"a/one", "a/two"}


def test_open_statements_without_a_paragraph_are_named(tmp_path):
    made, _ = run(tmp_path)
    assert unexplained("", made) == ["lapin2015/gain", "lecture/order", "lecture/size"]
    assert unexplained("- lecture/order\n- lapin2015/gain\n\nThe cause is not known.\n", made) == ["lecture/size"]


def test_every_open_statement_of_the_reference_run_has_its_reasons():
    kept = ROOT / "reference"
    if not kept.exists():
        pytest.skip("reference/ is of a run before there were statements")
    assert unexplained(TEXT, settled(kept)[0]) == []


def test_the_findings_explain_statements_that_there_are():
    known = {
        f"{document}/{name}"
        for document in statements.documents(registry.names())
        for name in read(statements.file(document))
    }
    assert explained(TEXT) <= known


def test_every_section_stands_below_its_document():
    blocks = [re.findall(r"^### ([a-z0-9]+)/", block, re.MULTILINE) for block in TEXT.split("\n## ")[1:]]
    assert all(len({*block}) == 1 for block in blocks)
    assert len({block[0] for block in blocks}) == len(blocks)
