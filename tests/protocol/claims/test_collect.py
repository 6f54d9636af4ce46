"""The exhibits' claims joined into one table."""

import csv
import io
import json
import subprocess
import sys

import pytest

from manyclass.protocol.claims import claim


def run(*arguments):
    command = [sys.executable, "-m", "manyclass.protocol.claims.collect", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True)


def test_command_collects_every_exhibit_by_name(tmp_path):
    for name in ("zeta/fig1", "alpha/fig2"):
        (tmp_path / "claims" / name).parent.mkdir(parents=True)
        text = claim.dumps([claim.between(f"{name}, with a comma", [1, 2, 3], 0, 9, printed="√2")])
        (tmp_path / "claims" / f"{name}.json").write_text(text)
    assert run(tmp_path / "claims.csv", *tmp_path.glob("claims/*/*.json")).returncode == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "claims.csv").read_text())))
    assert [row["exhibit"] for row in rows] == ["alpha/fig2", "zeta/fig1"]
    assert rows[0]["text"] == "alpha/fig2, with a comma"
    assert rows[0]["printed"] == "√2"
    assert list(rows[0]) == ["exhibit", "text", "printed", "measured", "verdict"]


def test_command_without_claims_writes_the_header(tmp_path):
    assert run(tmp_path / "claims.csv").returncode == 0
    assert (tmp_path / "claims.csv").read_text().startswith("exhibit,text,printed,measured,verdict\n")


@pytest.mark.parametrize("content", ["", "{", json.dumps([{"claim": 1}]), json.dumps(3)])
def test_command_names_a_file_that_holds_no_claims(tmp_path, content):
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "bad.json").write_text(content)
    done = run(tmp_path / "claims.csv", tmp_path / "claims" / "bad.json")
    assert done.returncode != 0
    assert "bad.json" in done.stderr
    assert "Traceback" not in done.stderr


def test_command_wants_a_file_to_write():
    done = run()
    assert done.returncode != 0
    assert done.stderr.startswith("usage:")
