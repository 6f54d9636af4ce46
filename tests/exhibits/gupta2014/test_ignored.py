"""Whose samples are ignored, on predictions and counts made by hand."""

import numpy as np
import pytest
from fake_results import CLASSES, CONFIG, SAMPLES, path, split
from scipy.sparse import csr_array

from manyclass.exhibits.gupta2014 import ignored
from manyclass.exhibits.gupta2014 import trials as gupta

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


def give(store, trial, share_ignored):
    """Let a class be taken for its synonym, the more often the larger its number is, and ignore so many of it.

    Of whose samples more than half are ignored has a last violator.
    """
    for seed in store.seeds:
        data = split(trial.dataset, seed)
        first = data.test.Y.indices[data.test.Y.indptr[:-1]]
        wrong = np.random.default_rng(seed).random(SAMPLES) < first / CLASSES
        ranked = np.where(wrong, first ^ 1, first)[:, None].astype(np.int32)  # of 2 g and 2 g + 1 one is a synonym
        share = share_ignored(np.arange(CLASSES) / CLASSES)
        rewrite_arrays(
            *(store, trial, seed),
            ranked=ranked,
            drawn_by_class=np.full(CLASSES, 1000),
            ignored_by_class=(600 * share).astype(int),
            updated_by_class=600 - (600 * share).astype(int),  # 400 of 1,000 have no violator
            last_violators=np.where(share > 0.5, 0, -1),
        )


def rewrite_arrays(store, trial, seed, **arrays):
    target = path(store, trial, seed).with_suffix(".npz")
    arrays = dict(np.load(target)) | arrays
    target.unlink()
    np.savez(target, **arrays)


def verdicts(store, dataset, time):
    found = [claim for claim in ignored.claims(store) if claim.text.startswith(f"{dataset}, ") and time in claim.text]
    return [(claim.statement, claim.verdict) for claim in found]


@pytest.mark.parametrize("time", ["at the end", "after"])
@pytest.mark.parametrize("dataset", gupta.SETS)
@pytest.mark.parametrize(
    ("share_ignored", "verdict"), [(lambda g: g, "reproduced"), (lambda g: 1 - g, "not reproduced")]
)
def test_easy_classes_are_ignored_less_and_confused_ones_more(fake, share_ignored, verdict, dataset, time):
    of_time = [each for at, each in ignored.at_times(CONFIG, dataset).items() if time in at]
    for each in of_time:
        give(fake, each, share_ignored)
    easy, violated, confused = ignored.STATEMENTS
    expected = (
        [(easy, verdict)] * 2 + [(violated, verdict)] + [(confused, verdict)] * (dataset in ignored.WITH_SYNONYMS)
    )
    assert verdicts(fake, dataset, time) == expected * len(of_time)


def test_easy_classes_may_update_less_often_though_their_violated_samples_do_more_often(fake):
    """As where they have few violators."""
    dataset = "web21k"
    trial = ignored.trial(CONFIG, dataset)
    give(fake, trial, lambda g: g)
    for seed in fake.seeds:
        few = 2 ** np.arange(CLASSES)  # violated are the more, the larger the number of the class is
        share = np.load(path(fake, trial, seed).with_suffix(".npz"))["ignored_by_class"] / 600
        rewrite_arrays(
            *(fake, trial, seed),
            updated_by_class=few * (1 - 0.5 * share),
            ignored_by_class=few * 0.5 * share,
            drawn_by_class=np.full(CLASSES, few[-1]),
        )
    found = [verdict for _, verdict in verdicts(fake, dataset, "at the end")]
    assert found == ["reproduced", "not reproduced", "reproduced", "reproduced"]


def test_the_order_is_held_and_step_and_margin_are_swept():
    for dataset in gupta.SETS:
        trial = ignored.trial(CONFIG, dataset)
        assert trial.fixed == {"last_violators": 8, "burn_in": 0}
        assert set(trial.search) == {"step", "margin"}


def test_trainings_are_looked_at_early_later_and_at_the_end():
    config = CONFIG | {"scale": "standard"}
    times = ignored.at_times(config, "web21k")
    assert [*times] == ["after 4", "after 14", "at the end"]
    assert [each.passes for each in times.values()] == [4, 14, gupta.passes(config)]
