"""What each scale takes by the forecast, for README: a sentence beside its first command, and a table."""

from functools import cache

import pandas as pd

from manyclass.protocol.seeds import NUMBER
from manyclass.reference.markdown import table as in_markdown
from manyclass.workflow.estimate import elapsed
from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.plan import Plan
from manyclass.workflow.quantities import in_bytes, in_time

STANDARD = "standard"  # what is run where no scale is named
CORES = 2  # of the machine that is told of


def sentence() -> str:
    """How long all of the standard scale takes."""
    return f"by the forecast about {_forecast(STANDARD)[-1] / 3600:.0f} hours"


def table() -> str:
    """One row a scale."""
    return in_markdown(pd.DataFrame([_row(scale) for scale in NUMBER]), n_texts=1)


@cache
def _forecast(scale: str) -> tuple[Forecasts, pd.DataFrame, float]:
    """The forecasts of a scale, their table, and the seconds that pass."""
    forecasts = Forecasts(Plan({"scale": scale}))
    trials = forecasts.table()
    return forecasts, trials, elapsed(trials, forecasts, CORES)


def _row(scale: str) -> dict:
    forecasts, trials, seconds = _forecast(scale)
    return {
        "scale": f"`{scale}`",
        "exhibits": len(forecasts.plan.exhibits),
        "trials": f"{len(trials):,}",
        "draws": NUMBER[scale],
        "CPU time": _least(trials["cpu_s"]) + in_time(trials["cpu_s"].sum()),
        f"on {CORES} cores": _least(trials["cpu_s"]) + in_time(seconds),
        "memory of the largest job": _least(trials["memory"]) + in_bytes(trials["memory"].max()),
        "data on disk": in_bytes(sum(forecasts.data_bytes().values())),
    }


def _least(column: pd.Series) -> str:
    """What stands before what is said of the trials of which it is known, where of others it is not."""
    return "at least " if column.isna().any() else ""
