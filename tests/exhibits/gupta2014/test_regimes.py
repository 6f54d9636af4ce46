"""Regimes: winners, claims and tests on accuracies made up as functions of the causes."""

import numpy as np
import pytest

from manyclass.exhibits import design
from manyclass.exhibits.gupta2014 import regimes, regimes_gain, rising
from manyclass.protocol.results import Results

RESULTS = Results("nowhere", {"scale": "standard"})


@pytest.fixture
def made_up(monkeypatch):
    """Let rows have accuracies by functions of the causes' values; the same as one-vs-all for those not named."""

    def have(**functions):
        values, rng = regimes.DESIGN.values(RESULTS), np.random.default_rng(0)
        noise = {row: np.exp(0.005 * rng.standard_normal(80)) for row in (*regimes.COMPETITORS, *regimes.BESIDE)}
        measured = {row: noise[row] * functions.get(row, lambda at: 30 + 0 * at["noise"])(values) for row in noise}

        def accuracies(results, measure=None):
            accuracies.by = measure
            return measured

        monkeypatch.setattr(regimes, "accuracies", accuracies)
        return measured

    return have


def verdicts():
    return {claim.statement: claim.verdict for claim in regimes.claims(RESULTS)}


def test_claims_are_made_of_what_does_not_rise(made_up):
    made_up()
    regimes.claims(RESULTS)
    assert regimes.accuracies.by is rising.accuracy_unless_rising


def test_points_of_all_draws_and_those_like_the_document():
    values, like = regimes.DESIGN.values(RESULTS), regimes.like_the_documents(RESULTS)
    assert len(like) == len(regimes.DESIGN.places(RESULTS)) == 80
    assert 5 < like.sum() < 40
    assert values["ratio"][like].min() >= 15
    assert values["samples"][like].min() >= 25
    assert values["noise"][like].max() <= 0.4


def test_orders_are_judged_where_regimes_are_like_the_documents_own(made_up):
    """A method that is ahead elsewhere does not count."""
    made_up(
        wsabie_pp=lambda at: np.where(at["ratio"] >= 15, 40, 10),
        wsabie=lambda at: np.where(at["ratio"] >= 15, 20, 90),
    )
    found = verdicts()
    assert found["regimes-first"] == found["regimes-second"] == found["regimes-softmax"] == "reproduced"
    made_up(wsabie_pp=lambda at: np.where(at["ratio"] >= 15, 20, 90), wsabie=lambda at: 40 + 0 * at["noise"])
    found = verdicts()
    assert found["regimes-first"] == found["regimes-second"] == found["regimes-last-violators"] == "not reproduced"


@pytest.mark.parametrize(
    ("statement", "cause"), [("regimes-noise", "noise"), ("regimes-ratio", "ratio"), ("regimes-departure", "departure")]
)
def test_what_decides_a_gain(made_up, statement, cause):
    made_up(wsabie_pp=lambda at: 20 + 20 * at[cause] / at[cause].max())
    assert verdicts()[statement] == "reproduced"
    made_up(wsabie_pp=lambda at: 40 - 20 * at[cause] / at[cause].max())
    assert verdicts()[statement] == "not reproduced"


def test_the_map_shows_who_wins_where(made_up, monkeypatch):
    """Softmax regression wins where few labels are wrong, Wsabie++ elsewhere: left and right in the maps."""
    made_up(softmax=lambda at: 60 - 40 * at["noise"], wsabie_pp=lambda at: 36 + 40 * at["noise"])
    drawn = []
    monkeypatch.setattr(regimes.winners, "draw", lambda ax, *maps: drawn.append(maps))
    regimes._map(None, *regimes._smoothers(RESULTS), (0, 4))
    winner, margin, decided, _ = drawn[0]
    softmax, wsabie_pp = (regimes.COMPETITORS.index(row) for row in ("softmax", "wsabie_pp"))
    assert (winner[:, :6] == softmax).all()
    assert (winner[:, 7:] == wsabie_pp).all()
    assert decided[:, [0, -1]].all()
    assert not decided[:, 6].all()
    assert margin[6, 0] == pytest.approx(100 * ((60 - 40 * 0.6 / 26) / (36 + 40 * 0.6 / 26) - 1), rel=0.1)


def test_ahead_is_mcnemars_test():
    a = np.repeat([True, False, True], [10, 2, 30])
    b = np.repeat([False, True, True], [10, 2, 30])
    assert (design.sign(a, b), design.sign(b, a)) == (1, -1)  # 10 of 12: p = .039
    assert design.sign(a[1:], b[1:]) == 0  # 9 of 11: p = .065
    assert design.sign(a, a) == 0


def test_thirds_of_a_cause_are_all_points_and_say_who_is_best_there(made_up, monkeypatch):
    """LDA is best where many labels are wrong, by a tenth; where few are, Wsabie++ is by a fifth."""
    made_up(
        lda=lambda at: np.where(at["noise"] > 0.4, 33, 20), wsabie_pp=lambda at: np.where(at["noise"] > 0.2, 20, 36)
    )
    monkeypatch.setattr(regimes, "failure_of_any", lambda *_: None)
    table = regimes_gain.table(RESULTS)
    assert (table.groupby("cause", sort=False)["points"].sum() == 80).all()
    low, _, high = table[table["cause"] == "wrong labels"].to_dict("records")
    assert (low["from"], low["to"], high["to"]) == pytest.approx((0, 0.2, 0.6))
    assert low["most accurate at"] == f"Wsabie++ {low['points']}"
    assert high["most accurate at"] == f"LDA {high['points']}"
    assert low["Wsabie++ on one-vs-all SVMs, %"].mean == pytest.approx(20, abs=1)
    assert high["Wsabie++ on LDA, %"].mean == pytest.approx(100 * (20 / 33 - 1), abs=1)
