"""The page of all statements, from the tables that a run leaves."""

import subprocess
import sys
from html import unescape

import pytest
from made_up_run import run

from manyclass.protocol.claims.score import score
from manyclass.workflow.verdicts import page


def command(*arguments):
    line = [sys.executable, "-m", "manyclass.workflow.verdicts", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True)


def test_every_statement_stands_in_the_page_with_its_verdict_and_its_tests(tmp_path):
    statements, tests = run(tmp_path)
    folded = unescape(page(statements, tests)).split("<details>")[1:]
    assert len(folded) == len(statements)
    for text, (_, statement) in zip(folded, statements.iterrows()):
        assert all(statement[name] in text for name in ("id", "place", "says", "printed", "verdict", "reason"))
        of_it = tests[(tests["document"] == statement["document"]) & (tests["statement"] == statement["id"])]
        rows = text.partition("<tbody>")[2].partition("</tbody>")[0].split("<tr>")[1:]
        assert len(rows) == len(of_it)
        for row, (_, test) in zip(rows, of_it.iterrows()):
            assert all(test[name] in row for name in ("text", "printed", "measured", "data_sets", "verdict", "scored"))


def test_the_page_begins_with_the_score_and_the_scale(tmp_path):
    statements, tests = run(tmp_path)
    head = page(statements, tests).partition("<details>")[0]
    assert "At smoke scale" in head
    cells = head.partition("<tbody>")[2].count("<td>")
    assert cells == score(statements).size


def test_the_page_needs_nothing_from_outside(tmp_path):
    text = page(*run(tmp_path))
    assert "http" not in text and "src=" not in text and "<script" not in text
    assert "<b>" not in unescape(text) and "A < B" not in text  # what a statement says is no markup


def test_command_line(tmp_path):
    made = page(*run(tmp_path))
    assert command(tmp_path / "statements.csv", tmp_path / "tests.csv", tmp_path / "page.html").returncode == 0
    assert (tmp_path / "page.html").read_text() == made


def test_a_run_without_claims_has_a_page(tmp_path):
    statements, tests = run(tmp_path)
    assert "No exhibit of this run makes claims" in page(statements[:0], tests[:0])


@pytest.mark.parametrize("content", ["", "exhibit,text\n"])
def test_what_is_no_table_is_refused_in_a_line(tmp_path, content):
    (tmp_path / "bad.csv").write_text(content)
    done = command(tmp_path / "bad.csv", tmp_path / "bad.csv", tmp_path / "none.html")
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1 and "bad.csv" in done.stderr
    assert not (tmp_path / "none.html").exists()
