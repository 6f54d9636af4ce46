"""Table 7: synonyms among the nearest classes, by hand and by chance, and the claims on them."""

import numpy as np
import pytest
from fake_results import BRANCH, CLASSES, CONFIG, path
from scipy.sparse import csr_array

from manyclass.exhibits.gupta2014 import table7
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def test_synonyms_share_a_name_but_for_the_language():
    assert table7.concepts(["ba-ki", "ba-ki (fr)", "ba-ko", "ba-ki (de2)"]).tolist() == [0, 0, 1, 0]


def test_precision_by_hand():
    concept = np.array([0, 0, 0, 1, 1, 2, 3])
    neighbours = np.array([[1, 2], [0, 5], [5, 6], [4, 0], [0, 1], [0, 1], [5, 0]])
    found, chance, best = table7.precision(neighbours, concept)
    assert found == pytest.approx((2 + 1 + 0 + 1 + 0) / 10)
    assert chance == pytest.approx((3 * 2 / 6 + 2 * 1 / 6) / 5)
    assert best == pytest.approx((3 * 1 + 2 * 0.5) / 5)
    assert np.isnan(table7.precision(None, concept)).all()
    assert np.isnan(table7.precision(neighbours, np.arange(7))).all()


def test_neighbours_drawn_uniformly_have_the_precision_of_chance():
    rng, concept = np.random.default_rng(0), np.repeat(np.arange(30), 3)
    draws = [[rng.choice(np.delete(np.arange(90), g), 5, replace=False) for g in range(90)] for _ in range(60)]
    found = [table7.precision(np.array(neighbours), concept) for neighbours in draws]
    assert np.mean([each[0] for each in found]) == pytest.approx(found[0][1], rel=0.15)


def test_shown_are_the_largest_classes_with_synonyms_one_for_each_concept():
    Y = csr_array(np.repeat(np.eye(6, dtype=np.int8), [2, 9, 8, 7, 3, 20], axis=0))
    concept = np.array([0, 0, 0, 1, 1, 2])
    assert table7._largest(Y, concept, 6) == [1, 3]
    assert table7._largest(Y, concept, 1) == [1]


def neighbours(rng, synonyms, near):
    """Five classes beside each: its synonym, for this share of the classes, and others, this share near in the tree.

    Of the made-up names 2g and 2g + 1 are synonyms; siblings are `BRANCH` classes in a row.
    """
    classes = np.arange(CLASSES)
    rows = []
    for g in classes:
        others = classes[classes // 2 != g // 2]
        siblings = others // BRANCH == g // BRANCH
        row = np.where(rng.random(5) < near, rng.choice(others[siblings], 5, False), rng.choice(others[~siblings], 5))
        row[0] = g ^ 1 if rng.random() < synonyms else row[0]
        rows.append(row)
    return np.array(rows, np.int32)


@pytest.mark.parametrize(
    ("synonyms", "near", "expected"),
    [
        (1.0, 0.9, [REPRODUCED] * 4),
        (0.3, 0.9, [REPRODUCED, NOT_REPRODUCED, REPRODUCED, REPRODUCED]),
        (0.0, 0.9, [NOT_REPRODUCED, NOT_REPRODUCED, REPRODUCED, REPRODUCED]),
        (1.0, 0.05, [REPRODUCED, REPRODUCED, NOT_REPRODUCED, NOT_REPRODUCED]),
    ],
)
def test_synonyms_and_nearness_decide_the_claims(fake, synonyms, near, expected):
    trial = gupta.row_trial(CONFIG, table7.SET, table7.METHOD)
    for seed in fake.seeds:
        target = path(fake, trial, seed).with_suffix(".npz")
        arrays = dict(np.load(target)) | {"neighbours": neighbours(np.random.default_rng(seed), synonyms, near)}
        target.unlink()  # another name of what other tests read
        np.savez(target, **arrays)
    claims = table7.claims(fake)
    assert [claim.verdict for claim in claims] == expected
    assert [claim.statement for claim in claims] == ["table7-synonyms"] * 2 + ["table7-related"] * 2
