"""Table 1: whether the top-k SVM is ahead, and what k = 1 is, on planted accuracies."""

import re
from dataclasses import replace
from functools import partial

import pytest
from fake_results import change_candidates
from made_accuracies import NOISE

from manyclass.exhibits.lapin2015 import table1, trials

DATASET, OTHER = trials.SETS[:2]
KS, OURS = (3, 5, 10), "Top-k SVM α"
RIVALS = {  # by statement: what its rule compares the top-k SVM with, and for which k
    "gain-multiclass": ("Multiclass SVM", KS),
    "gain-ova": ("one-vs-rest", KS),
    "gain-wsabie": ("Wsabie++", KS),
    "gain-toppush": ("TopPush", KS),
    "gain-recall": ("Recall@1", KS),
    "gain-recall-5": ("Recall@5, ours", (5,)),
}
METHODS = {  # method, or loss of the top-k SVM, and parameters, by row
    "Multiclass SVM": ("alpha", {"k": 1}),
    "Wsabie++": ("wsabie_pp", {}),
    "TopPush": ("top_push", {}),
    "Recall@1": ("recall_at_k", {"k": 1}),
    "Recall@5, ours": ("recall_at_k", {"k": 5}),
}
ROWS = (OURS, *(rival for rival, _ in RIVALS.values()))
UNTESTED = {  # by row that has a gap, what is not tested where it was stopped early for k = 5
    OURS: {(statement, 5) for statement in RIVALS},
    "Multiclass SVM": {("gain-multiclass", k) for k in KS},
    "TopPush": {("gain-toppush", k) for k in KS},
    "Recall@1": {("gain-recall", k) for k in KS},
    "Recall@5, ours": {("gain-recall-5", 5)},
}
PAIRS = [(statement, rival, k) for statement, (rival, ks) in RIVALS.items() for k in ks]


def find(fake, dataset, name, k):
    """Trial and parameters of a row."""
    if name == "one-vs-rest":
        return trials.row_of(fake.config, dataset, name)
    method, params = METHODS.get(name, ("alpha", {"k": k}))
    return trials.sweep(fake.config, dataset, method), params


def gains(fake, dataset=DATASET):
    """Verdicts by statement and k."""
    made = [claim for claim in table1.claims(fake) if "gain" in claim.statement and dataset in claim.on]
    return {(each.statement, int(re.search(r"top-(\d+) accuracy", each.text)[1])): each.verdict for each in made}


def lead(fake, plant, dataset, points):
    """Let the top-k SVM be ahead of all others by so many points."""
    percents = {(name, k): 50 + points * (name == OURS) for name in ROWS for k in KS}
    plant(partial(find, fake, dataset), percents)


@pytest.mark.parametrize("turn", range(len(ROWS)))
def test_the_top_k_svm_gains_on_whatever_is_below_it(fake, plant, in_turn, turn):
    percents = in_turn(ROWS, KS, turn)
    plant(partial(find, fake, DATASET), percents)
    assert gains(fake) == {
        (statement, k): "reproduced" if percents[OURS, k] > percents[rival, k] else "not reproduced"
        for statement, rival, k in PAIRS
    }


def test_as_accurate_is_no_gain(fake, plant):
    lead(fake, plant, DATASET, 0)
    assert set(gains(fake).values()) == {"not reproduced"}


def test_each_set_is_judged_by_itself(fake, plant, monkeypatch):
    monkeypatch.setattr(table1, "sets", lambda config: (DATASET, OTHER))
    lead(fake, plant, DATASET, 1)
    lead(fake, plant, OTHER, -1)
    assert gains(fake, DATASET) == dict.fromkeys(gains(fake, OTHER), "reproduced")
    assert set(gains(fake, OTHER).values()) == {"not reproduced"}


@pytest.mark.parametrize(("name", "untested"), UNTESTED.items())
def test_a_gain_is_tested_where_both_are_trained_in_every_draw(fake, plant, stop, name, untested):
    lead(fake, plant, DATASET, 1)
    stop(*find(fake, DATASET, name, 5), 0.0011)
    assert gains(fake) == {
        (statement, k): "undecided" if (statement, k) in untested else "reproduced" for statement, _, k in PAIRS
    }


def test_trained_is_a_gap_of_at_most_a_thousandth(fake, plant, stop):
    lead(fake, plant, DATASET, 1)
    for name in UNTESTED:
        stop(*find(fake, DATASET, name, 5), 0.001)
    assert set(gains(fake).values()) == {"reproduced"}


def be(fake, trial, percents, **params):
    """Let candidates with these parameters have this accuracy at each C, and no other k the same."""

    def change(candidate, seed):
        own = params.items() <= candidate.params.items()
        percent = percents.get(candidate.params["C"], 0.0) if own else 0.0
        return replace(candidate, test=candidate.test | {"accuracy": (percent + NOISE[seed]) / 100})

    change_candidates(fake, trial, change)


@pytest.mark.parametrize(
    ("points", "verdicts"),
    [
        ({0.1: 0.4, 1.0: -0.4}, ["reproduced", "reproduced"]),
        ({0.1: 0.6, 1.0: 0}, ["not reproduced", "reproduced"]),
        ({0.1: -0.6, 1.0: 0.4}, ["not reproduced", "reproduced"]),
        ({0.1: -0.4, 1.0: 0.6}, ["reproduced", "not reproduced"]),
        ({0.1: 0, 1.0: -0.6}, ["reproduced", "not reproduced"]),
    ],
)
def test_one_guess_is_the_multiclass_svm_within_half_a_point_at_either_c(fake, points, verdicts):
    theirs = {0.1: 30.0, 1.0: 40.0}
    be(fake, trials.sweep(fake.config, DATASET, "alpha"), {C: theirs[C] + each for C, each in points.items()}, k=1)
    be(fake, trials.crammer_singer_trial(fake.config), theirs)
    made = [claim for claim in table1.claims(fake) if claim.statement == "top1-is-multiclass"]
    of_c = {re.search(r"C = [\d.]+", claim.text)[0]: claim.verdict for claim in made}
    assert of_c == dict(zip(["C = 0.1", "C = 1"], verdicts, strict=True))


def test_one_thing_has_one_word_and_gains_their_unit(fake):
    named = [*table1.DRAWN, *trials.rows(fake.config, DATASET)]
    assert [name for name in named if "one-vs-all" in name.lower()] == []
    assert [name for name in named if "one-vs-rest" in name.lower()] != []
    assert all("points" in ax.get_ylabel() for ax in table1.figure(fake).axes)
