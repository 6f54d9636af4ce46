"""What has changed since exhibits were kept, on a kept folder made by hand."""

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from manyclass.exhibits import baselines, registry
from manyclass.protocol.claims.tables import read_statements, read_tests, write
from manyclass.protocol.trial.spec import Trial
from manyclass.reference import changed
from manyclass.workflow.configuration import checked

KEPT = Path(__file__).parents[2] / "reference"
NAME, SCALE = "gupta2014/burnin", "smoke"
TRIAL = Trial("web21k", "wsabie_pp", fixed={"burn_in": 1}, passes=3)


@pytest.mark.parametrize(
    "other",
    [
        replace(TRIAL, passes=4),
        replace(TRIAL, fixed={"burn_in": 2}),
        replace(TRIAL, search={"step": [0.1, 0.3]}),
        replace(TRIAL, draws=1),
        replace(TRIAL, depends_on=Trial("web21k", "wsabie_pp", "first")),
    ],
)
def test_a_digest_is_of_what_decides_a_result(other):
    assert changed.digest(other) != changed.digest(TRIAL) == changed.digest(replace(TRIAL))


def test_a_digest_is_of_the_trial_that_one_starts_from_too():
    first = Trial("web21k", "wsabie_pp", "first")
    after, later = (replace(TRIAL, depends_on=each) for each in (first, replace(first, passes=7)))
    assert changed.digest(after) != changed.digest(later)


def test_trials_declared_otherwise_are_counted_by_exhibit(tmp_path):
    changed.note(tmp_path, [NAME, "gupta2014/table1", "gupta2014/gone"], SCALE)
    assert changed.trials(tmp_path).empty
    noted = json.loads((tmp_path / changed.DECLARED).read_text())
    assert [*noted["trials"]] == [NAME]
    of_exhibit = noted["trials"][NAME]
    trials = registry.load(NAME).trials(checked({"scale": SCALE}))
    assert of_exhibit == {trial.address: changed.digest(trial) for trial in trials}
    one, other, *_ = of_exhibit
    of_exhibit |= {one: "of before", "web21k/gone/default": "0", f"web21k/{baselines.LIBRARY}_plt/default": "0"}
    del of_exhibit[other]
    (tmp_path / changed.DECLARED).write_text(json.dumps(noted))
    (row,) = changed.trials(tmp_path).to_dict("records")
    number = len(trials)
    assert row == {"exhibit": NAME, "trials kept": number, "declared alike": number - 2, "new": 1}


def test_statements_with_another_rule_are_listed_with_their_verdicts(tmp_path):
    kept, tests = read_statements(KEPT / "statements.csv"), read_tests(KEPT / "tests.csv")
    rows = pd.concat([kept[kept["tests"] > 0].head(3), kept[kept["tests"] == 0].head(1)], ignore_index=True)
    before = changed_rules(rows, tests, tmp_path, {})
    again = changed_rules(rows, tests, tmp_path, {0: "another", 3: "of one that is not tested"})
    assert {*again} - {*before} <= {rows["id"][0]} <= {*again}
    page = changed.page(tmp_path)
    assert f"{rows['document'][0]}/{rows['id'][0]}" in page
    assert f"{len(again)} statements" in changed.sentence(tmp_path)


def changed_rules(rows, tests, folder, rules) -> list[str]:
    """Ids of what is listed of kept statements, of which some have these rules by number."""
    written = rows.assign(rule=[rules.get(number, rule) for number, rule in enumerate(rows["rule"])])
    write(written, folder / "statements.csv")
    write(tests[tests["statement"].isin(rows["id"])], folder / "tests.csv")
    return changed.rules(folder)["id"].tolist()


def test_nothing_is_said_where_nothing_has_changed(tmp_path):
    kept = read_statements(KEPT / "statements.csv")
    write(kept[kept["tests"] == 0], tmp_path / "statements.csv")
    assert changed.sentence(tmp_path) == ""
