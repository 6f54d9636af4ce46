"""What of a run exceeds what there is: a trial's time its budget, a job the memory of this machine, all its disk."""

import shutil
import sys
from pathlib import Path

from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.machine import memory_bytes
from manyclass.workflow.quantities import in_bytes, in_time

SHOWN = 3  # trials that are named where a run begins
ROOM = 2  # so many times what the longest trial is expected to take is a budget that should do


def refusal(forecasts: Forecasts, memory: float | None = None) -> str | None:
    """Say in a line which trial does not fit into the memory of this machine, in bytes; None if all do."""
    memory = memory_bytes() if memory is None else memory
    address, largest = forecasts.largest()
    if largest <= memory:
        return None
    return (
        f"trial {address} takes about {largest / 1e9:.1f} GB of memory, and this machine has {memory / 1e9:.1f} GB:"
        " leave out its method or its exhibit, take fewer samples or a smaller scale, or run it elsewhere"
    )


def over_budget(forecasts: Forecasts, shown: int | None = None) -> str | None:
    """Say which trials are expected to exceed the budget of a seed, the longest first; None if none is.

    Parameters
    ----------
    forecasts : Forecasts
    shown : int, optional
        How many are named; by default all.
    """
    budget = forecasts.plan.config["seconds"]
    longer = {name: seconds for name, seconds in forecasts.longest().items() if seconds > budget}
    if not longer:
        return None
    named = sorted(longer, key=longer.get, reverse=True)
    enough = float(f"{ROOM * longer[named[0]]:.0e}")
    head = (
        f"{len(longer)} trial{'s are' if len(longer) > 1 else ' is'} expected to exceed the budget of a seed,"
        f" {in_time(budget)}, and to end there without a result: raise it, as by --config seconds={enough:.0f}"
    )
    left = [f"and {len(named) - shown} more"] if shown and len(named) > shown else []
    return "\n  ".join([head, *(f"{name}: {in_time(longer[name])}" for name in named[:shown]), *left])


def over_disk(forecasts: Forecasts, free: float | None = None) -> str | None:
    """Say that data and predictions yet to be made have no room on the disk of the results; None if they have.

    Parameters
    ----------
    forecasts : Forecasts
    free : float, optional
        Bytes that are free; by default those of the disk that the results are on.
    """
    results = Path(forecasts.plan.paths.results).absolute()
    there = next(folder for folder in (results, *results.parents) if folder.exists())
    free = shutil.disk_usage(there).free if free is None else free
    needed = forecasts.disk_bytes()
    if needed <= free:
        return None
    return (
        f"the run writes about {in_bytes(needed)} of data and predictions, beside snapshots, and {there} has"
        f" {in_bytes(free)} free: make room, or keep the results on a larger disk"
    )


def look(forecasts: Forecasts, here: bool) -> None:
    """Say before a run's first job what it will exceed; end the program if a trial has no room in memory.

    Trials that end without a result stop nothing, and the disk may be another where jobs run, or be cleared meanwhile.

    Parameters
    ----------
    forecasts : Forecasts
    here : bool
        Whether jobs run on this machine.
    """
    if here:
        forecasts.read()
        if wrong := refusal(forecasts):
            sys.exit(f"error: {wrong}")
    for warning in filter(None, (over_budget(forecasts, SHOWN), over_disk(forecasts))):
        print(f"warning: {warning}", file=sys.stderr)
