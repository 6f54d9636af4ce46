"""The trade-off on curves made by hand: how they are read, and claims that follow them."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, rewrite, with_winner
from numpy.testing import assert_allclose

from manyclass.exhibits import base, registry
from manyclass.exhibits.deng2011 import tradeoff
from manyclass.exhibits.deng2011.trials import BENGIO, DENSE, OTHER, ends, tree_trial
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED

SEEDS = np.array([0.0, 0.1, -0.1, 0.05])
SHAPES = (32, 2), (6, 4)


def test_a_curve_is_read_between_its_points_and_not_beyond():
    curve = np.array([[16.0, 4.0, 1.0]] * 3), np.array([[10.0, 20.0, 40.0]] * 3)
    assert_allclose(tradeoff.accuracy_at(curve, np.array([4.0, 8.0, 2.0])), [20, 15, 30])
    assert np.isnan(tradeoff.accuracy_at(curve, np.array([17.0, 0.5, np.nan]))).all()


def curves(slope, shift):
    """Five δ and four ε along one line of accuracy against the logarithm of the speedup, ε's moved by ``shift``."""
    speeds = {"efficiency": [32, 24, 16, 8, 4], "accuracy": [40, 20, 10, 2]}
    by_formulation = {}
    for name, values in speeds.items():
        at = np.array(values) * np.exp(SEEDS)[:, None]
        by_formulation[name] = at, 60 - slope * np.log(at) - (shift if name == "accuracy" else 0) + SEEDS[:, None]
    return by_formulation


@pytest.mark.parametrize(("slope", "shift", "verdict"), [(8.0, 0.5, REPRODUCED), (-8.0, 6.0, NOT_REPRODUCED)])
def test_claims_follow_the_curves(slope, shift, verdict):
    of_shapes = {shape: curves(slope, shift) for shape in SHAPES}
    worse = {
        shape: (np.full(4, 12.0), of_shape["efficiency"][1][:, 2] - np.sign(slope) * 10)
        for shape, of_shape in of_shapes.items()
    }
    over_cap = {shape: np.full((4, 5), 1.02 if slope > 0 else 1.2) for shape in SHAPES}
    listed = tradeoff.claims_on(of_shapes, worse, over_cap)[:-1]
    about = [claim for claim in listed if "more speedup" not in claim.text]
    assert len(listed) == 22
    assert {claim.verdict for claim in about} == {verdict}
    assert {claim.verdict for claim in listed if claim not in about} == {REPRODUCED}


def test_the_deeper_tree_is_compared_at_a_speedup_of_the_shallow_one():
    of_shapes = {shape: curves(8.0, 0.0) for shape in SHAPES}
    of_shapes[6, 4]["efficiency"][1][:] += 5
    lone = {shape: (np.full(4, 12.0), np.full(4, 1.0)) for shape in SHAPES}
    claim = tradeoff.claims_on(of_shapes, lone, dict.fromkeys(SHAPES, np.ones((4, 5))))[-1]
    assert claim.verdict == REPRODUCED
    assert claim.measured.startswith("+5.")


def test_caps_are_swept_inside_a_trial():
    for trial in tradeoff.trials(CONFIG):
        if trial.variant.startswith("caps"):
            assert not trial.halving
            assert len(trial.series) == 1
    assert set(registry.inputs("deng2011/tradeoff", CONFIG)[1]) == {DENSE, OTHER}


def test_formulations_that_part_under_one_cap_are_found():
    of_shapes = {shape: curves(8.0, 0.0) for shape in SHAPES}
    of_shapes[6, 4]["efficiency"][1][:, 1] += 5
    lone = {shape: (np.full(4, 12.0), np.full(4, 1.0)) for shape in SHAPES}
    listed = tradeoff.claims_on(of_shapes, lone, dict.fromkeys(SHAPES, np.ones((4, 5))))
    alike = [claim for claim in listed if claim.statement == "formulations-alike"]
    assert [claim.verdict == REPRODUCED for claim in alike].count(False) == 1


def test_on_the_other_set_it_is_told_who_is_better_at_the_speed_of_bengios_tree(fake):
    for shape in ends(CONFIG, OTHER):
        _give(fake, tradeoff.trial("efficiency", shape, OTHER), 0.5, lambda params: 10 * params["max_ambiguity"])
        _give(fake, tradeoff.tree_trial(BENGIO, shape, OTHER), 0.45, lambda params, Q=shape[0]: 15 / Q)
    found = [claim for claim in tradeoff.claims(fake) if claim.statement == "accuracy-at-speed"]
    assert [claim.verdict for claim in found] == [REPRODUCED] * 2
    assert {claim.on for claim in found} == {(OTHER,)}


def _give(store, trial, accuracy, dots):
    def change(candidate, seed):
        costs = candidate.diagnostics["costs"] | {"test": dots(candidate.params) * (1 + seed / 1000)}
        score = candidate.test | {"accuracy": accuracy + seed / 1000}
        return replace(candidate, test=score, diagnostics={"costs": costs})

    change_candidates(store, trial, change)


def test_a_name_stands_in_the_legend_once_whatever_its_mark_at_this_shape(fake):
    shape = ends(CONFIG)[0]
    rewrite(fake, tree_trial(BENGIO, shape), lambda record, seed: with_winner(record, edges=["step"]))
    names = [text.get_text() for text in tradeoff.figure(fake).legends[0].get_texts()]
    assert f"Bengio{base.EDGE}" in names
    assert len(names) == len({name.rstrip(base.EDGE) for name in names}) == 4
