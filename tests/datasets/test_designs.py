"""Sets over causes: each draw is a design of its own, and a set is made by the causes that it drew."""

from dataclasses import replace

import numpy as np
import pytest

from manyclass.datasets import class_trees, look_alikes, regimes
from manyclass.datasets.base.design import Cause
from manyclass.datasets.base.families import IMAGES

SETS = {each.__name__.rpartition(".")[2]: each.SCALES["smoke"] for each in (class_trees, look_alikes, regimes)}


@pytest.fixture(params=SETS)
def small(request):
    return SETS[request.param]


def design(small, seed):
    return np.array([replace(small, point=point).place(seed) for point in range(small.POINTS)])


def values(small, seed):
    return {name: cause.at(share) for (name, cause), share in zip(small.causes.items(), small.place(seed))}


@pytest.mark.parametrize("seed", range(4))
def test_a_draw_has_one_point_in_each_part_of_every_cause(small, seed):
    strata = np.sort((design(small, seed) * small.POINTS).astype(int), axis=0)
    assert (strata == np.arange(small.POINTS)[:, None]).all()


def test_draws_are_other_designs_and_the_same_seed_the_same(small):
    assert (design(small, 0) == design(small, 0)).all()
    assert (design(small, 0) != design(small, 1)).all()


def test_points_of_a_draw_share_no_sample(small):
    one, other = (np.asarray(replace(small, point=point).split(0).valid.X).ravel() for point in (0, 1))
    assert not set(one.tolist()) & set(other.tolist())


def test_no_draw_is_larger_than_the_set_says(small):
    for seed in range(20):
        drawn = small.at(seed)
        assert (drawn.train <= small.train, drawn.features <= small.features) == (True, True)


def test_ends_of_a_cause():
    assert Cause(10, 1000, logarithmic=True).at(np.array([0, 0.5, 1])) == pytest.approx([10, 100, 1000])
    assert Cause(-1, 3).at(0.25) == 0


def test_a_set_of_regimes_is_what_its_causes_say():
    small = SETS["regimes"]
    parameters, split, causes = small.at(3), small.split(3), values(small, 3)
    assert (parameters.noise, parameters.nuisance, parameters.class_decay) == tuple(list(causes.values())[:3])
    assert split.train.X.shape == (round(40 * causes["samples"]), round(40 / causes["ratio"]))


def test_departure_leads_from_one_covariance_to_images():
    near, far = (regimes._departed(share) for share in (0.0, 1.0))
    assert far == {name: IMAGES[name] for name in far}
    spreads = near["mode_spread"], near["size_spread"], near["shape_spread"]
    assert spreads == (0, 0, 0)
    assert (near["piece"], near["tails"]) == (1, np.inf)


def test_look_alikes_are_what_their_causes_say():
    small, groups = SETS["look_alikes"], set()
    for seed in range(12):
        parameters, causes = small.at(seed), values(small, seed)
        assert (parameters.apart, parameters.noise) == (causes["apart"], causes["noise"])
        assert parameters.group == round(causes["group"])
        assert parameters.grouped == (0.0 if parameters.group == 1 else 1.0)
        groups.add(parameters.group)
    assert groups == {1, 2, 3, 4}


def test_class_trees_are_what_their_causes_say():
    small = SETS["class_trees"]
    for seed in range(4):
        parameters, causes = small.at(seed), values(small, seed)
        shown = {name: getattr(parameters, name) for name in causes if name != "samples"}
        assert shown == {name: value for name, value in causes.items() if name != "samples"}
        assert parameters.train == round(27 * causes["samples"])
