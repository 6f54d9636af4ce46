"""The exhibits' claims joined to tables of statements and tests."""

import json
import subprocess
import sys

import numpy as np
import pytest
from made_up_document import statement, write_yaml
from made_up_run import files, judged, run

from manyclass.protocol.claims import collect, tables


def command(*arguments):
    """The command in a process of its own; elsewhere it is called in this one, as Python takes a second to begin."""
    line = [sys.executable, "-m", "manyclass.protocol.claims.collect", *map(str, arguments)]
    return subprocess.run(line, capture_output=True, text=True)


def refused(*arguments):
    with pytest.raises(SystemExit) as ended:
        collect.main([*map(str, arguments)])
    return ended.value.code


def test_command_writes_both_tables(tmp_path):
    said, claims = files(tmp_path)
    outputs = ["--tests", tmp_path / "out" / "tests.csv", "--statements", tmp_path / "out" / "statements.csv"]
    done = command("--scale", "smoke", *outputs, "--said", *said, "--claims", *claims)
    assert done.returncode == 0, done.stderr
    run(tmp_path)
    for name in ("tests.csv", "statements.csv"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / name).read_bytes()


def test_tables_survive_their_files(tmp_path):
    documents = judged(tmp_path)
    tests = tables.tests_table(documents)
    read_statements, read_tests = run(tmp_path)
    assert list(tests) == list(read_tests) == tables.TESTS
    for name in (*tables.NUMBERS, *tables.P_VALUES, *tables.HOLM):
        np.testing.assert_allclose(read_tests[name], tests[name].astype(float), rtol=1e-5)
    for name in set(tables.TESTS) - {*tables.NUMBERS, *tables.P_VALUES, *tables.HOLM}:
        assert read_tests[name].tolist() == tests[name].tolist()
    assert read_statements.to_dict("records") == tables.statements_table(documents, "smoke").to_dict("records")


def test_a_statement_that_is_tested_elsewhere_too_says_so(tmp_path):
    said, made = files(tmp_path)
    left_out = [f"lecture/{name}:lecture/{other}" for name in ("question", "gone") for other in ("fig2", "table2")]
    reasons = {each.statement.id: each.reason for each in collect.judged(said, made, left_out)["lecture"]}
    assert reasons["question"] == "by a part of its tests: those of lecture/fig2, lecture/table2 are not of this run"
    assert reasons == {each.statement.id: each.reason for each in judged(tmp_path)["lecture"]} | {
        "question": reasons["question"]
    }


def test_rows_say_what_was_found(tmp_path):
    statements, tests = run(tmp_path)
    of = {(row["document"], row["id"]): row for _, row in statements.iterrows()}
    assert {name: row["verdict"] for name, row in of.items()} == {
        ("lapin2015", "gain"): "partly",
        ("lapin2015", "tie"): "reproduced",
        ("lecture", "order"): "not reproduced",
        ("lecture", "size"): "not reproduced",
        ("lecture", "sum"): "reproduced",
        ("lecture", "question"): "reproduced",
        ("lecture", "gone"): "untested",
    }
    assert of["lecture", "size"]["rests"] == "yes" and of["lecture", "order"]["rests"] == ""
    gain = of["lapin2015", "gain"]
    assert gain[tables.COUNTS].tolist() == [2, 2, 1, 0, 1]
    assert set(statements["scale"]) == {"smoke"}
    first = tests[tests["exhibit"] == "lecture/table1"].iloc[0]
    assert (first["data_sets"], first["printed"], first["printed_value"]) == ("taxonomy", "√2", 1)
    assert tests.loc[tests["statement"] == "sum", ["n", "scored"]].values.tolist() == [[0, "mathematical"]]


def test_a_run_without_claims_leaves_the_headers(tmp_path):
    outputs = ["--tests", tmp_path / "tests.csv", "--statements", tmp_path / "statements.csv"]
    collect.main([*map(str, ["--scale", "smoke", *outputs, "--said", "--claims"])])
    assert list(tables.read_tests(tmp_path / "tests.csv")) == tables.TESTS
    assert list(tables.read_statements(tmp_path / "statements.csv")) == tables.STATEMENTS


@pytest.mark.parametrize("content", ["", "{", json.dumps([{"claim": 1}]), json.dumps(3), json.dumps([{"on": []}])])
def test_command_names_a_file_that_holds_no_claims(tmp_path, content):
    said = write_yaml(tmp_path / "doc" / "statements.yaml", [statement("a")])
    (tmp_path / "doc" / "bad.json").write_text(content)
    outputs = ["--tests", tmp_path / "tests.csv", "--statements", tmp_path / "statements.csv"]
    line = refused("--scale", "smoke", *outputs, "--said", said, "--claims", tmp_path / "doc" / "bad.json")
    assert "bad.json" in line and "\n" not in line


def test_claims_want_the_statements_of_their_document(tmp_path):
    said, claims = files(tmp_path)
    outputs = ["--tests", tmp_path / "tests.csv", "--statements", tmp_path / "statements.csv"]
    done = command("--scale", "smoke", *outputs, "--said", said[0], "--claims", *claims)
    assert done.returncode != 0 and "lapin2015" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("content", ["", "exhibit,text\n", "document\nlecture\n"])
def test_what_is_no_table_is_refused_in_a_line(tmp_path, content):
    (tmp_path / "bad.csv").write_text(content)
    for read in (tables.read_statements, tables.read_tests):
        with pytest.raises(ValueError, match="bad.csv: no such table") as caught:
            read(tmp_path / "bad.csv")
        assert "\n" not in str(caught.value)
