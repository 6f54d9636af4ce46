"""Regimes: which method is best where, and where the document's orders hold (ours).

Sets of 200 classes at points scattered over six causes, each a population of its own (datasets/regimes). Each map: two
of the causes, the mean over all values of the other four, by Gaussian processes fitted to the logarithm of the methods'
ratios of accuracy at all points. Colour and mark: the best method of seven, AUC sampling not among them, of which those
that are nowhere the best stand last in the key; deeper: further ahead of the second, up to 20 %; a dot: not beyond
doubt (less than two standard deviations of the process). Nuisance: the standard deviation of what carries no label,
where that of the classes' means is near one. Decay of information: of the classes' spectrum; at 0 all directions tell
them apart, at 2 few do. Departure: from classes that are normal with one covariance, LDA's model (0), to what real
features of images look like (1). Table: gain of the first method on the second, mean over points with its 95 %
interval, and the points at which it is ahead, level (McNemar's test at 5 %) or behind; at all points, and at those like
the document's sets in classes a feature, samples and wrong labels (table 4; samples a class a tenth of theirs, as in
all sets here), not in the other three causes. One-vs-all SVMs have a constant feature (ours). Steps, margins,
dimensions and Q are swept at every point; † marks pairs with a sweep that ended at the last value it may try. Source of
the methods: Gupta, Bengio and Weston 2014.
"""

from functools import cache, partial
from itertools import combinations

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from manyclass.exhibits import base, baselines, design, statistics
from manyclass.exhibits.gupta2014 import rising
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.smoother import Smoother
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report import style, winners

DESIGN = design.Design(
    "regimes",
    points={"smoke": 1, "standard": 16, "full": 16},
    names={
        "noise": "wrong labels",
        "nuisance": "nuisance",
        "class_decay": "decay of information",
        "samples": "samples a class",
        "ratio": "classes a feature",
        "departure": "departure from LDA",
    },
)
COMPETITORS = ("nearest_means", "lda", "one_vs_rest", "multiclass_svm", "wsabie", "wsabie_pp", "softmax")
BESIDE = ("auc_ranking", "wsabie_pp/q0", "wsabie_pp/burn_in")  # in the table alone
BASELINES = {
    "lda": baselines.LDA,
    "multiclass_svm": baselines.STAND_INS["Crammer–Singer"],
    "softmax": baselines.STAND_INS["logistic regression"],
}
NAMES = gupta.NAMES | {row: each.row for row, each in BASELINES.items()}
PAIRS = (
    ("wsabie_pp", "one_vs_rest"),
    ("one_vs_rest", "wsabie"),
    ("wsabie_pp", "wsabie"),
    ("one_vs_rest", "auc_ranking"),
    ("wsabie_pp", "wsabie_pp/q0"),
    ("wsabie_pp/burn_in", "wsabie_pp"),
    ("wsabie_pp", "multiclass_svm"),
    ("wsabie_pp", "softmax"),
    ("wsabie_pp", "lda"),
)
MARKS = dict(zip(COMPETITORS, ("N", "L", "O", "A", "W", "++", "S")))  # of their names, on the maps
LIKE = {"ratio": (15, np.inf), "samples": (25, np.inf), "noise": (0, 0.4)}  # the document's sets, at this scale
CELLS = 13  # of a map, along each cause
BEYOND_DOUBT = 2.0  # standard deviations
ON_LIKE = (  # statement, the more accurate row, the less accurate one
    ("regimes-first", "wsabie_pp", "one_vs_rest"),
    ("regimes-second", "one_vs_rest", "wsabie"),
    ("regimes-last-violators", "wsabie_pp", "wsabie_pp/q0"),
    ("regimes-softmax", "wsabie_pp", "softmax"),
    ("regimes-multiclass-svm", "wsabie_pp", "multiclass_svm"),
)
HALVES = (  # statement, cause, rows compared
    ("regimes-noise", "noise", "wsabie_pp", "wsabie_pp/q0"),
    ("regimes-ratio", "ratio", "wsabie_pp", "one_vs_rest"),
    ("regimes-departure", "departure", "wsabie_pp", "lda"),
)
STATEMENTS = tuple(statement for statement, *_ in ON_LIKE + HALVES)


def trial(config, row, dataset):
    """Declare the trial of a row on one point of the design."""
    if row in BASELINES:
        return baselines.declare(BASELINES[row], config["scale"], dataset)
    return gupta.row_trial(config, dataset, row)


def trials(config):
    """The rows on every point."""
    return [trial(config, row, name) for name in DESIGN.datasets(config) for row in (*COMPETITORS, *BESIDE)]


def table(results):
    """One row a pair of methods."""
    measured, like = accuracies(results), like_the_documents(results)
    return pd.DataFrame([_row(results, measured, like, *pair) for pair in PAIRS], dtype=object)


def figure(results):
    """A triangle of maps, one for each two causes."""
    causes = DESIGN.causes(results.config)
    last = len(causes) - 1
    shown = Figure(figsize=(style.PAGE, style.PAGE), layout="constrained")
    grid = shown.subplots(last, last, squeeze=False)
    for ax in grid[np.triu_indices(last, 1)]:
        ax.remove()
    (known, smoothed), best = _smoothers(results), set()
    for x, y in combinations(range(len(causes)), 2):
        ax = grid[y - 1, x]
        best |= _map(ax, known, smoothed, (x, y))
        _label(ax, causes, x, y, bottom=y == last, left=x == 0)
    named = {NAMES[row]: look for row, look in _looks(COMPETITORS) if row in best}
    winners.key(shown, named, [NAMES[row] for row in COMPETITORS if row not in best], (0.98, 0.98))
    return shown


