"""Classes that differ by chance, and the row of a class."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.sparse import csr_array

from manyclass.exhibits.perronnin2012 import fig4


def labels(y, classes):
    return csr_array(np.eye(classes, dtype=np.int8)[y])


def test_classes_as_good_as_each_other_differ_by_chance_only():
    rng = np.random.default_rng(0)
    Y = labels(np.repeat(np.arange(500), 10), 500)
    excess = [fig4._excess(rng.binomial(10, p, 500) / 10, Y) for p in (np.full(500, 0.3), rng.random(500))]
    assert excess[0] == pytest.approx(1, abs=0.1) and excess[1] > 1.5


def test_a_card_names_who_a_class_is_called_instead():
    data = SimpleNamespace(names=["a", "b", "c", "d"], train=SimpleNamespace(Y=labels([0, 0, 1, 2, 3], 4)))
    data.tree = SimpleNamespace(distance=lambda g, h: np.abs(g - h))
    shares = np.array([[0.5, 0.1, 0.1, 0.3], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    card = fig4._card(data, shares, 0)
    assert card == {
        "class": "a",
        "images to train on": 2,
        "accuracy, %": 50.0,
        "rival 1": "d: 30 %, 3 edges",
        "rival 2": "b: 10 %, 1 edges",
    }
    assert fig4._card(data, shares, 1)["rival 1"] == "–"
