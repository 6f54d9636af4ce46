"""What explains a claim that was not reproduced follows from the records: planted ones give planted numbers."""

import numpy as np
import pytest

from manyclass.exhibits.gupta2014 import convergence
from manyclass.exhibits.gupta2014 import table6_why as _table6_why
from manyclass.exhibits.gupta2014 import table8_why as _table8_why
from manyclass.exhibits.gupta2014 import table9_why as _table9_why


def candidate(margin, step, valid, **more):
    return {"params": {"margin": margin, "step": step}, "valid": valid, "passes": [*range(2, 2 + len(valid))]} | more


def record(seed, candidates, winner=0):
    return {"trial": {"seed": seed}, "status": "ok", "winner": winner, "candidates": candidates}


def test_the_best_at_a_margin_was_kept_longest_and_then_was_the_most_accurate():
    tried = [
        candidate(1, 0.1, [0.9]),
        candidate(1, 0.2, [0.1, 0.3]),
        candidate(1, 0.3, [0.2, 0.2]),
        candidate(2, 1, []),
    ]
    assert {m: c["params"]["step"] for m, c in _table9_why.best_by_margin(tried).items()} == {1: 0.2}


def test_table_9_cites_the_candidates_best_at_the_ends_of_the_margins():
    shares = {0.1: 0.2, 0.5: 0.0, 1.0: 0.98}
    tried = {0.1: [80.0], 0.5: [0.0], 1.0: [6.0]}
    sweep = [candidate(m, 0.1, [0.5], updated=[0.5, shares[m]], tried=tried[m]) for m in shares]
    sweep.append(candidate(1.0, 0.3, [0.4], updated=[0.0], tried=[0.0]))  # is not the best at its margin
    sweeps = {"auc_ranking": [sweep] * 2, "wsabie": [sweep] * 2, "one_vs_rest": [sweep[:1]] * 2}
    taus = {"auc_ranking": np.full(2, -0.3), "wsabie": np.full(2, -0.8), "wsabie_pp": np.full(2, 0.6)}
    whys = _table9_why.why(sweeps, taus)
    assert "with 1 98% of the draws" in whys["auc_ranking"]
    assert "with 0.1 20%" in whys["auc_ranking"]
    assert "with margin 1 a violator is found after 3.0 tries, with 0.1 after 40" in whys["wsabie"]
    assert all(number in whys["all methods"] for number in ("+0.60", "-0.30", "-0.80"))
    assert whys["one_vs_rest"] == _table9_why.UNSWEPT


def test_table_6_tells_what_the_first_pass_of_the_rule_leaves_unused():
    at_once = [record(0, [{"ignored": [0.9, 0.5, 0.4]}]), record(1, [{"ignored": [0.7, 0.5, 0.4]}])]
    later = [record(0, [{"ignored": [0.0, 0.6, 0.4]}]), {"status": "failed", "winner": None}]
    why = _table6_why.unused(at_once, later, 1)
    assert "80% of the samples" in why
    assert "60% if that comes after 1 passes" in why
    assert _table6_why.unused(at_once, later[1:], 1) == ""


def test_table_6_tells_how_adagrads_lead_shrinks_and_where_its_sweep_ends():
    plain = [record(0, [candidate(1, 0.1, [0.1, 0.4]), candidate(1, 0.2, [0.0, 0.1])])]
    adagrad = [record(0, [candidate(1, 0.1, [0.0, 0.1]), candidate(1, 0.2, [0.2, 0.5])], winner=1)]
    why = _table6_why.faster(plain, adagrad)
    assert "×2.00 of the validation accuracy after pass 1, ×1.25 after pass 2" in why
    assert "best in 1 of 1 seeds without adagrad, in 0 with it" in why


def test_table_8_tells_which_m_were_tried_and_chosen():
    sweep = [{"params": {"dimensions": m}} for m in (16, 24)]
    why = _table8_why.size([record(0, sweep, 1), record(1, sweep, 0), record(2, sweep, 1)], 32)
    assert why.startswith("m = 16 and 24 for 32 features are tried, of which the largest is chosen in 2 of 3 seeds")
    assert _table8_why.size([record(0, sweep[1:])], 32).startswith("m = 24 for 32 features is tried alone")
    assert _table8_why.size([], 32) == ""


@pytest.mark.parametrize(("q0", "told"), [(12.5, True), (10.5, False)])
def test_table_8_blames_joint_training_only_where_it_makes_most_of_the_difference(q0, told):
    accuracy = {
        "one_vs_rest": np.full(3, 10.0),
        "wsabie_pp": np.full(3, 14.0),
        "wsabie_pp/q0": np.array([q0, q0, np.nan]),
    }
    why = _table8_why.pair("wsabie_pp", "one_vs_rest", accuracy, accuracy, ({}, {}))
    assert ("×1.25" in why) == told
    assert bool(why) == told


def test_table_8_tells_what_is_kept_on_the_larger_set():
    here, there = {"auc_ranking": [4.0], "wsabie": [8.0]}, {"auc_ranking": [5.0], "wsabie": [16.0]}
    printed = ({"auc_ranking": 3.0, "wsabie": 1.0}, {"auc_ranking": 2.0, "wsabie": 4.0})
    why = _table8_why.pair("auc_ranking", "wsabie", here, there, printed)
    assert "AUC sampling keeps 80% here and Wsabie 50%, in the document 150% and 25%" in why


def test_convergence_tells_when_enough_is_reached():
    rising = np.minimum(np.arange(1, 41) / 20, 1.0)
    assert convergence._late([rising, 2 * rising]).startswith(
        "it takes 15.0 passes on average; a fifth is 8 of 40 passes"
    )
    assert convergence._late([rising]).endswith("after which it is 100% here")
    assert "after which" not in convergence._late([rising[:10]])
    assert convergence._late([]) == ""
