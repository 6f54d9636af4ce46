"""Captions of a comparison: what was done to the winners stands below every table and figure of it."""

import pytest

from manyclass.exhibits import base, registry
from manyclass.exhibits.own import comparison
from manyclass.exhibits.own.standing import UNTESTED

EXHIBITS = [name for name in registry.names() if name.startswith("own/")]


def config(**compare):
    sets = [f"set{number}" for number in range(12)]
    return {"own": {"compare": {"datasets": sets, "methods": ["lda", "wsabie_pp"], **compare}}}


def test_all_of_them_are_looked_at():
    assert {"own/comparison", "own/ranks", "own/rank_diagram", "own/cost_time", "own/per_class"} <= set(EXHIBITS)


@pytest.mark.parametrize("name", EXHIBITS)
def test_winners_trained_anew_are_said_to_be(name):
    assert comparison.REFITTED in registry.caption(name, config(refit="train+valid"))
    assert "Refit" not in registry.caption(name, config())


@pytest.mark.parametrize("name", ["comparison", "confused", "cost_time", "labels", "topk"])
def test_what_marks_a_number_says_what_the_marks_mean(name):
    caption = registry.caption(f"own/{name}", config())
    assert all(f"{mark}: " in caption for mark in (base.EDGE, base.EARLY, base.RISING))


def test_the_comparison_says_what_was_not_tested():
    assert f'"{UNTESTED}"' in registry.caption("own/comparison", config())
