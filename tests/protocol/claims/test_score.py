"""The score counts every statement once."""

import pandas as pd
import pytest
from made_up_run import run

from manyclass.protocol.claims.score import BY_CHANCE, RESTS, false_by_chance, score, sentence
from manyclass.protocol.claims.verdicts import JUDGED


def rows(*entries):
    return pd.DataFrame(entries, columns=["document", "kind", "verdict", "rests"])


MADE = rows(
    ("a", "empirical", "reproduced", ""),
    ("a", "empirical", "reproduced", ""),
    ("a", "empirical", "partly", "yes"),
    ("a", "empirical", "undecided", ""),
    ("a", "empirical", "untested", ""),
    ("a", "empirical", "calibrated", ""),
    ("a", "mathematical", "reproduced", ""),
    ("a", "ours", "not reproduced", ""),
    ("a", "ours", "untested", ""),
    ("b", "empirical", "not reproduced", ""),
    ("b", "ours", "reproduced", ""),
)


def test_each_statement_is_counted_once():
    table = score(MADE).set_index("document")
    verdicts = [*JUDGED, RESTS, "calibrated", "untested"]
    assert table.loc["a", verdicts].tolist() == [2, 0, 0, 1, 1, 1, 1]
    assert table.loc["b", verdicts].tolist() == [0, 0, 1, 0, 0, 0, 0]
    assert table.loc["all", verdicts].sum() == (MADE["kind"] == "empirical").sum()
    assert table.loc["a", ["ours", "mathematical"]].tolist() == ["0 of 1", "1 of 1"]


def test_chance_is_said_of_all_that_were_judged():
    assert score(MADE).set_index("document").loc["all", BY_CHANCE] == f"{5 * 0.025:.1f}"
    assert false_by_chance(40) == pytest.approx(1)


def test_what_was_not_run_has_its_column_where_there_is_any():
    assert "not run" not in score(MADE) and "not run" not in sentence(MADE)
    assert score(pd.concat([MADE, rows(("a", "empirical", "not run", ""))]))["not run"].tolist() == [1, 0, 1]
    assert ", 1 untested, 1 not run (of" in sentence(pd.concat([MADE, rows(("a", "empirical", "not run", ""))]))


def test_the_sentence_has_the_numbers_of_the_table(tmp_path):
    statements, _ = run(tmp_path)
    total = score(statements).iloc[-1]
    said = sentence(statements)
    assert said.startswith(f"{(statements['kind'] == 'empirical').sum()} empirical statements: ")
    for name in (*JUDGED, RESTS, "calibrated", "untested"):
        assert f"{total[name]} {name}" in said
