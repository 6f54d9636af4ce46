"""Bounds between losses, counted."""

import numpy as np

from manyclass.exhibits.lapin2015 import losses


def test_a_broken_bound_is_counted():
    assert losses._below(np.array([0.0, 1.0, 2.0]), np.array([0.5, 1.0, 2.0 + 1e-14])) == 1
