"""Time of batch solvers: seconds of training with stochastic gradients against LIBLINEAR.

The runs of perronnin2012/batch. Seconds: wall time of all of training, for stochastic gradients so many times the
median pass, compilation left out; these go on until more passes change nothing. "To par": until validation accuracy is
within a point of LIBLINEAR's at its default tolerance; of LIBLINEAR itself, with the tolerance of several that gets
there first. Means over draws of the data. Seconds are measured, so that this table and its claims vary from run to run.
Source: Perronnin, Akata, Harchaoui and Schmid 2012, section 4.3, which reports no numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits.perronnin2012 import batch
from manyclass.protocol.claims import claim

STATEMENTS = ("sgd-multiclass-cheaper", "sgd-one-vs-rest-cheaper")
COST = "at a fraction of the cost"

trials = batch.at_given_penalties


def table(results):
    """One row a size, penalty and solver."""
    return pd.DataFrame([_row(results, *run) for run in batch.runs(results.config)], dtype=object)


def claims(results):
    """List the claims: at a fraction of the cost."""
    listed = []
    for dataset, n in batch.sets(results.config).items():
        listed += claims_of_size(dataset, f"{n:,} images", batch.by_penalty(results, dataset, measured))
    return listed


def measured(results, dataset, penalty, name) -> dict[str, np.ndarray]:
    """Validation accuracy, seconds, and seconds "to par": float64 (seeds,) each; nan without a result."""
    batch_name = batch.SOLVERS[name].batch or name
    values = {"valid": batch.measured(results, dataset, penalty, name)["valid"]}
    values["seconds"] = np.array([seconds(*run) for run in batch.candidates(results, dataset, penalty, name)])
    goals = batch.measured(results, dataset, penalty, batch_name)["valid"] - batch.POINT
    tolerances = batch.TOLERANCES if batch_name == name else [None]
    settings = [{"tol": tolerance} if tolerance else {} for tolerance in tolerances]
    tried = [batch.candidates(results, dataset, penalty, name, **setting) for setting in settings]
    least = values["seconds"] if batch_name == name else measured(results, dataset, penalty, batch_name)["seconds"]
    to_par = [[seconds_to_par(*run, *goal) for run, *goal in zip(runs, goals, least)] for runs in tried]
    return values | {"to par": np.min(to_par, axis=0)}


def seconds(record, number, passes=None) -> float:
    """The time of so many passes of a candidate, all when not said, each at the median pass's; nan without a candidate.

    A batch solver makes one pass.
    """
    if number is None:
        return np.nan
    times = record.timing.candidates[number]
    return (passes or len(times)) * float(np.median(np.diff([0.0, *times])))


def seconds_to_par(record, number, goal, least) -> float:
    """Seconds until validation accuracy first reaches the goal; where it never does all of them, or `least` if more."""
    if number is None or np.isnan(goal):
        return np.nan
    reached = np.flatnonzero(np.array(record.candidates[number].valid) >= goal)
    if len(reached):
        return seconds(record, number, int(reached[0]) + 1)
    return max(least, seconds(record, number))


def claims_of_size(dataset, size, solved) -> list:
    """Compare times at the penalty that is the batch solver's best; `solved` as in `batch.claims_of_size`."""
    listed = []
    for name, statement in zip(batch.ON_PAR, STATEMENTS):
        ours, theirs = batch.at_best_penalty(solved, name)
        both = f"{size}, {name} and {batch.SOLVERS[name].batch}"
        text = f"{both}: validation accuracy within a point of the latter's best is reached in less time"
        listed.append(claim.ratio(statement, text, ours["to par"], theirs["to par"], 0, 1, on=dataset, printed=COST))
    return listed


def _row(results, dataset, penalty, name):
    row = batch.first_cells(results.config, dataset, penalty, name)
    values = measured(results, dataset, penalty, name)
    if not np.isfinite(values["valid"]).any():
        return row | {"seconds": batch.no_result(results, dataset, name)}
    row["seconds"] = float(np.nanmean(values["seconds"]))
    return row | {"seconds to par": float(np.nanmean(values["to par"]))}
