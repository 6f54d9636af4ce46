"""What the trials of a run took: for the table that comes with the package, and to compare with forecasts."""

from pathlib import Path

import pandas as pd

from manyclass.exhibits import baselines
from manyclass.protocol.cost import extent, measured
from manyclass.protocol.data.card import CARD
from manyclass.protocol.trial.record import Record
from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.plan import Plan


def trial_costs(plan: Plan, results: Path, machine: str, known: dict[str, list] | None = None) -> pd.DataFrame:
    """A row for each of a plan's trials and pilots that has ended well with all its seeds.

    See `manyclass.protocol.cost.measured`.

    Parameters
    ----------
    plan : Plan
        What was run.
    results : Path
        Where its results are.
    machine : str
        What it ran on.
    known : dict of str to list of Extent, optional
        Sizes of sets that have been read, for each seed; of others those that their draws' cards tell.
    """
    forecasts = Forecasts(plan, (known or {}) | _cards(plan, results))
    rows = []
    for address in plan.trials:
        seeds = plan.trials[address].seeds(plan.config["seeds"])
        paths = [results / "trial" / address / f"{seed}.json" for seed in seeds]
        if all(path.is_file() for path in paths):
            job = results / "benchmarks" / "trial" / f"{address}.tsv"
            job_s = float(pd.read_csv(job, sep="\t")["s"].sum()) if job.is_file() else None
            rows.append(measured.row_of(forecasts.of(address), [Record.read(path) for path in paths], job_s, machine))
        if address in plan.pilots.rows:
            pilots = [results / "pilot" / address / f"{seed}.json" for seed in plan.pilots.draws(address)]
            if all(path.is_file() for path in pilots):
                records = [Record.read(path) for path in pilots]
                rows.append(measured.row_of(forecasts.pilot_of(address), records, None, machine))
    return pd.DataFrame([row for row in rows if row], columns=[*measured.COLUMNS])


def renew(results: Path, kept: Path, machine: str) -> None:
    """Put a run's rows in place of those kept of the same trials; what no exhibit asks for any more is left out.

    The results are in a folder that is named as their scale. What is not asked for as its library is not installed here
    stays.
    """
    plan = Plan({"scale": results.name})
    new, old = trial_costs(plan, results, machine), measured.read(kept)
    again = {tuple(key) for key in new[measured.KEY].to_numpy()}
    stays = [
        key[0] != results.name or (_asked_for("/".join(key[1:-1]), plan) and tuple(key) not in again)
        for key in old[measured.KEY].to_numpy()
    ]
    measured.write(pd.concat([old[stays], new]) if any(stays) else new, kept)


def _asked_for(address: str, plan: Plan) -> bool:
    return address in plan.trials or (baselines.of_library(address) and not baselines.installed())


def _cards(plan: Plan, results: Path) -> dict[str, list]:
    """Sizes of the sets whose draws are still there, which their cards tell."""
    seeds, found = range(plan.config["seeds"]), {}
    for name in {trial.dataset for trial in plan.trials.values()}:
        cards = [results / "data" / name / str(seed) / CARD for seed in seeds]
        if all(card.is_file() for card in cards):
            found[name] = [extent.read_card(card) for card in cards]
    return found
