"""Rows that still rise at the cap on passes: marked where their accuracy is shown, and judged in no claim."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import (
    alternatives,
    burnin,
    chunks,
    classconfusion,
    convergence,
    dims,
    headroom,
    neighbours,
    noise,
    one_held,
    regimes,
    repeats,
    rising,
    sparse,
    table6,
    variants,
    worst_violator,
)
from manyclass.exhibits.gupta2014 import trials as gupta

WEB, CAP = "web21k", 100
ROWS = {  # exhibit, a trial of it, and the statements of which it makes claims
    "WARP": (
        variants,
        lambda: variants.linear_trial(CONFIG, WEB, variants.WARP),
        {"warp-better-than-auc", "warp-reason", "embedding-regularises"},
    ),
    "WARP alone": (variants, lambda: variants.plain_trial(CONFIG, WEB, variants.WARP), {"warp-reason"}),
    "embedded": (variants, lambda: gupta.row_trial(CONFIG, WEB, variants.EMBEDDED), {"embedding-regularises"}),
    "initial values": (variants, lambda: variants.variant_trial(CONFIG, "wsabie"), {"initial-values"}),
    "counting": (variants, lambda: variants.counting_trial(CONFIG, WEB), {"adagrad-counting"}),
    "sparse": (sparse, lambda: gupta.row_trial(CONFIG, sparse.SETS[0], "wsabie"), {"sparse-features"}),
    "sparse, ours": (sparse, lambda: gupta.row_trial(CONFIG, sparse.SETS[0], sparse.OURS), {"sparse-constant"}),
    "one-vs-all": (headroom, lambda: gupta.row_trial(CONFIG, WEB, gupta.ONE_VS_ALL), {"web21k-headroom"}),
    "best linear": (headroom, lambda: gupta.row_trial(CONFIG, WEB, "wsabie"), {"web21k-headroom"}),
    "neighbours": (neighbours, lambda: gupta.row_trial(CONFIG, WEB, neighbours.ROW), {"exact-neighbours-best"}),
    "whole sweep": (one_held, lambda: gupta.row_trial(CONFIG, WEB, "wsabie"), {"one-can-be-fixed"}),
    "plain loss": (
        classconfusion,
        lambda: classconfusion.plain_trial(CONFIG, classconfusion.EVEN, "warp_ranking"),
        {"eq7-training-helps", "eq7-unequal-names"},
    ),
    "online": (classconfusion, lambda: classconfusion.online_trial(CONFIG, WEB), {"online-equals-batch"}),
    "by element": (alternatives, lambda: alternatives.trial(CONFIG, WEB, "by-element"), {"adagrad-one-scalar"}),
    "without a ball": (
        alternatives,
        lambda: alternatives.trial(CONFIG, WEB, alternatives.FREE),
        {"euclidean-needs-no-constraint"},
    ),
    "in chunks": (chunks, lambda: chunks.both(CONFIG, "wsabie")[1], set(chunks.STATEMENTS)),
    "violators": (
        worst_violator,
        lambda: worst_violator.trial(CONFIG, "names8", "wsabie_pp"),
        {"worst-violator-harmful"},
    ),
    "dimensions": (dims, lambda: dims.trial(CONFIG, WEB), {"dims-inner"}),
    "even sizes": (burnin, lambda: burnin.trial(CONFIG, "zipf0"), {"burn-in-better", "burn-in-gains"}),
    "no wrong labels": (noise, lambda: noise.trial(CONFIG, "clean"), {"clean-gains-nothing", "noise-decides"}),
    "names missing": (noise, lambda: noise.trial(CONFIG, "names8"), {"missing-labels"}),
    "all passes": (convergence, lambda: convergence.chosen_trial(CONFIG, "wsabie", WEB), {"no-early-stopping"}),
    "a run": (repeats, lambda: repeats.trial(CONFIG, WEB, "wsabie"), {"run-spread-nonconvex"}),
    "fixed step": (table6, lambda: table6.row_trial(CONFIG, "w1"), {"adagrad-nonconvex", "table6-equal-weights"}),
}


@pytest.fixture(autouse=True)
def _stopped_early(monkeypatch):
    """At smoke scale there are so few passes that nothing is said to rise."""
    for passes in (gupta.PASSES, gupta.OF_STEADY_STEPS):
        monkeypatch.setitem(passes, "smoke", CAP)


def let_rise(store, trial, valid=(0.1, 0.5, 0.99)):
    """Let what is tried on the first draw have this course up to the cap, and be the best there is."""

    def change(candidate, seed):
        course = {"passes": [1, 60, CAP], "valid": [*valid], "n_passes": CAP}
        return candidate if seed else replace(candidate, **course)

    change_candidates(store, trial, change)


def judged(exhibit, store):
    return {claim.text: claim for claim in exhibit.claims(store) if claim.n}


def is_marked(exhibit, store):
    shown = [exhibit.label(store, "wsabie")] if exhibit is convergence else exhibit.table(store).to_numpy().flat
    return any(base.RISING in str(cell) for cell in shown)


@pytest.mark.parametrize("name", ROWS)
def test_what_still_rises_in_one_draw_is_marked_and_judged_in_none(fake, name):
    exhibit, trial_of, statements = ROWS[name]
    let_rise(fake, trial_of(), (0.1, 0.985, 0.99))
    before = judged(exhibit, fake)
    assert not is_marked(exhibit, fake)
    let_rise(fake, trial_of())
    left = judged(exhibit, fake)
    silenced = [claim for text, claim in before.items() if text not in left]
    assert {claim.statement for claim in silenced} == statements
    assert len(left) == len(before) - len(silenced)
    assert is_marked(exhibit, fake)


def test_a_point_of_a_design_at_which_a_row_rises_is_shown_and_in_no_claim(fake):
    (name,) = regimes.DESIGN.datasets(CONFIG)
    let_rise(fake, regimes.trial(CONFIG, "wsabie", name))
    shown, judged = regimes.accuracies(fake), regimes.accuracies(fake, rising.accuracy_unless_rising)
    assert np.isnan(judged.pop("wsabie")).all() and np.isfinite(shown["wsabie"]).all()
    assert all(np.isfinite(each).all() for each in judged.values())
    assert is_marked(regimes, fake)


def test_where_a_draw_chooses_what_still_rises_none_is_judged():
    """The first draw's best on validation is not measured; of the second draw there is no result."""
    valid = np.array([[0.9, -np.inf, 0.1], [0.5, -np.inf, 0.2]])
    rises, measured = np.array([np.nan, np.nan, np.nan]), np.array([0.4, np.nan, 0.3])
    assert np.isnan(rising.best_by(valid, [rises, measured])).all()
    np.testing.assert_array_equal(rising.best_by(valid, [measured, rises])[:2], [np.nan, np.nan])
    np.testing.assert_array_equal(rising.best_by(valid, [measured, measured]), measured)


def test_a_point_of_a_series_rises_by_itself(fake):
    trial = variants.variant_trial(CONFIG, "wsabie")
    gaussian, signs = ({"initial": each} for each in ("gaussian", "signs"))

    def change(candidate, seed):
        valid = [0.1, 0.5, 0.9 if candidate.params["initial"] == "gaussian" else 0.5]
        return replace(candidate, passes=[1, 60, CAP], valid=valid, n_passes=CAP)

    change_candidates(fake, trial, change)
    assert np.isnan(rising.accuracy_unless_rising(fake, trial, **gaussian)).all()
    assert np.isfinite(rising.accuracy_unless_rising(fake, trial, **signs)).all()
    assert rising.cell(fake, trial, **gaussian).mark == base.RISING
    assert rising.cell(fake, trial, **signs).mark == ""
