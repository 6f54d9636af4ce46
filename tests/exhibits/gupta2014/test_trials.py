"""Trials of Gupta 2014: settings of last violators, what they gain and ignore, and that they fit their data sets."""

import itertools
from dataclasses import replace
from importlib import import_module

import numpy as np
import pytest
from made_up_records import candidate, record
from sklearn.model_selection import ParameterGrid

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import burnin, dims, last_violators, noise
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import counts, groups
from manyclass.protocol.trial import estimators


def test_a_gain_is_relative_to_no_last_violators():
    tried = [candidate(0.3, 0.9, last_violators=0, burn_in=0)]
    tried += [candidate(t, v, last_violators=1, burn_in=0, margin=t) for t, v in ((0.1, 0.2), (0.2, 0.1))]
    records = [record(0, tried), record(1, [])]
    np.testing.assert_allclose(last_violators.gain(records, 1, 0), [100 * (0.1 / 0.3 - 1), np.nan])
    np.testing.assert_allclose(last_violators.gain(records, 0, 5), [0, np.nan])  # nothing to burn in


def test_ignored_is_the_winners_last_pass():
    tried = [candidate(0.1, v, ignored, last_violators=1, burn_in=5) for v, ignored in ((0.2, (0, 0.4)), (0.1, (0, 1)))]
    records, point = [record(0, tried), record(1, [])], last_violators.setting(1, 5)
    np.testing.assert_allclose(last_violators.ignored(records, **point), [40, np.nan])


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
@pytest.mark.parametrize("exhibit", [noise, burnin])
def test_every_setting_is_trained_once(exhibit, scale):
    config = {"scale": scale}
    for trial in exhibit.trials(config):
        tried = [(each["last_violators"], each["burn_in"]) for each in ParameterGrid(trial.series)]
        asked = {
            tuple(last_violators.setting(Q, b).values())
            for Q in (0, *exhibit.ORDERS)
            for b in last_violators.rules(config).values()
        }
        assert set(tried) == asked
        assert len(tried) == len(asked)
        assert swept(trial) - {*trial.fixed, *last_violators.setting(0, 0)} == {"step", "margin"}


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
            assert trial.series["dimensions"][-1] == d
            shares = [m / d for m in trial.series["dimensions"]]
            if name != "web21k" and scale != "smoke":
                assert shares == [m / 1024 for m in dims.PRINTED]


def swept(trial):
    """Names of the parameters that a trial tunes."""
    search = estimators.load(trial.method).search if trial.search is None else trial.search
    return {name for group in groups(search) for name in group}


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
@pytest.mark.parametrize("row", gupta.NAMES)
def test_a_row_has_one_budget_whatever_the_data_set(row, scale):
    of_sets = [gupta.row_trial({"scale": scale}, dataset, row) for dataset in (*gupta.SETS, "synonyms")]
    told = [(t.passes, t.fixed, t.search, t.halving, t.variant) for t in of_sets]
    assert told == told[:1] * len(told)
    assert len({(*swept(t), *t.fixed) for t in of_sets}) == 1


def test_rows_have_one_budget_but_those_of_steady_steps_more_passes_and_at_large_scale_no_patience():
    def budgets(scale, steady):
        rows = {row for row in gupta.names({"scale": scale}) if (row in gupta.STEADY) == steady} - {"nearest_means"}
        of_rows = (gupta.row_trial({"scale": scale}, "imagenet16k", row) for row in rows)
        return {(trial.passes, trial.patience, trial.least_passes) for trial in of_rows}

    for scale, steady in itertools.product(("smoke", "standard", "full"), (False, True)):
        passes = gupta.passes({"scale": scale}) * (3 if steady and scale == "standard" else 1)
        assert budgets(scale, steady) == {(passes, base.PATIENCE, min(base.LEAST, passes))}
    for steady in (False, True):
        assert budgets("large", steady) == {(gupta.passes({"scale": "large"}), 0, 0)}


@pytest.mark.parametrize("scale", ["smoke", "standard", "large", "full"])
def test_weaker_candidates_are_dropped_but_of_what_starts_badly_and_recovers(scale):
    config = {"scale": scale}
    kept = {row for row in gupta.names(config) if not gupta.row_trial(config, "imagenet16k", row).halving}
    steady = {"wsabie", "ensemble_of/wsabie"} if scale != "large" else set()
    to_the_end = {"wsabie_pp", "wsabie_pp/burn_in", "wsabie_pp/q0"} | steady
    assert kept == to_the_end & {*gupta.names(config)}
    assert not gupta.trial(config, "imagenet16k", "wsabie_pp").halving
    fixed = gupta.trial(config, "imagenet16k", "auc_ranking", "plain", {"adaptation": "fixed"})
    assert (fixed.passes, fixed.halving) == (gupta.passes(config, "wsabie"), scale == "large")
    curve = gupta.curve_trial(config, gupta.row_trial(config, "imagenet16k", "auc_ranking"), "curve")
    assert not curve.halving  # it is validated after every pass


