"""What the exhibits of all documents share: reading the runs of a trial."""

from dataclasses import replace

import numpy as np

from manyclass.exhibits import statistics
from manyclass.protocol import selection
from manyclass.protocol.data.make import file_of
from manyclass.protocol.metrics import ranking as metrics
from manyclass.protocol.results import failure
from manyclass.protocol.trial.early_stopping import ended_by_cap
from manyclass.protocol.trial.record import CandidateRecord, Record
from manyclass.protocol.trial.sweep import late_checkpoint
from manyclass.report.tables import Interval

# Beside the number of a sweep that may have ended too early; every caption of a table with such rows explains it.
EDGE = "†"
# Beside that of a training that was stopped before it had converged, or that the cap on passes ended while it rose.
EARLY, RISING = "‡", "↑"
MEANINGS = {
    EARLY: "with some draw training was stopped before it had converged",
    RISING: "with some draw accuracy still rose when the cap on passes ended training, and no claim is made on it",
}
# Of stochastic gradients that are trained until accuracy no longer rises: checkpoints without an increase, each half as
# many passes again as the one before, and passes before that counts.
PATIENCE, LEAST = 4, 32
# By more than such a share of itself a winner's validation accuracy rises over the last third of all passes, or from
# the last checkpoint before that, where more of them would have gained.
RISES = 0.02


def best(results, trial) -> Record | str:
    """The document's best run of a trial, or a text that says why there is none."""
    records = results.records(trial)
    return failure(records) or selection.best_run(records)


def cell(results, trial, metric="accuracy", by="accuracy", **params) -> Interval | str:
    """The number of a row: mean over draws of the test metric of each draw's own winner, in percent, with its interval.

    Parameters
    ----------
    results : Results
    trial : Trial
    metric : str
        Of `manyclass.protocol.metrics.ranking.evaluate`.
    by : str
        The metric of the validation part by which the winner is best.
    **params
        The point of the trial's series, if it has one.

    Returns
    -------
    Interval, or str where no draw has a result
        Marked where a winner stands at an edge of its sweep, and where one was stopped before it had converged.
    """
    records = results.records(trial)
    if reason := failure(selection.holding(records, **params)):
        return reason
    mark = edge_mark(records, by, **params) + early_mark(records, by, **params)
    return statistics.mean_interval(accuracy(records, metric, by, **params), mark)


def winners(records, by="accuracy", **params) -> list[CandidateRecord | None]:
    """Of each draw the tested candidate with these parameters that is best on validation, the first of equals.

    None where a draw has none.

    Parameters
    ----------
    records : list of Record
        One for each draw.
    by : str
        The metric of the validation part by which it is best.
    **params
        The point of the trial's series, if it has one.
    """
    return [record.best for record in selection.holding(records, by, **params)]


def edge_mark(records, by="accuracy", **params) -> str:
    """The mark of a row of which one of the `winners` stands at an edge of its sweep; nothing elsewhere."""
    return EDGE if any(each is not None and each.edges for each in winners(records, by, **params)) else ""


def early_mark(records, by="accuracy", **params) -> str:
    """The mark of a row of which one of the `winners` was stopped before it had converged; nothing elsewhere."""
    return EARLY if any(each is not None and each.cut_short for each in winners(records, by, **params)) else ""


def explained(words, table) -> str:
    """A caption that also says what `MEANINGS` has of a mark that the table shows, where it does not say so yet."""
    cells = [str(cell) for cell in table.to_numpy().flat]
    shown = [mark for mark in MEANINGS if mark not in words and any(mark in cell for cell in cells)]
    return words + "".join(f"\n{mark}: {MEANINGS[mark]}.\n" for mark in shown)


def independent(trial, values) -> np.ndarray:
    """What the sweeps of a trial chose, as far as a claim may count it: float64 (seeds,).

    Where a sweep begins where that of the first draw has ended, or there is none but that one, draws choose alike and
    their values are no independent ones: unless the trial's sweeps begin ``anew``, all but the first are nan.

    Parameters
    ----------
    trial : Trial
    values : list of float
        Of each draw's winner; nan without one.
    """
    values = np.array(values, dtype=float)
    if not trial.anew:
        values[1:] = np.nan
    return values


def until_flat(passes: int) -> dict:
    """The budget of a `Trial` that is stopped once its validation accuracy no longer rises, with this cap."""
    return {"passes": passes, "patience": PATIENCE, "least_passes": min(LEAST, passes)}


def unless(some: bool, values) -> np.ndarray:
    """Values of draws, float64 (..., seeds); all nan where with some draw there is none for a claim.

    The others alone would be those that came out well: what still rises ends low, what is not trained costs more.
    """
    return np.full_like(values, np.nan) if some else values


def any_rises(records, trial, still_rises, by="accuracy", **params) -> bool:
    """Whether more passes might have made one of the `winners` of a trial better.

    Parameters
    ----------
    records : list of Record
        Of the trial, one for each draw.
    trial : Trial
    still_rises : callable
        ``still_rises(winner, trial)`` of the document: whether a `CandidateRecord` still rose at the cap on passes.
    by, **params
        As of `winners`.
    """
    return any(still_rises(winner, trial) for winner in winners(records, by, **params) if winner)


