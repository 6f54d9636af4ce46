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
from pathlib import Path

import numpy as np

from manyclass.protocol.cost.expected_sweep import swept
from manyclass.protocol.errors import one_line
from manyclass.protocol.trial.probe import Finding, probe
from manyclass.protocol.trial.record import CandidateRecord, Record
from manyclass.protocol.trial.spec import Spec, Trial
from manyclass.workflow.arguments import add_run, plan_of
from manyclass.workflow.plan import Plan

AHEAD = 2.0  # standard errors, from which a line is marked


def main(arguments=None) -> None:
    """Print a line a trial."""
    parser = argparse.ArgumentParser(prog="python -m manyclass.workflow.probe", description=main.__doc__)
    add_run(parser)
    options = parser.parse_args(arguments)
    try:
        plan = plan_of(options)
        sweeps = {trial.address: found for trial in plan.trials.values() if (found := sweep(plan, trial))}
        for address, each in sweeps.items():
            print(line(address, probe(*each)), flush=True)
        if not sweeps:
            sys.exit(
                f"error: {plan.paths.results} holds no sweep of these exhibits with its data; run the workflow first"
            )
    except (ValueError, OSError) as error:
        sys.exit(f"error: {one_line(error)}")


def sweep(plan: Plan, trial: Trial) -> tuple[Spec, CandidateRecord, dict] | None:
    """A trial's sweep on the first draw, its winner, and what was swept.

    None where the record or its draw is not there, it has no winner, a series has many, or nothing was swept.
    """
    record, data = Path(plan.paths.record(trial.address, 0)), Path(plan.paths.data(trial.dataset, 0))
    if trial.series is not None or not record.is_file() or not data.is_dir():
        return None
    winner = Record.read(record).best
    values = {name: each for group in swept(trial) for name, each in group.items()}
    if winner is None or not values:
        return None
    before = Path(plan.paths.record(trial.depends_on.address, 0)) if trial.depends_on else None
    spec = Spec(data=data, seed=0, out=record, seconds=np.inf, depends_on=before, **trial.told())
    return spec, winner, values


def line(address: str, finding: Finding | None) -> str:
    """Say what was found beside the winner of a trial."""
    if finding is None:
        return f"{address}: nothing along its axes could be trained"
    winner, other, ahead = finding
    said = f"{address}: winner {winner.valid[-1]:.2%}, best beside it {other.valid[-1]:.2%} ({ahead:+.1f})"
    if ahead <= AHEAD:
        return said
    params = {name: value for name, value in other.params.items() if winner.params.get(name) != value}
    return f"{said} A HIGHER PEAK at {params}"


if __name__ == "__main__":
    main()
