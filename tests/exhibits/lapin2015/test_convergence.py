"""Epochs until the gap is small, on made-up records."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from fake_results import change_candidates, rewrite

from manyclass.exhibits.lapin2015 import convergence, trials
from manyclass.methods.base.certificate import Certificate
from manyclass.methods.topk_svm import TopKSVM
from manyclass.protocol.errors import error_line

RUNS = [(k, loss) for k in (1, 5, 10) for loss in ("alpha", "beta")]
NEVER = 201


def test_epochs_needed_are_those_of_the_first_small_gap(fake):
    for params in convergence.CURVES.values():
        needed = convergence.epochs_needed(fake, **params)
        for epochs, (at, _, gap) in zip(needed, convergence.courses(fake, **params), strict=True):
            assert epochs == at[gap <= convergence.GAP][0]
            assert (gap[at < epochs] > convergence.GAP).all()


@pytest.mark.parametrize("loss", convergence.CHOSEN)
@pytest.mark.parametrize(
    ("certificates", "verdict", "measured"),
    [
        ([[5, 0.1, 1.0, 0.9], [300, 1.0, 1.0, 0.9991]], "reproduced", "after 300 at most; 0 of "),
        ([[5, 0.1, 1.0, 0.9], [305, 1.0, 1.0, 0.9991]], "not reproduced", "not always; "),
        ([[5, 0.1, 1.0, 0.9], [300, 1.0, 1.0, 0.9989]], "not reproduced", "not always; "),
    ],
)
def test_one_machine_that_is_not_trained_in_time_is_enough(fake, loss, certificates, verdict, measured):
    def slow_down(candidate, seed):
        if seed == 2 and candidate.params["k"] == 5:
            candidate.diagnostics["solution"]["certificates"] = certificates
        return candidate

    change_candidates(fake, trials.as_printed(fake.config, trials.SETS[0], loss), slow_down)
    listed = [each for each in convergence.claims(fake) if each.statement == f"{loss}-converges"]
    (claim,) = (each for each in listed if "every C chosen" in each.text)
    assert claim.verdict == verdict
    assert claim.measured.startswith(measured)
    assert claim.on == (trials.SETS[0],)


@pytest.mark.parametrize("loss", convergence.CHOSEN)
@pytest.mark.parametrize(("others", "verdict"), [(0.9991, "undecided"), (0.9989, "not reproduced")])
def test_a_draw_without_a_winner_is_not_dropped(fake, loss, others, verdict):
    def fail_in_a_draw(candidate, seed):
        candidate.diagnostics["solution"]["certificates"] = [[300, 1.0, 1.0, others]]
        return replace(candidate, diagnostics={}) if seed == 2 else candidate

    change_candidates(fake, trials.as_printed(fake.config, trials.SETS[0], loss), fail_in_a_draw)
    (claim,) = (each for each in convergence.claims(fake) if f"{convergence.CHOSEN[loss]}: at every C" in each.text)
    assert claim.verdict == verdict


def reach(fake, epochs):
    """Let the run of each k and loss have a relative gap of .001 after so many epochs, one a draw, or never."""

    def change(candidate, seed):
        at = epochs[candidate.params["k"], candidate.params["loss"]][seed]
        gaps = [(5, 1000), (at - 5, 2.2), (at, 2), (at + 5, 1)] if at < NEVER else [(5, 1000), (200, 2.2)]
        certificates = [[epoch, 0.1, 2000, 2000 - gap] for epoch, gap in gaps]
        candidate.diagnostics["solution"]["certificates"] = certificates
        return candidate

    change_candidates(fake, convergence.trial(fake.config), change)


def from_zero(fake, statement):
    """Claims of a statement on the runs at C = 1, alpha's before beta's."""
    return [each for each in convergence.claims(fake) if each.statement == statement and "C = 1" in each.text]


@pytest.mark.parametrize("slow", RUNS)
def test_every_k_of_a_loss_has_200_epochs(fake, slow):
    """With k = 1 both losses are one, which is counted as alpha."""
    reach(fake, dict.fromkeys(RUNS, [200] * 4) | {slow: [NEVER] * 4})
    for loss in convergence.CHOSEN:
        (claim,) = from_zero(fake, f"{loss}-converges")
        late = slow[1] == loss and slow != (1, "beta")
        assert claim.verdict == ("not reproduced" if late else "reproduced")


@pytest.mark.parametrize("loss", convergence.CHOSEN)
@pytest.mark.parametrize(("last", "verdict"), [(200, "reproduced"), (NEVER, "not reproduced")])
def test_one_draw_that_does_not_get_there_is_enough(fake, loss, last, verdict):
    run = {(5, loss): [50, 100, 50, 50], (10, loss): [100, 50, 50, last]}
    reach(fake, dict.fromkeys(RUNS, [20] * 4) | run)
    (claim,) = from_zero(fake, f"{loss}-converges")
    assert claim.verdict == verdict


@pytest.mark.parametrize("loss", convergence.CHOSEN)
@pytest.mark.parametrize(("epochs", "verdict"), [(-5, "reproduced"), (0, "not reproduced"), (5, "not reproduced")])
def test_a_larger_k_takes_fewer_epochs_in_the_same_draws(fake, loss, epochs, verdict):
    by_draw = [30, 60, 110, 170]
    ten = [each + epochs for each in by_draw]
    against = [each - 5 if epochs >= 0 else each + 5 for each in by_draw]
    runs = {run: by_draw if run[0] == 1 else against for run in RUNS}
    reach(fake, runs | {(10, loss): ten})
    claims = dict(zip(convergence.CHOSEN, from_zero(fake, "larger-k-fewer-epochs"), strict=True))
    assert claims.pop(loss).verdict == verdict
    (other,) = claims.values()
    assert other.verdict == ("reproduced" if epochs >= 0 else "not reproduced")


@pytest.mark.parametrize(("k", "loss", "place"), [(*run, place) for run, place in zip(RUNS, [0, 5, -1] * 2)])
def test_one_gap_below_zero_is_enough(fake, k, loss, place):
    def certify(dual):
        def change(candidate, seed):
            if seed == 3 and (candidate.params["k"], candidate.params["loss"]) == (k, loss):
                candidate.diagnostics["solution"]["certificates"][place][2:] = [1.0, dual]
            return candidate

        change_candidates(fake, convergence.trial(fake.config), change)
        (claim,) = from_zero(fake, "gap-nonnegative")
        assert claim.on == (convergence.trial(fake.config).dataset,)
        return claim.verdict

    assert certify(1.0) == "reproduced"
    assert certify(1 + 1e-9) == "not reproduced"


def test_without_any_result_the_gap_is_not_judged(fake):
    declared = convergence.trial(fake.config)
    change_candidates(fake, declared, lambda candidate, seed: replace(candidate, diagnostics={}))
    (claim,) = from_zero(fake, "gap-nonnegative")
    assert (claim.verdict, claim.n, claim.on) == ("undecided", 0, (declared.dataset,))


@pytest.mark.parametrize("place", [0, -1])
def test_one_run_without_a_result_leaves_the_gaps_undecided_unless_another_has_one_below_zero(fake, place):
    """What went wrong with it may have been its gap."""
    declared = convergence.trial(fake.config)

    def fail(candidate, seed):
        failed = seed == 1 and (candidate.params["k"], candidate.params["loss"]) == RUNS[place]
        return replace(candidate, diagnostics={}, test=None, error="MemoryError") if failed else candidate

    change_candidates(fake, declared, fail)
    (claim,) = from_zero(fake, "gap-nonnegative")
    assert (claim.verdict, claim.n) == ("undecided", 0)

    def below(candidate, seed):
        if seed == 2 and (candidate.params["k"], candidate.params["loss"]) == RUNS[2]:
            candidate.diagnostics["solution"]["certificates"][0][2:] = [1.0, 1 + 1e-9]
        return candidate

    change_candidates(fake, declared, below)
    (claim,) = from_zero(fake, "gap-nonnegative")
    assert claim.verdict == "not reproduced"


@pytest.mark.parametrize("every", [False, True])
def test_a_run_that_ended_by_a_gap_clearly_below_zero_is_counted(fake, every):
    """Training raises an error then, and the run has no certificates; with every run ended so the trial has failed."""
    estimator = TopKSVM()
    estimator.certificates_ = [Certificate(5, 0.1, primal=1.0, dual=1.1)]
    with pytest.raises(FloatingPointError) as raised:
        estimator._certified_gap(SimpleNamespace(float32_gap=lambda: 1e-6))
    error = error_line(raised.value)

    def end(candidate, seed):
        ended = every or seed == 1 and (candidate.params["k"], candidate.params["loss"]) == RUNS[2]
        return replace(candidate, diagnostics={}, test=None, error=error) if ended else candidate

    declared = convergence.trial(fake.config)
    change_candidates(fake, declared, end)
    if every:
        failed = {"status": "failed", "winner": None, "n_parameters": None}
        rewrite(fake, declared, lambda record, seed: replace(record, **failed, error=f"RuntimeError: none: {error}"))
    (claim,) = from_zero(fake, "gap-nonnegative")
    n = len(RUNS) * len(fake.seeds)
    assert (claim.verdict, claim.measured) == ("not reproduced", f"clearly in {n if every else 1} of {n} runs")


def test_a_draw_without_a_result_leaves_the_others_in_their_places(fake):
    whole = {k: convergence.epochs_needed(fake, k=k, loss="alpha") for k in (1, 10)}

    def fail(candidate, seed):
        if seed == 0 and candidate.params["k"] == 10:
            del candidate.diagnostics["solution"]
        return candidate

    change_candidates(fake, convergence.trial(fake.config), fail)
    np.testing.assert_array_equal(convergence.epochs_needed(fake, k=10, loss="alpha"), [np.nan, *whole[10][1:]])
    np.testing.assert_array_equal(convergence.epochs_needed(fake, k=1, loss="alpha"), whole[1])
