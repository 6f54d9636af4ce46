"""Partition matrices by hand."""

import numpy as np
import pytest
from fake_results import CONFIG

from manyclass.exhibits.deng2011 import fig1, table1, trials
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


def test_rows_of_a_partition_are_ordered_by_their_classes():
    P = np.array([[0, 0, 1, 1], [1, 1, 0, 0], [0, 0, 0, 0]], bool)
    assert fig1.ordered(P).tolist() == [P[2].tolist(), P[1].tolist(), P[0].tolist()]


def test_alikeness_by_hand():
    """Columns {0}, {0, 1}, {}, {1}: of neighbours 1/2, 0 and 0, of all six pairs two have 1/2; the empty one has 0."""
    P = np.array([[1, 1, 0, 0], [0, 1, 0, 1]], bool)
    assert fig1.alikeness(P) == pytest.approx((1 / 6, 1 / 6))
    assert fig1.alikeness(np.zeros((2, 3), bool)) == (0, 0)


def test_overlap_is_judged_set_by_set(fake, monkeypatch):
    """Deng's children share a fifth of the classes on one set and a twentieth on the other, Bengio's none anywhere."""
    shared = {trials.DENSE: 0.2, trials.OTHER: 0.15, trials.SPARSE: 0.05}

    def partition(results, trial, seed, n_classes):
        P = np.arange(n_classes) % 4 == np.arange(4)[:, None]
        if trial.method == trials.DENG:
            P[:, : round(shared[trial.dataset] * n_classes) + seed % 2] = True
        return P

    monkeypatch.setattr(fig1, "root_partition", partition)
    found = {claim.on: claim.verdict for claim in fig1.claims(fake) if claim.statement == "overlapping-children"}
    assert found == {(trials.DENSE,): REPRODUCED, (trials.OTHER,): REPRODUCED, (trials.SPARSE,): NOT_REPRODUCED}


@pytest.mark.parametrize(("noisy", "verdict"), [(trials.DENG, REPRODUCED), (trials.BENGIO, NOT_REPRODUCED)])
def test_the_noisier_partition_is_that_in_which_neighbours_are_less_alike(fake, monkeypatch, noisy, verdict):
    """One puts classes in runs into four children, the other a third of them anywhere."""

    def partition(results, trial, seed, n_classes):
        of_class = np.arange(n_classes) * 4 // n_classes
        if trial.method == noisy:
            rng = np.random.default_rng(seed)
            of_class = np.where(rng.random(n_classes) < 1 / 3, rng.integers(0, 4, n_classes), of_class)
        return of_class == np.arange(4)[:, None]

    monkeypatch.setattr(fig1, "root_partition", partition)
    found = {claim.verdict for claim in fig1.claims(fake) if claim.statement == "noisier-partition"}
    assert found == {verdict}


def test_the_trees_of_all_sets_are_those_of_table_1():
    assert set(fig1.trials(CONFIG)) < set(table1.trials(CONFIG))
