"""Trials are what their addresses say."""

import pytest

from manyclass.protocol.trial.spec import Trial


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


def test_a_series_has_several_winners_and_no_refit():
    with pytest.raises(ValueError, match="^a/b/default: refit is of one winner, and a series has several: leave out"):
        Trial("a", "b", series={"step": [1, 2]}, refit=True)
