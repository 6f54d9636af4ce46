"""Costs and trade-off of label trees on numbers made by hand: what is read, interpolated, and claims that flip."""

import numpy as np
import pytest
from fake_results import CONFIG
from numpy.testing import assert_allclose

from manyclass.exhibits import registry
from manyclass.exhibits.deng2011 import costs as trees
from manyclass.exhibits.deng2011 import scaling
from manyclass.exhibits.deng2011 import tradeoff as tradeoff_exhibit
from manyclass.exhibits.deng2011 import tradeoff_claims as tradeoff
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED

SEEDS = np.array([0.0, 0.1, -0.1, 0.05])


def record(seed, candidates):
    winner = None if not candidates else 0
    return {"trial": {"seed": seed}, "candidates": candidates, "winner": winner, "test": {}, "status": "ok"}


def candidate(delta, **costs):
    return {"params": {"max_ambiguity": delta}, "test": {"accuracy": 0.1}, "valid": [0.1], "costs": costs}


def test_costs_are_those_of_the_candidate_asked_for():
    records = [record(0, [candidate(0.1, test=5.0, ambiguity=[0.2, 0.3]), candidate(0.2, test=8.0, ambiguity=[0.4])])]
    assert_allclose(trees.cost(records, "test", max_ambiguity=0.2), [8])
    assert_allclose(trees.speedup(records, 40, max_ambiguity=0.1), [8])
    assert_allclose(trees.cost(records, "ambiguity", 1, max_ambiguity=0.1), [0.3])
    assert np.isnan(trees.cost(records, "ambiguity", 1, max_ambiguity=0.2)).all()


def test_a_curve_is_read_between_its_points_and_not_beyond():
    curve = np.array([[16.0, 4.0, 1.0]] * 3), np.array([[10.0, 20.0, 40.0]] * 3)
    assert_allclose(tradeoff.at(curve, np.array([4.0, 8.0, 2.0])), [20, 15, 30])
    assert np.isnan(tradeoff.at(curve, np.array([17.0, 0.5, np.nan]))).all()


def curves(slope, shift):
    """Five δ and four ε along one line of accuracy against the logarithm of the speedup, ε's moved by ``shift``."""
    speeds = {"efficiency": [32, 24, 16, 8, 4], "accuracy": [40, 20, 10, 2]}
    found = {}
    for name, values in speeds.items():
        at = np.array(values) * np.exp(SEEDS)[:, None]
        found[name] = at, 60 - slope * np.log(at) - (shift if name == "accuracy" else 0) + SEEDS[:, None]
    return found


@pytest.mark.parametrize(("slope", "shift", "verdict"), [(8.0, 0.5, REPRODUCED), (-8.0, 6.0, NOT_REPRODUCED)])
def test_claims_of_the_trade_off_follow_the_curves(slope, shift, verdict):
    shapes = {(32, 2): "T32,2", (6, 4): "T6,4"}
    found = {shape: curves(slope, shift) for shape in shapes}
    worse = {
        shape: (np.full(4, 12.0), each["efficiency"][1][:, 2] - np.sign(slope) * 10) for shape, each in found.items()
    }
    met = {shape: np.full((4, 5), 1.02 if slope > 0 else 1.2) for shape in shapes}
    listed = tradeoff.claims(found, worse, met, shapes)[:-1]
    about = [each for each in listed if "more speedup" not in each.text]
    assert len(listed) == 14
    assert {each.verdict for each in about} == {verdict}
    assert {each.verdict for each in listed if each not in about} == {REPRODUCED}


def test_the_deeper_tree_is_compared_at_a_speedup_of_the_shallow_one():
    shapes = {(32, 2): "T32,2", (6, 4): "T6,4"}
    found = {shape: curves(8.0, 0.0) for shape in shapes}
    found[6, 4]["efficiency"][1][:] += 5
    lone = {shape: (np.full(4, 12.0), np.full(4, 1.0)) for shape in shapes}
    claim = tradeoff.claims(found, lone, dict.fromkeys(shapes, np.ones((4, 5))), shapes)[-1]
    assert claim.verdict == REPRODUCED
    assert claim.measured.startswith("+5.")


def test_each_number_of_classes_has_its_own_set_and_a_full_tree():
    for scale in ("smoke", "standard", "full"):
        for trial in scaling.trials({"scale": scale}):
            depth = trial.fixed["depth"]
            assert trial.dataset == f"class_counts-{4**depth}"
            assert trial.fixed["children"] == 4


def test_caps_are_swept_inside_a_trial():
    for trial in tradeoff_exhibit.trials(CONFIG):
        if trial.variant.startswith("caps"):
            assert not trial.halving
            assert len(trial.grid) == 1
    assert set(registry.inputs("deng2011/tradeoff", CONFIG)[1]) == {"two_places"}
