"""What the exhibits of Perronnin et al. 2012 say about records made by hand."""

import json

import numpy as np
import pytest
from fake_results import CONFIG, fail

from manyclass.exhibits import registry
from manyclass.exhibits.perronnin2012 import cost, fig1, fig3, table2, table3
from manyclass.exhibits.perronnin2012 import trials as shared

SEEDS = range(CONFIG["seeds"])
MINE = ("perronnin2012/fig1", "perronnin2012/fig3", "perronnin2012/table2", "perronnin2012/table3")
NOISE = (0.1, -0.1, 0.05, -0.05)  # points, from seed to seed


def rewrite(store, trial, change):
    """Change the record of every seed, in place, by ``change(record, seed)``."""
    for seed in SEEDS:
        path = store.folder / "trial" / trial.address / f"{seed}.json"
        record = json.loads(path.read_text())
        change(record, seed)
        path.write_text(json.dumps(record))


def give(store, trial, percent, measure="top-1"):
    """Give every candidate of a trial this test accuracy, but for a little noise; or that which its β says."""

    def change(record, seed):
        for candidate in record["candidates"]:
            own = percent[candidate["params"]["balance"]] if isinstance(percent, dict) else percent
            candidate["test"][shared.MEASURES[measure]] = (own + NOISE[seed]) / 100

    rewrite(store, trial, change)


def verdicts(claims, part=""):
    return {claim.verdict for claim in claims if part in claim.text}


def print_table2(store):
    """Give the methods the numbers of the printed table 2."""
    for (measure, kind), numbers in table2.PRINTED.items():
        for method, percent in zip(shared.FOUR, numbers):
            give(store, shared.trial(CONFIG, method, shared.FEATURES[kind]), percent, measure)


def test_all_trials_are_shared():
    """Those that the exhibits on accuracy need are those that the one on cost lists."""
    assert set(registry.trials(MINE, CONFIG)) == set(cost.trials(CONFIG))


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_a_trial_is_called_what_the_document_calls_it(scale):
    config = {"scale": scale}
    for method in shared.METHODS:
        trial = shared.trial(config, method, "fv8")
        assert shared.called(trial) == method
        assert trial.patience and "penalty" not in {**trial.fixed, **trial.grid}
    assert len({shared.trial(config, method, "fv8").address for method in shared.METHODS}) == 5


def test_spread_is_best_less_worst_seed_by_seed():
    found = {"a": np.array([1.0, 5.0, np.nan]), "b": np.array([3.0, 2.0, 1.0]), "c": np.array([2.0, 2.0, 1.0])}
    np.testing.assert_allclose(shared.span(found), [2, 3, np.nan])
    np.testing.assert_allclose(shared.spread(found), [100, 100, np.nan])


def test_the_printed_table_2_reproduces_every_claim(fake):
    print_table2(fake)
    claims = table2.claims(fake)
    assert len(claims) == 17
    assert verdicts(claims) == {"reproduced"}


def test_table_2_shows_what_was_measured(fake):
    print_table2(fake)
    row = table2.table(fake).set_index(["accuracy", "features"]).loc[("top-5", "BOV")]
    assert float(row["RNK: printed"]) == 41.2
    assert row["RNK"].mean == pytest.approx(41.2) and row["RNK"].sd == pytest.approx(np.std(NOISE, ddof=1))
    assert row["spread, %: printed"] == pytest.approx(100 * (46.4 - 38.4) / np.mean([46.4, 38.4, 41.2, 44.2]))
    assert row["spread, %"].mean == pytest.approx(row["spread, %: printed"], rel=1e-3)


def test_table_2_turned_round_reproduces_no_order(fake):
    for measure in shared.MEASURES:
        for percent, method in enumerate(sorted(shared.FOUR, key=table2_rank(measure))):
            give(fake, shared.trial(CONFIG, method, shared.FEATURES["BOV"]), 20.0 + percent, measure)
    claims = [claim for claim in table2.claims(fake) if "more accurate" in claim.text]
    assert len(claims) == 12
    assert verdicts(claims) == {"not reproduced"}


def table2_rank(measure):
    printed = dict(zip(shared.FOUR, table2.PRINTED[measure, "BOV"]))
    return lambda method: -printed[method]


