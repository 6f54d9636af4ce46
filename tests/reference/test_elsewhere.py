"""A test that comes to another verdict on another machine is undecided, and its statement follows."""

import shutil

import pandas as pd
import pytest
from made_up_run import run

from manyclass.exhibits.base import EDGE
from manyclass.protocol.claims import tables
from manyclass.reference import changed, elsewhere
from manyclass.reference.keep import keep_elsewhere, main
from manyclass.reference.summary import open_statements

ON = {"processor": "P", "blas": ["Q"]}


@pytest.fixture
def runs(tmp_path):
    """Folders of a run elsewhere and of the kept one, the same."""
    folders = [tmp_path / "results", tmp_path / "reference"]
    for folder in folders:
        folder.mkdir()
        run(folder)
    return folders


def change(folder, statement, verdict, measured="about nothing"):
    """Give the first test of a statement another verdict; its text."""
    tests = tables.read_tests(folder / "tests.csv")
    place = tests.index[tests["statement"] == statement][0]
    tests.loc[place, ["verdict", "measured"]] = verdict, measured
    tables.write(tests, folder / "tests.csv")
    return tests.loc[place, "text"]


def verdicts(statements):
    return dict(zip(statements["document"] + "/" + statements["id"], statements["verdict"]))


def test_without_another_machine_verdicts_are_those_of_the_run(runs):
    kept = runs[1]
    statements, tests = elsewhere.settled(kept)
    assert statements.equals(tables.read_statements(kept / "statements.csv"))
    assert tests.equals(tables.read_tests(kept / "tests.csv"))
    assert elsewhere.said(kept) == ""


def test_where_both_agree_nothing_changes(runs):
    keep_elsewhere(runs[0], ON, runs[1])
    statements, tests = elsewhere.settled(runs[1])
    assert statements.equals(tables.read_statements(runs[1] / "statements.csv"))
    assert tests.equals(tables.read_tests(runs[1] / "tests.csv"))
    assert f"{len(tests)} of the tests" in elsewhere.said(runs[1])
    assert "on P with BLAS's kernels for Q: 0 came to another verdict" in elsewhere.said(runs[1])


@pytest.mark.parametrize("there", ["undecided", "not reproduced"])
def test_a_verdict_that_differs_is_undecided_and_its_statement_follows(runs, there):
    """The one test of "tie" was reproduced."""
    before = verdicts(tables.read_statements(runs[1] / "statements.csv"))
    assert before["lapin2015/tie"] == "reproduced"
    text = change(runs[0], "tie", there)
    keep_elsewhere(runs[0], ON, runs[1])
    statements, tests = elsewhere.settled(runs[1])
    assert tests.loc[tests["text"] == text, "verdict"].tolist() == ["undecided"]
    assert verdicts(statements) == before | {"lapin2015/tie": "undecided"}
    row = statements[statements["id"] == "tie"].iloc[0]
    assert row[["reproduced", "not_reproduced", "undecided"]].tolist() == [0, 0, 1]
    assert "1 came to another verdict" in elsewhere.said(runs[1])
    assert "with other rounding about nothing: **undecided**" in open_statements(runs[1])


def test_what_hangs_on_rounding_does_so_in_every_statement_that_asks_it(runs):
    for folder in runs:
        statements, tests = tables.read_statements(folder / "statements.csv"), tables.read_tests(folder / "tests.csv")
        twin = tests[tests["statement"] == "tie"].assign(statement="twin", text="the same in other words")
        said = statements[statements["id"] == "tie"].assign(id="twin")
        tables.write(pd.concat([tests, twin]), folder / "tests.csv")
        tables.write(pd.concat([statements, said]), folder / "statements.csv")
    change(runs[0], "tie", "not reproduced")
    keep_elsewhere(runs[0], ON, runs[1])
    found = verdicts(elsewhere.settled(runs[1])[0])
    assert found["lapin2015/tie"] == found["lapin2015/twin"] == "undecided"


@pytest.mark.parametrize("marked", [0, 1])
def test_what_stands_at_an_edge_on_one_machine_alone_is_compared(runs, marked):
    text = change(runs[0], "tie", "not reproduced")
    tests = tables.read_tests(runs[marked] / "tests.csv")
    tests.loc[tests["text"] == text, "text"] = f"{EDGE} {text}"
    tables.write(tests, runs[marked] / "tests.csv")
    keep_elsewhere(runs[0], ON, runs[1])
    assert verdicts(elsewhere.settled(runs[1])[0])["lapin2015/tie"] == "undecided"
    assert f"{len(tests)} of the tests" in elsewhere.said(runs[1])
    assert "with other rounding about nothing: **undecided**" in open_statements(runs[1])


