"""What several exhibits share: how trials are declared, and the formats of chosen and repeated runs."""

from manyclass.exhibits.gupta2014 import budgets as _budgets
from manyclass.protocol import results, selection
from manyclass.protocol.metrics import classification as metrics
from manyclass.protocol.trial.spec import Trial


def trial(config, dataset, method, variant="default", fixed=None, **declared) -> Trial:
    """Declare a trial with the budget of the configured scale.

    The grid is the method's own ``search`` unless the budget has one; what is fixed is not swept.
    """
    scale, fixed = config.get("scale", "standard"), dict(fixed or {})
    grid = _budgets.grid(scale, dataset, method, variant)
    if isinstance(grid, list):
        grid = [_less(fixed, each) for each in grid]
    elif grid is not None:
        grid = _less(fixed, grid)
    budget = {"fixed": fixed, "grid": grid, "passes": _budgets.passes(scale, dataset)}
    return Trial(dataset, method, variant, **(budget | declared))


def _less(fixed, grid):
    return {name: values for name, values in grid.items() if name not in fixed}


def best(store, trial):
    """The document's best run of a trial, or a text that marks the hole."""
    records = store.records(trial)
    return results.hole(records) or selection.best_run(records)


def repeated(store, trial):
    """The trial over seeds at one set of parameters, or a text that marks the hole.

    A trial that starts from another's winner takes other parameters with every seed; there each seed's own
    winner stands.
    """
    records = store.records(trial)
    choose = selection.winners if trial.depends_on else selection.over_seeds
    return results.hole(records) or choose(records)


def class_accuracies(store, dataset, trials) -> dict:
    """Accuracy of every class in the best run of each of `trials` (a dict by name), None for a hole."""
    Y = store.data(dataset).test.Y
    runs = {name: best(store, found) for name, found in trials.items()}
    return {
        name: metrics.class_accuracy(store.predicted(trials[name], run.seed), Y)
        if isinstance(run, selection.Run)
        else None
        for name, run in runs.items()
    }
