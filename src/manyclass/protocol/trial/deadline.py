"""The one watch over a trial's time, kept by the process that trains."""

import faulthandler
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

TICK = 1.0
FAR = 1e9  # seconds: thirty years, from which no thread waits, since it cannot for much longer
# Who started this process and waits for it.
PARENT = os.getppid()


class OutOfTime(BaseException):
    """The time budget is spent; no ``except Exception`` of a method's own holds it up."""


def grace(seconds: float) -> float:
    """How long after its budget a trial may take to come to its senses: a tenth of it, from 5 to 10 seconds."""
    return min(10.0, max(5.0, seconds / 10))


def overdue(seconds: float, earlier: float = 0.0) -> str:
    """What the record of a trial says that ran out of time, and had so many seconds in earlier runs."""
    before = f", after {earlier:.0f} in earlier runs" if earlier >= 1 else ""
    return f"not finished within {seconds:g} seconds{before}"


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Give the block a time budget, and end the process when nobody waits for it any more.

    Both are seen about once a second, between two steps of the interpreter. Compiled code that does not return to it
    within the `grace` is ended from a thread that needs no interpreter: it writes where the process was to stderr and
    exits with status 1. Only for the main thread.

    Parameters
    ----------
    seconds : float
        The budget from now on; inf for none.

    Raises
    ------
    OutOfTime
        Wherever the block is when its budget is spent.
    """
    end = time.monotonic() + seconds

    def tick(_number, _frame):
        if os.getppid() != PARENT:
            os._exit(1)
        if time.monotonic() >= end:
            signal.setitimer(signal.ITIMER_REAL, 0)
            raise OutOfTime(overdue(seconds))

    before = signal.signal(signal.SIGALRM, tick)
    if seconds < FAR:
        faulthandler.dump_traceback_later(seconds + grace(seconds), exit=True, file=sys.__stderr__)
    try:
        signal.setitimer(signal.ITIMER_REAL, min(TICK, max(seconds, 1e-3)), TICK)
        try:
            yield
        finally:  # the last tick may come right here, and raises; none comes after it
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGALRM, before)
