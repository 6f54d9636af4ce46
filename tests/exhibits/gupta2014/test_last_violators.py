"""Noise, burn-in and dimensions on records made by hand: selections, intervals, and claims that flip."""

import itertools
import json
from importlib import import_module

import numpy as np
import pytest
from fake_results import CONFIG, fail
from scipy import stats
from sklearn.model_selection import ParameterGrid

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import burnin, dims, noise
from manyclass.exhibits.gupta2014 import burnin_claims as _burnin_claims
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.exhibits.gupta2014 import noise_claims as _noise_claims
from manyclass.protocol.claims.claim import FEWEST

SPREAD = np.array([0.0, 0.0003, -0.0003, 0.0001])  # of the seeds


def candidate(test, valid, ignored=(0.5,), **params):
    shown = None if test is None else {"accuracy": test, "sibling_precision": test}
    return {"params": params, "test": shown, "valid": [valid], "ignored": list(ignored)}


def record(seed, candidates):
    tested = [number for number, each in enumerate(candidates) if each["test"]]
    winner = max(tested, key=lambda number: candidates[number]["valid"][-1], default=None)
    status = {"status": "ok", "error": None} if tested else {"status": "failed", "error": "ValueError: no luck"}
    best = {} if winner is None else candidates[winner]
    found = {"trial": {"seed": seed}, "candidates": candidates, "winner": winner, "parameters": 1}
    return found | status | {"test": best.get("test"), "valid": best.get("valid", [None])[-1]}


def sweep(accuracy, **at):
    """Records of four seeds: `accuracy` gives the test accuracy of every Q and burn-in of the grid."""
    grid = [(0, 0), *((Q, burn_in) for Q in (1, 4, 10, 16, 100) for burn_in in (0, 5))]
    return [
        record(seed, [candidate(accuracy(Q, b) + e, 0.1, last_violators=Q, burn_in=b, **at) for Q, b in grid])
        for seed, e in enumerate(SPREAD)
    ]


def test_a_setting_is_tuned_on_validation_for_itself_alone():
    tried = [candidate(0.3, 0.9, last_violators=0, burn_in=0)]
    tried += [candidate(t, v, last_violators=1, burn_in=0, margin=t) for t, v in ((0.1, 0.2), (0.2, 0.1))]
    records = [record(0, tried), record(1, [])]
    np.testing.assert_allclose(last.accuracy(records, last_violators=1), [10, np.nan])
    np.testing.assert_allclose(last.gain(records, 1, 0), [100 * (0.1 / 0.3 - 1), np.nan])
    np.testing.assert_allclose(last.accuracy(records, **last.setting(0, 5)), [30, np.nan])


def test_a_course_is_the_winners_and_what_is_ignored_its_last_pass():
    tried = [candidate(0.1, v, ignored, last_violators=1, burn_in=5) for v, ignored in ((0.2, (0, 0.4)), (0.1, (0, 1)))]
    records = [record(0, tried), record(1, [])]
    np.testing.assert_allclose(last.course(records, "ignored", 3, last_violators=1), [[0, 40, np.nan], [np.nan] * 3])
    np.testing.assert_allclose(last.ignored(records, 1, 5), [40, np.nan])


def test_bands_are_t_intervals_of_what_there_is():
    values = np.random.default_rng(0).normal(size=5)
    few = np.where(np.arange(5) < FEWEST - 1, values, np.nan)
    found = statistics.band([values, few, np.full(5, np.nan)])
    expected = stats.t.interval(0.95, 4, values.mean(), stats.sem(values))
    np.testing.assert_allclose(found[:, 0], [values.mean(), *expected])
    np.testing.assert_allclose(found[:, 1], np.nanmean(few))
    assert np.isnan(found[:, 2]).all()
    assert statistics.band([np.full(5, np.nan)]) is None
    assert statistics.spread(np.full(5, np.nan)) is None
    assert statistics.spread(few)[2:] == (FEWEST - 1, 5)


def noise_verdicts(**changed):
    gains = {"": 0.2, "clean": -0.01, "names8": 0.1, "names8_given": 0.0} | changed
    best = {0: 0, 1: 0.5, 4: 1, 16: 0.6}
    found = {
        variant: sweep(lambda Q, b, gain=gain: 0.3 * (1 + gain * best.get(Q, 0))) for variant, gain in gains.items()
    }
    return {claim.text: claim.verdict for claim in _noise_claims.claims(found, last.rules(5))}


def test_the_documents_mechanism_reproduces_every_claim_of_noise():
    assert set(noise_verdicts().values()) == {"reproduced"}


@pytest.mark.parametrize(
    ("changed", "flipped"),
    [
        ({"": -0.2}, "60 % wrong labels: Q = 4 is more accurate than Q = 0"),
        ({"clean": 0.2}, "no wrong label: Q = 4 gains nothing (at most 1 %)"),
        ({"clean": 0.3}, ": the gain of Q = 4 is larger with 60 % wrong labels than with none"),
        ({"names8": -0.1}, "one of eight names given: Q = 4 is more accurate than Q = 0"),
        ({"names8_given": -0.1}, "all eight names given: Q = 4 is within 1 % of Q = 0"),
    ],
)
def test_a_verdict_of_noise_flips_with_its_numbers(changed, flipped):
    verdicts = {text: verdict for text, verdict in noise_verdicts(**changed).items() if text.endswith(flipped)}
    assert len(verdicts) == 2
    assert set(verdicts.values()) == {"not reproduced"}


