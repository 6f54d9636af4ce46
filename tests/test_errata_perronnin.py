"""What docs/errata.md says of Perronnin et al. (2012), computed."""

import numpy as np
import pytest

from manyclass.datasets.ilsvrc import STANDARD
from manyclass.exhibits.perronnin2012 import table2, table3
from manyclass.exhibits.perronnin2012.trials import FOUR
from manyclass.features.regions import STRIPES, count
from manyclass.methods.base.sgd.steps import rank_weights
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest

TABLE_2 = {row: dict(zip(FOUR, values)) for row, values in table2.PRINTED.items()}


def test_going_down_a_rank_costs_the_next_coefficient():
    """ℓ_{k+1} - ℓ_k is α_{k+1} = 1/(k + 1), not α_k, and a rank that counts the right class itself is never free."""
    weights = rank_weights(50, "harmonic").astype(float)
    k = np.arange(1, 49)
    np.testing.assert_allclose(np.diff(weights)[k], 1 / (k + 1), rtol=1e-4)
    assert not np.allclose(np.diff(weights)[k], 1 / k, rtol=0.01)
    assert weights[0] == 0 and weights[1] == 1


def test_the_hinge_bounds_that_a_wrong_class_comes_first():
    right, wrong, third = np.random.default_rng(0).normal(size=(3, 1000))
    hinge = np.maximum(0, 1 - right + wrong)
    assert np.all((wrong >= right) <= hinge)
    assert np.any((third >= wrong) > hinge)


def test_draws_before_the_violator_cannot_be_divided_by():
    """A violator found at once leaves no draw before it; Table 1's k counts it, and its rank is the largest."""
    C = 1000
    with pytest.raises(ZeroDivisionError):
        (C - 1) // 0
    assert rank_weights(C, "harmonic")[(C - 1) // 1] == rank_weights(C, "harmonic").max()


def test_the_mean_imbalance_exceeds_the_number_of_other_classes():
    """Mean over classes of N₋/N₊ is C - 1 for equal sizes only; with sizes up to 4 apart it is a sixth larger."""
    C = 1000
    equal, uneven = np.full(C, 1200.0), STANDARD.skew ** np.linspace(0, 1, C)
    imbalance = [np.mean((sizes.sum() - sizes) / sizes) for sizes in (equal, uneven)]
    assert imbalance[0] == pytest.approx(C - 1)
    assert imbalance[1] / (C - 1) == pytest.approx(1.17, abs=0.01)
    assert (C * uneven.mean() - uneven.mean()) / uneven.mean() == pytest.approx(C - 1)


def test_w_ovr_is_not_always_best_in_table_2():
    assert {row: max(found, key=found.get) for row, found in TABLE_2.items()} == {
        ("top-1", "BOV"): "w-OVR",
        ("top-1", "FV"): "MUL",
        ("top-5", "BOV"): "w-OVR",
        ("top-5", "FV"): "WAR",
    }
    assert min(TABLE_2["top-1", "FV"], key=TABLE_2["top-1", "FV"].get) == "w-OVR"


def test_a_fixed_step_without_a_penalty_is_a_parameter_too():
    """Strategy (iii): as many passes, and other classes predicted; a fixed step does more than to scale the scores."""
    draws = np.random.default_rng(0)
    X, y = draws.normal(size=(200, 5)), draws.integers(4, size=200)
    small, large = (
        WeightedOneVsRest(schedule="fixed", penalty=0.0, step=step, max_iter=5, random_state=0).fit(X, y).predict(X)
        for step in (0.01, 1.0)
    )
    assert np.mean(small != large) > 0.1


def test_numbers_that_are_right():
    assert 2 * 64 * 256 * count(STRIPES) == 131_072 and 1024 * count(STRIPES) == 4096
    spans = [max(row.values()) - min(row.values()) for (_, kind), row in TABLE_2.items() if kind == "FV"]
    assert spans == pytest.approx([0.5, 1.7])
    fisher, natural = table3.PRINTED["w-OVR"][1], table3.PRINTED[table3.NATURAL][1]
    assert fisher - natural == pytest.approx(2.4) and fisher / 6.4 == pytest.approx(3, abs=0.05)
    C, positives = 1000, 1200
    assert 500 * 2 * positives == C * positives  # passes of as many negatives as positives, each sample once
