"""Own comparison: the configured methods on the configured data sets.

In percent, on the test part: mean over draws of each draw's own winner, which has the highest validation accuracy of
all candidates, and half of the mean's 95 % interval: accuracy, mean over classes and top-5; and the mean tree distance
of the prediction from the nearest given label (where the classes form a tree). †: with some draw the winner stands at
the end of the values tried, so that more may be better: give more, or a ladder, that goes on by itself. "best run" is
the accuracy of the winner with the highest validation accuracy of all draws, whose number of model parameters and
chosen parameters follow. Split: drawn anew for every seed, or given by the user; on a given split a method that draws
nothing at random runs once, and its number stands without an interval, as those of the controls do. The figure shows
the accuracy of every class in the best runs.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.lapin2015.trials import EPOCHS, GAPS, scale
from manyclass.protocol.data.card import GIVEN
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.record import Record
from manyclass.report import histograms, style

CONTROLS = {"class_prior": "class prior", "bayes_optimal": "Bayes-optimal"}
PERCENT = {"accuracy": "accuracy", "mean_class_accuracy": "mean over classes", "top5": "top-5"}
DISTANCE = "tree_distance"
REFITTED = (
    "Refit: the winner of each draw was trained anew on train and validation together, with the parameters that it was "
    "chosen for and at most as many passes; all test numbers are of that model."
)


def applies(config):
    """Only a configuration with ``own.compare`` has something to compare."""
    return bool((config.get("own") or {}).get("compare"))


def title(config):
    """Take the configured title."""
    return compared(config).get("title", "Own comparison")


def compared(config) -> dict:
    """``own.compare`` of the configuration, empty where there is none."""
    return config["own"]["compare"] if applies(config) else {}


def note(config):
    """Say it where the winners were trained anew."""
    return REFITTED if compared(config).get("refit") else ""


def own_trial(config, dataset, method):
    """Declare the trial of one method, ours or the user's own, on one data set.

    Passes are those of Gupta et al. (2014), unless the configuration says how many; solvers that end by themselves have
    as many as they take.

    Raises
    ------
    ValueError
        When there is no such method.
    """
    own = config["own"].get("methods") or {}
    if method in own:
        return _own_trial(config, dataset, method, own[method])
    choices = [name for name in estimators.names() if name != "ensemble_of"]
    if method not in choices:
        valid = ", ".join([*choices, *own])
        raise ValueError(f"own.compare.methods: unknown method {method!r}; choose from {valid}")
    return _trial(config, dataset, method, **_budget(config, method))


def _own_trial(config, dataset, name, entry):
    """The trial of what a configuration calls `name`: a class of the user's, or a method of ours swept their way."""
    declared = {"fixed": entry.get("fixed", {})}
    if "import" in entry:
        return _trial(config, dataset, name, factory=entry["import"], search=entry.get("search", {}), **declared)
    declared |= {key: entry[key] for key in ("search", "passes") if key in entry}
    return _trial(config, dataset, entry["method"], name, **(_budget(config, entry["method"]) | declared))


def _trial(config, dataset, method, variant="default", **declared):
    """A trial, refitted where the configuration asks for that: then no document's, which may have the same method."""
    if compared(config).get("refit"):
        variant, declared = f"{variant}-refit", declared | {"refit": True}
    return gupta.trial(config, dataset, method, variant, **declared)


def _budget(config, method) -> dict:
    """Passes of solvers that end by themselves, all of whose candidates go to the end."""
    return {"passes": EPOCHS[scale(config)], "halving": False} if method in GAPS else {}


def by_method(config, dataset) -> dict:
    """Trials on one data set, by method."""
    return {method: own_trial(config, dataset, method) for method in compared(config)["methods"]}


def trials(config):
    """Every method on every data set."""
    sets = compared(config).get("datasets", [])
    return [trial for dataset in sets for trial in by_method(config, dataset).values()]


def table(results):
    """One row a data set and method, then the data set's controls."""
    rows = []
    for dataset in compared(results.config)["datasets"]:
        split = results.card(dataset)["split"]
        for method, trial in by_method(results.config, dataset).items():
            rows.append({"data set": dataset, "split": split, "method": method} | _measured(results, trial))
        rows += [
            {"data set": dataset, "split": split, "method": name} | _control(results, dataset, control, split)
            for control, name in CONTROLS.items()
            if np.isfinite(results.controls(dataset, control)).any()
        ]
    return pd.DataFrame(rows, dtype=object).dropna(axis="columns", how="all")


def figure(results):
    """Draw the accuracies of the classes, one row of panels a method, one column a data set."""
    wanted = compared(results.config)
    sets, methods = wanted["datasets"], wanted["methods"]
    shown, axes = style.panels(len(sets) * len(methods), len(sets), height=1.4, sharex=True)
    for column, dataset in enumerate(sets):
        accuracies = base.class_accuracies(results, by_method(results.config, dataset))
        for ax, method in zip(axes[column :: len(sets)], methods):
            histograms.draw(ax, {method: accuracies.get(method)})
            ax.set_title(dataset if method == methods[0] else "", loc="left")
            ax.set_xlabel(ax.get_xlabel() if method == methods[-1] else "")
    return shown


def _measured(results, trial):
    best = base.best(results, trial)
    if not isinstance(best, Record):
        return {"accuracy": best}
    mark = base.edge_mark(results.records(trial))
    chosen = ", ".join(f"{name} = {value}" for name, value in best.best.params.items()) or "–"
    once = {"best run": 100 * best.test["accuracy"], "model parameters": best.n_parameters, "chosen": chosen}
    return _cells(lambda metric: results.test(trial, metric), mark) | once


def _control(results, dataset, control, split):
    """What a control has on every draw, or on the only one of a given split."""
    draws = slice(1) if split == GIVEN else slice(None)
    return _cells(lambda metric: results.controls(dataset, control, metric)[draws])


def _cells(values_of, mark="") -> dict:
    """Mean and interval of each metric, of which ``values_of`` gives one value a draw; None where there is none."""
    shares = {title: statistics.spread(100 * values_of(metric), mark) for metric, title in PERCENT.items()}
    return shares | {"tree distance": statistics.spread(values_of(DISTANCE), mark)}
