import json
import re
from pathlib import Path

import pandas as pd
import pytest

from manyclass.workflow.reference import END, START, keep, renew
from manyclass.workflow.summary import open_claims, read_claims, section

ROOT = Path(__file__).parents[2]


def test_readme_says_what_the_reference_run_measured():
    _, _, rest = (ROOT / "README.md").read_text().partition(START)
    written, _, _ = rest.partition(END)
    assert written.strip() == section(ROOT / "reference").strip()


def test_the_claims_left_open_are_those_of_the_reference_run():
    assert (ROOT / "reference" / "open_claims.md").read_text() == open_claims(ROOT / "reference")


def sections(text):
    """Lines below each heading, by the heading."""
    parts = re.split(r"^(#+) (.*)$", text, flags=re.MULTILINE)
    return {
        name: body.splitlines() for level, name, body in zip(parts[1::3], parts[2::3], parts[3::3]) if level == "###"
    }


def test_every_claim_that_is_not_reproduced_has_its_reasons_in_the_findings():
    written = sections((ROOT / "docs" / "findings.md").read_text())
    claims = read_claims(ROOT / "reference" / "claims.csv")
    missed = claims[claims["verdict"] == "not reproduced"]
    assert len(missed)
    assert [row.text for row in missed.itertuples() if f"- {row.text}" not in written.get(row.exhibit, [])] == []


def test_reference_holds_every_exhibit_of_its_claims():
    claims = pd.read_csv(ROOT / "reference" / "claims.csv")
    for name in set(claims["exhibit"]):
        assert [*(ROOT / "reference").glob(f"*/{name}.*")]


def test_keep_copies_a_run_and_sums_its_jobs(finished, tmp_path):
    keep(finished.folder / "results/smoke", finished.folder / "figures/smoke", tmp_path / "reference")
    kept = tmp_path / "reference"
    times = [*(finished.folder / "results/smoke/benchmarks").rglob("*.tsv")]
    assert json.loads((kept / "machine.json").read_text())["jobs"] == len(times)
    for folder, name in (("tables", "own/comparison.csv"), ("figures", "own/topk.svg")):
        original = next(finished.folder.glob(f"*/smoke/**/{name}"))
        assert (kept / folder / name).read_bytes() == original.read_bytes()


def test_a_readme_without_the_marks_is_an_error(tmp_path):
    (tmp_path / "README.md").write_text("no marks\n")
    with pytest.raises(ValueError, match="no section"):
        renew(tmp_path / "README.md", "text")
    assert (tmp_path / "README.md").read_text() == "no marks\n"
