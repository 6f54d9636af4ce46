"""The watch over a trial's time, inside one process."""

import signal
import time

import pytest

from manyclass.protocol.trial.deadline import OutOfTime, grace, time_limit


def state():
    return signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)


def test_a_block_is_broken_off_at_its_budget_whatever_it_catches():
    before, started, caught = state(), time.monotonic(), []
    with pytest.raises(OutOfTime, match="not finished within 0.2 seconds"), time_limit(0.2):
        while time.monotonic() < started + 30:
            try:
                time.sleep(0.01)
            except Exception as error:
                caught.append(error)
    assert 0.2 <= time.monotonic() - started < 15 and not caught
    assert state() == before


@pytest.mark.parametrize("seconds", [60.0, 1e10, float("inf")])
def test_a_block_within_its_budget_is_left_alone(seconds):
    before = state()
    with time_limit(seconds):
        assert signal.getitimer(signal.ITIMER_REAL)[1] > 0
    assert state() == before


def test_a_failure_passes_through():
    before = state()
    with pytest.raises(ValueError, match="of its own"), time_limit(60):
        raise ValueError("of its own")
    assert state() == before


def test_every_block_has_its_own_clock():
    for _ in range(3):
        with time_limit(0.3):
            time.sleep(0.15)


def test_the_grace_is_a_few_seconds_whatever_the_budget():
    assert (grace(5), grace(50), grace(70), grace(3600)) == (5, 5, 7, 10)
