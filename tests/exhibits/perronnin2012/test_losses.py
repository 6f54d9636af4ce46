"""Losses of three samples worked out by hand, and a bound that is broken."""

import numpy as np

from manyclass.exhibits.perronnin2012 import losses


def test_losses_are_those_of_the_definitions():
    S, y = np.array([[3.0, 0.5, -2.0], [0.5, 0.5, -2.0], [-1.0, 0.0, 4.0]]), np.array([0, 0, 1])
    found = {name: values.tolist() for name, values in losses.measured(S, y).items()}
    assert found == {
        "one-vs-rest": [[0.0, 1.5, 0.0], [0.5, 1.5, 0.0], [0.0, 1.0, 5.0]],
        "binary errors": [[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 1.0]],
        "multiclass": [[0.0], [1.0], [5.0]],
        "error": [[0.0], [1.0], [1.0]],
        "ranking": [[0.0, 0.0], [1.0, 0.0], [0.0, 5.0]],
        "wrong classes before": [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
    }


def test_no_bound_is_broken():
    found = losses.measured(*losses.scores())
    assert all(losses.below(found[loss], found[bounded]) == 0 for loss, bounded in losses.BOUNDS.items())
    assert losses.below(found["ranking"] / 2, found["wrong classes before"]) > 0


def test_a_triplet_below_its_bound_is_counted_though_the_sum_is_not(monkeypatch):
    """One hinge of .5 where the wrong class is before, beside another of 4."""
    found = losses.measured(*losses.scores())
    planted = found | {"ranking": np.array([[0.5, 4.0]]), "wrong classes before": np.array([[1.0, 0.0]])}
    monkeypatch.setattr(losses, "measured", lambda S, y: planted)
    (made,) = [each for each in losses.claims(None) if each.statement == "triplet-bounds-order"]
    assert (made.verdict, made.measured) == ("not reproduced", "1 of 2 triplets break it")