def accuracy_unless_rising(results, trial, still_rises, metric="accuracy", by="accuracy", **params) -> np.ndarray:
    """The `accuracy` of each draw's winner, float64 (seeds,); all nan where one still rises, as `any_rises` has it."""
    records = results.records(trial)
    return unless(any_rises(records, trial, still_rises, by, **params), accuracy(records, metric, by, **params))


def rising_cell(results, trial, still_rises, metric="accuracy", by="accuracy", **params) -> Interval | str:
    """The `cell` of a row, marked where one of its winners still rises, as `any_rises` has it."""
    shown = cell(results, trial, metric, by, **params)
    return marked_where(any_rises(results.records(trial), trial, still_rises, by, **params), shown)


def marked_where(rises: bool, shown: Interval | str | None) -> Interval | str | None:
    """What a table shows of a row, with the mark of what still rises where it does."""
    return shown._replace(mark=shown.mark + RISING) if rises and isinstance(shown, Interval) else shown


def every_mark(listed) -> str:
    """Each mark once, of a curve whose points have these."""
    return "".join(sorted(set("".join(listed))))


def marked(claims, at_edge, design="") -> list:
    """The claims of an exhibit, with the mark of an edge before each that is on one of these data sets.

    Parameters
    ----------
    claims : list of Claim
    at_edge : set of str
        Data sets on which a sweep of the exhibit stands at an edge.
    design : str
        The file of the data sets that are the points of the exhibit's design, if it has one: a claim on it is on all
        points, and has the mark where one of them has.
    """
    on = at_edge | ({design} & {file_of(name) for name in at_edge})
    return [replace(each, text=f"{EDGE} {each.text}") if on & {*each.on} else each for each in claims]


def unmarked(text: str) -> str:
    """The text of a claim without the mark that `marked` puts before it."""
    return text.removeprefix(f"{EDGE} ")


def accuracy(records, metric="accuracy", by="accuracy", **params) -> np.ndarray:
    """Test metric in percent of each seed's winner at these parameters, float64 (seeds,).

    The parameters are a point of the trial's series, which has a sweep and a winner of its own: the best on validation
    by the metric `by`. nan for a failure, and where a ranking is too short for the metric.
    """
    tests = [record.test or {} for record in selection.holding(records, by, **params)]
    return np.array([100 * test.get(metric, np.nan) for test in tests], dtype=float)


def course(records, name, looks, **params) -> np.ndarray:
    """A list of `CandidateRecord` in percent, look by look, of the candidates that `accuracy` takes.

    Parameters
    ----------
    records : list of Record
        One for each seed.
    name : str
        "valid", "updated" or "ignored".
    looks : int
        Length of the result; shorter lists are filled up with nan. One after every pass, or at the checkpoints of
        `manyclass.protocol.trial.early_stopping`.

    Returns
    -------
    float64 (seeds, looks)
        nan for a failure.
    """
    rows = np.full((len(records), looks), np.nan)
    for row, winner in zip(rows, winners(records, **params)):
        if winner is not None:
            values = getattr(winner, name)[:looks]
            row[: len(values)] = 100 * np.array(values)
    return rows


def hit_cap(best, trial) -> bool:
    """Whether the cap ended a winner's training, see `ended_by_cap`; never that of one that is to make all passes."""
    if not trial.patience:
        return False
    return ended_by_cap(best.passes[-1], best.n_passes, trial.most_passes, trial.patience)


def still_rises(best, trial) -> bool:
    """Whether a draw's winner, which made all passes, might be better after more; not if it was stopped once flat.

    Nor where there are so few that none is stopped, as at smoke scale.

    Parameters
    ----------
    best : CandidateRecord
    trial : Trial
    """
    few = 0 < trial.least_passes == trial.passes
    if few or (best.n_passes or best.passes[-1]) < trial.most_passes:
        return False
    before = [valid for at, valid in zip(best.passes, best.valid) if at <= late_checkpoint(trial.most_passes)]
    return bool(before) and best.valid[-1] > (1 + RISES) * before[-1]


def n_hit_cap(best, trial) -> str:
    """In how many draws that is so, for a table; `best` are the draws' winners."""
    return f"{sum(hit_cap(each, trial) for each in best)} of {len(best)}"


def class_accuracies(results, trials) -> dict:
    """Accuracy of every class in the best run of each of `trials` (a dict by name), None for a failure.

    The best runs of two methods may be on different draws: class g of one is not class g of the other.
    """
    runs = {name: best(results, trial) for name, trial in trials.items()}
    return {
        name: _class_accuracy(results, trials[name], run.seed) if isinstance(run, Record) else None
        for name, run in runs.items()
    }


def _class_accuracy(results, trial, seed):
    return metrics.class_accuracy(results.predicted(trial, seed), results.data(trial.dataset, seed).test.Y)