def test_what_no_chance_enters_is_no_twin_of_another_such(runs):
    """None has a mean, nor ends: by these they would all be the same."""
    for folder in runs:
        statements, tests = tables.read_statements(folder / "statements.csv"), tables.read_tests(folder / "tests.csv")
        exact = tests[tests["statement"] == "sum"]
        other = exact.assign(statement="count", text="1 + 2", measured="3")
        tables.write(pd.concat([tests, other]), folder / "tests.csv")
        said = statements[statements["id"] == "sum"].assign(id="count")
        tables.write(pd.concat([statements, said]), folder / "statements.csv")
    assert exact["mean"].isna().all()
    before = verdicts(tables.read_statements(runs[1] / "statements.csv"))
    change(runs[0], "sum", "not reproduced")
    keep_elsewhere(runs[0], ON, runs[1])
    assert verdicts(elsewhere.settled(runs[1])[0]) == before | {"lecture/sum": "undecided"}


def test_a_failure_does_not_rest_on_a_statement_that_is_not_refuted_any_more(runs):
    statements = tables.read_statements(runs[1] / "statements.csv")
    size = statements.set_index("id").loc["size"]
    assert size["rests"] == "yes" and size["requires"] == "order"
    change(runs[0], "order", "reproduced")
    keep_elsewhere(runs[0], ON, runs[1])
    after = elsewhere.settled(runs[1])[0].set_index("id")
    assert after.loc["order", "verdict"] == "undecided"
    assert after.loc["size", ["rests", "reason"]].tolist() == ["", ""]
    assert after.loc["size", "verdict"] == size["verdict"]


def test_what_is_reproduced_rests_on_a_statement_that_hangs_on_rounding(runs):
    """And what is refuted on a set that was calibrated on it is reproduced partly at most, here as in its own run."""
    path = runs[1] / "statements.csv"
    statements = tables.read_statements(path)
    at = statements.index[statements["id"] == "size"][0]
    statements.loc[at, ["verdict", "reason", "rests"]] = ["reproduced", "a note", ""]
    statements.loc[statements["id"] == "order", "verdict"] = "reproduced"
    tables.write(statements, path)
    change(runs[0], "order", "reproduced")
    keep_elsewhere(runs[0], ON, runs[1])
    after = elsewhere.settled(runs[1])[0].set_index("id")
    assert after.loc["order", "verdict"] == "undecided"
    assert after.loc["size", ["rests", "reason"]].tolist() == ["yes", "a note; rests on order, undecided"]


def test_what_a_statement_rests_on_is_said_as_it_is_now(runs):
    path = runs[1] / "statements.csv"
    statements = tables.read_statements(path)
    at = statements.index[statements["id"] == "size"][0]
    statements.loc[at, ["verdict", "reason", "rests"]] = ["reproduced", "rests on order, not reproduced", "yes"]
    tables.write(statements, path)
    change(runs[0], "order", "reproduced")
    keep_elsewhere(runs[0], ON, runs[1])
    after = elsewhere.settled(runs[1])[0].set_index("id")
    assert after.loc["size", ["rests", "reason"]].tolist() == ["yes", "rests on order, undecided"]


def test_what_is_contradicted_on_calibrated_data_stays_partly(runs):
    for folder in runs:
        statements, tests = tables.read_statements(folder / "statements.csv"), tables.read_tests(folder / "tests.csv")
        tests.loc[tests["statement"] == "tie", "scored"] = "calibrated on fitted"
        tie = tests[tests["statement"] == "tie"]
        refuted = tie.assign(text="on another fitted one", verdict="not reproduced", mean=9.0)
        fresh = tie.assign(text="on a fresh one", scored="yes", mean=3.1)
        tables.write(pd.concat([tests, fresh, refuted]), folder / "tests.csv")
        statements.loc[statements["id"] == "tie", ["tests", "verdict"]] = 3, "partly"
        tables.write(statements, folder / "statements.csv")
    change(runs[0], "tie", "not reproduced")
    keep_elsewhere(runs[0], ON, runs[1])
    assert verdicts(elsewhere.settled(runs[1])[0])["lapin2015/tie"] == "partly"


def test_the_kept_run_says_what_it_measured(runs):
    """Its own tables stay: what another machine says can be taken back."""
    before = [(runs[1] / f"{name}.csv").read_bytes() for name in ("tests", "statements")]
    change(runs[0], "tie", "undecided")
    keep_elsewhere(runs[0], ON, runs[1])
    assert [(runs[1] / f"{name}.csv").read_bytes() for name in ("tests", "statements")] == before


def test_what_was_kept_of_other_statements_stays_and_of_the_same_is_replaced(runs, tmp_path):
    change(runs[0], "tie", "undecided")
    keep_elsewhere(runs[0], ON, runs[1])
    later = tmp_path / "later"
    shutil.copytree(runs[0], later)
    statements = tables.read_statements(later / "statements.csv")
    statements.loc[statements["id"] == "tie", "tests"] = 0  # this one was not made again
    tables.write(statements, later / "statements.csv")
    change(later, "order", "undecided")
    keep_elsewhere(later, ON, runs[1])
    kept = tables.read_tests(elsewhere.folder_of(ON, runs[1]) / "tests.csv")
    assert len(kept) == len(tables.read_tests(runs[0] / "tests.csv"))
    other = elsewhere.measured_otherwise(runs[1])
    assert sorted(each[1] for each in other) == ["order", "tie"]


