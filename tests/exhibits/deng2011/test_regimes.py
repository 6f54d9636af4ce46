"""Regimes: claims and the table on accuracies made up as functions of the causes."""

import numpy as np
import pytest

from manyclass.exhibits import statements
from manyclass.exhibits.deng2011 import regimes
from manyclass.protocol.results import Results

RESULTS = Results("nowhere", {"scale": "standard"})


@pytest.fixture
def made_up(monkeypatch):
    """Let Deng's tree have accuracies by a function of the causes' places; Bengio's are near 30 % everywhere."""

    def have(function):
        places, rng = regimes.DESIGN.places(RESULTS), np.random.default_rng(0)
        at = dict(zip(regimes.DESIGN.names, places.T))
        both = [np.exp(0.005 * rng.standard_normal(40)) * accuracy for accuracy in (function(at), 30)]
        monkeypatch.setattr(regimes, "accuracies", lambda results: tuple(both))
        monkeypatch.setattr(regimes, "unreached", lambda results: np.isnan(both[0]))
        monkeypatch.setattr(regimes, "_records", lambda results: [])

    return have


def verdicts():
    return {claim.statement: claim.verdict for claim in regimes.claims(RESULTS)}


def test_the_mean_over_regimes_decides(made_up):
    made_up(lambda at: 33 + 0 * at["noise"])
    assert verdicts()["accuracy-at-speed"] == "reproduced"
    made_up(lambda at: 28.5 + 0 * at["noise"])
    assert verdicts()["accuracy-at-speed"] == "not reproduced", "comparable is no improvement"


def test_what_the_causes_were_chosen_with_is_not_scored_on_them():
    said = statements.listed("deng2011")["accuracy-at-speed"]
    assert said.calibrated([regimes.DESIGN.dataset])


@pytest.mark.parametrize(("statement", "cause", "half"), [(name, *each) for name, each in regimes.HALVES.items()])
def test_what_decides_the_lead(made_up, statement, cause, half):
    towards = 1 if half == "upper" else -1
    made_up(lambda at: 35 + 10 * towards * at[cause])
    assert verdicts()[statement] == "reproduced"
    made_up(lambda at: 35 - 10 * towards * at[cause])
    assert verdicts()[statement] == "not reproduced"


def test_what_is_out_of_reach_has_no_accuracy(fake, monkeypatch):
    """On records, at a speed of Bengio's tree that no tree has."""
    points = regimes.tradeoff.points

    def faster(results, declared, **params):
        speedups, accuracies = points(results, declared, **params)
        return speedups * (1000 if declared.method == regimes.BENGIO else 1), accuracies

    found, _ = regimes.accuracies(fake)
    assert (np.isnan(found) == regimes.unreached(fake)).all()
    monkeypatch.setattr(regimes.tradeoff, "points", faster)
    assert regimes.unreached(fake).all() and np.isnan(regimes.accuracies(fake)[0]).all()


def test_a_speed_that_no_cap_reaches_is_counted(made_up):
    made_up(lambda at: np.where(at["zipf"] > 0.5, np.nan, 36))
    table = regimes.table(RESULTS).set_index(["cause", "half of its range"])
    assert regimes.claims(RESULTS)[0].measured.endswith("(20 of 40 regimes, 20 not reached)")
    name = regimes.DESIGN.names["zipf"]
    assert table.loc[(name, "upper"), "not reached"] == table.loc[(name, "upper"), "points"] == 20
    assert table.loc[(name, "lower"), "ahead"] == 20
    assert table.loc[("all", "–"), ["points", "not reached"]].tolist() == [40, 20]
