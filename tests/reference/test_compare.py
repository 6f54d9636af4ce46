"""Two runs beside each other: what both have, and where verdicts differ."""

import pytest
from made_up_run import run

from manyclass.exhibits.base import EDGE
from manyclass.protocol.claims import tables
from manyclass.reference import compare


@pytest.fixture
def runs(tmp_path):
    """Two folders of the same run."""
    folders = [tmp_path / "here", tmp_path / "other"]
    for folder in folders:
        run(folder)
    return folders


def change(folder, which, place, **columns):
    """Other values in one row of a run's table."""
    path = folder / f"{which}.csv"
    table = getattr(tables, f"read_{which}")(path)
    for name, value in columns.items():
        table.loc[place, name] = value
    tables.write(table, path)


def test_the_same_run_differs_in_nothing(runs):
    n_tests = len(tables.read_tests(runs[0] / "tests.csv"))
    first, second = compare.report(*runs)
    assert first == f"of {n_tests} tests that both have, 0 have another verdict"
    assert second.endswith(" statements that both have, 0 have another verdict")


def test_a_verdict_that_differs_is_told_with_both_measurements(runs):
    changed = tables.read_tests(runs[0] / "tests.csv").iloc[0]
    change(runs[0], "tests", 0, verdict="undecided", measured="about nothing")
    lines = compare.report(*runs)
    assert lines[:2] == [
        f"{changed['exhibit']}, {changed['statement']}: {changed['text']}",
        f"  {changed['verdict']}: {changed['measured']}; here undecided: about nothing",
    ]
    assert ", 1 have another verdict" in lines[2] and ", 0 have another verdict" in lines[3]


@pytest.mark.parametrize("marked", [0, 1])
def test_a_test_whose_mark_of_an_edge_comes_or_goes_is_compared_all_the_same(runs, marked):
    tests = tables.read_tests(runs[0] / "tests.csv")
    change(runs[marked], "tests", 0, text=f"{EDGE} {tests['text'][0]}")
    change(runs[0], "tests", 0, verdict="undecided")
    lines = compare.report(*runs)
    assert lines[0].endswith(f": {f'{EDGE} ' * marked}{tests['text'][0]}")
    assert lines[2] == f"of {len(tests)} tests that both have, 1 have another verdict"


def test_statements_are_compared_that_rest_on_as_many_tests(runs):
    statements = tables.read_statements(runs[0] / "statements.csv")
    place = statements.index[statements["tests"] > 0][0]
    document, name, verdict = statements.loc[place, ["document", "id", "verdict"]]
    change(runs[0], "statements", place, verdict="untested")
    assert f"{document}, {name}: {verdict}, here untested" in compare.report(*runs)
    change(runs[0], "statements", place, tests=int(statements.loc[place, "tests"]) + 1)
    assert f"{document}, {name}: {verdict}, here untested" not in compare.report(*runs)


def test_what_one_of_them_lacks_is_not_compared(runs, capsys):
    """Nor are tests of a statement of which the other has more: Holm's correction is over all of them."""
    path = runs[1] / "statements.csv"
    table = tables.read_statements(path)
    gain = (table["document"] == "lapin2015") & (table["id"] == "gain")
    n_tests = table["tests"].sum() - table.loc[gain, "tests"].item()
    table.loc[gain, "tests"] += 1
    tables.write(table, path)
    compare.main([str(runs[0]), "--other", str(runs[1])])
    said = capsys.readouterr().out
    assert f"of {n_tests} tests that both have, 0 " in said
    assert said.startswith("left out: 2 tests in both, by another rule")
    tables.write(table[:0], path)
    with pytest.raises(SystemExit, match="^error: .* have no statement in common that rests on the same tests$"):
        compare.main([str(runs[0]), "--other", str(runs[1])])


@pytest.mark.parametrize(
    ("which", "column", "value"),
    [
        ("tests", "scale", "ratio"),
        ("tests", "n", 4),
        ("tests", "range_low", 1.5),
        ("tests", "range_high", None),
        ("tests", "text", "a question of before"),
        ("statements", "rule", "another rule"),
    ],
)
def test_what_was_asked_otherwise_is_not_compared_nor_what_is_corrected_with_it(runs, which, column, value):
    """A verdict that is another one by its rule, its range or its draws hangs on no rounding."""
    table = getattr(tables, f"read_{which}")(runs[0] / f"{which}.csv")
    place = table.index[table["statement" if which == "tests" else "id"] == "gain"][0]
    before, n_tests = compare.side_by_side(*runs)
    change(runs[0], which, place, **{column: value})
    after, left = compare.side_by_side(*runs)
    assert [*before["id"][~before["id"].isin(after["id"])]] == ["gain"]
    assert {*n_tests["statement"]} - {*left["statement"]} == {"gain"}


def test_a_rule_that_is_written_in_other_lines_is_the_same(runs):
    rule = tables.read_statements(runs[0] / "statements.csv")["rule"][0]
    change(runs[0], "statements", 0, rule="\n  ".join(rule.split()))
    assert len(compare.side_by_side(*runs)[0]) == len(compare.side_by_side(runs[1], runs[1])[0])


def test_a_run_that_is_not_there_is_one_line(tmp_path):
    with pytest.raises(SystemExit, match="^error: there is no file .*statements.csv: run the workflow first"):
        compare.main([str(tmp_path / "none")])
