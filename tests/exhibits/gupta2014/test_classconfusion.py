"""What the exhibit of the class-confusion loss says about records made by hand."""

import numpy as np
import pytest
from fake_results import CONFIG, fail, path, rewrite, with_winner
from scipy import stats

from manyclass.exhibits.gupta2014 import classconfusion as exhibit
from manyclass.protocol.metrics.confusion import recurrence


def give(store, trial, accuracies):
    """Give every draw's winner this test accuracy."""
    rewrite(store, trial, lambda record, seed: with_winner(record, test={"accuracy": accuracies[seed]}))


def fill(store, gain, online=0.1):
    for row in exhibit.ROWS:
        give(store, exhibit.plain_trial(CONFIG, *row), [0.1, 0.101, 0.1, 0.099])
        give(store, exhibit.confusion_trial(CONFIG, *row), gain(row[0]) + np.array([0.1, 0.101, 0.1, 0.0991]))
    for dataset in exhibit.SETS:
        give(store, exhibit.online_trial(CONFIG, dataset), online * np.array([1, 1.001, 0.999, 1]))
        give(store, exhibit.chain_trial(CONFIG, dataset), [0.5] * 4)


@pytest.mark.parametrize("scale", ["smoke", "standard"])
def test_each_confusion_trial_starts_from_its_plain_one(scale):
    for row in exhibit.ROWS:
        config = CONFIG | {"scale": scale}
        trial = exhibit.confusion_trial(config, *row)
        assert (trial.method, trial.variant) == ("class_confusion", row[1])
        assert set(trial.search) == {"step", "margin"}
        assert trial.depends_on == exhibit.plain_trial(config, *row)
        assert (trial.passes, trial.halving) == (trial.depends_on.passes, trial.depends_on.halving)
    assert exhibit.plain_trial(CONFIG, "web21k", "wsabie_pp").fixed == {"last_violators": 0, "burn_in": 0}


def test_the_online_form_ignores_one_last_violator_and_a_chain_one_or_more():
    one, chain = (make(CONFIG, "web21k") for make in (exhibit.online_trial, exhibit.chain_trial))
    assert one.fixed == {"last_violators": 1, "burn_in": 0}
    assert not one.halving and not chain.halving
    swept = {name: ladder for group in chain.search for name, ladder in group.items()}
    assert swept["last_violators"].resolved({}).low == 1 and {"step", "margin", "dimensions"} < swept.keys()


def verdicts(store, statement):
    return {claim.text: claim.verdict for claim in exhibit.claims(store) if claim.statement == statement}


def test_a_gain_reproduces_and_a_loss_does_not(fake):
    fill(fake, lambda dataset: 0.01 if dataset == exhibit.UNEVEN else -0.01)
    found = verdicts(fake, "eq7-training-helps")
    assert len(found) == 10
    for text, verdict in found.items():
        assert verdict == ("reproduced" if text.startswith("synonyms:") else "not reproduced"), text
    assert list(verdicts(fake, "eq7-unequal-names").values()) == ["reproduced"] * 2
    assert {claim.statement for claim in exhibit.claims(fake)} == {*exhibit.STATEMENTS}


@pytest.mark.parametrize(
    ("online", "verdict"), [(0.1, "reproduced"), (0.12, "not reproduced"), (0.08, "not reproduced")]
)
def test_the_online_form_must_be_as_accurate(fake, online, verdict):
    fill(fake, lambda dataset: 0.0, online=online)
    assert list(verdicts(fake, "online-equals-batch").values()) == [verdict] * 5


def test_table_pairs_the_draws_and_counts_recurring_errors(fake):
    frame = exhibit.table(fake).set_index(["data set", "classifier"])
    assert len(frame) == 10
    row = frame.loc["web21k", "WARP, linear"]
    plain, confusion = exhibit.both_accuracies(fake, "web21k", "warp_ranking")
    assert row["difference"].mean == pytest.approx(np.mean(confusion - plain))
    low, high = stats.t.interval(0.95, 3, np.mean(confusion - plain), stats.sem(confusion - plain))
    assert 2 * row["difference"].half == pytest.approx(high - low)
    trial = exhibit.plain_trial(CONFIG, "web21k", "warp_ranking")
    of_draws = [fake.data("web21k", seed).test.Y for seed in range(4)]
    expected = [100 * recurrence(fake.predicted(trial, seed), Y) for seed, Y in enumerate(of_draws)]
    assert row["recurs, %"] == pytest.approx(np.mean(expected))
    assert row["one last violator"] is row["last violators"] is None


def test_a_failed_trial_is_marked(fake):
    fail(path(fake, exhibit.confusion_trial(CONFIG, "web21k", "wsabie_pp"), 0))
    frame = exhibit.table(fake).set_index(["data set", "classifier"])
    assert frame.loc[("web21k", "Wsabie++, Q = 0"), "difference"].n == 3
    for seed in range(4):
        fail(path(fake, exhibit.plain_trial(CONFIG, "web21k", "wsabie_pp"), seed))
    row = exhibit.table(fake).set_index(["data set", "classifier"]).loc[("web21k", "Wsabie++, Q = 0")]
    assert row["plain"] == row["difference"] == "failed: ValueError: no luck"
    assert np.isnan(row["recurs, %"])
