"""The trade-off on curves made by hand: how they are read, and claims that follow them."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, rewrite, verdicts, with_winner
from numpy.testing import assert_allclose

from manyclass.exhibits import base, registry
from manyclass.exhibits.deng2011 import tradeoff
from manyclass.exhibits.deng2011.trials import BENGIO, DENSE, OTHER, ends, tree_trial
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED, UNDECIDED
from manyclass.protocol.claims.interval import interval

SEEDS = np.array([0.0, 0.1, -0.1, 0.05])
SHAPES = (32, 2), (6, 4)


def over_caps(efficiency=1.0, accuracy=1.0):
    """What is capped over its cap, the same in all draws and under all caps."""
    times = {"efficiency": efficiency, "accuracy": accuracy}
    return {shape: {name: np.full((4, 5), value) for name, value in times.items()} for shape in SHAPES}


def test_a_curve_is_read_between_its_points_and_not_beyond():
    curve = np.array([[16.0, 4.0, 1.0]] * 3), np.array([[10.0, 20.0, 40.0]] * 3)
    assert_allclose(tradeoff.accuracy_at(curve, np.array([4.0, 8.0, 2.0])), [20, 15, 30])
    beyond = np.array([17.0, 0.5, np.nan])
    assert np.isnan(tradeoff.accuracy_at(curve, beyond)).all()
    assert tradeoff.beyond(curve, beyond).tolist() == [True, True, False], "a draw without a result is not out of reach"
    assert not tradeoff.beyond(curve, np.array([1.0, 16.0, 4.0])).any()


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
    over_cap = 1.02 if slope > 0 else 1.2
    listed = tradeoff.claims_on(of_shapes, worse, over_caps(over_cap, over_cap))[:-1]
    about = [claim for claim in listed if "less speedup" not in claim.text]
    assert len(listed) == 24
    assert {claim.verdict for claim in about} == {verdict}
    assert {claim.verdict for claim in listed if claim not in about} == {REPRODUCED}


def test_the_deeper_tree_is_compared_at_a_speedup_of_the_shallow_one():
    of_shapes = {shape: curves(8.0, 0.0) for shape in SHAPES}
    of_shapes[6, 4]["efficiency"][1][:] += 5
    lone = {shape: (np.full(4, 12.0), np.full(4, 1.0)) for shape in SHAPES}
    claim = tradeoff.claims_on(of_shapes, lone, over_caps())[-1]
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
    listed = tradeoff.claims_on(of_shapes, lone, over_caps())
    alike = [claim for claim in listed if claim.statement == "formulations-alike"]
    assert [claim.verdict == REPRODUCED for claim in alike].count(False) == 1


def test_a_speed_that_one_formulation_does_not_reach_in_some_draw_is_undecided_and_counted():
    of_shapes = {shape: curves(8.0, 0.0) for shape in SHAPES}
    speeds, accuracies = of_shapes[6, 4]["accuracy"]
    speeds[1:3, -1], accuracies[1:3, -1] = 5, 60 - 8 * np.log(5)  # on the same line; δ number 5 has a speedup of 4
    lone = {shape: (np.full(4, 12.0), np.full(4, 1.0)) for shape in SHAPES}
    listed = tradeoff.claims_on(of_shapes, lone, over_caps())
    found = [claim for claim in listed if claim.statement == "formulations-alike" and claim.text.startswith("T6,4")]
    assert [claim.verdict for claim in found] == 4 * [REPRODUCED] + [UNDECIDED]
    assert found[-1].measured == "– (0 of 4 draws, 2 not reached)"


def test_draws_out_of_reach_are_counted_at_the_speed_of_bengios_tree():
    of_shapes = {shape: curves(8.0, 0.0) for shape in SHAPES}
    lone = {shape: (np.array([12.0, 12.0, 50.0, 12.0]), np.arange(4.0)) for shape in SHAPES}
    found = [each for each in tradeoff.claims_on(of_shapes, lone, over_caps()) if each.statement == "matched-speed"]
    assert all(claim.measured.endswith("(3 of 4 draws, 1 not reached)") for claim in found)


def test_each_cap_is_asked_of_what_it_caps_and_in_one_direction(fake):
    def change(candidate, seed, times):
        measured = {"ambiguity": "max_ambiguity", "local_loss": "max_loss"}
        at_root = {
            name: [times[name] * candidate.params[cap] + seed / 1e5]
            for name, cap in measured.items()
            if cap in candidate.params
        }
        return replace(candidate, diagnostics={"costs": candidate.diagnostics["costs"] | at_root})

    def found(**times):
        for shape in ends(CONFIG):
            for formulation in tradeoff.CAPS:
                trial = tradeoff.trial(formulation, shape)
                change_candidates(fake, trial, lambda each, seed: change(each, seed, times))
        listed = tradeoff.claims(fake)
        return [
            verdicts([claim for claim in listed if claim.statement == name]) for name in ("cap-holds", "loss-cap-holds")
        ]

    assert found(ambiguity=1.02, local_loss=0.5) == [{REPRODUCED}, {REPRODUCED}]
    assert found(ambiguity=0.5, local_loss=1.2) == [{REPRODUCED}, {NOT_REPRODUCED}]
    assert found(ambiguity=1.2, local_loss=1.02) == [{NOT_REPRODUCED}, {REPRODUCED}]


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


def test_lone_points_have_the_intervals_of_speedup_and_accuracy(fake):
    for ax, shape in zip(tradeoff.figure(fake).axes, ends(CONFIG)):
        bengio, flat = ax.containers
        speedups, accuracies = tradeoff.points(fake, tree_trial(BENGIO, shape))
        ends_of = [segments[0] for segments in (bars.get_segments() for bars in bengio[2])]
        assert_allclose(ends_of[0][:, 0], interval(speedups)[1:])
        assert_allclose(ends_of[1][:, 1], interval(accuracies)[1:])
        assert flat.has_yerr
