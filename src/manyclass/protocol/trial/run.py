"""Run one trial: the sweep over its candidates, the winner's test metrics, the record, once for each seed.

``python -m manyclass.protocol.trial.run DATA/0 [DATA/1 ...] METHOD --seed 0 [1 ...] --out 0.json [1.json ...] [...]``

Every seed ends with a record, also one that fails, runs out of time or memory, or crashes: the work is done by a
second process (`manyclass.protocol.trial.worker`), and this one writes the record of what that one did not survive.
"""

import argparse
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from manyclass.protocol.trial import snapshots  # and not what imports scikit-learn: a second of every job
from manyclass.protocol.trial.deadline import PARENT, grace, overdue
from manyclass.protocol.trial.record import FAILED, OK, TIMEOUT, Record
from manyclass.protocol.trial.signals import UNWRITTEN, handed_on
from manyclass.protocol.trial.spec import SNAPSHOT_EVERY, Spec

REMOTE = "MANYCLASS_REMOTE"  # in the environment of a job on a cluster, which may be tried again with more memory
WORKFLOW = "MANYCLASS_WORKFLOW"  # the same of a job of the workflow: the number of the process that waits for it
LOOK = 1.0  # seconds from one look at that process to the next


def parser() -> argparse.ArgumentParser:
    """The command line."""
    described = argparse.ArgumentParser(
        prog="python -m manyclass.protocol.trial.run", description=__doc__.splitlines()[0]
    )
    described.add_argument("data", type=Path, nargs="+", help="each seed's draw of the data set: SET/NUMBER, a folder")
    described.add_argument("method", help="a file of methods/, or any name with --factory")
    described.add_argument("--seed", type=int, nargs="+", required=True)
    described.add_argument("--out", type=Path, nargs="+", required=True, help="each seed's record; arrays go beside it")
    described.add_argument("--variant", default="default")
    described.add_argument("--fixed", type=json.loads, default={}, help="parameters held, as JSON")
    described.add_argument("--series", type=json.loads, help="values varied, each with its own sweep, as JSON")
    described.add_argument("--search", type=json.loads, help="values swept, as JSON; default: the method's own")
    described.add_argument("--passes", type=count, default=20, help="passes of a candidate that reaches the end")
    described.add_argument("--depends-on", type=Path, nargs="+", help="each seed's record whose winner it starts from")
    described.add_argument("--no-halving", dest="halving", action="store_false", help="train all candidates to the end")
    described.add_argument("--patience", type=int, default=0, help="checkpoints without an increase before stopping")
    described.add_argument("--least-passes", type=int, default=0, help="passes before which none is stopped so")
    described.add_argument("--winner-passes", type=count, help="cap on those of a winner that was not flat before")
    described.add_argument("--metrics", nargs="+", default=["accuracy"], help="the sweep ends inside for each of them")
    described.add_argument("--refine", action="store_true", help="try half-steps around the winner at the end")
    described.add_argument("--refit", action="store_true", help="train the winner anew on train and validation")
    described.add_argument("--anew", action="store_true", help="begin every seed's sweep from the start values")
    described.add_argument("--brief", action="store_true", help="climb ladders from their middle value, not far")
    described.add_argument("--rows", type=count, help="train on so many samples alone, the first; default: all")
    described.add_argument("--chunk-rows", type=count, help="samples read at a time; default: all")
    described.add_argument("--pilot", type=Path, help="record of the sweep that this one begins from")
    described.add_argument("--factory", help="package.module:Class of a classifier of one's own")
    described.add_argument("--seconds", type=float, default=math.inf, help="time budget")
    described.add_argument(
        "--snapshot-every", type=float, default=SNAPSHOT_EVERY, help="seconds between snapshots, at least"
    )
    return described


def count(text: str) -> int:
    """A number of at least one, or argparse's one line."""
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"must be at least 1, got {number}")
    return number


def specs_from(words: list[str]) -> list[Spec]:
    """What a command line asks for, seed by seed; words that it does not know end the process, as they do there.

    Raises
    ------
    ValueError
        As `specs_of` does.
    """
    return specs_of(vars(parser().parse_args(words)))


def specs_of(options: dict) -> list[Spec]:
    """What the options of a command line ask for, seed by seed.

    Raises
    ------
    ValueError
        Unless there is one folder of data, one ``out``, and one record to depend on if any, for each seed.
    """
    given = {name: options.pop(name) for name in ("seed", "data", "out", "depends_on")}
    n_seeds = len(given["seed"])
    given["depends_on"] = given["depends_on"] or [None] * n_seeds
    for name, paths in given.items():
        if len(paths) != n_seeds:
            raise ValueError(f"{name.replace('_', '-')}: {len(paths)} paths for {n_seeds} seeds; give one for each")
    given["first"] = [None] + given["out"][:1] * (n_seeds - 1)
    return [Spec(**dict(zip(given, each)), **options) for each in zip(*given.values())]


