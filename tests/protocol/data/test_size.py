"""Sizes known beforehand against those of the set that is drawn."""

import numpy as np
import pytest
from designs import DESIGNS

from manyclass.protocol.data.make import available, generate, parameters
from manyclass.protocol.data.size import size
from manyclass.protocol.errors import DataError

SETS = [
    name for name in available() if not name.endswith("_llc") and name not in DESIGNS
]  # the former take long to draw
VARIANTS = ["ilsvrc-fv8sp", "ilsvrc-fv8pq", "ilsvrc-llc256", "taxonomy-names5", "label_noise-names8_given"]


@pytest.mark.parametrize("name", [*SETS, *VARIANTS])
def test_sizes_are_those_of_the_set_drawn(name):
    said, drawn = size(name, "smoke"), generate(name, "smoke")
    assert drawn.train.X.shape == (said.train, said.features)
    assert drawn.train.Y.shape == (said.train, said.classes)
    assert said.several == (np.diff(drawn.train.Y.indptr) > 1).any()


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", DESIGNS)
def test_where_draws_have_sizes_of_their_own_the_largest_is_said(name, seed):
    said, drawn = size(name, "smoke"), generate(name, "smoke", seed)
    assert drawn.train.Y.shape[1] == said.classes
    assert (np.array(drawn.train.X.shape) <= (said.train, said.features)).all()


def test_the_document_s_own_size():
    assert size("ilsvrc-fv256sp", "full").features == 131_072
    assert size("ilsvrc-bov1024", "full").features == 4096


def test_own_data_have_none_beforehand():
    assert size("mine", "standard") is None


def test_an_unknown_variant_is_an_error():
    with pytest.raises(DataError, match="unknown variant 'ilsvrc-bov7'"):
        size("ilsvrc-bov7", "smoke")


def test_parameters_of_a_variant_are_those_it_changes():
    assert parameters("label_noise-clean", "smoke").noise == 0 < parameters("label_noise", "smoke").noise
