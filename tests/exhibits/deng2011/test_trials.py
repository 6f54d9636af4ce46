"""Trials of label trees, and what is read off their arrays."""

from importlib import import_module

import pytest
from fake_results import CLASSES

from manyclass.exhibits.deng2011 import trials


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_a_tree_has_about_as_many_leaves_as_the_set_has_classes(scale):
    for dataset in (trials.DENSE, trials.SPARSE, trials.MORE):
        classes = import_module(f"manyclass.datasets.{dataset}").SCALES[scale].classes
        for Q, H in trials.shapes({"scale": scale}, dataset):
            assert Q ** (H - 1) < classes < 1.3 * Q**H


def test_both_methods_hold_out_the_same_share_and_the_cap_is_handed_on():
    deng, bengio = trials.pair((10, 3), trials.SPARSE)
    assert deng.depends_on == bengio
    assert deng.fixed == bengio.fixed == {"children": 10, "depth": 3, "validation_fraction": 0.25}
    assert (deng.passes, bengio.passes) == (1, 2)
    assert deng.search is bengio.search is None  # the estimators' own
    assert not deng.halving and not bengio.halving


def test_the_root_s_partition_is_read_from_the_arrays(fake):
    P = trials.root_partition(fake, trials.tree_trial(trials.DENG, (8, 2)), 0, CLASSES)
    assert P.shape == (4, CLASSES)
    assert (P.argmax(axis=0) == [g % 4 for g in range(CLASSES)]).all()
    assert (P.sum(axis=0) == 1).all()
