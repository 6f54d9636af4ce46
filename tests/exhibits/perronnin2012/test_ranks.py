"""Inner products an update, on records made by hand."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, verdicts, with_winner
from made_accuracies import give

from manyclass.exhibits.perronnin2012 import ranks
from manyclass.protocol.trial.record import CandidateRecord, Record


def plant(store, trial, tries):
    """Give the winners of a trial so many tries a pass, and half of the samples as updates."""
    curves = {
        "passes": [1, 2, 4],
        "valid": [0.1, 0.2, 0.3],
        "updated": [0.5] * 3,
        "n_tries": [tries, 2 * tries, 4 * tries],
    }
    rewrite(store, trial, lambda record, seed: with_winner(record, **curves))


def test_claims_follow_what_is_planted(fake):
    estimated, exact = ranks.trials(CONFIG)
    for trial, tries in ((estimated, 10.0), (exact, 59.0)):
        give(fake, trial, 10.0)
        plant(fake, trial, tries)
    assert verdicts(ranks.claims(fake)) == {"reproduced"}
    row = ranks.table(fake).set_index("rank").loc["estimated"]
    assert row["inner products an update"].mean == pytest.approx(22)  # of the right class too
    assert row["inner products an image"].mean == pytest.approx(44)
    plant(fake, estimated, 40.0)
    give(fake, exact, 15.0)
    assert verdicts(ranks.claims(fake)) == {"not reproduced"}


def test_updates_between_checkpoints_are_taken_from_the_shares_at_both():
    best = CandidateRecord({}, passes=[1, 2, 4], updated=[1.0, 0.5, 0.3], n_tries=[3.0, 5.0, 8.0])
    assert ranks.updates(best) == pytest.approx(1 + 0.75 + 0.8)
    record = Record("a", "b", "c", 0, "ok", candidates=[best], winner=0)
    idle = replace(record, candidates=[replace(best, updated=[0.0] * 3)])
    found = ranks.products_an_update([record, idle, Record("a", "b", "c", 1)])
    assert found[0] == pytest.approx(12 / 2.55) and np.isnan(found[1:]).all()