def run(specs: list[Spec]) -> list[Record]:
    """Run all seeds in a process of their own; their records, or ones that say why there is none.

    A process that breaks off costs the seed it was at; another goes on with those after it. What an interrupted run of
    the same seeds has done is not done again, nor is what one did that gave a seed no result: with more time, or
    memory, the seed goes on from there.

    Raises
    ------
    InterruptedError
        If someone stopped the process, it could not write a record, or it was killed on a cluster, where it may be
        tried again; that says nothing of the method, so there is no record, and what it has done stays.
    """
    for spec in specs:
        for stale in (spec.out, spec.out.with_suffix(".npz")):
            stale.unlink(missing_ok=True)
    left = specs
    while left:
        status, error = work_through(left)
        left = [spec for spec in left if not spec.out.exists()]
        if left:
            left[0].record(status=status, error=error).write(left[0].out, arrays={})
        left = left[1:]
    records = [Record.read(spec.out) for spec in specs]
    without = [spec for spec, record in zip(specs, records) if record.status != OK]
    for spec in without:  # if it is run again, it goes on
        snapshots.reopen(spec.out)
    if not without:
        for spec in specs:
            snapshots.remove(spec.out)
    return records


def work_through(specs: list[Spec]) -> tuple[str, str]:
    """Let a process work through the seeds; the status and the error of one that it leaves without a record."""
    started = time.time()
    command = [sys.executable, "-m", "manyclass.protocol.trial.worker"]
    # A word of a command line has an end, and so has a pipe.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        json.dump([spec.to_json() for spec in specs], told)
        told.seek(0)
        with subprocess.Popen(command, stdin=told) as worker, handed_on(signal.SIGTERM, worker):
            try:
                _wait_for(worker)
            except BaseException:
                worker.kill()
                raise
    return without_record(worker.returncode, specs, started)


def _wait_for(worker: subprocess.Popen) -> None:
    """Wait for a process, but no longer than the workflow does.

    A workflow that was killed cannot end its jobs, and the next would start the same ones beside them.

    Raises
    ------
    InterruptedError
        If the workflow that started this process is gone.
    """
    watched = os.environ.get(WORKFLOW) == str(PARENT)
    while worker.returncode is None:
        try:
            worker.wait(LOOK)
        except subprocess.TimeoutExpired:
            if watched and os.getppid() != PARENT:
                raise InterruptedError("the workflow was killed: start it again, and it goes on") from None


def without_record(code: int, specs: list[Spec], started: float) -> tuple[str, str]:
    """Status and error of the seed at which a process ended that had been started at this second of the epoch.

    Raises
    ------
    InterruptedError
        As `run` does.
    """
    written = [spec.out.stat().st_mtime for spec in specs if spec.out.exists()]
    seconds, taken = specs[0].seconds, time.time() - max([started, *written])
    if code == 1 and taken > seconds + grace(seconds):  # as `time_limit` ends code that hangs
        return TIMEOUT, overdue(seconds)
    if code in (-signal.SIGTERM, -signal.SIGINT):
        name = signal.Signals(-code).name
        raise InterruptedError(f"interrupted by {name}: run the same command again, and it goes on where it was")
    if code == UNWRITTEN:
        raise InterruptedError("its record could not be written: make room, run the same command again, and it goes on")
    if code == -signal.SIGKILL and REMOTE in os.environ:
        raise InterruptedError("was killed by signal 9 (out of memory?): tried again, it goes on where it was")
    if code < 0:
        return FAILED, f"was killed by signal {-code} (out of memory?); see the log"
    return FAILED, f"ended with exit status {code}; see the log"


def main(arguments=None) -> None:
    """Run the command line; with ``--strict`` a trial without a result is an error."""
    described = parser()
    described.add_argument("--strict", action="store_true", help="exit with an error unless the status is ok")
    options = vars(described.parse_args(arguments))
    strict = options.pop("strict")
    try:
        records = run(specs_of(options))
    except ValueError as error:
        described.error(error)
    except OSError as error:
        sys.exit(f"error: {error}")
    finish(records, strict)


def finish(records: list[Record], strict: bool) -> None:
    """Say how the trials ended; exit with an error if one has no result and all must have one."""
    for record in records:
        print(f"{record.status}: {record.error or record.test}", file=sys.stderr)
    failed = [record for record in records if record.status != OK]
    if strict and failed:
        sys.exit(f"error: trial {failed[0].status}: {failed[0].error}")


if __name__ == "__main__":
    main()
