"""Whose samples are ignored, on predictions and counts made by hand."""

import numpy as np
import pytest
from fake_results import CLASSES, CONFIG, SAMPLES, path, split
from scipy.sparse import csr_array

from manyclass.exhibits.gupta2014 import ignored, table7

PREDICTED, NONE = np.array([0, 1, 1, 3, 0, 2]), np.nan


def test_confusion_within_a_concept_is_of_synonyms_only():
    """Classes 0 and 1 are synonyms, and 2 and 3; class 4 has no samples; the last sample has two labels."""
    labels = [(0,), (0,), (2,), (2,), (3,), (1, 2)]
    indptr = np.cumsum([0, *map(len, labels)])
    indices = np.array([g for each in labels for g in each])
    Y = csr_array((np.ones(len(indices)), indices, indptr), shape=(6, 5))
    shares = ignored.within_concept(PREDICTED, Y, np.array([0, 0, 1, 1, 2]))
    np.testing.assert_allclose(shares, [1 / 2, 0, 1 / 3, 0, NONE])


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ([1, 2, 3], [1, 4, 9], 1),
        ([1, 2, NONE, 3], [3, 2, 9, NONE], -1),
        ([1, 1, 1], [1, 2, 3], NONE),
        ([1, NONE], [1, 2], NONE),
    ],
)
def test_correlation_is_over_classes_that_are_known(a, b, expected):
    np.testing.assert_allclose(ignored.correlation(np.array(a, float), np.array(b, float)), expected)


def give(store, share_ignored):
    """Let a class be taken for its synonym, the more often the larger its number is, and ignore so many of it.

    Of whose samples more than half are ignored has a last violator.
    """
    for seed in store.seeds:
        data = split(ignored.SET, seed)
        concept = table7.concepts(data.names)
        first = data.test.Y.indices[data.test.Y.indptr[:-1]]
        synonym = np.array([[h for h in range(CLASSES) if concept[h] == concept[g] and h != g][0] for g in first])
        wrong = np.random.default_rng(seed).random(SAMPLES) < first / CLASSES
        ranked = np.where(wrong, synonym, first)[:, None].astype(np.int32)
        target = path(store, ignored.trial(CONFIG), seed).with_suffix(".npz")
        arrays = dict(np.load(target)) | {"ranked": ranked, "drawn_by_class": np.full(CLASSES, 1000)}
        share = share_ignored(np.arange(CLASSES) / CLASSES)
        arrays |= {"ignored_by_class": (600 * share).astype(int), "last_violators": np.where(share > 0.5, 0, -1)}
        arrays |= {"updated_by_class": 600 - (600 * share).astype(int)}  # 400 of 1,000 have no violator
        target.unlink()
        np.savez(target, **arrays)


@pytest.mark.parametrize(
    ("share_ignored", "verdict"), [(lambda g: g, "reproduced"), (lambda g: 1 - g, "not reproduced")]
)
def test_easy_classes_are_ignored_less_and_confused_ones_more(fake, share_ignored, verdict):
    give(fake, share_ignored)
    found = [(claim.statement, claim.verdict) for claim in ignored.claims(fake)]
    easy, confused = ignored.STATEMENTS
    assert found == [(easy, verdict)] * 3 + [(confused, verdict)]


def test_easy_classes_may_update_less_often_though_their_violated_samples_do_more_often(fake):
    """As where they have few violators."""
    give(fake, lambda g: g)
    for seed in fake.seeds:
        target = path(fake, ignored.trial(CONFIG), seed).with_suffix(".npz")
        arrays = dict(np.load(target))
        few = 2 ** np.arange(CLASSES)  # violated are the more, the larger the number of the class is
        share = arrays["ignored_by_class"] / 600
        arrays |= {"updated_by_class": few * (1 - 0.5 * share), "ignored_by_class": few * 0.5 * share}
        arrays |= {"drawn_by_class": np.full(CLASSES, few[-1])}
        target.unlink()
        np.savez(target, **arrays)
    verdicts = [claim.verdict for claim in ignored.claims(fake)]
    assert verdicts == ["reproduced", "not reproduced", "reproduced", "reproduced"]


def test_the_order_is_held_and_step_and_margin_are_swept():
    trial = ignored.trial(CONFIG)
    assert trial.fixed == {"last_violators": 8, "burn_in": 0}
    assert set(trial.search) == {"step", "margin"}
