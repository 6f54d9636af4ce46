"""Accuracies written into made-up records, for the exhibits of Perronnin et al. 2012."""

from dataclasses import replace

from fake_results import change_candidates, rewrite

from manyclass.exhibits.perronnin2012.trials import CHOSEN_BY, MEASURES

NOISE = (0.1, -0.1, 0.05, -0.05)  # points, from seed to seed


def give(store, trial, percent, measure="top-1"):
    """Give every candidate of a trial this test accuracy, or that of its β, but for a little noise."""

    def given(candidate, seed):
        accuracy = percent[candidate.params["balance"]] if isinstance(percent, dict) else percent
        return replace(candidate, test=candidate.test | {MEASURES[measure]: (accuracy + NOISE[seed]) / 100})

    change_candidates(store, trial, given)


def prefer(store, trial, beta, measures=tuple(MEASURES)):
    """Let validation choose this β by these measures, in a trial that has others as well, or none but others."""

    def preferred(candidate, seed):
        rated = 0.9 if candidate.params["balance"] == beta else 0.1
        if "top-5" in measures:
            metrics = candidate.valid_metrics | {CHOSEN_BY["top-5"]: rated}
            candidate = replace(candidate, valid_metrics=metrics)
        return replace(candidate, valid=[*candidate.valid[:-1], rated]) if "top-1" in measures else candidate

    def choose(record, seed):
        tried = [each.params["balance"] for each in record.candidates]
        return replace(record, winner=tried.index(beta)) if beta in tried and "top-1" in measures else record

    change_candidates(store, trial, preferred)
    rewrite(store, trial, choose)
