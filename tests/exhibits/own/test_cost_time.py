"""Times and sizes beside accuracies: medians over draws, and what is drawn of them."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import rewrite

from manyclass.exhibits.own import comparison, cost_time

DATASET, METHOD = "letters", "ours"


def trial(store):
    return comparison.own_trial(store.config, DATASET, METHOD)


def timed(record, seed):
    """The record with seconds and a size that depend on its seed."""
    seconds = [[1.0 + seed, 10.0 + seed**2]] * len(record.candidates)
    timing = replace(record.timing, wall_s=100.0 + seed**2, candidates=seconds)
    return replace(record, timing=timing, n_parameters=None if seed == 3 else 50 + seed)


def test_costs_are_medians_over_draws(fake):
    rewrite(fake, trial(fake), timed)
    table = cost_time.table(fake)
    row = table[(table["data set"] == DATASET) & (table["method"] == METHOD)].iloc[0]
    seeds = np.arange(4)
    assert row["training, s"] == np.median(10 + seeds**2)
    assert row["sweep, s"] == np.median(100 + seeds**2)
    assert row["model parameters"] == np.median(50 + seeds[:3])
    assert row["accuracy, %"] == comparison.accuracy(fake, trial(fake))


def test_a_method_swept_another_way_goes_by_its_own_name(fake):
    methods = fake.config["own"]["methods"] | {"narrow": {"method": "wsabie_pp", "fixed": {"dimensions": 2}}}
    config = fake.config | {"own": fake.config["own"] | {"methods": methods}}
    named = [comparison.own_trial(config, DATASET, name) for name in ("narrow", "ours", "wsabie_pp")]
    assert [comparison.name_of(each) for each in named] == ["narrow", "ours", "wsabie_pp"]


def test_points_stand_at_their_cost_and_accuracy(fake):
    rewrite(fake, trial(fake), timed)
    figure = cost_time.figure(fake)
    time, size = figure.axes[:2]
    cell = comparison.accuracy(fake, trial(fake))
    for ax, cost in ((time, np.median(10 + np.arange(4) ** 2)), (size, 51)):
        points = {each.get_label(): each[0].get_xydata()[0] for each in ax.containers}
        np.testing.assert_allclose(points[METHOD], [cost, cell.mean])
        assert ax.get_xscale() == "log"


def test_an_unknown_size_is_not_drawn(fake):
    rewrite(fake, trial(fake), lambda record, seed: replace(record, n_parameters=None))
    of_set = [ax for ax in cost_time.figure(fake).axes if ax.get_title() == DATASET]
    (size,) = [ax for ax in of_set if ax.get_xlabel() == "model parameters"]
    assert METHOD not in [each.get_label() for each in size.containers]
    assert cost_time.table(fake).set_index(["data set", "method"])["model parameters"][DATASET, METHOD] is None


@pytest.mark.parametrize("seed", [0, 3])
def test_training_seconds_are_those_of_the_winner(fake, seed):
    record = timed(fake.record(trial(fake), seed), seed)
    assert record.training_s == 10 + seed**2
    assert replace(record, winner=None).training_s is None
