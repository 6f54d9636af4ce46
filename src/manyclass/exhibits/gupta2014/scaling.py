"""The number of classes: rows of table 8 from hundreds of classes to the document's own number.

Populations of imagenet16k that differ in their number of classes alone, with the document's features and as many
samples a class, the last of them with the document's own classes. Left: test accuracy of each draw's winner. Right: its
ratio to that of the one-vs-all SVMs with a constant feature (ours), which are the better ones. Mean over draws of the
data and 95 % interval, where there is more than one draw; † marks a sweep that ended at an edge. Ours, to see what
carries over from the sets of the standard scale, a tenth as large; the rows are those of Gupta, Bengio and Weston 2014,
table 8.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import baselines, registry, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014.rising import accuracy_unless_rising, cell
from manyclass.protocol.claims import claim
from manyclass.report import curves, style

FILE = "imagenet16k"
FEWER = (250, 1000, 4000)  # classes of its variants
SMALL, OWN = 1000, 15_589  # classes of the set that the largest is compared with, and of the largest
AGAINST, FIRST, WITHOUT, THIRD = "one_vs_rest", "wsabie_pp", "wsabie_pp/q0", "wsabie"
SHOWN = (FIRST, WITHOUT, AGAINST, THIRD, "auc_ranking", "nearest_means")
SAME = 0.8, 1.25  # ratio of ratios that counts as none
STATEMENTS = ("scaling-first", "scaling-second", "scaling-last-violators", "scaling-ratio")
note = gupta.note


def applies(config) -> bool:
    """Sets of so many classes are there at large scale alone."""
    return config["scale"] == registry.LARGE


def datasets(config) -> list[str]:
    """Names of the sets, by falling distance to the document's own number of classes."""
    return [*(f"{FILE}-classes{classes}" for classes in FEWER), FILE]


def sizes() -> list[int]:
    """Numbers of classes of `datasets`."""
    return [*FEWER, OWN]


def trials(config):
    """The rows of table 8 on each set, and two baselines."""
    return [trial for dataset in datasets(config) for trial in rows(config, dataset).values()]


def rows(config, dataset) -> dict:
    """Trials on one set by name: the rows of table 8, LDA, and the strongest linear model that is trained in time."""
    of_document = {name: gupta.row_trial(config, dataset, row) for row, name in gupta.names(config).items()}
    others = baselines.lda(config["scale"]), baselines.STAND_INS["one-vs-rest"]
    return of_document | {each.row: baselines.declare(each, config["scale"], dataset) for each in others}


def ratio(results, dataset, trial) -> np.ndarray:
    """Accuracy over that of the one-vs-all SVMs on each draw: float64 (seeds,); nan where either has no claim."""
    both = trial, gupta.row_trial(results.config, dataset, AGAINST)
    return statistics.ratio(*(accuracy_unless_rising(results, each) for each in both))


def table(results):
    """One row a method; for each number of classes its accuracy, and its ratio to the one-vs-all SVMs'."""
    cells = {}
    for dataset, classes in zip(datasets(results.config), sizes()):
        for name, trial in rows(results.config, dataset).items():
            row = cells.setdefault(name, {"method": name})
            row[f"{classes:,} classes, %"] = cell(results, trial)
            row[f"{classes:,} classes: ratio"] = statistics.mean_interval(ratio(results, dataset, trial))
    return pd.DataFrame([*cells.values()], dtype=object)


def figure(results):
    """Accuracy, and its ratio to the one-vs-all SVMs', against the number of classes."""
    shown, axes = style.panels(2, height=3.0)
    of_rows = {
        gupta.NAMES[row]: {each: gupta.row_trial(results.config, each, row) for each in datasets(results.config)}
        for row in SHOWN
    }
    accuracies = {
        name: statistics.band(100 * results.test(trial) for trial in trials.values())
        for name, trials in of_rows.items()
    }
    ratios = {
        name: statistics.band(ratio(results, dataset, trial) for dataset, trial in trials.items())
        for name, trials in of_rows.items()
    }
    for ax, drawn in zip(axes, (accuracies, ratios)):
        curves.draw(ax, drawn, sizes())
        ax.set(xscale="log", xlabel="classes")
        ax.set_xticks(sizes(), [f"{classes:,}" for classes in sizes()])
        ax.minorticks_off()
    axes[0].set(ylabel="test accuracy, %")
    axes[1].set(ylabel="ratio to the one-vs-all SVMs")
    axes[1].axhline(1, color="0.5", linewidth=0.8)
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test the order at every size, and whether the first row's lead is the same at a thousand and at all classes."""
    listed = []
    for dataset, classes in zip(datasets(results.config), sizes()):
        listed += [
            _ahead(results, "scaling-first", dataset, classes, FIRST, AGAINST),
            _ahead(results, "scaling-second", dataset, classes, AGAINST, THIRD),
            _ahead(results, "scaling-last-violators", dataset, classes, FIRST, WITHOUT),
        ]
    return [*listed, _same_lead(results)]


def _ahead(results, statement, dataset, classes, a, b):
    both = (gupta.row_trial(results.config, dataset, each) for each in (a, b))
    ours, theirs = (accuracy_unless_rising(results, each) for each in both)
    text = f"{classes:,} classes: {gupta.NAMES[a]} is more accurate than {gupta.NAMES[b]}"
    return claim.greater(statement, text, ours, theirs, on=dataset)


def _same_lead(results):
    small, own = (name for name, n in zip(datasets(results.config), sizes()) if n in (SMALL, OWN))
    text = (
        f"the ratio of {gupta.NAMES[FIRST]} to {gupta.NAMES[AGAINST]} with {OWN:,} classes is between {SAME[0]:g} and"
        f" {SAME[1]:g} times that with {SMALL:,}"
    )
    ratios = (ratio(results, each, gupta.row_trial(results.config, each, FIRST)) for each in (own, small))
    return claim.ratio("scaling-ratio", text, *ratios, *SAME, on=(own, small))
