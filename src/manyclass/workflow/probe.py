"""Whether sweeps missed a higher peak: all that a ladder may reach, one parameter at a time, against the winner.

``python -m manyclass.workflow.probe [--scale SCALE] [EXHIBIT ...]`` takes the trials of these exhibits that have been
run and whose first draw of the data is still there. A sweep climbs from its start values; where accuracy has two peaks
over a parameter it may end on the lower one, and stand inside. Here each parameter in turn has every value that its
ladder may reach, the others those of the winner, on the same draw, trained to the end. A line a trial says by how many
standard errors of an accuracy the best of these is ahead on validation; well above zero, the ladder's start values
should be spread more widely.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import numpy as np

from manyclass.methods.base.ladder import counts, groups
from manyclass.protocol.data import file as data_file
from manyclass.protocol.errors import one_line
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.record import CandidateRecord, Record
from manyclass.protocol.trial.spec import Spec, Trial
from manyclass.protocol.trial.worker import work
from manyclass.workflow.estimate import configuration
from manyclass.workflow.plan import Plan

AHEAD = 2.0  # standard errors, from which a line is marked


class Finding(NamedTuple):
    """The winner of a sweep and the best along its axes, and by how many standard errors the latter is ahead."""

    winner: CandidateRecord
    other: CandidateRecord
    ahead: float


def main(arguments=None) -> None:
    """Print a line a trial."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.workflow.probe", description=main.__doc__)
    parser.add_argument("exhibits", metavar="EXHIBIT", nargs="*", help="tables, figures or documents; default: all")
    parser.add_argument("--configfile", type=Path, help="a configuration, as snakemake takes it")
    parser.add_argument("--scale", help="smoke, standard or full")
    options = parser.parse_args(arguments)
    try:
        plan = Plan(configuration(options.configfile, options.scale, options.exhibits))
        found = 0
        for trial in plan.trials.values():
            if _has_been_swept(plan, trial):
                found += 1
                print(_line(trial, probe(plan, trial)), flush=True)
        if not found:
            sys.exit(f"error: {plan.results} holds no sweep of these exhibits with its data; run the workflow first")
    except (ValueError, OSError) as error:
        sys.exit(f"error: {one_line(error)}")


def probe(plan: Plan, trial: Trial) -> Finding | None:
    """Train what lies along the axes through the winner of the first draw; None if none of that could be trained.

    Parameters
    ----------
    plan : Plan
    trial : Trial
        One that has been run, and sweeps something.
    """
    record, data = Record.read(plan.record(trial.address, 0)), Path(plan.data(trial.dataset, 0))
    split = data_file.read(data)
    known = counts(split.train.X.shape[1], split.train.Y.shape[1])
    axes = {name: Axis(values, known) for name, values in _search(trial).items()}
    at = {name: record.best.params[name] for name in axes}
    beside = {name: [value for value in axis.reachable() if value != at[name]] for name, axis in axes.items()}
    lines = [{other: [at[other]] for other in at} | {name: values} for name, values in beside.items() if values]
    with tempfile.TemporaryDirectory() as folder:
        before = plan.record(trial.depends_on.address, 0) if trial.depends_on else None
        tried, _ = work(_spec(trial, data, Path(folder) / "0.json", lines, before))
    if not lines or tried.best is None:
        return None
    best, other, n = record.best.valid[-1], tried.best.valid[-1], split.valid.Y.shape[0]
    error = np.sqrt(max(best * (1 - best), 1 / n) / n)
    return Finding(record.best, tried.best, float((other - best) / error))


def _spec(trial: Trial, data: Path, out: Path, lines: list, before: str | None) -> Spec:
    """The trial with these lines of values in place of its sweep, each trained to the end."""
    return Spec(
        data=data,
        method=trial.method,
        variant=trial.variant,
        seed=0,
        out=out,
        passes=trial.passes,
        seconds=np.inf,
        fixed=dict(trial.fixed),
        series=lines,
        search={},
        depends_on=before and Path(before),
        halving=False,
        patience=trial.patience,
        metrics=trial.metrics,
        factory=trial.factory,
    )


def _search(trial: Trial) -> dict:
    """What the trial sweeps, by itself or as its class has it: values by parameter, less those that it fixes."""
    declared = trial.search
    if declared is None:
        declared = getattr(estimators.load(trial.method, trial.factory), "search", {})
    swept = {name: values for group in groups(declared) for name, values in group.items()}
    return {name: values for name, values in swept.items() if name not in trial.fixed}


def _has_been_swept(plan: Plan, trial: Trial) -> bool:
    """Whether a trial has a winner among values that could go on, and the data it was found on; a series has many."""
    record = Path(plan.record(trial.address, 0))
    if trial.series is not None or not record.is_file() or not Path(plan.data(trial.dataset, 0)).is_dir():
        return False
    return Record.read(record).best is not None and bool(_search(trial))


def _line(trial: Trial, finding: Finding | None) -> str:
    if finding is None:
        return f"{trial.address}: nothing along its axes could be trained"
    winner, other, ahead = finding
    line = f"{trial.address}: winner {winner.valid[-1]:.2%}, best beside it {other.valid[-1]:.2%} ({ahead:+.1f})"
    if ahead <= AHEAD:
        return line
    params = {name: value for name, value in other.params.items() if winner.params.get(name) != value}
    return f"{line} A HIGHER PEAK at {params}"


if __name__ == "__main__":
    main()