def test_figure_3_asks_whether_the_spread_falls(fake):
    *_, largest = shared.fisher(CONFIG)
    for measure in shared.MEASURES:
        for each in shared.fisher(CONFIG):
            for place, method in enumerate(shared.FOUR):
                wide = each != largest
                percent = 10 + 2 * place if wide else 50 + place / 10
                give(fake, shared.trial(CONFIG, method, each), percent, measure)
    assert verdicts(fig3.claims(fake)) == {"reproduced"}
    for measure in shared.MEASURES:
        give(fake, shared.trial(CONFIG, "WAR", largest), 90, measure)
    assert verdicts(fig3.claims(fake), "spread") == {"not reproduced"}


def test_figure_1_takes_the_beta_that_validation_chose(fake):
    *small, large = fig1.features(CONFIG)
    curves = {each: {1: 10.0, 8: 14.0} for each in small} | {large: {1: 50.0, 8: 51.0}}
    for each, curve in curves.items():
        trial = shared.trial(CONFIG, "w-OVR", each)
        give(fake, trial, curve)
        rewrite(fake, trial, prefer(8))
        give(fake, shared.trial(CONFIG, "u-OVR", each), 9.0 if each in small else 50.0)
    np.testing.assert_allclose(fig1.over_beta(fake, large)[:, 0], [50.1, 51.1])
    assert verdicts(fig1.claims(fake)) == {"reproduced"}
    for each in curves:
        rewrite(fake, shared.trial(CONFIG, "w-OVR", each), prefer(1))
    assert "reproduced" not in verdicts(fig1.claims(fake), "the best β is more accurate")


def prefer(beta):
    """Let validation choose this β."""

    def change(record, seed):
        for number, candidate in enumerate(record["candidates"]):
            candidate["valid"][-1] = 0.9 if candidate["params"]["balance"] == beta else 0.1
            if candidate["valid"][-1] == 0.9:
                record |= {"winner": number, "test": candidate["test"], "valid": 0.9}

    return change


def test_the_printed_table_3_reproduces_every_claim(fake):
    for position, kind in enumerate(table3.KINDS):
        for method in table3.trained(kind):
            trial, printed = shared.many_trial(CONFIG, method, kind), table3.PRINTED[method][position]
            natural = table3.PRINTED[table3.NATURAL][position] or 5.0
            give(fake, trial, {1: natural, 8: printed} if method == "w-OVR" else printed)
            if method == "w-OVR":
                rewrite(fake, trial, prefer(8))
    claims = table3.claims(fake)
    assert len(claims) == 15
    assert verdicts(claims) == {"reproduced"}
    frame = table3.table(fake).set_index("method")
    assert frame.loc[table3.NATURAL, "FV"].mean == pytest.approx(16.7)
    assert frame.loc["RNK", "FV"] is None


def test_cost_counts_up_to_the_best_look(fake):
    trial = shared.trial(CONFIG, "WAR", "fv32")

    def change(record, seed):
        record["winner"] = 0
        record["candidates"][0] |= {"passes": [1, 2, 3], "tried": [5.0, 9.0, 12.5], "trained": (4, 2)[seed > 0]}
        record["timing"]["seconds"][0] = [1.0, 2.0, 4.0]

    rewrite(fake, trial, change)
    row = cost.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv32", "WAR")]
    assert (row["passes"], row["inner products"], row["seconds"]) == (3, 15.5, 4)
    assert row["cut short"] == "1 of 4"


def test_a_hole_is_marked_wherever_it_is_shown(fake):
    trial = shared.trial(CONFIG, "MUL", "fv32")
    for seed in SEEDS:
        fail(fake.folder / "trial" / trial.address / f"{seed}.json")
    shown = table2.table(fake).set_index(["accuracy", "features"]).loc[("top-1", "FV")]
    listed = cost.table(fake).set_index(["data set", "method"]).loc[("ilsvrc-fv32", "MUL")]
    assert shown["MUL"] == listed["passes"] == "failed: ValueError: no luck"
    assert "inconclusive" in verdicts(table2.claims(fake), "FV, top-1")
