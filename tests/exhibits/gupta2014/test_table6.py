"""Table 6 on records made by hand: two columns from one trial, and claims that flip with their numbers."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates

from manyclass.exhibits.gupta2014 import table6
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.data.size import size

PRINTED = {row: printed for row, (_, printed, _) in table6.ROWS.items()}
NOISE = np.array([0.0, 0.001, -0.001])


def verdicts(rule=table6.AS_PRINTED, **changed):
    """Verdicts by statement and text when both rules measured the document's numbers, but for those changed by one."""
    printed = {row: accuracy + NOISE * (number + 1) for number, (row, accuracy) in enumerate(PRINTED.items())}
    ours = printed | {row: value + NOISE for row, value in changed.items()}
    measured = {each: ours if each == rule else printed for each in (table6.AS_PRINTED, table6.WITH_BURN_IN)}
    return {(claim.statement, claim.text): claim.verdict for claim in table6.claims_on(measured)}


def test_the_printed_numbers_reproduce_every_claim():
    found = verdicts()
    assert set(found.values()) == {"reproduced"}
    assert {statement for statement, _ in found} == {*table6.STATEMENTS}


@pytest.mark.parametrize(
    ("row", "value", "statement", "ours"),
    [
        ("lv10", 3.6, "table6-last-violators", "table6-burn-in"),
        ("adagrad-w1-lv1", 7.2, "table6-chain", "table6-burn-in-chain"),
        ("adagrad-w1-lv100", 7.2, "table6-chain", "table6-burn-in-chain"),
        ("adagrad-w1-lv10", 6.0, "table6-together", "table6-burn-in-chain"),
        ("adagrad", 4.0, "table6-adagrad", None),
        ("w1", 6.5, "adagrad-nonconvex", None),
        ("w1", 3.6, "table6-equal-weights", None),
        ("adagrad-w1", 5.2, "table6-equal-weights-adagrad", None),
        ("adagrad-lv10", 4.9, "table6-complement", "table6-burn-in"),
        ("adagrad-lv10", 7.2, "table6-complement", None),
    ],
)
def test_the_documents_statements_are_tested_by_the_rule_as_printed_alone(row, value, statement, ours):
    by_print, by_burn_in = verdicts(table6.AS_PRINTED, **{row: value}), verdicts(table6.WITH_BURN_IN, **{row: value})
    assert "not reproduced" in {verdict for (of, _), verdict in by_print.items() if of == statement}
    failed = {of for (of, _), verdict in by_burn_in.items() if verdict == "not reproduced"}
    assert failed <= {ours}
    assert ours is None or failed


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
    means = [row[f"{rule}: mean over draws"].mean for rule in (table6.AS_PRINTED, table6.WITH_BURN_IN)]
    assert means == pytest.approx([1, 8])
    assert (row["as printed: × first"], row["with burn-in: × first"]) == pytest.approx((0.2, 1.6))
    assert row["× first: printed"] == pytest.approx(5.0 / 3.7)
    assert np.isnan(frame.loc["+ adagrad", "with burn-in: best run"])


def test_factors_are_geometric_means_of_paired_ratios():
    first = np.array([1.0, 2.0, 4.0, np.nan])
    found = table6.factors({"plain": first, "lv10": np.array([2.0, 4.0, 4.0, 3.0]), "w1": np.full(4, np.nan)})
    assert found["lv10"][0] == pytest.approx(4 ** (1 / 3))
    assert found["lv10"][1] < found["lv10"][0] < found["lv10"][2]
    np.testing.assert_allclose(found["plain"], 1)
    assert np.isnan(found["w1"]).all()


def test_the_embedding_has_half_of_the_features():
    for scale in ("smoke", "standard"):
        assert table6.DIMENSIONS[scale] == size(table6.SET, scale).features // 2


def test_rows_differ_in_what_the_document_says_and_share_the_rest():
    for scale in ("smoke", "standard", "full"):
        trials = [table6.row_trial({"scale": scale}, row) for row in table6.ROWS]
        held = [{k: v for k, v in trial.fixed.items() if k != "dimensions"} for trial in trials]
        assert len({tuple(each.values()) for each in held}) == len(table6.ROWS)
        assert len({(trial.fixed["dimensions"], trial.halving) for trial in trials}) == 1
        steady = {trial.passes for trial in trials if trial.fixed["adaptation"] == "fixed"}
        assert steady == {gupta.passes({"scale": scale}, "wsabie")}  # as Wsabie itself has in table 8
        assert {trial.passes for trial in trials} - steady <= {gupta.passes({"scale": scale})}
        assert len({trial.search["margin"] for trial in trials}) == 1
        assert all((len(trial.series["burn_in"]) == 2) == (trial.fixed["last_violators"] > 0) for trial in trials)
