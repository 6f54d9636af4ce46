"""Accuracies written into made-up records, for the exhibits of Perronnin et al. 2012."""

from dataclasses import replace

from fake_results import rewrite, with_candidates

from manyclass.exhibits.perronnin2012.trials import MEASURES

NOISE = (0.1, -0.1, 0.05, -0.05)  # points, from seed to seed


def give(store, trial, percent, measure="top-1"):
    """Give every candidate of a trial this test accuracy, or that of its β, but for a little noise."""

    def change(record, seed):
        def given(candidate):
            accuracy = percent[candidate.params["balance"]] if isinstance(percent, dict) else percent
            return replace(candidate, test=candidate.test | {MEASURES[measure]: (accuracy + NOISE[seed]) / 100})

        return with_candidates(record, given)

    rewrite(store, trial, change)


def prefer(store, trial, beta):
    """Let validation choose this β."""

    def change(record, seed):
        betas = [candidate.params["balance"] for candidate in record.candidates]
        record = with_candidates(
            record, lambda each: replace(each, valid=[*each.valid[:-1], 0.9 if each.params["balance"] == beta else 0.1])
        )
        return replace(record, winner=betas.index(beta))

    rewrite(store, trial, change)


def verdicts(claims, part=""):
    """Verdicts of the claims whose text has this part."""
    return {claim.verdict for claim in claims if part in claim.text}
