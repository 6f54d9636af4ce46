"""What a trial has done so far: kept now and then, and taken up when the trial is started again.

The sweep is run from its beginning every time; it decides as it did, since what it decides by is the same. Candidates
that have ended are not trained again, and the others go on after the last pass that a snapshot has of them. So do those
that failed: with more memory they may not, and what fails by itself fails again.
"""

import json
import resource
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import cache, partial

import numpy as np
from sklearn.base import clone

from manyclass.methods.base.state import below
from manyclass.protocol.errors import error_line
from manyclass.protocol.trial.candidate import Candidate, Outcome, report, train_in_passes
from manyclass.protocol.trial.estimators import resumable
from manyclass.protocol.trial.record import OK, TIMEOUT, Record, Timing
from manyclass.protocol.trial.signals import Stop
from manyclass.protocol.trial.snapshots import RECORD, Snapshots, folder_of, identity
from manyclass.protocol.trial.spec import Spec

# To write what is done takes no more than one in so many seconds.
SHARE = 20
UNWRITABLE = (OSError, ValueError, TypeError)


class Progress:
    """The progress of one trial with one seed.

    Parameters
    ----------
    spec : Spec
        The trial.
    stop : Stop
        Asked whenever a candidate could be taken up.

    Attributes
    ----------
    before : Timing
        What earlier runs of the trial took, up to their last snapshots.
    """

    def __init__(self, spec: Spec, stop: Stop):
        self.stop, self._every, self._budget = stop, spec.snapshot_every, spec.seconds
        self._identity = cache(partial(identity, spec))
        self._snapshots = Snapshots(folder_of(spec.out), self._identity)
        self._started, self._cpu = time.perf_counter(), time.process_time()
        self._due = self._started + self._every
        self._noted: dict[str, Candidate] = {}
        self._places: dict[str, tuple] = {}
        self._said: set[str] = set()
        found = self._snapshots.read("time")
        self.before = Timing(**found[0]) if found else Timing()

    def timing(self) -> Timing:
        """What the trial has taken so far, in all processes that have worked on it."""
        before = self.before
        return Timing(
            wall_s=before.wall_s + time.perf_counter() - self._started,
            cpu_s=before.cpu_s + time.process_time() - self._cpu,
            peak_bytes=max(before.peak_bytes, _peak_bytes()),
        )

    def take_up(self, name: str, candidate: Candidate, part) -> None:
        """Bring a candidate, not trained yet, to where it was, if that is known; from now on it is kept.

        Parameters
        ----------
        name : str
            By which it is kept.
        candidate : Candidate
        part : Part
            The samples it is trained on.
        """
        candidate.noted = partial(self._note, name)
        found = self._snapshots.read(name)
        if found is None or found[0]["params"] != json.loads(_as_json(candidate.params)):
            return
        facts, arrays = found
        vars(candidate).update(vars(Outcome.from_facts(facts)), params=candidate.params)
        candidate.arrays = below("arrays", arrays)
        if state := below("state", arrays):
            candidate.training = train_in_passes(candidate.estimator, part, state)
            next(candidate.training)
        if kept := below("kept", arrays):
            candidate.kept = clone(candidate.estimator)
            next(train_in_passes(candidate.kept, part, kept))
        self._places[name] = _place(candidate)
        if candidate.ended and not state:
            candidate.estimator = candidate.training = None
        report(f"taken up after {candidate.made} passes: {candidate.params}")

    def _note(self, name: str, candidate: Candidate) -> None:
        """Keep a candidate at the next opportunity; here is one, if it is time or the process shall end."""
        can_be_kept = candidate.error is None and (candidate.ended or resumable(candidate.estimator))
        if not can_be_kept or self._places.get(name) == _place(candidate):
            return
        self._places[name], self._noted[name] = _place(candidate), candidate
        if self.stop.asked or time.perf_counter() >= self._due:
            self.keep()
        self.stop.here()

    def keep(self) -> None:
        """Write what has been noted and not been written; what cannot be written is said, and nothing else lost.

        Of one that has failed since it was noted, what was written before stays.
        """
        self._noted = {name: candidate for name, candidate in self._noted.items() if candidate.error is None}
        with suppress(*UNWRITABLE):  # it reads all of the data, but once, and is not what the next snapshot will take
            self._identity()
        started = time.perf_counter()
        for name, candidate in [*self._noted.items()]:
            if self._written(name, partial(_described, candidate)):
                del self._noted[name]
                if candidate.ended:
                    self._snapshots.forget_earlier(name)
        self._written("time", lambda: (asdict(self.timing()), {}))
        ended = time.perf_counter()
        self._due = ended + max(self._every, SHARE * (ended - started))

    def finish(self, record: Record, arrays: dict[str, np.ndarray]) -> None:
        """Keep the record, if it was worth a snapshot: other seeds of its job may be left.

        Where there is a result it takes the place of all else; where there is none, what was done stays.
        """
        worth = record.timing.wall_s >= self._every
        if worth:
            self._written(RECORD, lambda: ({"record": record.to_json(), "seconds": self._budget}, arrays))
        if record.status == OK:
            self._snapshots.remove(but=RECORD if worth else "")

    def finished(self) -> tuple[Record, dict[str, np.ndarray]] | None:
        """The record and the arrays that `finish` has kept; not of a trial that ran out of less time than there is."""
        if (found := self._snapshots.read(RECORD)) is None:
            return None
        record = Record.from_json(found[0]["record"])
        return None if record.status == TIMEOUT and found[0]["seconds"] < self._budget else (record, found[1])

    def _written(self, name: str, described: Callable[[], tuple[dict, dict[str, np.ndarray]]]) -> bool:
        """Write a snapshot, or say, once, why it cannot be; whether it is written."""
        try:
            self._snapshots.write(name, *described())
        except UNWRITABLE as error:
            line = f"no snapshot, but the trial goes on: {error_line(error)}"
            if line not in self._said:
                report(line)
            self._said.add(line)
            return False
        return True


def _described(candidate: Candidate) -> tuple[dict, dict[str, np.ndarray]]:
    """What a snapshot says of a candidate, and its arrays; the model only where it is still needed."""
    needed = {"arrays": candidate.arrays}
    if not candidate.ended or getattr(candidate.estimator, "warm_start", False):
        needed["state"] = _state(candidate.estimator) or {}
    if candidate.kept is not None and not candidate.ended:
        needed["kept"] = _state(candidate.kept)
    arrays = {f"{kind}/{name}": array for kind, named in needed.items() for name, array in named.items()}
    return candidate.facts(), arrays


def _place(candidate: Candidate) -> tuple:
    """How far a candidate has come."""
    return candidate.made, len(candidate.checkpoints), candidate.converged, candidate.ended


def _state(estimator) -> dict[str, np.ndarray] | None:
    """The state of an estimator's training; None where it cannot be taken up."""
    return estimator.training_state() if resumable(estimator) else None


def _as_json(params: dict) -> str:
    return json.dumps(params, default=np.generic.item)


def _peak_bytes() -> int:
    """Largest resident size of the process so far, earlier seeds' included; Linux counts it in KiB, macOS in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
