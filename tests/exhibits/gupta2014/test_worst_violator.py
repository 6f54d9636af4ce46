"""The worst violator on records made by hand."""

from dataclasses import replace

import pytest
from fake_results import CONFIG, change_candidates
from fake_results import verdicts as verdicts_of

from manyclass.exhibits import statements
from manyclass.exhibits.gupta2014 import noise, worst_violator
from manyclass.methods.base.ladder import groups
from manyclass.protocol.trial import estimators


def give(store, variant, method, drawn, worst):
    """Give every draw's candidates their violator's share of any name, differing a little by draw, and of the given."""

    def change(candidate, seed):
        any_name = {"drawn": drawn, "worst": worst}[candidate.params["violator"]] + 0.001 * seed
        return replace(candidate, test={"accuracy": 1 - any_name, "sibling_precision": any_name})

    change_candidates(store, worst_violator.trial(CONFIG, variant, method), change)


@pytest.mark.parametrize(("drawn", "worst", "verdict"), [(0.3, 0.25, "reproduced"), (0.25, 0.3, "not reproduced")])
@pytest.mark.parametrize(("method", "other"), [("wsabie_pp", "warp_ranking"), ("warp_ranking", "wsabie_pp")])
def test_drawn_is_compared_with_worst_where_labels_are_missing(fake, method, other, drawn, worst, verdict):
    give(fake, worst_violator.MISSING, method, drawn, worst)
    give(fake, worst_violator.MISSING, other, 0.9, 0.1)
    give(fake, "names8_given", method, 0.1, 0.9)
    found, name = worst_violator.claims(fake), worst_violator.METHODS[method]
    assert verdicts_of(found, f"{name}, one of eight names given, any name") == {verdict}
    other_way = {"reproduced": "not reproduced", "not reproduced": "reproduced"}[verdict]
    assert verdicts_of(found, f"{name}, one of eight names given, the name given") == {other_way}
    assert [claim.on for claim in found] == [("label_noise-names8",)] * 4
    assert {claim.statement for claim in found} == {"worst-violator-harmful"}


@pytest.mark.parametrize("statement", ["worst-violator-harmful", "missing-labels"])
def test_what_was_known_by_either_way_to_count_is_calibrated(statement):
    sets = [noise.dataset(variant) for variant in noise.MISSING]
    assert statements.listed("gupta2014")[statement].calibrated(sets) == sets


def test_both_violators_have_one_sweep_each_of_step_and_margin():
    for trial in worst_violator.trials(CONFIG):
        assert trial.series == {"violator": ["drawn", "worst"]}
        swept = {name for group in groups(estimators.load(trial.method).search) for name in group} - {*trial.fixed}
        assert swept == {"step", "margin"}
        assert not trial.halving
        if trial.method == "wsabie_pp":
            assert trial.fixed["last_violators"] == 0
            assert trial.fixed["dimensions"] == noise.trial(CONFIG, "names8").fixed["dimensions"]
