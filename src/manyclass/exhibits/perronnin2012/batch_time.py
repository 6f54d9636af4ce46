"""Time of batch solvers: seconds of training to the same accuracy, with stochastic gradients and with LIBLINEAR.

Of the runs of perronnin2012/batch. To par: until validation accuracy is within a point of LIBLINEAR's at its default
tolerance. How long that takes is told, for each draw, by the mean over the other draws: of stochastic gradients, how
many passes it takes until the mean stays there, as far as trained; of LIBLINEAR, which of several tolerances is the
loosest whose mean is there. Both are then trained side by side whenever this exhibit is made, three times in turns, and
the least CPU seconds of each count, all of fitting included; compiling is not. What never comes to par counts with all
of its passes, and with no less than LIBLINEAR takes. Means over draws of the data. Seconds are measured, so that this
table and its claims vary from run to run. Source: Perronnin, Akata, Harchaoui and Schmid 2012, section 4.3, which
reports no numbers.
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
from manyclass.protocol.results import Results
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.predictions import single_labels

STATEMENTS = ("sgd-multiclass-cheaper", "sgd-one-vs-rest-cheaper")
COST = "at a fraction of the cost"
HALF = 0.5  # a "fraction", and as of what is "significantly faster"
REPEATED = 3
ROUNDING = 1e-9  # of a mean of accuracies
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
    ours = _tested(results, dataset, penalty, name)
    theirs = [_tested(results, dataset, penalty, batch.SOLVERS[name].batch, tol=tol) for tol in batch.TOLERANCES]
    goals = _ends(theirs[-1])
    ahead, theirs_ahead = _courses(ours) - goals[:, None], np.array([_ends(each) - goals for each in theirs])
    rows = np.full((len(results.seeds), 4), np.nan)
    for place in np.flatnonzero(np.isfinite(ahead[:, 0])):
        others = np.arange(len(rows)) != place if len(rows) > 1 else [place]
        passes = passes_to_par(np.nanmean(ahead[others], axis=0))
        loosest = int(np.argmax(at_par(np.nanmean(theirs_ahead[:, others], axis=1))))
        made = passes or len(ours[place].valid)
        fits = _fits(batch.SOLVERS[name].method, ours[place], made, theirs[loosest][place] or theirs[-1][place])
        seconds, least = side_by_side(results.folder, dataset, results.seeds[place], fits)
        rows[place] = passes or np.nan, seconds if passes else max(seconds, least), batch.TOLERANCES[loosest], least
    return values | dict(zip(("passes", "to par", "tolerance", "batch to par"), rows.T))


def _fits(method, ours, passes, theirs) -> tuple[Fit, Fit]:
    """A candidate of stochastic gradients, trained for so many passes, and the batch solver's candidate."""
    in_passes = tuple((ours.params | {"max_iter": passes}).items())
    return Fit(method, None, in_passes), Fit(batch.BATCH, batch.FACTORY, tuple(theirs.params.items()))


def _tested(results, dataset, penalty, name, **params) -> list:
    """The candidate of each draw with this penalty, solver and `params`, None without a result."""
    found = batch.candidates(results, dataset, penalty, name, **params)
    return [None if number is None else record.candidates[number] for record, number in found]


def _courses(tested) -> np.ndarray:
    """Validation accuracy after each pass: float64 (seeds, passes), nan without a result."""
    rows = np.full((len(tested), max((len(each.valid) for each in tested if each), default=1)), np.nan)
    for row, each in zip(rows, tested):
        if each:
            row[: len(each.valid)] = each.valid
    return rows


def _ends(tested) -> np.ndarray:
    """Validation accuracy at the end: float64 (seeds,), nan without a result."""
    return np.array([each.valid[-1] if each else np.nan for each in tested])


def at_par(ahead: np.ndarray) -> np.ndarray:
    """Whether these accuracies less the batch solver's best are within a point of it, of the same shape."""
    return ahead >= -batch.POINT - ROUNDING


def passes_to_par(ahead: np.ndarray) -> int | None:
    """Passes after which what is known after each stays at most a point below zero; None if it never does."""
    below = np.flatnonzero(~at_par(ahead))
    passes = int(below[-1]) + 2 if len(below) else 1
    return passes if passes <= len(ahead) else None


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
        text = f"{both}: validation accuracy within a point of the latter's best is reached in less than half the time"
        pair = ours["to par"], ours["batch to par"]
        listed.append(claim.ratio(statement, text, *pair, 0, HALF, on=dataset, printed=COST))
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
