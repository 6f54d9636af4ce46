"""Headroom on records made by hand."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, rewrite, with_winner

from manyclass.exhibits.gupta2014 import headroom
from manyclass.exhibits.gupta2014 import trials as gupta

BEST = "LDA"


def give(store, dataset, share):
    """Let one classifier be the best linear one on validation, and one-vs-all have so much of its test accuracy."""
    for name, trial in headroom.rows(CONFIG, dataset).items():
        valid = 0.9 if name == BEST else 0.5
        test = 0.4 * share if name == gupta.NAMES[gupta.ONE_VS_ALL] else 0.4 if name == BEST else 0.8

        def planted(record, seed, valid=valid, test=test):
            return with_winner(record, valid=[valid], test={"accuracy": test + 0.01 * seed * test})

        rewrite(store, trial, planted)


@pytest.mark.parametrize(("near", "elsewhere"), [(0.97, 0.9), (0.9, 0.8), (0.97, 0.98)])
def test_close_and_closer_than_elsewhere(fake, near, elsewhere):
    """The best is that on validation: others are better on the test part."""
    for dataset in gupta.SETS:
        give(fake, dataset, near if dataset == "web21k" else elsewhere)
    np.testing.assert_allclose(headroom.share(fake, "web21k"), near)
    found = headroom.claims(fake)
    assert len(found) == len(gupta.SETS)
    close, *closer = sorted(found, key=lambda claim: len(claim.on))
    verdicts = [close.verdict, *{claim.verdict for claim in closer}]
    known = {True: "reproduced", False: "not reproduced"}
    assert verdicts == [known[near >= headroom.CLOSE], known[near > elsewhere]]


def test_only_linear_classifiers_compete():
    for dataset in gupta.SETS:
        names = headroom.rows(CONFIG, dataset)
        assert {BEST, gupta.NAMES[gupta.ONE_VS_ALL], gupta.NAMES["one_vs_rest"]} <= {*names}
        assert {gupta.NAMES[row] for row in ("wsabie", "wsabie_pp", "wsabie_pp/q0")} <= {*names}  # linear boundaries
        assert not [name for name in names if "ensemble" in name or "napkinXC" in name]


def test_a_draw_without_any_result_has_no_best(fake):
    for trial in headroom.rows(CONFIG, "web21k").values():
        rewrite(fake, trial, lambda record, seed: record if seed else _failed(record))
    best, names = headroom.best_linear(fake, "web21k")
    assert np.isnan(best[0]) and np.isfinite(best[1:]).all()
    assert names[0] is None and all(names[1:])


def _failed(record):
    return replace(record, status="failed", winner=None, error="ValueError: no luck")