def burnin_verdicts(printed, cured, steep):
    """Verdicts by text when Q = 10 has this accuracy, as a multiple of that at Q = 0, by rule.

    At the steepest sizes and the larger step it is `steep` under both rules.
    """

    def records(large):
        steps = []
        for step, limit in ((0.1, np.inf), (0.3, large)):
            best = {0: [1, 1], 1: [1, 0.9 * cured], 10: [printed, cured], 100: [printed, 0.9 * cured]}
            at = {Q: [min(each, limit) if Q else each for each in pair] for Q, pair in best.items()}
            steps.append(sweep(lambda Q, b, at=at: 0.3 * at.get(Q, [1, 1])[b > 0], step=step))
        return [record(seed, [*a["candidates"], *b["candidates"]]) for seed, (a, b) in enumerate(zip(*steps))]

    found = _burnin_claims.claims({0.5: records(np.inf), 1.0: records(steep)}, last.rules(5))
    return {claim.text: claim.verdict for claim in found}


def test_a_gain_under_both_rules_and_a_collapse_reproduce_every_claim_of_burn_in():
    found = burnin_verdicts(printed=1.1, cured=1.2, steep=0.4)
    assert len(found) == 11
    assert set(found.values()) == {"reproduced"}


@pytest.mark.parametrize(
    ("changed", "flipped", "count"),
    [
        ({"printed": 0.9}, "as printed: Q = 10 is more accurate than Q = 0", 2),
        ({"cured": 0.9}, "with burn-in: Q = 10 is more accurate than Q = 0", 2),
        ({"cured": 1.05}, "Q = 10 is more accurate with burn-in than as printed", 2),
        ({"cured": 0.8}, "with burn-in: Q = 10 keeps at least 85 % of the accuracy of Q = 0", 1),
        ({"steep": 0.6}, "less than half of the accuracy of Q = 0 is left", 2),
    ],
)
def test_a_verdict_of_burn_in_flips_with_its_numbers(changed, flipped, count):
    verdicts = burnin_verdicts(**{"printed": 1.1, "cured": 1.2, "steep": 0.4} | changed)
    touched = [verdict for text, verdict in verdicts.items() if text.endswith(flipped)]
    assert touched == ["not reproduced"] * count


def rewrite(store, dataset, accuracies):
    """Give a trial of `dims` these test and validation accuracies by m."""
    for seed, e in enumerate(SPREAD):
        path = store.folder / "trial" / dims.trial(CONFIG, dataset).address / f"{seed}.json"
        found = json.loads(path.read_text())
        for each in found["candidates"]:
            each["test"]["accuracy"] = each["valid"][-1] = accuracies[each["params"]["dimensions"]] + e / 10
        path.write_text(json.dumps(found))


def test_printed_accuracies_have_their_optimum_inside(fake):
    share = dims.BUDGETS["smoke"][0] / 1024
    rewrite(fake, "few_directions", {int(m * share): accuracy / 100 for m, accuracy in dims.PRINTED.items()})
    rewrite(fake, "few_directions-even", {m: m / 100 for m in dims.dimensions(CONFIG)})
    assert {claim.verdict for claim in dims.claims(fake)} == {"reproduced"}
    best, smallest, largest = dims.chosen(fake, "few_directions")
    np.testing.assert_allclose(best - largest, 1.8)
    np.testing.assert_allclose(best - smallest, 0.6)
    rewrite(fake, "few_directions", {m: m / 100 for m in dims.dimensions(CONFIG)})
    assert [claim.verdict for claim in dims.claims(fake)] == ["not reproduced", "reproduced", "reproduced"]


def test_a_seed_that_failed_is_no_choice(fake):
    path = fake.folder / "trial" / dims.trial(CONFIG, "few_directions").address / "1.json"
    fail(path)
    assert [np.isnan(each).tolist() for each in dims.chosen(fake, "few_directions")] == [
        [False, True, False, False]
    ] * 3


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
@pytest.mark.parametrize("exhibit", [noise, burnin])
def test_every_setting_is_trained_once(exhibit, scale):
    config = {"scale": scale}
    for trial in exhibit.trials(config):
        tried = [(each["last_violators"], each["burn_in"]) for each in ParameterGrid(trial.grid)]
        asked = {
            tuple(last.setting(Q, b).values()) for Q in (0, *exhibit.ORDERS) for b in exhibit.rules(config).values()
        }
        assert set(tried) == asked
        assert len({tried.count(each) for each in asked}) == 1


@pytest.mark.parametrize(
    ("exhibit", "scale"), list(itertools.product((noise, burnin, dims), ("smoke", "standard", "full")))
)
def test_trials_fit_their_data_sets(exhibit, scale):
    for trial in exhibit.trials({"scale": scale}):
        name, _, variant = trial.dataset.partition("-")
        module = import_module(f"manyclass.datasets.{name}")
        assert variant in {"", *getattr(module, "VARIANTS", {})}
        d, m = module.SCALES[scale].features, trial.fixed.get("dimensions", 1)
        assert m < d
        if exhibit is dims:
            printed = [m / 1024 for m in dims.PRINTED]
            shares = [m / d for m in trial.grid["dimensions"]]
            assert shares == printed if scale != "smoke" else set(shares) <= set(printed)
