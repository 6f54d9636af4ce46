"""The process that runs trials: reads what each is told, sweeps, and writes its record.

`manyclass.protocol.trial.run` starts it.
"""

import json
import sys
import warnings
from dataclasses import replace
from functools import partial

import numpy as np
from sklearn.model_selection import ParameterGrid

from manyclass.methods.base.ladder import counts
from manyclass.methods.base.ladder import groups as groups_of
from manyclass.protocol.data import storage
from manyclass.protocol.data.card import alike, is_given
from manyclass.protocol.errors import error_line
from manyclass.protocol.seeds import derive
from manyclass.protocol.trial import estimators, pilot
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.candidate import Candidate, log_failure, outputs_of, train_in_passes
from manyclass.protocol.trial.climb import Climb
from manyclass.protocol.trial.deadline import OutOfTime, time_limit
from manyclass.protocol.trial.pilot import Start
from manyclass.protocol.trial.predictions import n_parameters
from manyclass.protocol.trial.progress import Progress
from manyclass.protocol.trial.record import FAILED, OK, TIMEOUT, Record, versions
from manyclass.protocol.trial.refit import refit
from manyclass.protocol.trial.signals import UNWRITTEN, Stop, Stopped
from manyclass.protocol.trial.spec import Spec
from manyclass.protocol.trial.sweep import OneByOne, SideBySide
from manyclass.protocol.trial.winner import best


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
    candidates, arrays = [], {}
    try:
        with time_limit(spec.seconds):
            result, arrays = _run(spec, candidates, progress)
    except Stopped:
        progress.keep()
        raise
    except OutOfTime as error:
        result, arrays = {"status": TIMEOUT, "error": str(error)}, {}
    except (Exception, SystemExit) as error:  # every trial ends with a record
        result, arrays = {"status": FAILED, "error": log_failure(error)}, {}
    seconds = [[each.seconds for each in candidate.checkpoints] for candidate in candidates]
    timing = replace(progress.timing(), candidates=seconds)
    records = [candidate.record() for candidate in candidates]
    return spec.record(candidates=records, timing=timing, versions=versions(), **result), arrays


def _run(spec: Spec, candidates: list[Candidate], progress: Progress) -> tuple[dict, dict[str, np.ndarray]]:
    """Read what the trial needs, sweep, and describe the winner; ``candidates`` is filled on the way."""
    split = storage.read(spec.data)
    split = pilot.first_rows(replace(split, train=replace(split.train, chunk_rows=spec.chunk_rows)), spec.rows)
    cls = estimators.load(spec.method, spec.factory)
    progress.stop.waits = estimators.resumable(cls)
    progress.stop.here()
    before = None if spec.depends_on is None else _dependency(spec.depends_on)
    common = _common_parameters(spec, estimators.takes(cls), split.tree, before)
    earlier = _earlier(spec) if spec.pilot is None else _dependency(spec.pilot).candidates
    for held in _series(spec, before):
        _sweep(spec, cls, split, common, held, earlier, candidates, progress)
    winner = _winner(candidates)
    best = candidates[winner]
    n, outputs, arrays, refitted = best.n_parameters, best.outputs, best.arrays, None
    if spec.refit:
        estimator = cls(**{**common, **best.params})
        passes = best.passes if spec.patience else spec.passes
        refitted, arrays = refit(best.params, estimator, split, passes, progress)
        n, outputs = n_parameters(estimator), outputs_of(estimator)
    for candidate in candidates if before else ():  # where the trial before stands at an edge, so do all that follow
        candidate.edges = sorted({*candidate.edges, *before.best.edges})
    result = {
        "status": OK,
        "winner": winner,
        "n_parameters": n,
        "outputs": outputs,
        "refit": refitted,
    }
    return result, arrays


