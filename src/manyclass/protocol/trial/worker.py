"""The process that runs trials: reads what each is told, sweeps, and writes its record.

`manyclass.protocol.trial.run` starts it.
"""

import json
import sys
import warnings
from dataclasses import replace

import numpy as np

from manyclass.protocol.data.card import is_given
from manyclass.protocol.errors import error_line
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.candidate import Candidate, log_failure, outputs_of
from manyclass.protocol.trial.deadline import OutOfTime, overdue, time_limit
from manyclass.protocol.trial.predictions import n_parameters
from manyclass.protocol.trial.progress import Progress
from manyclass.protocol.trial.record import FAILED, OK, TIMEOUT, Record, versions
from manyclass.protocol.trial.refit import refit
from manyclass.protocol.trial.series import Series
from manyclass.protocol.trial.signals import UNWRITTEN, Stop, Stopped
from manyclass.protocol.trial.spec import Spec
from manyclass.protocol.trial.winner import best


def main() -> None:
    """Run the trials that `manyclass.protocol.trial.run` hands over as JSON on stdin, and write the files of each.

    One that an interrupted process has finished is not run again. Where a record cannot be written the process ends
    with the status `UNWRITTEN`.
    """
    warnings.simplefilter("once")
    with Stop().heeded() as stop:
        for text in json.load(sys.stdin):
            spec = Spec.from_json(text)
            progress = Progress(spec, stop)
            finished = progress.finished()
            record, arrays = finished or repeat_or_work(spec, progress)
            try:
                record.write(spec.out, arrays)
            except OSError as error:
                progress.keep()
                print(f"{spec.out} cannot be written: {error_line(error)}", file=sys.stderr, flush=True)
                sys.exit(UNWRITTEN)
            if finished is None:
                progress.finish(record, arrays)


def repeat_or_work(spec: Spec, progress: Progress) -> tuple[Record, dict[str, np.ndarray]]:
    """Run a trial, or take over the first seed's result where it would be the same; the record and the arrays.

    On a split that a user gave, a method without a ``random_state`` draws nothing, as scikit-learn's contract has it,
    and is not run again. One that has a ``random_state`` and does not use it is found by its result.
    """
    if spec.first is None or not is_given(spec.data):
        return work(spec, progress)
    first = Record.read(spec.first)
    with np.load(spec.first.with_suffix(".npz"), allow_pickle=False) as stored:
        arrays = dict(stored)
    if spec.depends_on is None and not _draws(spec):
        return replace(first, seed=spec.seed, repeats=first.seed), arrays
    record, made = work(spec, progress)
    same = record.untimed() == first.untimed() and made.keys() == arrays.keys()
    if same and all(made[name].tobytes() == arrays[name].tobytes() for name in arrays):
        record = replace(record, repeats=first.seed)
    return record, made


def work(spec: Spec, progress: Progress | None = None) -> tuple[Record, dict[str, np.ndarray]]:
    """Run a trial, or what is left of it to do; return its record and the winner's arrays.

    ``ranked`` int32 (n_test, at most 10) are its best classes of every test sample; beside it those of the
    estimator's ``diagnostics``.

    Raises
    ------
    Stopped
        If the process shall end; what is done by then is kept.
    """
    progress = progress or Progress(spec, Stop())
    series = Series(spec, progress)
    try:
        with time_limit(spec.seconds):
            series.run()
            ended, arrays = _ended(series)
    except Stopped:
        progress.keep()
        raise
    except OutOfTime:
        ended, arrays = {"status": TIMEOUT, "error": overdue(spec.seconds, progress.before.wall_s)}, {}
    except (Exception, SystemExit) as error:  # every trial ends with a record
        ended, arrays = {"status": FAILED, "error": log_failure(error)}, {}
    seconds = [[each.seconds for each in candidate.checkpoints] for candidate in series.candidates]
    timing = replace(progress.timing(), candidates=seconds)
    records = [candidate.record() for candidate in series.candidates]
    return spec.record(candidates=records, timing=timing, versions=versions(), **ended), arrays


def _ended(series: Series) -> tuple[dict, dict[str, np.ndarray]]:
    """What the record says of a trial whose sweeps have ended, and the winner's arrays; of a refit, if there is one.

    Raises
    ------
    RuntimeError
        If no candidate was tested, or the refit failed; one line.
    """
    spec, winner = series.spec, _winner(series.candidates)
    ended = {"status": OK, "winner": series.candidates.index(winner)}
    if not spec.refit:
        return {**ended, "n_parameters": winner.n_parameters, "outputs": winner.outputs}, winner.arrays
    estimator = series.estimator(winner.params)
    passes = winner.passes if spec.patience else spec.passes
    refitted, arrays = refit(winner.params, estimator, series.split, passes, series.progress)
    ended |= {"n_parameters": n_parameters(estimator), "outputs": outputs_of(estimator), "refit": refitted}
    return ended, arrays


def _winner(candidates: list[Candidate]) -> Candidate:
    """The best tested candidate on validation, the first of equals."""
    if (winner := best(candidates)) is None:
        errors = [candidate.error for candidate in candidates] or ["there is none"]
        raise RuntimeError(f"no candidate could be trained: {errors[0]}")
    return winner


def _draws(spec: Spec) -> bool:
    """Whether the method takes a ``random_state``; a method that cannot be asked is run, and its record says why."""
    try:
        return estimators.SEED in estimators.takes(estimators.load(spec.method, spec.factory))
    except Exception:
        return True


if __name__ == "__main__":
    main()
