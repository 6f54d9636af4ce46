"""A sweep climbs to a candidate whose neighbours have all been tried, or says where it could not go on."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyclass.methods.base.ladder import Ladder, counts
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.candidate import Candidate, Checkpoint
from manyclass.protocol.trial.climb import Climb

COUNTS = counts(features=48, classes=1000)
N_VALID = 10**9  # so many that no difference is noise


def never(point):
    return False


def climb(
    groups,
    accuracy,
    metrics=("accuracy",),
    n_valid=N_VALID,
    refine=False,
    brief=False,
    begin=(),
    hard=never,
    fails=never,
    drops=never,
):
    """Sweep with these accuracies, functions of the parameters (a dict by metric for several).

    ``hard``, one too, says what cannot be trained to its tolerance, ``fails`` what cannot be trained at all, and
    ``drops`` what is dropped early.
    """

    def train(points):
        trained = []
        for point in points:
            values = accuracy(point)
            values = values if isinstance(values, dict) else {"accuracy": values}
            candidate = Candidate(point, None, None, point)
            candidate.checkpoints = [Checkpoint(1, 0.0, values["accuracy"])]
            candidate.test = candidate.valid_metrics = values
            candidate.above_tolerance = hard(point)
            if fails(point):
                candidate.test, candidate.error = None, "MemoryError"
            if drops(point):
                candidate.test, candidate.dropped = None, True
            trained.append(candidate)
        return trained

    axes = [{name: Axis(values, COUNTS, brief) for name, values in group.items()} for group in groups]
    climbed = Climb(axes, train, metrics, n_valid, begin)
    climbed.run(refine)
    return climbed


def hill(tops):
    """An accuracy that falls with the distance, in decades, from the top of each parameter."""
    return lambda point: 0.9 * np.exp(-sum((np.log10(point[name] / top)) ** 2 for name, top in tops.items()) / 9)


def ladders(*names, reach=6):
    return [{name: Ladder([0.3, 1.0, 3.0], factor=10**0.5, reach=reach)} for name in names]


def test_what_a_sweep_may_come_to_lies_between_the_ends_of_its_ladder():
    ladder = Ladder([0.1, 1.0, 3.0], factor=10, low=0.01, reach=2)
    assert Axis(ladder, COUNTS).reachable() == [0.01, 0.1, 1.0, 3.0, 30.0, 300.0]
    assert Axis(ladder, COUNTS, brief=True).reachable() == [0.1, 1.0, 10.0]
    assert Axis([3, 1, 2], COUNTS).reachable() == [1, 2, 3]
    assert Axis(["b", "a"], COUNTS).reachable() == ["b", "a"]


@given(step=st.floats(-3, 3), margin=st.floats(-3, 3), joint=st.booleans())
def test_a_hill_is_climbed_to_its_top(step, margin, joint):
    groups = ladders("step", "margin")
    groups = [groups[0] | groups[1]] if joint else groups
    climbed = climb(groups, hill({"step": 10**step, "margin": 10**margin}))
    best = climbed.best("accuracy")
    for name, top in (("step", step), ("margin", margin)):
        assert abs(np.log10(best.params[name]) - top) <= 0.3 and name not in best.edges


@given(data=st.data())
def test_all_neighbours_of_the_winner_have_been_tried(data):
    """Whatever the accuracies are."""
    made = {}

    def accuracy(point):
        return made.setdefault(str(point), data.draw(st.integers(0, 20)) / 20)

    groups = ladders("step", "margin", reach=2)
    climbed = climb(groups, accuracy)
    best = climbed.best("accuracy")
    ladder = groups[0]["step"]
    values = [ladder.start[0], *ladder.start[1:]]
    for direction, _ in product((-1, 1), range(2)):
        values.insert(
            0 if direction < 0 else len(values), ladder.following(values[0 if direction < 0 else -1], direction)
        )
    tried = [candidate.params for candidate in climbed.tried.values()]
    for name in ("step", "margin"):
        place = values.index(best.params[name])
        for other in (place - 1, place + 1):
            if 0 <= other < len(values):
                assert best.params | {name: values[other]} in tried
            else:
                inner = best.params | {name: values[place - 1 if place else 1]}
                better = climbed.best("accuracy").valid_accuracy > next(
                    c.valid_accuracy for c in climbed.tried.values() if c.params == inner
                )
                assert (name in best.edges) == better
    assert len(tried) == len({str(sorted(each.items())) for each in tried})


def test_the_mark_appears_where_the_ladder_ends():
    climbed = climb(ladders("step", reach=2), hill({"step": 1e5}))
    assert climbed.best("accuracy").edges == ["step"] and climbed.best("accuracy").params["step"] > 29


def test_an_end_that_is_flat_is_no_edge():
    """A rise of .001 is noise among 1,000 samples, and none among a billion."""
    rising = {0.3: 0.5, 1.0: 0.501, 3.0: 0.502}
    search = [{"step": [0.3, 1.0, 3.0]}]
    assert climb(search, lambda point: rising[point["step"]], n_valid=1000).best("accuracy").edges == []
    assert climb(search, lambda point: rising[point["step"]]).best("accuracy").edges == ["step"]


def test_an_end_that_is_flat_is_an_edge_where_the_one_before_was_dropped():
    """Nothing says then that there is no gain; a winner inside has no edge, whatever was dropped beside it."""
    search = [{"step": [0.3, 1.0, 3.0]}]
    flat = climb(search, lambda point: 0.5 + point["step"] / 1e6, n_valid=1000, drops=lambda point: point["step"] == 1)
    assert (flat.best("accuracy").swept, flat.best("accuracy").edges) == ({"step": 3.0}, ["step"])
    inside = climb(search, hill({"step": 1.0}), n_valid=1000, drops=lambda point: point["step"] != 1)
    assert (inside.best("accuracy").swept, inside.best("accuracy").edges) == ({"step": 1.0}, [])


def test_beside_what_cannot_be_trained_is_an_edge():
    top = hill({"step": 3.0})
    assert climb(ladders("step"), top).best("accuracy").edges == []
    climbed = climb(ladders("step"), top, fails=lambda point: point["step"] > 3.0)
    assert (climbed.best("accuracy").swept, climbed.best("accuracy").edges) == ({"step": 3.0}, ["step"])
    choices = [{"loss": ["hinge", "log"]}]
    even = climb(choices, lambda point: 0.5, fails=lambda point: point["loss"] == "log")
    assert even.best("accuracy").edges == []


def test_a_list_of_choices_has_no_ends():
    climbed = climb(
        [{"loss": ["a", "b", "c"], "balance": [None, 1.0]}], lambda point: 0.1 * (point["loss"] == "c") + 0.2
    )
    assert climbed.best("accuracy").edges == [] and len(climbed.tried) == 6


def test_every_metric_has_a_winner_inside():
    def accuracy(point):
        return {name: hill({"C": top})(point) for name, top in (("accuracy", 1.0), ("top5", 300.0))}

    climbed = climb([{"C": Ladder([0.1, 1.0, 10.0], factor=10)}], accuracy, metrics=("accuracy", "top5"))
    assert climbed.best("accuracy").params["C"] == 1.0
    assert climbed.best("top5").params["C"] in (100.0, 1000.0) and climbed.best("top5").edges == []


def test_half_steps_are_tried_at_the_end():
    climbed = climb([{"C": Ladder([0.1, 1.0, 10.0], factor=10)}], hill({"C": 3.0}), refine=True)
    assert {round(c.params["C"], 3) for c in climbed.tried.values()} == {0.1, 0.316, 1.0, 3.162, 10.0}
    assert round(climbed.best("accuracy").params["C"], 3) == 3.162 and climbed.best("accuracy").edges == []


def test_parameters_whose_turn_has_not_come_have_their_middle_start_value():
    climbed = climb(ladders("step", "margin"), hill({"step": 1.0, "margin": 1.0}))
    first = list(climbed.tried.values())[:3]
    assert [each.params for each in first] == [{"step": step, "margin": 1.0} for step in (0.3, 1.0, 3.0)]


def test_a_brief_sweep_starts_from_the_middle_and_goes_one_value_beyond_it():
    climbed = climb(ladders("step", "margin"), hill({"step": 1e4, "margin": 1.0}), brief=True)
    tried = [candidate.params for candidate in climbed.tried.values()]
    assert tried[0] == {"step": 1.0, "margin": 1.0}
    assert {each["step"] for each in tried} == {0.316228, 1.0, 3.16228} and climbed.best("accuracy").edges == ["step"]
    assert len(tried) < len(climb(ladders("step", "margin"), hill({"step": 1e4, "margin": 1.0})).tried)


@given(step=st.floats(-3, 3), margin=st.floats(-3, 3), moved=st.floats(-1, 1))
def test_a_sweep_that_begins_where_another_ended_climbs_to_its_own_top(step, margin, moved):
    groups = ladders("step", "margin")
    ended = climb(groups, hill({"step": 10**step, "margin": 10**margin})).best("accuracy").params
    accuracy = hill({"step": 10 ** np.clip(step + moved, -3, 3), "margin": 10**margin})
    anew, begun = climb(groups, accuracy), climb(groups, accuracy, begin=[ended])
    assert begun.best("accuracy").params == anew.best("accuracy").params
    assert begun.best("accuracy").edges == anew.best("accuracy").edges == []


def test_a_sweep_that_begins_at_its_top_tries_its_neighbours_alone():
    tried = climb(ladders("step", "margin"), hill({"step": 100.0, "margin": 1.0}), begin=[{"step": 100.0, "margin": 1}])
    tried = [(each.params["step"], each.params["margin"]) for each in tried.tried.values()]
    around = [(30, 1), (94.87, 0.3), (94.87, 1), (94.87, 3), (300, 1)]
    assert sorted(tried) == [(pytest.approx(step, rel=1e-3), margin) for step, margin in around]


def test_a_beginning_between_two_values_is_the_nearer_one():
    climbed = climb([{"C": Ladder([1.0, 10.0], factor=10)}], hill({"C": 30.0}), begin=[{"C": 31.0}])
    assert next(iter(climbed.tried.values())).params == {"C": 10.0}


@pytest.mark.parametrize("refine", [False, True])
def test_no_ladder_is_climbed_beyond_what_cannot_be_trained(refine):
    groups = [{"C": Ladder([0.1, 1.0, 10.0], factor=10)}]
    trained = climb(groups, lambda point: point["C"] / 1e9, refine=refine)
    assert trained.best("accuracy").params["C"] == 1e7
    stopped = climb(groups, lambda point: point["C"] / 1e9, hard=lambda point: point["C"] >= 100, refine=refine)
    best = stopped.best("accuracy")
    assert best.params["C"] == 100.0 and best.edges == ["C"]
    assert max(candidate.params["C"] for candidate in stopped.tried.values()) == 100.0


def test_what_cannot_be_trained_stops_no_other_way():
    groups = [{"C": Ladder([0.1, 1.0, 10.0], factor=10)}]
    climbed = climb(groups, hill({"C": 0.001}), hard=lambda point: point["C"] >= 10)
    assert climbed.best("accuracy").params["C"] == 0.001 and climbed.best("accuracy").edges == []


@pytest.mark.parametrize(("name", "top"), [("C", 0.001), ("penalty", 1000.0), ("gamma", 0.001), ("gamma", 1000.0)])
@pytest.mark.parametrize("start", [[1.0], [0.1, 1.0, 10.0]])
def test_towards_the_easier_side_a_ladder_is_climbed_whatever_could_be_trained(name, top, start):
    """Also where nothing could; and of a parameter that is no weight of the loss, to both sides."""
    climbed = climb([{name: Ladder(start, factor=10)}], hill({name: top}), hard=lambda point: True)
    assert climbed.best("accuracy").params == {name: top} and climbed.best("accuracy").edges == []


@pytest.mark.parametrize(("name", "end"), [("C", 10.0), ("penalty", 0.1)])
@pytest.mark.parametrize("accuracy", [lambda _: 0.5, None])
def test_a_ladder_that_is_not_climbed_is_an_edge(name, end, accuracy):
    """Though it has one value alone, or is flat up to there; not where its natural bound is."""
    accuracy = accuracy or hill({name: end})
    one = climb([{name: Ladder([end], factor=10, reach=1)}], accuracy, hard=lambda point: True)
    assert one.best("accuracy").params == {name: end} and one.best("accuracy").edges == [name]
    bound = {"low": end, "high": end}
    assert climb([{name: Ladder([end], **bound)}], accuracy, hard=lambda point: True).best("accuracy").edges == []
    start = sorted([end, 1.0])
    flat = climb(
        [{name: Ladder(start, factor=10)}], hill({name: end}), n_valid=2, hard=lambda point: point[name] == end
    )
    assert flat.best("accuracy").edges == [name]


@given(top=st.floats(-2, 2), n_valid=st.sampled_from([10, N_VALID]))
def test_a_distance_is_climbed_down(top, n_valid):
    """Where accuracy leads elsewhere, and though it is no share, whose noise would be known."""

    def metrics(point):
        return {"accuracy": hill({"step": 0.1})(point), "tree_distance": 2 + abs(np.log10(point["step"]) - top)}

    climbed = climb(ladders("step"), metrics, ("accuracy", "tree_distance"), n_valid)
    near, accurate = climbed.best("tree_distance"), climbed.best("accuracy")
    assert abs(np.log10(near.params["step"]) - top) <= 0.3 and not near.edges
    assert abs(np.log10(accurate.params["step"]) + 1) <= 0.3


def test_a_distance_that_still_falls_at_the_end_is_an_edge():
    climbed = climb(
        ladders("step", reach=1),
        lambda point: {"accuracy": 0.5, "tree_distance": 4 - np.log10(point["step"]) / 1000},
        ("accuracy", "tree_distance"),
        n_valid=10,
    )
    assert climbed.best("tree_distance").edges == ["step"]