def test_only_rows_as_printed_have_no_constant_feature():
    held = {row: gupta.row_trial({"scale": "standard"}, "web21k", row) for row in gupta.NAMES if "one_vs_rest" in row}
    assert {row for row, trial in held.items() if trial.fixed.get("intercept") == 0} == {*gupta.AS_PRINTED}
    assert {row for row in held if gupta.NAMES[row].endswith("with a constant feature (ours)")} == {
        "one_vs_rest",
        "one_vs_rest/balance1",
    }
    balanced = {row for row, trial in held.items() if trial.fixed.get("balance") == 1}
    assert balanced == {"one_vs_rest/balance1", "one_vs_rest/balance1_as_printed"} == {*gupta.ONE_NEGATIVE}


def test_a_sweep_of_one_negative_begins_at_margins_that_many_samples_keep_and_that_none_can():
    for row in gupta.ONE_NEGATIVE:
        margins = gupta.row_trial({"scale": "standard"}, "web21k", row).search[0]["margin"].start
        radius = estimators.load("one_vs_rest")().radius
        assert margins[0] < radius < margins[-1]


def test_rows_of_a_method_differ_in_what_they_hold_or_sweep():
    config = {"scale": "standard"}
    printed, ours, none = (gupta.row_trial(config, "web21k", f"wsabie_pp{end}") for end in ("", "/burn_in", "/q0"))
    assert "burn_in" not in swept(printed) | {*printed.fixed}  # the estimator's own is 0
    assert estimators.load("wsabie_pp")().burn_in == 0
    assert swept(ours) - swept(printed) == {"burn_in"}
    assert none.fixed == {"last_violators": 0, "burn_in": 0}


@pytest.mark.parametrize("method", ["wsabie", "wsabie_pp"])
def test_members_of_an_ensemble_have_the_single_models_sweep_with_half_of_its_dimensions(method):
    config = {"scale": "standard"}
    single = gupta.row_trial(config, "web21k", method)
    member = gupta.row_trial(config, "web21k", f"ensemble_of/{method}").depends_on
    assert (member.method, member.fixed, member.passes, member.halving) == (
        method,
        single.fixed,
        single.passes,
        single.halving,
    )
    own, single = (groups(each.search or estimators.load(method).search) for each in (member, single))
    assert [[*group] for group in own] == [[*group] for group in single]
    for name, ladder in {name: ladder for group in own for name, ladder in group.items()}.items():
        known = counts(features=64, classes=1000)
        single_ladder = next(group[name] for group in single if name in group).resolved(known)
        if name == "dimensions":
            assert (ladder.resolved(known).high, single_ladder.high) == (32, 64)
        else:
            assert ladder.resolved(known) == single_ladder


def test_at_large_scale_members_are_the_rows():
    config = {"scale": "large"}
    (dataset,) = gupta.sets(config)
    row = gupta.row_trial(config, dataset, "wsabie_pp")
    assert gupta.row_trial(config, dataset, "ensemble_of/wsabie_pp").depends_on == row


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_a_burn_in_may_last_for_all_passes_but_one(scale):
    config = {"scale": scale}
    ladder = gupta.row_trial(config, "web21k", "wsabie_pp/burn_in").search[-1]["burn_in"].resolved({})
    assert (ladder.low, ladder.high, ladder.start[0]) == (1, gupta.passes(config) - 1, 1)
    assert gupta.burn_in(config) in ladder.start


@pytest.mark.parametrize("scale", ["smoke", "standard", "large", "full"])
def test_a_row_cannot_choose_to_be_the_one_that_it_is_compared_with(scale):
    """Wsabie++ ignores one last violator at least, also a member, and the row without ignores none."""
    config = {"scale": scale}
    trials = [gupta.row_trial(config, "imagenet16k", row) for row in gupta.names(config) if "wsabie_pp" in row]
    trials += [trial.depends_on for trial in trials if trial.depends_on]
    for trial in trials:
        orders = [group["last_violators"] for group in trial.search or () if "last_violators" in group]
        assert [each.resolved({}).low for each in orders] == ([] if trial.method == "ensemble_of" else [1])


def test_an_unknown_scale_is_answered_with_the_choices():
    with pytest.raises(ValueError, match="unknown scale 'huge'; choose from smoke, standard, large, full"):
        gupta.trial({"scale": "huge"}, "web21k", "wsabie_pp")


@pytest.mark.parametrize(
    ("passes", "valid", "made", "rises"),
    [
        ([1, 243, 364], [0.1, 0.2, 0.21], 364, True),
        ([1, 243, 364], [0.1, 0.2, 0.201], 364, False),
        ([1, 243], [0.1, 0.2], 364, False),
        ([1, 108], [0.1, 0.2], 243, False),
    ],
)
def test_what_was_stopped_or_is_flat_does_not_rise(passes, valid, made, rises):
    config = {"scale": "standard"}
    trial = gupta.row_trial(config, "imagenet16k", "auc_ranking")
    winner = replace(candidate(0.1, valid[-1]), passes=passes, valid=valid, n_passes=made)
    assert base.still_rises(winner, trial) == rises
    assert not base.still_rises(winner, gupta.row_trial({"scale": "smoke"}, "imagenet16k", "auc_ranking"))