def _sweep(
    spec: Spec, cls: type, split, common: dict, held: dict, earlier: list, candidates: list, progress: Progress
) -> None:
    """Sweep at one point of the series, from where the ``earlier`` ended; add what is tried to ``candidates``."""
    ours = estimators.in_passes(cls)
    passes, late = (spec.passes, getattr(cls, "late", ())) if ours else (1, ())  # others make their one fit
    if spec.halving:
        training = SideBySide(split, passes, late, spec.patience, spec.least_passes)
    else:
        training = OneByOne(split, passes, spec.patience, spec.least_passes)

    def train(held: dict, points: list[dict]) -> list[Candidate]:
        new = []
        for swept in points:
            params = held | swept
            estimator = cls(**{**common, **params})
            new.append(Candidate(params, estimator, train_in_passes(estimator, split.train), swept))
            progress.take_up(f"candidate{len(candidates) + len(new) - 1}", new[-1], split.train)
        candidates.extend(new)
        training.train(new)
        return new

    known = counts(split.train.X.shape[1], split.train.Y.shape[1])
    for start in _starts(spec, cls, held, earlier):
        first = len(candidates)
        groups = [
            {name: Axis(values, known, spec.brief) for name, values in group.items() if name not in start.held}
            for group in estimators.searched(cls, spec.search)
        ]
        train_there = partial(train, start.held)
        Climb(groups, train_there, spec.metrics, split.valid.Y.shape[0], start.begin).run(spec.refine)
        for candidate in candidates[first:]:
            candidate.edges = sorted({*candidate.edges, *start.edges})


def _starts(spec: Spec, cls: type, held: dict, earlier: list) -> list[Start]:
    """Where sweeps begin at one point of the series: at the winners of a pilot, or of an earlier draw's sweep."""
    varied = {name for each in groups_of(spec.series or {}) for name in each}
    point = {name: value for name, value in held.items() if name in varied}
    names = [name for group in estimators.searched(cls, spec.search) for name in group if name not in held]
    found = pilot.winners(earlier, point, spec.metrics)
    if spec.pilot is None:
        return [Start(held, [{name: each.params[name] for name in names} for each in found])]
    again = pilot.swept_again(cls, names)
    return [pilot.start(each, held, again) for each in found]


def _earlier(spec: Spec) -> list:
    """Candidates of the first seed's sweep, from whose winners this one's begins; none where it begins anew.

    As it does on a draw of other sizes, which is another problem.
    """
    if spec.first is None or spec.anew:
        return []
    first = Record.read(spec.first)
    return first.candidates if alike(spec.data, spec.data.with_name(str(first.seed))) else []


def _dependency(path) -> Record:
    """The record at ``path``, which must have a winner."""
    record = Record.read(path)
    if record.best is None:
        raise ValueError(f"starts from {path}, which {record.status}: {record.error}")
    return record


def _common_parameters(spec: Spec, takes, tree, before: Record | None) -> dict:
    """What all candidates are made with, as far as their class ``takes`` it, and the record does not mention.

    The trial's seed and passes, the set's tree, and of the trial before its outputs, or its winner as an estimator that
    makes as many passes as that was kept after.
    """
    seed = derive("trial", spec.dataset, spec.method, spec.seed)
    common = {"random_state": int(seed.generate_state(1)[0])}
    if spec.factory is None:
        common |= {"max_iter": spec.passes} | ({} if tree is None else {"tree": tree.parent})
    if before is not None:
        common |= before.outputs
        if "estimator" in takes:
            kept = {"max_iter": before.best.passes[-1]}
            common["estimator"] = estimators.load(before.method)(**before.best.params, **kept)
    return {name: value for name, value in common.items() if name in takes}


def _series(spec: Spec, before: Record | None) -> list[dict]:
    """Parameters held at each point of the series.

    A trial that depends on one of the same method has the winner's parameters but for those that it declares or sweeps.
    """
    same = before is not None and before.method == spec.method
    swept = {name for group in groups_of(spec.search or {}) for name in group}
    taken = {name: value for name, value in before.best.params.items() if name not in swept} if same else {}
    return [{**taken, **spec.fixed, **point} for point in ParameterGrid(spec.series or {})]


def _winner(candidates: list[Candidate]) -> int:
    """Number of the best tested candidate on validation, the first of equals."""
    if (winner := best(candidates)) is None:
        errors = [candidate.error for candidate in candidates] or ["there is none"]
        raise RuntimeError(f"no candidate could be trained: {errors[0]}")
    return candidates.index(winner)


def result(spec: Spec, progress: Progress) -> tuple[Record, dict[str, np.ndarray]]:
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


def _draws(spec: Spec) -> bool:
    """Whether the method takes a ``random_state``; a method that cannot be asked is run, and its record says why."""
    try:
        return estimators.SEED in estimators.takes(estimators.load(spec.method, spec.factory))
    except Exception:
        return True


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
            record, arrays = finished or result(spec, progress)
            try:
                record.write(spec.out, arrays)
            except OSError as error:
                progress.keep()
                print(f"{spec.out} cannot be written: {error_line(error)}", file=sys.stderr, flush=True)
                sys.exit(UNWRITTEN)
            if finished is None:
                progress.finish(record, arrays)


if __name__ == "__main__":
    main()
