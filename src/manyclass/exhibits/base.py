"""What several exhibits share: budgets per scale, and the formats of chosen and repeated runs."""

from manyclass.protocol import metrics, results, selection
from manyclass.protocol.trials import Trial

PASSES = {"smoke": 2, "standard": 20, "full": 100}

STEPS = {"step": [0.1, 1.0], "margin": [0.1, 1.0]}
GRIDS = {
    "smoke": {
        "one_vs_rest": {**STEPS, "balance": [8]},
        "auc_ranking": STEPS,
        "warp_ranking": STEPS,
        "wsabie": {"step": [0.01, 0.1], "margin": [0.1, 1.0], "dimensions": [8]},
        "wsabie_pp": {**STEPS, "dimensions": [8], "last_violators": [1], "burn_in": [1]},
        "ensemble_of": {"members": [2]},
    }
}


def trial(config, dataset, method, variant="default", fixed=None, **declared) -> Trial:
    """Declare a trial with the budget of the configured scale.

    The grid is the method's own ``search`` unless GRIDS has one for the scale; what is fixed is not swept.
    """
    scale, fixed = config.get("scale", "standard"), dict(fixed or {})
    if scale not in PASSES:
        raise ValueError(f"unknown scale {scale!r}; choose from {', '.join(PASSES)}")
    grid = GRIDS.get(scale, {}).get(method)
    if grid is not None:
        grid = {name: values for name, values in grid.items() if name not in fixed}
    budget = {"fixed": fixed, "grid": grid, "passes": PASSES[scale]}
    return Trial(dataset, method, variant, **(budget | declared))


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
    choose = selection.winners if trial.after else selection.over_seeds
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
