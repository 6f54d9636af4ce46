"""Dimensions: whether a small embedding is more accurate than one as large as the features (ours, and printed).

Test accuracy of Wsabie++ over m, relative to the best m of each curve, that of the highest mean: the ratio is taken
draw by draw, and is 1 there. m as a share of the d features, those of the document, rounded to whole dimensions. Left:
21k web data, the document's and ours, and two sets made to favour a small embedding, in which few directions tell
classes apart and there are few samples a class. Right: one of the two taken away at a time, by five times the samples,
or by all directions telling classes apart. Q = 10 by the rule as printed; step and margin tuned for each m and draw of
the data; mean and 95 % interval over draws. † marks what has a sweep that ended at an edge. Source: Gupta, Bengio and
Weston 2014, section 9.1 (its last numbers).
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import last_violators, rising
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.protocol.data.size import size
from manyclass.report import curves, style
from manyclass.report.tables import Exact

PRINTED = {128: 7.4, 192: 7.7, 256: 8.3, 384: 7.9, 512: 7.1, 768: 6.7, 1024: 6.5}
WEB, BASE = "web21k", "few_directions"
SETS = {
    WEB: "21k web data",
    BASE: "few directions, few samples",
    "few_directions-fewer": "fewer directions, few samples",
    "few_directions_5x": "few directions, five times the samples",
    "few_directions-even": "all directions, few samples",
}
FEWER = {"smoke": (WEB, BASE, "few_directions-even")}
INNER = (WEB, BASE, "few_directions-fewer")
Q = 10
BESIDE = 0.008  # of m / d, by which bars at the same m stand beside each other
STATEMENTS = "dims-inner", "dims-samples", "dims-directions"


def sets(config) -> list[str]:
    """Data sets of the configured scale."""
    return [dataset for dataset in SETS if dataset in FEWER.get(config["scale"], SETS)]


def features(config, dataset) -> int:
    """The data set's d at the configured scale."""
    return size(dataset, config["scale"]).features


def dimensions(config, dataset) -> dict[int, int]:
    """Values of m by the document's: its shares of d, rounded; those of few features may be the same."""
    d = features(config, dataset)
    return {m: max(1, round(m * d / 1024)) for m in PRINTED}


def trial(config, dataset):
    """Declare the trial of one data set: a sweep of step and margin for every m."""
    search = {"step": Ladder([0.1, 0.3, 1.0]), "margin": Ladder([0.1, 0.3, 1.0])}
    values = sorted({*dimensions(config, dataset).values()})
    declared = {"series": {"dimensions": values}, "search": search}
    return gupta.trial(config, dataset, "wsabie_pp", "dimensions", last_violators.setting(Q, 0), **declared)


def trials(config):
    """One trial a data set."""
    return [trial(config, dataset) for dataset in sets(config)]


def points(config, dataset) -> list[dict]:
    """The points of a data set's series, in the order of `PRINTED`."""
    return [{"dimensions": m} for m in dimensions(config, dataset).values()]


def accuracies(records, points) -> np.ndarray:
    """Test accuracy in percent at these points, float64 (points, seeds); nan for a failure."""
    return np.array([base.accuracy(records, **point) for point in points])


def table(results):
    """One row a share of d: the printed accuracy, and m and ours on each data set."""
    config = results.config
    rows = []
    for share, printed in PRINTED.items():
        cells = {"m / d": share / max(PRINTED), "21k web data: printed": Exact(printed)}
        for name in sets(config):
            m = dimensions(config, name)[share]
            cells |= {f"{name}: m": m, name: rising.cell(results, trial(config, name), dimensions=m)}
        rows.append(cells)
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Accuracy relative to the best m: where the optimum is inside, and where a cause is missing."""
    shown, axes = style.panels(2, height=3.1, sharey=True)
    config = results.config
    at = np.array([*PRINTED]) / max(PRINTED)
    records = {name: results.records(trial(config, name)) for name in sets(config)}
    bands = {name: _relative(accuracies(each, points(config, name))) for name, each in records.items()}
    labels = {name: SETS[name] + _marks(records[name], config, name) for name in bands}
    printed = {m / max(PRINTED): accuracy / max(PRINTED.values()) for m, accuracy in PRINTED.items()}
    for ax, left, title in zip(axes, (True, False), ("as in the document", "a cause taken away")):
        for place, (name, look) in enumerate(zip(bands, zip(style.COLOURS, style.MARKERS, style.LINES))):
            if name == BASE or (name in INNER) == left:
                curves.bars(ax, at + BESIDE * (place - len(bands) // 2), bands[name], look, labels[name])
        if left:
            ax.plot(*zip(*printed.items()), "k:X", label="21k web data, printed")
        ax.set(xlabel="m / d", title=title)
        ax.set_xticks([1 / 8, 1 / 4, 1 / 2, 3 / 4, 1], ["1/8", "1/4", "1/2", "3/4", "1"])
    axes[0].set(ylabel="accuracy / that of the best m", ylim=(min(0, axes[0].dataLim.y0), None))
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the tests of an optimum inside, on the document's data and where both causes are there, and of our own."""
    measured = {dataset: chosen(results, dataset) for dataset in sets(results.config)}
    listed = [_inner(dataset, *measured[dataset]) for dataset in INNER if dataset in measured]
    if (more := "few_directions_5x") in measured:
        text = f"{SETS[more]}: m = d loses little (at most 5 %) against the best m of at most d/2"
        listed.append(claim.ratio("dims-samples", text, measured[more][2], measured[more][0], 0.95, np.inf, on=more))
    best, _, largest = measured[even := "few_directions-even"]
    text = f"{SETS[even]}: m = d is more accurate than the best m of at most d/2"
    return [*listed, claim.greater("dims-directions", text, largest, best, on=even)]


def _inner(dataset, best, smallest, largest):
    """One test of both ends, draw by draw: where accuracy rises to one of them, nothing of it is so."""
    text = f"{SETS[dataset]}: the best m of at most d/2 is more accurate than m = d/8 and than m = d"
    ends = PRINTED[128], PRINTED[1024]
    stated = {"printed": f"8.3 (d/4) against {ends[0]} and {ends[1]}", "printed_value": PRINTED[256] - max(ends)}
    return claim.greater("dims-inner", text, best, np.maximum(smallest, largest), on=dataset, **stated)


def chosen(results, dataset) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Test accuracy of the m of at most d/2 that validation chooses draw by draw, of the smallest m, and of m = d.

    Three of shape (seeds,), float64; nan for a failure, and at an m that still rises.
    """
    declared, at = trial(results.config, dataset), points(results.config, dataset)
    records = rising.without_rising(results.records(declared), declared, at)
    accuracy, ms = accuracies(records, at), np.array([point["dimensions"] for point in at])
    valid = np.array([[r.valid for r in selection.holding(records, **point)] for point in at], dtype=float)
    valid[2 * ms > ms[-1]] = -np.inf
    best = rising.best_by(np.where(np.isnan(valid), -np.inf, valid), accuracy)
    return best, accuracy[0], accuracy[-1]


def _marks(records, config, dataset) -> str:
    return base.edge_mark(records) + rising.mark(records, trial(config, dataset), *points(config, dataset))


def _relative(accuracy):
    """Accuracy (points, seeds) over that at the point of the highest mean, draw by draw: mean and ends (3, points).

    A band of accuracies over their mean would be that of the level, in which draws differ most. None if all failed.
    """
    means = np.array([statistics.mean(of_draws) for of_draws in accuracy])
    if np.isnan(means).all():
        return None
    return statistics.band(statistics.ratio(accuracy, accuracy[np.nanargmax(means)]))
