"""Table 6 on records made by hand: two columns from one trial, and claims that flip with their numbers."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates

from manyclass.exhibits.gupta2014 import table6

PRINTED = {row: printed for row, (_, printed, _) in table6.ROWS.items()}
NOISE = np.array([0.0, 0.001, -0.001])


def verdicts(**changed):
    """Verdicts by text when both rules measured the document's numbers, but for those changed with burn-in."""
    printed = {row: accuracy + NOISE * (number + 1) for number, (row, accuracy) in enumerate(PRINTED.items())}
    ours = printed | {row: value + NOISE for row, value in changed.items()}
    found = table6.claims_on({"as printed": printed, "with burn-in": ours})
    return {claim.text: claim.verdict for claim in found}


def test_the_printed_numbers_reproduce_every_claim():
    assert set(verdicts().values()) == {"reproduced"}


@pytest.mark.parametrize(
    ("row", "value", "text"),
    [
        ("lv10", 3.6, "ignoring 10 last violators alone is better"),
        ("adagrad-w1-lv1", 7.2, "10 last violators are better to ignore than 1"),
        ("adagrad-w1-lv100", 7.2, "10 last violators are better to ignore than 100"),
        ("adagrad-w1-lv10", 6.0, "together the changes almost double the accuracy (by a factor of 1.75 to 2.1)"),
    ],
)
def test_a_verdict_flips_with_its_numbers_in_its_own_column(row, value, text):
    found = verdicts(**{row: value})
    assert found[f"with burn-in: {text}"] == "not reproduced"
    assert found[f"as printed: {text}"] == "reproduced"


def give(store, row, accuracies):
    """Give the candidates of a row's trial their test accuracies, by burn-in, and validation accuracies alike."""

    def measured(candidate, seed):
        accuracy = accuracies[candidate.params["burn_in"]]
        return replace(candidate, test={"accuracy": accuracy}, valid=[*candidate.valid[:-1], accuracy])

    change_candidates(store, table6.row_trial(CONFIG, row), measured)


def test_neither_rule_enters_the_others_column(fake):
    give(fake, "plain", {0: 0.05})
    give(fake, "lv10", {0: 0.01, 1: 0.08})
    frame = table6.table(fake).set_index("classifier")
    row = frame.loc["+ 10 last violators"]
    assert (row["as printed: best run"], row["with burn-in: best run"]) == pytest.approx((1, 8))
    assert (row["as printed: × first"], row["with burn-in: × first"]) == pytest.approx((0.2, 1.6))
    assert row["× first: printed"] == pytest.approx(5.0 / 3.7)
    assert np.isnan(frame.loc["+ adagrad", "with burn-in: best run"])


def test_rows_differ_in_what_the_document_says_and_share_the_rest():
    for scale in table6.BUDGETS:
        trials = table6.trials({"scale": scale})
        held = [{k: v for k, v in trial.fixed.items() if k != "dimensions"} for trial in trials]
        assert len({tuple(each.values()) for each in held}) == len(table6.ROWS)
        margins = [{margin for grid in trial.grid for margin in grid["margin"]} for trial in trials]
        assert all(each == margins[0] for each in margins)
        assert len({(trial.fixed["dimensions"], trial.passes) for trial in trials}) == 1
        for trial in trials:
            assert all(grid["burn_in"][0] == 0 for grid in trial.grid)
            assert all((len(grid["burn_in"]) == 2) == (trial.fixed["last_violators"] > 0) for grid in trial.grid)
