"""The trials of figure and table on scaling."""

import pytest

from manyclass.exhibits.deng2011 import scaling


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_each_number_of_classes_has_its_own_set_and_a_full_tree(scale):
    for trial in scaling.trials({"scale": scale}):
        depth = trial.fixed["depth"]
        assert trial.dataset == f"class_counts-{4**depth}"
        assert trial.fixed["children"] == 4
