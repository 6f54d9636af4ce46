"""Bytes, and what the codes leave out."""

from types import SimpleNamespace

import numpy as np
import pytest

from manyclass.datasets import ilsvrc
from manyclass.exhibits.perronnin2012 import quantisation


def test_a_byte_holds_as_many_features_as_the_quantiser_says():
    for name, per_byte in quantisation.PER_BYTE.items():
        *_, quantiser = ilsvrc.FEATURES[name]
        assert quantiser.length == per_byte and quantiser.codewords <= 256
    store = SimpleNamespace(card=lambda name: {"features": 384})
    assert [quantisation.stored_bytes(store, each) for each in ("fv8", "fv8pq2", "fv8pq")] == [4 * 384, 192, 48]


def test_what_is_left_out_is_relative_to_the_plain_features():
    exact = np.array([[3.0, 0.0], [0.0, 4.0]], np.float32)
    parts = {"ilsvrc-fv8": exact, "ilsvrc-fv8pq": exact * 0.5}
    store = SimpleNamespace(
        seeds=range(2), data=lambda name, seed: SimpleNamespace(test=SimpleNamespace(X=parts[name]))
    )
    assert quantisation.left_out(store, "fv8pq") == pytest.approx([0.25, 0.25])
