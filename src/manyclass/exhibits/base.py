"""What the exhibits of all documents share: reading the chosen and the repeated runs of a trial."""

import numpy as np

from manyclass.protocol import results, selection
from manyclass.protocol.metrics import classification as metrics
from manyclass.protocol.trial.record import Record


def best(store, trial) -> Record | str:
    """The document's best run of a trial, or a text that says why there is none."""
    records = store.records(trial)
    return results.failure(records) or selection.best_run(records)


def repeated(store, trial):
    """The trial over seeds at one set of parameters, or a text that says why there is none.

    A trial that starts from another's winner takes other parameters with every seed; there each seed's own
    winner stands.
    """
    records = store.records(trial)
    choose = selection.winners if trial.depends_on else selection.over_seeds
    return results.failure(records) or choose(records)


def accuracy(records, metric="accuracy", **params) -> np.ndarray:
    """Test metric in percent of each seed's best candidate with these parameters, float64 (seeds,); nan for a failure.

    Of a trial whose candidates are all trained to the end, so that those with `params` compete on validation with each
    other alone: what `params` leave open is tuned for them.
    """
    tests = [record.test for record in selection.holding(records, **params)]
    return np.array([np.nan if test is None else 100 * test[metric] for test in tests])


def course(records, name, passes, **params) -> np.ndarray:
    """A list of `CandidateRecord` in percent, pass by pass, of the candidates that `accuracy` takes.

    Parameters
    ----------
    records : list of Record
        One for each seed.
    name : str
        "valid", "updated" or "ignored".
    passes : int
        Length of the result; shorter lists are filled up with nan.

    Returns
    -------
    float64 (seeds, passes)
        nan for a failure.
    """
    rows = np.full((len(records), passes), np.nan)
    for row, record in zip(rows, selection.holding(records, **params)):
        if record.best is not None:
            values = getattr(record.best, name)[:passes]
            row[: len(values)] = 100 * np.array(values)
    return rows


def class_accuracies(store, dataset, trials) -> dict:
    """Accuracy of every class in the best run of each of `trials` (a dict by name), None for a failure."""
    Y = store.data(dataset).test.Y
    runs = {name: best(store, trial) for name, trial in trials.items()}
    return {
        name: metrics.class_accuracy(store.predicted(trials[name], run.seed), Y) if isinstance(run, Record) else None
        for name, run in runs.items()
    }