def test_a_statement_that_was_not_made_again_is_not_kept(runs):
    statements = tables.read_statements(runs[0] / "statements.csv")
    statements.loc[statements["id"] == "tie", "tests"] = 0
    tables.write(statements, runs[0] / "statements.csv")
    keep_elsewhere(runs[0], ON, runs[1])
    kept = elsewhere.folder_of(ON, runs[1])
    assert "tie" not in {*tables.read_statements(kept / "statements.csv")["id"]}
    assert "tie" not in {*tables.read_tests(kept / "tests.csv")["statement"]}


def test_a_statement_on_trials_that_are_declared_otherwise_now_is_not_kept(runs, monkeypatch):
    """Nor one by another rule: neither hangs on rounding."""
    statements = tables.read_statements(runs[0] / "statements.csv")
    statements.loc[statements["id"] == "question", "rule"] = "another rule"
    tables.write(statements, runs[0] / "statements.csv")
    for statement in ("tie", "order", "question"):
        change(runs[0], statement, "undecided")
    monkeypatch.setattr(changed, "trials", lambda reference: pd.DataFrame({"exhibit": ["lapin2015/table1"]}))
    keep_elsewhere(runs[0], ON, runs[1])
    assert [each[1] for each in elsewhere.measured_otherwise(runs[1])] == ["order"]
    kept = tables.read_tests(elsewhere.folder_of(ON, runs[1]) / "tests.csv")
    assert {*kept["statement"]} == {"order", "size", "sum"}
    everything = pd.DataFrame({"exhibit": ["lapin2015/table1", "lecture/table1", "lecture/fig1"]})
    monkeypatch.setattr(changed, "trials", lambda reference: everything)
    with pytest.raises(ValueError, match="of all that .*results has tested declare other trials than those kept"):
        keep_elsewhere(runs[0], ON, runs[1])


def test_what_one_machine_has_said_another_does_not_take_back(runs, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(runs[0], other)
    text = change(runs[0], "tie", "undecided", "about 1")
    keep_elsewhere(runs[0], ON, runs[1])
    keep_elsewhere(other, ON | {"processor": "R (1)"}, runs[1])
    (there,) = elsewhere.measured_otherwise(runs[1]).items()
    assert there[0][1] == "tie" and there[0][-1] == text and there[1] == "about 1"
    assert "on P with BLAS's kernels for Q or R (1) with BLAS's kernels for Q: 1 came" in elsewhere.said(runs[1])
    change(other, "tie", "not reproduced", "about 2")
    keep_elsewhere(other, ON | {"processor": "R (1)"}, runs[1])
    assert [*elsewhere.measured_otherwise(runs[1]).values()] == ["about 1 and about 2"]


def test_what_was_said_of_the_run_before_is_forgotten_with_it(runs):
    change(runs[0], "tie", "undecided")
    for processor in ("P", "R"):
        keep_elsewhere(runs[0], ON | {"processor": processor}, runs[1])
    elsewhere.forget(runs[1], lambda names: names == "lecture/order")
    assert [each[1] for each in elsewhere.measured_otherwise(runs[1])] == ["tie"]
    elsewhere.forget(runs[1], lambda names: names == "lapin2015/tie")
    assert not elsewhere.measured_otherwise(runs[1])
    whole = tables.read_tests(runs[1] / "tests.csv")
    left = len(whole) - whole["statement"].isin(["tie", "order"]).sum()
    assert {len(tables.read_tests(folder / "tests.csv")) for folder in runs[1].glob("elsewhere/*")} == {left}
    elsewhere.forget(runs[1], lambda names: names.notna())
    assert elsewhere.said(runs[1]) == "" and not [*runs[1].glob("elsewhere/*")]


def test_a_run_with_nothing_in_common_is_an_error(runs):
    (runs[0] / "statements.csv").write_text((runs[0] / "statements.csv").read_text().splitlines()[0] + "\n")
    with pytest.raises(ValueError, match="no statement in common"):
        keep_elsewhere(runs[0], ON, runs[1])
    assert not (runs[1] / elsewhere.FOLDER).exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [(["--judge"], "argument --judge: not allowed with"), (["--scale", "mine"], "argument --scale: invalid choice")],
)
def test_what_would_not_be_obeyed_is_refused_before_anything_is_read(tmp_path, monkeypatch, capsys, words, says):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(["--elsewhere", "gone", *words])
    assert says in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "says"), [(["table8"], "leave out the exhibits"), ([], "gone/benchmarks: no job has left its time there")]
)
def test_what_cannot_be_kept_is_one_line(tmp_path, monkeypatch, more, says):
    pytest.importorskip("rocrate")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match=f"^error: .*{says}"):
        main(["--elsewhere", "gone", *more])
    assert not [*tmp_path.iterdir()]
