"""Regimes: claims and the table on accuracies made up as functions of the causes."""

import numpy as np
import pytest
from fake_results import change_candidates

from manyclass.exhibits.lapin2015 import regimes
from manyclass.protocol.results import Results

RESULTS = Results("nowhere", {"scale": "standard"})
ROWS = (*regimes.AHEAD.values(), 3, 5, 10)


@pytest.fixture
def made_up(monkeypatch):
    """Let the top-k SVM have accuracies by a function of the causes' values; the baselines are near 50 % everywhere."""

    def have(function):
        values, rng = regimes.DESIGN.values(RESULTS), np.random.default_rng(0)
        noise = {row: np.exp(0.005 * rng.standard_normal(40)) for row in ROWS}
        monkeypatch.setattr(
            regimes,
            "at",
            lambda results, row, k: noise[row] * (50 if row in regimes.AHEAD.values() else function(values)),
        )

    return have


def verdicts():
    return {claim.statement: claim.verdict for claim in regimes.claims(RESULTS)}


def test_the_mean_over_regimes_decides(made_up):
    made_up(lambda at: 52 + 0 * at["noise"])
    assert {verdict for name, verdict in verdicts().items() if name in regimes.AHEAD} == {"reproduced"}
    made_up(lambda at: 48 + 0 * at["noise"])
    assert {verdict for name, verdict in verdicts().items() if name in regimes.AHEAD} == {"not reproduced"}


@pytest.mark.parametrize(("statement", "cause"), regimes.HALVES.items())
def test_what_decides_the_gain(made_up, statement, cause):
    made_up(lambda at: 50 + 10 * at[cause] / at[cause].max())
    assert verdicts()[statement] == "reproduced"
    made_up(lambda at: 60 - 10 * at[cause] / at[cause].max())
    assert verdicts()[statement] == "not reproduced"


def test_halves_of_the_groups_are_all_points(made_up, monkeypatch):
    made_up(lambda at: np.where(at["group"] > 3, 60, 40))
    monkeypatch.setattr(regimes, "failure", lambda *_: None)
    monkeypatch.setattr(Results, "records", lambda *_: [])
    table = regimes.table(RESULTS)
    assert (table["fewer alike: points"] + table["more alike: points"] == table["all: points"]).all()
    assert table["all: points"].iloc[0] == 40
    more = regimes.DESIGN.values(RESULTS)["group"] > 3
    assert (table["all: above 0"] == more.sum()).all()


def stopped(solution):
    solution["gap"] = 0.0011


def not_told_from_zero(solution):
    *_, primal, dual = solution["certificates"][-1]
    solution["norm"] = 0.99 * (2 * (primal - dual)) ** 0.5


@pytest.mark.parametrize("spoil", [stopped, not_told_from_zero])
def test_points_of_which_a_solver_has_not_found_w_are_left_out(fake, spoil):
    dataset = regimes.DESIGN.dataset
    declared, _ = regimes.row_of(fake.config, dataset, 5)

    def stop(candidate, seed):
        if seed == 2 and candidate.params["k"] == 5:
            spoil(candidate.diagnostics["solution"])
        return candidate

    every = regimes.at(fake, 5, 5)
    assert np.isfinite(every).all()
    change_candidates(fake, declared, stop)
    left = regimes.at(fake, 5, 5)
    assert np.isnan(left[2]) and (np.delete(left, 2) == np.delete(every, 2)).all()
    ahead = next(each for each in regimes.claims(fake) if each.statement == "regimes-lda")
    assert ahead.n == len(every) - 1 and ahead.on == (dataset,)
    row = regimes.table(fake).set_index(["compared with", "k"]).loc["LDA", 5]
    assert row["all: points"] == len(every) - 1
    assert regimes.table(fake).set_index(["compared with", "k"]).loc["LDA", 10]["all: points"] == len(every)


def test_the_figure_says_whose_gain_it_shows_and_at_which_k(fake, monkeypatch):
    drawn = []
    monkeypatch.setattr(regimes, "gain", lambda results, name, k: np.zeros(1))
    monkeypatch.setattr(regimes.design.Design, "draw_effects", lambda design, results, gains: drawn.extend(gains))
    regimes.figure(fake)
    assert drawn == [f"top-5 SVM α on {name}" for name in regimes.AHEAD.values()]
