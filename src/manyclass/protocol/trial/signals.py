"""What SIGTERM does to a trial: it ends where it can be taken up."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

# Exit status of a process that could not write its record, which says nothing of the method.
UNWRITTEN = os.EX_IOERR


class Stopped(BaseException):
    """The process shall end; no ``except Exception`` of a method's own holds it up."""


class Stop:
    """Whether the process shall end.

    Attributes
    ----------
    asked : bool
        Whether someone has sent SIGTERM.
    waits : bool
        Whether it takes effect where the training in hand can be taken up, and not at once.
    """

    def __init__(self):
        self.asked = self.waits = False

    def here(self) -> None:
        """Raise Stopped, if it is asked for."""
        if self.asked:
            raise Stopped

    @contextmanager
    def heeded(self) -> Iterator["Stop"]:
        """Heed SIGTERM in this block; if it ends it, the process ends as by that signal. Only for the main thread."""

        def asked(_number, _frame):
            again, self.asked = self.asked, True
            if not (self.waits or again):  # a second one would disturb what the first has led to: writing
                raise Stopped

        before = signal.signal(signal.SIGTERM, asked)
        try:
            yield self
        except Stopped:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTERM)
        finally:
            signal.signal(signal.SIGTERM, before)


@contextmanager
def handed_on(number: signal.Signals, process) -> Iterator[None]:
    """Hand a signal that comes in this block on to another process. Only for the main thread."""
    before = signal.signal(number, lambda *_: process.send_signal(number))
    try:
        yield
    finally:
        signal.signal(number, before)
