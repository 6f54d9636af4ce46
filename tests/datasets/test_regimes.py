"""Regimes: each draw is a design of its own over the causes, and a set is made by the causes that it drew."""

from dataclasses import replace

import numpy as np
import pytest

from manyclass.datasets import regimes
from manyclass.datasets.base.design import Cause
from manyclass.datasets.base.families import IMAGES

SMALL = regimes.SCALES["smoke"]


def design(seed):
    return np.array([replace(SMALL, point=point).place(seed) for point in range(SMALL.POINTS)])


@pytest.mark.parametrize("seed", range(4))
def test_a_draw_has_one_point_in_each_sixteenth_of_every_cause(seed):
    strata = np.sort((design(seed) * SMALL.POINTS).astype(int), axis=0)
    assert (strata == np.arange(SMALL.POINTS)[:, None]).all()


def test_draws_are_other_designs_and_the_same_seed_the_same():
    assert (design(0) == design(0)).all()
    assert (design(0) != design(1)).all()


def test_ends_of_a_cause():
    assert Cause(10, 1000, logarithmic=True).at(np.array([0, 0.5, 1])) == pytest.approx([10, 100, 1000])
    assert Cause(-1, 3).at(0.25) == 0


def test_a_set_is_what_its_causes_say():
    parameters, split = SMALL.at(3), SMALL.split(3)
    causes = {name: cause.at(share) for (name, cause), share in zip(SMALL.causes.items(), SMALL.place(3))}
    assert (parameters.noise, parameters.nuisance, parameters.bspec) == tuple(list(causes.values())[:3])
    assert split.train.X.shape == (round(40 * causes["samples"]), round(40 / causes["ratio"]))
    assert parameters.train <= SMALL.train
    assert parameters.features <= SMALL.features


def test_departure_leads_from_one_covariance_to_images():
    near, far = (regimes._departed(share) for share in (0.0, 1.0))
    assert far == {name: IMAGES[name] for name in far}
    spreads = near["mode_spread"], near["size_spread"], near["shape_spread"]
    assert spreads == (0, 0, 0)
    assert (near["piece"], near["tails"]) == (1, np.inf)


def test_points_of_a_draw_share_no_sample():
    one, other = (np.asarray(replace(SMALL, point=point).split(0).valid.X).ravel() for point in (0, 1))
    assert not set(one.tolist()) & set(other.tolist())
