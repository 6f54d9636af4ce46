"""Time of batch solvers: seconds of training to the same accuracy, with stochastic gradients and with LIBLINEAR.

Of the runs of perronnin2012/batch. To par: until validation accuracy is within a point of LIBLINEAR's at its default
tolerance; with stochastic gradients from the first pass on after which it never falls below that again, as far as
trained, and of LIBLINEAR at the loosest of several tolerances that is enough. Both are then trained side by side
whenever this exhibit is made, three times in turns, and the least CPU seconds of each count, all of fitting included;
compiling is not. What never comes to par counts with all of its passes, and with no less than LIBLINEAR takes. Means
over draws of the data. Seconds are measured, so that this table and its claims vary from run to run. Source: Perronnin,
Akata, Harchaoui and Schmid 2012, section 4.3, which reports no numbers.
"""

import time
import warnings
from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.exceptions import ConvergenceWarning

from manyclass.exhibits.perronnin2012 import batch
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.ranking import single_labels
from manyclass.protocol.results import Results
from manyclass.protocol.trial import estimators

STATEMENTS = ("sgd-multiclass-cheaper", "sgd-one-vs-rest-cheaper")
COST = "at a fraction of the cost"
REPEATED = 3
STOCHASTIC = [name for name, solver in batch.SOLVERS.items() if solver.batch]

trials = batch.at_given_penalties


class Fit(NamedTuple):
    """A method, its import path if it is a library's, and its parameters by name."""

    method: str
    factory: str | None
    params: tuple

    def seconds(self, X, y) -> float:
        """CPU seconds that a fit takes."""
        estimator = estimators.load(self.method, self.factory)(**dict(self.params))
        with warnings.catch_warnings():  # whether LIBLINEAR came to its tolerance does not matter here
            warnings.simplefilter("ignore", ConvergenceWarning)
            started = time.process_time()
            estimator.fit(X, y)
            return time.process_time() - started

    def compile(self, X, y) -> None:
        """Compile what a fit needs, by one of a single pass; a library's needs nothing."""
        if self.factory is None:
            self._replace(params=tuple((dict(self.params) | {"max_iter": 1}).items())).seconds(X, y)


def datasets(config):
    """All sizes: what is timed is trained anew."""
    return list(batch.sets(config))


def table(results):
    """One row a size, penalty and stochastic solver, with its batch solver beside it."""
    runs = [(dataset, penalty, name) for dataset, penalty, name in batch.runs(results.config) if name in STOCHASTIC]
    return pd.DataFrame([_row(results, *run) for run in runs], dtype=object)


def claims(results):
    """List the claims: at a fraction of the cost."""
    listed = []
    for dataset, n in batch.sets(results.config).items():
        listed += claims_of_size(dataset, f"{n:,} images", batch.by_penalty(results, dataset, measured))
    return listed


def measured(results, dataset, penalty, name) -> dict[str, np.ndarray]:
    """Validation accuracy at the end; of stochastic solvers what both take to par too: float64 (seeds,) each.

    ``passes`` and ``to par``, in seconds, and of its batch solver ``tolerance`` and ``batch to par``; nan where a draw
    has no result.
    """
    values = {"valid": batch.measured(results, dataset, penalty, name)["valid"]}
    if name not in STOCHASTIC:
        return values
    rows = [_of_draw(results, seed, dataset, penalty, name) for seed in range(len(results.seeds))]
    return values | dict(zip(("passes", "to par", "tolerance", "batch to par"), np.array(rows).T))


def _of_draw(results, place, dataset, penalty, name) -> list[float]:
    """Passes, seconds, tolerance and the batch solver's seconds of one draw, as in `measured`."""
    solver = batch.SOLVERS[name]
    record, number = batch.candidates(results, dataset, penalty, name)[place]
    tried = {
        tolerance: batch.candidates(results, dataset, penalty, solver.batch, tol=tolerance)[place]
        for tolerance in batch.TOLERANCES
    }
    solved = {tol: run.candidates[at] for tol, (run, at) in tried.items() if at is not None}
    if number is None or batch.TOLERANCES[-1] not in solved:
        return [np.nan] * 4
    ours, goal = record.candidates[number], solved[batch.TOLERANCES[-1]].valid[-1] - batch.POINT
    tolerance = max(tol for tol, each in solved.items() if each.valid[-1] >= goal)
    passes = passes_to_par(ours.valid, goal)
    made = passes or len(ours.valid)
    fits = (
        Fit(solver.method, None, tuple((ours.params | {"max_iter": made}).items())),
        Fit(batch.BATCH, batch.FACTORY, tuple(solved[tolerance].params.items())),
    )
    seconds, theirs = side_by_side(results.folder, dataset, results.seeds[place], fits)
    return [passes or np.nan, seconds if passes else max(seconds, theirs), tolerance, theirs]


def passes_to_par(valid: list[float], goal: float) -> int | None:
    """Passes after which validation accuracy, known after each, stays at the goal or above; None if it never does."""
    below = np.flatnonzero(np.array(valid) < goal)
    first = int(below[-1]) + 1 if len(below) else 0
    return first + 1 if first < len(valid) else None


@cache
def side_by_side(folder, dataset, seed, fits: tuple[Fit, ...]) -> list[float]:
    """CPU seconds of each fit on the training part of one draw, the least of several, made in turns.

    They are measured once for all that is shown.
    """
    train = Results(folder).data(dataset, seed).train
    X, y = train.X, single_labels(train.Y)
    for each in fits:
        each.compile(X, y)
    return np.min([[each.seconds(X, y) for each in fits] for _ in range(REPEATED)], axis=0).tolist()


def claims_of_size(dataset, size, solved) -> list:
    """Compare times at the penalty that is the batch solver's best; `solved` as in `batch.claims_of_size`."""
    listed = []
    for name, statement in zip(batch.ON_PAR, STATEMENTS):
        ours, _ = batch.at_best_penalty(solved, name)
        both = f"{size}, {name} and {batch.SOLVERS[name].batch}"
        text = f"{both}: validation accuracy within a point of the latter's best is reached in less time"
        pair = ours["to par"], ours["batch to par"]
        listed.append(claim.ratio(statement, text, *pair, 0, 1, on=dataset, printed=COST))
    return listed


def _row(results, dataset, penalty, name):
    row = batch.first_cells(results.config, dataset, penalty, name)
    values = measured(results, dataset, penalty, name)
    if not np.isfinite(values["to par"]).any():
        return row | {"passes to par": batch.no_result(results, dataset, name)}
    came = values["passes"][np.isfinite(values["passes"])]
    passes = f"{came.mean():.3g} ({len(came)} of {len(values['passes'])} draws)" if len(came) else "never"
    tolerances = np.unique(values["tolerance"][np.isfinite(values["tolerance"])])
    return row | {
        "passes to par": passes,
        "seconds to par": float(np.nanmean(values["to par"])),
        "batch solver": batch.SOLVERS[name].batch,
        "its tolerance": ", ".join(f"{each:g}" for each in tolerances),
        "its seconds to par": float(np.nanmean(values["batch to par"])),
    }
