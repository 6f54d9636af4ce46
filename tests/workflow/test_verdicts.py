"""The page of all claims, from the table that a run collects."""

import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

from manyclass.workflow.summary import read_claims
from manyclass.workflow.verdicts import page

REFERENCE = Path(__file__).parents[2] / "reference"


def run(*arguments):
    command = [sys.executable, "-m", "manyclass.workflow.verdicts", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_every_claim_stands_in_the_page_with_its_verdict():
    claims = read_claims(REFERENCE / "claims.csv")
    rows = unescape(page(claims)).partition("<tbody>")[2].split("<tr>")[1:]
    assert len(rows) == len(claims)
    for row, (_, claim) in zip(rows, claims.iterrows()):
        assert all(claim[name] in row for name in ("exhibit", "text", "measured", "verdict"))


def test_command_line(tmp_path):
    assert run(REFERENCE / "claims.csv", tmp_path / "claims.html").returncode == 0
    assert (tmp_path / "claims.html").read_text() == page(read_claims(REFERENCE / "claims.csv"))


@pytest.mark.parametrize("content", ["", "exhibit,text\n"])
def test_what_is_no_table_of_claims_is_refused_in_a_line(tmp_path, content):
    (tmp_path / "bad.csv").write_text(content)
    done = run(tmp_path / "bad.csv", tmp_path / "none.html")
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and "bad.csv" in done.stderr
    assert not (tmp_path / "none.html").exists()
