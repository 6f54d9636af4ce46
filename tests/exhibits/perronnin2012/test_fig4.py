"""Classes that differ by chance, and the row of a class."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from fake_results import CONFIG, split
from scipy.sparse import csr_array

from manyclass.datasets.base import Tree
from manyclass.exhibits.perronnin2012 import fig4
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED

# Of 60 classes 30 are siblings, and the others siblings in pairs: relatives of the first are near by chance.
LARGE = 30
TREE = Tree(np.array([60] * LARGE + [61 + pair for pair in range(15) for _ in range(2)] + [76] * 16 + [-1], np.int32))


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


def called(right, erring, to_relatives, rng):
    """Every second image of the classes ``erring`` as another class: a sibling, or with the rest one of other size."""
    predicted = right.copy()
    for g in np.flatnonzero(erring):
        siblings = np.flatnonzero((TREE.parent[:60] == TREE.parent[g]) & (np.arange(60) != g))
        strangers = np.flatnonzero((np.arange(60) < LARGE) != (g < LARGE))
        wrong = np.flatnonzero(right == g)[::2]
        near = rng.random(len(wrong)) < to_relatives
        predicted[wrong] = np.where(near, rng.choice(siblings, len(wrong)), rng.choice(strangers, len(wrong)))
    return predicted


@pytest.mark.parametrize(
    ("erring", "to_relatives", "expected"),
    [
        # Three in ten are less than the half of all classes that are relatives of the right one, and more than the
        # relatives of most classes that are called; or the other way round.
        (np.arange(60) < LARGE, 0.3, [NOT_REPRODUCED, NOT_REPRODUCED, REPRODUCED]),
        (np.arange(60) >= LARGE, 0.3, [REPRODUCED, REPRODUCED, REPRODUCED]),
        (np.full(60, True), 0.9, [REPRODUCED, REPRODUCED, NOT_REPRODUCED]),
    ],
)
def test_chance_is_that_of_the_right_class_and_classes_differ_where_some_err(
    fake, monkeypatch, erring, to_relatives, expected
):
    dataset = fig4.trial(CONFIG).dataset
    draws = [replace(split(dataset, seed), tree=TREE) for seed in fake.seeds]
    predicted = [
        called(draw.test.Y.indices, erring, to_relatives, np.random.default_rng(n)) for n, draw in enumerate(draws)
    ]
    monkeypatch.setattr(fake, "data", lambda name, seed: draws[seed])
    monkeypatch.setattr(fake, "predicted", lambda trial, seed: predicted[seed])
    claims = fig4.claims(fake)
    assert [claim.verdict for claim in claims] == expected
    assert [claim.statement for claim in claims] == ["errors-among-relatives"] * 2 + ["classes-differ"]
