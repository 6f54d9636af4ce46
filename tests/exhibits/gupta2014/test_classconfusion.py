"""What the exhibit of the class-confusion loss says about records made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, fail, path, rewrite, with_winner

from manyclass.exhibits.gupta2014 import classconfusion as exhibit
from manyclass.protocol.metrics.confusion import recurrence
from manyclass.report.tables import Spread


def give(store, trial, accuracies):
    """Give every seed's winner this test accuracy."""
    rewrite(store, trial, lambda record, seed: with_winner(record, test={"accuracy": accuracies[seed]}))


def fill(store, gain, online=0.1):
    for row in exhibit.ROWS:
        give(store, exhibit.plain_trial(CONFIG, *row), [0.1, 0.101, 0.1, 0.099])
        give(store, exhibit.confusion_trial(CONFIG, *row), gain(row[0]) + np.array([0.1, 0.101, 0.1, 0.0991]))
    for dataset in exhibit.SETS:
        give(store, exhibit.online_trial(CONFIG, dataset), online * np.array([1, 1.001, 0.999, 1]))


def test_each_confusion_trial_starts_from_its_plain_one():
    for row in exhibit.ROWS:
        trial = exhibit.confusion_trial(CONFIG, *row)
        assert (trial.method, trial.variant, trial.grid) == ("class_confusion", row[1], {})
        assert trial.depends_on == exhibit.plain_trial(CONFIG, *row)
        assert trial.passes == trial.depends_on.passes
    assert exhibit.plain_trial(CONFIG, "web21k", "wsabie_pp").fixed == {"last_violators": 0, "burn_in": 0}


def test_a_gain_reproduces_and_a_loss_does_not(fake):
    fill(fake, lambda dataset: 0.01 if dataset == exhibit.UNEVEN else -0.01, online=0.1)
    found = {claim.text: claim for claim in exhibit.claims(fake)}
    assert len(found) == 6 + 2 + 3
    for text, claim in found.items():
        good = text.startswith("synonyms:") and "trained again" in text or "unequal sizes" in text
        if "last violators" not in text:
            assert claim.verdict == ("reproduced" if good else "not reproduced"), text


def test_the_online_form_must_be_as_accurate(fake):
    fill(fake, lambda dataset: 0.0)
    assert {c.verdict for c in exhibit.claims(fake) if "last violators" in c.text} == {"reproduced"}
    fill(fake, lambda dataset: 0.0, online=0.12)
    worse = [c for c in exhibit.claims(fake) if "last violators" in c.text]
    assert {c.verdict for c in worse} == {"not reproduced"}


def test_table_pairs_the_seeds_and_counts_recurring_errors(fake):
    frame = exhibit.table(fake).set_index(["data set", "classifier"])
    assert len(frame) == 6
    row = frame.loc["web21k", "WARP, linear"]
    plain, confusion = exhibit.both_accuracies(fake, "web21k", "warp_ranking")
    assert row["difference"] == Spread.over(confusion - plain, 4)
    trial, Y = exhibit.plain_trial(CONFIG, "web21k", "warp_ranking"), fake.data("web21k").test.Y
    expected = [100 * recurrence(fake.predicted(trial, seed), Y) for seed in range(4)]
    assert row["recurs, %"] == pytest.approx(np.mean(expected))
    assert row["last violators"] is None


def test_a_failed_trial_is_marked(fake):
    fail(path(fake, exhibit.confusion_trial(CONFIG, "web21k", "wsabie_pp"), 0))
    frame = exhibit.table(fake).set_index(["data set", "classifier"])
    assert frame.loc[("web21k", "Wsabie++, Q = 0"), "difference"].n == 3
    for seed in range(4):
        fail(path(fake, exhibit.plain_trial(CONFIG, "web21k", "wsabie_pp"), seed))
    row = exhibit.table(fake).set_index(["data set", "classifier"]).loc[("web21k", "Wsabie++, Q = 0")]
    assert row["plain"] == row["difference"] == "failed: ValueError: no luck"
    assert np.isnan(row["recurs, %"])
