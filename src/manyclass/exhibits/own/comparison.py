"""Own comparison: the configured methods on the configured data sets.

In percent: test accuracy of the best run (of all candidates and seeds, by validation accuracy) and mean ±
standard deviation over seeds at the parameters best on mean validation accuracy; for the best run also the
mean over classes, top-5, the mean tree distance of the prediction from the nearest given label (where the
classes form a tree) and the number of model parameters. The figure shows the accuracy of every class in the
best runs.
"""

import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.record import Record
from manyclass.report import histograms, style
from manyclass.report.tables import Spread

CONTROLS = {"class_prior": "class prior", "bayes_optimal": "Bayes-optimal"}


def applies(config):
    """Only a configuration with ``own.compare`` has something to compare."""
    return bool((config.get("own") or {}).get("compare"))


def title(config):
    """Take the configured title."""
    return compared(config).get("title", "Own comparison")


def compared(config) -> dict:
    """``own.compare`` of the configuration, empty where there is none."""
    return config["own"]["compare"] if applies(config) else {}


def own_trial(config, dataset, method):
    """Declare the trial of one method, ours or the user's own, on one data set; budgets as for Gupta et al. 2014.

    Raises
    ------
    ValueError
        When there is no such method.
    """
    own = config["own"].get("methods") or {}
    if method in own:
        declared = {"factory": own[method]["import"], "grid": own[method].get("search", {})}
        return gupta.trial(config, dataset, method, **declared)
    choices = [name for name in estimators.names() if name != "ensemble_of"]
    if method not in choices:
        valid = ", ".join([*choices, *own])
        raise ValueError(f"own.compare.methods: unknown method {method!r}; choose from {valid}")
    return gupta.trial(config, dataset, method)


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
        for method, trial in by_method(results.config, dataset).items():
            rows.append({"data set": dataset, "method": method} | _measured(results, trial))
        controls = results.card(dataset)["controls"]
        rows += [
            {"data set": dataset, "method": name} | _metrics(controls[control])
            for control, name in CONTROLS.items()
            if controls.get(control) is not None
        ]
    return pd.DataFrame(rows, dtype=object).dropna(axis="columns", how="all")


def figure(results):
    """Draw the accuracies of the classes, one row of panels a method, one column a data set."""
    wanted = compared(results.config)
    sets, methods = wanted["datasets"], wanted["methods"]
    shown, axes = style.panels(len(sets) * len(methods), len(sets), height=1.4, sharex=True)
    for column, dataset in enumerate(sets):
        accuracies = base.class_accuracies(results, dataset, by_method(results.config, dataset))
        for ax, method in zip(axes[column :: len(sets)], methods):
            histograms.draw(ax, {method: accuracies.get(method)})
            ax.set_title(dataset if method == methods[0] else "", loc="left")
            ax.set_xlabel(ax.get_xlabel() if method == methods[-1] else "")
    return shown


def _measured(results, trial):
    best = base.best(results, trial)
    if not isinstance(best, Record):
        return {"accuracy": best}
    spread = Spread.over(100 * base.repeated(results, trial).values(), len(results.seeds))
    chosen = ", ".join(f"{name} = {value}" for name, value in best.best.params.items()) or "–"
    return _metrics(best.test) | {"over seeds": spread, "model parameters": best.n_parameters, "chosen": chosen}


def _metrics(test):
    percent = {"accuracy": "accuracy", "mean_class_accuracy": "mean over classes", "top5": "top-5"}
    cells = {title: 100 * test[name] for name, title in percent.items() if name in test}
    return cells | {"tree distance": test.get("tree_distance")}
