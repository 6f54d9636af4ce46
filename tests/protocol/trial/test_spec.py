"""Trials are what their addresses say."""

from dataclasses import fields

import pytest

from manyclass.protocol.trial.run import specs_from
from manyclass.protocol.trial.spec import Spec, Trial


def test_address_decides_equality():
    a, b = Trial("web21k", "wsabie"), Trial("web21k", "wsabie", search={"step": [1]}, passes=3)
    assert a.address == "web21k/wsabie/default"
    assert a == b
    assert len({a, b, Trial("web21k", "wsabie", "q0")}) == 2
    assert a != "web21k/wsabie/default"


@pytest.mark.parametrize("name", ["", "a/b", "..", "a b", ".hidden"])
def test_names_must_be_fit_for_a_path(name):
    for role in ("dataset", "method", "variant"):
        with pytest.raises(ValueError, match=f"{role} "):
            Trial(**{"dataset": "a", "method": "b", role: name})


def test_passes_must_be_positive():
    with pytest.raises(ValueError, match="passes must be at least 1, got 0"):
        Trial("a", "b", passes=0)


def test_patience_must_not_be_negative():
    with pytest.raises(ValueError, match="patience must not be negative, got -1"):
        Trial("a", "b", patience=-1)


@pytest.mark.parametrize("declared", [{}, {"patience": 2, "passes": 4}, {"patience": 2, "passes": 9, "least": -1}])
def test_least_passes_go_with_a_patience_and_up_to_the_passes(declared):
    least = declared.pop("least", 5)
    with pytest.raises(ValueError, match=f"^a/b/default: least_passes={least} goes with a patience"):
        Trial("a", "b", least_passes=least, **declared)


@pytest.mark.parametrize("declared", [{}, {"patience": 2, "passes": 5}, {"patience": 2, "passes": 9}])
def test_winner_passes_go_with_a_patience_and_are_more(declared):
    with pytest.raises(ValueError, match="^a/b/default: winner_passes=5 goes with a patience, and is above the "):
        Trial("a", "b", winner_passes=5, **declared)
    assert Trial("a", "b", passes=4, patience=2, winner_passes=5).most_passes == 5
    assert Trial("a", "b", passes=4).most_passes == 4


def test_a_series_has_several_winners_and_no_refit():
    with pytest.raises(ValueError, match="^a/b/default: refit is of one winner, and a series has several: leave out"):
        Trial("a", "b", series={"step": [1, 2]}, refit=True)


def test_what_is_dropped_by_accuracy_cannot_be_best_by_another_metric():
    with pytest.raises(
        ValueError, match="^a/b/default: candidates are dropped by accuracy, so other metrics go without"
    ):
        Trial("a", "b", metrics=("accuracy", "top5"))
    assert Trial("a", "b", metrics=("accuracy", "top5"), halving=False).metrics == ("accuracy", "top5")


def test_the_command_line_says_all_that_is_declared():
    """Whatever a trial declares, its process is told."""
    declared = {"fixed": {"margin": 1.0}, "search": {"step": [0.1, 1.0]}, "passes": 9, "halving": False}
    declared |= {
        "patience": 2,
        "least_passes": 3,
        "winner_passes": 30,
        "metrics": ("accuracy", "top5"),
        "refine": True,
        "refit": True,
    }
    declared |= {"anew": True, "chunk_rows": 7, "factory": "own:Own"}
    of_several = {"series": {"C": [1, 2]}}
    for given in (declared, {name: each for name, each in declared.items() if name != "refit"} | of_several):
        trial = Trial("blobs", "own", "other", **given)
        where = ["data/blobs/0", "own", "--variant", "other", "--seed", "0", "--out", "0.json"]
        (spec,) = specs_from([*where, *trial.words()])
        assert trial.told() == {name: getattr(spec, name) for name in trial.told()} | {"metrics": trial.metrics}
        assert list(trial.metrics) == list(spec.metrics)
    names = {each.name for each in fields(Trial)}
    assert (
        names - {"dataset", "draws", "depends_on"}
        == trial.told().keys()
        == {"method", "variant", *declared, *of_several}
    )
    assert all(getattr(Trial("blobs", "own"), name) != each for name, each in (declared | of_several).items())
    assert names - {"dataset", "draws"} < {each.name for each in fields(Spec)}
