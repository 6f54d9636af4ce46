"""When a trial has to stop."""

import os
import time


class OutOfTime(Exception):
    """The time budget is spent."""


class Deadline:
    """A time budget from now on, asked between passes.

    Parameters
    ----------
    seconds : float
        The budget; inf for none.
    """

    def __init__(self, seconds: float):
        """Start the clock."""
        self.seconds = seconds
        self._end = time.monotonic() + seconds
        self._parent = os.getppid()

    def check(self) -> None:
        """Raise `OutOfTime` when the budget is spent; end quietly when whoever waits is gone."""
        if os.getppid() != self._parent:
            raise SystemExit(1)
        if time.monotonic() > self._end:
            raise OutOfTime(f"not finished within {self.seconds:g} seconds")
