"""How time is measured: CPU time of the process, everything in turns, medians."""

import time

import pandas as pd


def timed(call) -> tuple[float, object]:
    """CPU seconds of ``call()``, on whatever threads of this process, and what it gives."""
    start = time.process_time()
    result = call()
    return time.process_time() - start, result


def cpu_seconds(call) -> float:
    """CPU seconds of ``call()`` alone."""
    return timed(call)[0]


def wall_seconds(call) -> float:
    """Seconds on the clock of ``call()``."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def in_turns(calls: dict, rounds: int, seconds=cpu_seconds) -> pd.DataFrame:
    """Seconds of each call (columns) in each round (rows).

    A round makes every call once, one after the other, so that other work on the machine disturbs all of a round alike;
    ratios are to be taken within rounds, and then their median.
    """
    return pd.DataFrame([{name: seconds(call) for name, call in calls.items()} for _ in range(rounds)])
