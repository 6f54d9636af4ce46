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
    "gain-wsabie": ("Wsabie++", (5,)),
    "gain-toppush": ("TopPush", (5,)),
    "gain-recall": ("Recall@1", (5,)),
    "gain-recall-5": ("Recall@5, ours", (5,)),
}
ROWS = (OURS, *(rival for rival, _ in RIVALS.values()))
PAIRS = [(statement, rival, k) for statement, (rival, ks) in RIVALS.items() for k in ks]


def find(fake, dataset, name, k):
    """Trial and parameters of a row."""
    return trials.row_of(fake.config, dataset, f"Top-{k} SVM α" if name == OURS else name)


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


@pytest.mark.parametrize(
    ("name", "untested"),
    [
        (OURS, {(statement, 5) for statement in RIVALS}),
        ("Multiclass SVM", {("gain-multiclass", k) for k in KS}),
        ("TopPush", {("gain-toppush", 5)}),
        ("Recall@1", {("gain-recall", 5)}),
        ("Recall@5, ours", {("gain-recall-5", 5)}),
    ],
)
@pytest.mark.parametrize("gap", [0.001, 0.0011])
def test_a_gain_is_tested_where_both_are_trained_in_every_draw(fake, plant, stop, name, untested, gap):
    lead(fake, plant, DATASET, 1)
    stop(*find(fake, DATASET, name, 5), gap)
    undecided = untested if gap > 0.001 else set()
    assert gains(fake) == {
        (statement, k): "undecided" if (statement, k) in undecided else "reproduced" for statement, _, k in PAIRS
    }


def be(fake, trial, percents, **params):
    """Let candidates with these parameters have this accuracy at each C, and no other k the same."""

    def change(candidate, seed):
        own = params.items() <= candidate.params.items()
        percent = percents.get(candidate.params["C"], 0.0) if own else 0.0
        return replace(candidate, test=candidate.test | {"accuracy": (percent + NOISE[seed]) / 100})

    change_candidates(fake, trial, change)


@pytest.mark.parametrize("C", [0.1, 1.0])
@pytest.mark.parametrize(
    ("points", "verdict"),
    [(-0.6, "not reproduced"), (-0.4, "reproduced"), (0, "reproduced"), (0.4, "reproduced"), (0.6, "not reproduced")],
)
def test_one_guess_is_the_multiclass_svm_within_half_a_point_at_either_c(fake, C, points, verdict):
    theirs = {0.1: 30.0, 1.0: 40.0}
    be(fake, trials.sweep(fake.config, DATASET, "alpha"), theirs | {C: theirs[C] + points}, k=1)
    be(fake, trials.crammer_singer_trial(fake.config), theirs)
    made = [claim for claim in table1.claims(fake) if claim.statement == "top1-is-multiclass"]
    of_c = {f"C = {each:g}": verdict if each == C else "reproduced" for each in theirs}
    assert {re.search(r"C = [\d.]+", claim.text)[0]: claim.verdict for claim in made} == of_c