def claims(results):
    """Test the document's orders where regimes are like its own, and what decides the gains."""
    measured, like = accuracies(results, rising.accuracy_unless_rising), like_the_documents(results)
    listed = []
    for statement, a, b in ON_LIKE:
        text = f"{NAMES[a]} is more accurate than {NAMES[b]}, mean over regimes like the document's"
        pair = measured[a][like], measured[b][like]
        listed.append(claim.ratio(statement, text, *pair, 1, np.inf, on=DESIGN.dataset, unit="regimes"))
    for statement, cause, a, b in HALVES:
        gains, what = design.percent(design.gain(measured[a], measured[b])), f"the gain of {NAMES[a]} on {NAMES[b]}"
        listed.append(DESIGN.larger_in(results, "upper", statement, what, cause, gains))
    return listed


def accuracy(results, declared) -> np.ndarray:
    """Test accuracy in percent of each draw of a trial, float64 (seeds,); nan for a failure."""
    return base.accuracy(results.records(declared))


def accuracies(results, measure=accuracy) -> dict[str, np.ndarray]:
    """Test accuracy in percent at the points by `measure`, float64 (points · draws,), by row."""

    def on(name, row):
        return measure(results, trial(results.config, row, name))

    return {row: DESIGN.measured(results, partial(on, row=row)) for row in (*COMPETITORS, *BESIDE)}


def like_the_documents(results) -> np.ndarray:
    """Which points are like the document's sets: bool (points · draws,)."""
    values = DESIGN.values(results)
    return np.all([(low <= values[name]) & (values[name] <= high) for name, (low, high) in LIKE.items()], axis=0)


def failure_of_any(results, *rows) -> str | None:
    """Why one of these rows has no number at any point; None where all have."""
    return next(filter(None, (failure(_records(results, row)) for row in rows)), None)


def _row(results, measured, like, a, b):
    gains = design.percent(design.gain(measured[a], measured[b]))
    mark, failed = base.every_mark(_marks(results, row) for row in (a, b)), failure_of_any(results, a, b)
    signs = DESIGN.ahead(results, *(partial(trial, results.config, row) for row in (a, b)))
    cells = {"method": NAMES[a], "compared with": NAMES[b]}
    for where, chosen in (("all", np.full(len(gains), True)), ("like the document's", like)):
        cells[f"{where}: points"] = int(chosen.sum())
        cells[f"{where}: gain, %"] = failed or (statistics.mean_interval(gains[chosen], mark) if chosen.any() else None)
        for word, sign in (("ahead", 1), ("level", 0), ("behind", -1)):
            cells[f"{where}: {word}"] = int((signs[chosen] == sign).sum())
    return cells


def _marks(results, row) -> str:
    """Of a sweep, at any point, that ended at an edge, and of what still rises."""
    declared = [trial(results.config, row, name) for name in DESIGN.datasets(results.config)]
    rises = [rising.mark(results.records(each), each) for each in declared]
    return base.every_mark([base.edge_mark(_records(results, row)), *rises])


def _records(results, row) -> list:
    """Records of a row at all points."""
    return [record for name in DESIGN.datasets(results.config) for record in _records_on(results, row, name)]


def _records_on(results, row, dataset) -> list:
    return results.records(trial(results.config, row, dataset))


def _smoothers(results):
    """Methods with results, and what smooths the gain of one on another, once for each pair."""
    places, measured = DESIGN.places(results), accuracies(results)
    known = [row for row in COMPETITORS if np.isfinite(measured[row]).sum() > 1]
    return known, cache(lambda a, b: Smoother(places, design.gain(measured[a], measured[b])))


def _looks(rows) -> list:
    """Rows, each with its colour and mark."""
    return [(row, (style.COLOURS[COMPETITORS.index(row)], MARKS[row])) for row in rows]


def _map(ax, known, smoothed, pair) -> set[str]:
    """Draw the best method and its lead over two causes; return which rows are somewhere the best."""
    if len(known) < 2:
        return set()
    centre = (np.arange(CELLS) + 0.5) / CELLS
    cells = np.stack(np.meshgrid(centre, centre), axis=-1).reshape(-1, 2)
    means = [np.zeros(len(cells)), *(smoothed(row, known[0]).effect(pair, cells)[0] for row in known[1:])]
    best, second = np.argsort(-np.array(means), axis=0, kind="stable")[:2]
    lead, deviation = np.zeros(len(cells)), np.zeros(len(cells))
    for a, b in sorted(set(zip(best.tolist(), second.tolist()))):
        here = (best == a) & (second == b)
        lead[here], deviation[here] = smoothed(known[a], known[b]).effect(pair, cells[here])
    drawn = best, design.percent(lead), lead > BEYOND_DOUBT * deviation
    winners.draw(ax, *(each.reshape(CELLS, CELLS) for each in drawn), [look for _, look in _looks(known)])
    return {known[number] for number in np.unique(best)}


def _label(ax, causes, x, y, bottom, left):
    """Name the axes at the triangle's edges, with the causes' own values at both ends and in the middle."""
    ends = (0, 0.5, 1)
    (x_name, x_cause), (y_name, y_cause) = (list(causes.items())[each] for each in (x, y))
    ax.set_xticks(ends, [_rounded(x_cause.at(share)) for share in ends] if bottom else [])
    ax.set_yticks(ends, [_rounded(y_cause.at(share)) for share in ends] if left else [])
    if bottom:
        ax.set_xlabel(_named(x_name, x_cause))
    if left:
        ax.set_ylabel(_named(y_name, y_cause))


def _named(name, cause) -> str:
    """Name of a cause's axis, and whether it is logarithmic."""
    return f"{DESIGN.names[name]} (log)" if cause.logarithmic else DESIGN.names[name]


def _rounded(value) -> str:
    """Two digits, without an exponent."""
    return f"{float(f'{value:.2g}'):g}"
