"""Regimes: how much more accurate Deng's trees are than Bengio's at the same speed, over five causes (ours).

Sets at points scattered over the causes, each a population of its own (datasets/class_trees): wrong labels, the share
of a class's samples at a second place, samples a class, how evenly the classes' own tree branches (at 10 nearly
balanced, at .3 with single classes beside large branches), and how unequal the classes' sizes are (the exponent of
their decline). Gain: by how many percent the accuracy of Deng's tree is above that of Bengio's tree of the same shape,
at the speedup of the latter, on the curve of caps on ambiguity between its points (deng2011/tradeoff); the same points
of accuracy are a larger gain where Bengio's tree has less. Table: the mean gain over points with the 95 % interval, at
all, and in both halves of each cause's range; "not reached" counts points at which Bengio's tree is slower or faster
than Deng's under any cap, so that there is nothing to compare. Figure: the gain along each cause, the mean over all
values of the others, by a Gaussian process with a band of two of its standard deviations.
†: some sweep ended at the last value it may try. Source of the methods: Deng, Satheesh, Berg and Fei-Fei 2011.
"""

from functools import partial

import numpy as np
import pandas as pd

from manyclass.exhibits import base, design, statistics
from manyclass.exhibits.deng2011 import tradeoff
from manyclass.exhibits.deng2011.table1 import THOUSAND
from manyclass.exhibits.deng2011.trials import BENGIO, tree_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure

DESIGN = design.Design(
    "class_trees",
    points={"smoke": 1, "standard": 8, "full": 8},
    names={
        "noise": "wrong labels",
        "elsewhere": "samples at a second place",
        "samples": "samples a class",
        "evenness": "evenness of the tree",
        "zipf": "decline of class sizes",
    },
)
SHAPES = {"smoke": (3, 3), "standard": (6, 3), "full": (10, 3)}  # (Q, H): Q^H classes
GAIN = "the gain of Deng's tree on Bengio's at its speed"
HALVES = {  # the cause, and the half of its range in which the gain should be larger
    "regimes-noise": ("noise", "upper"),
    "regimes-places": ("elsewhere", "upper"),
    "regimes-samples": ("samples", "lower"),
    "regimes-uneven": ("evenness", "lower"),
    "regimes-sizes": ("zipf", "lower"),
}
STATEMENTS = ("accuracy-at-speed", *HALVES)


def pair(config, dataset) -> tuple:
    """The trials of Deng's tree under all caps, and of Bengio's, on one point."""
    shape = SHAPES[config["scale"]]
    return tradeoff.trial("efficiency", shape, dataset), tree_trial(BENGIO, shape, dataset)


def trials(config):
    """Both trees on every point."""
    return [trial for dataset in DESIGN.datasets(config) for trial in pair(config, dataset)]


def table(results):
    """One row a half of a cause's range, and one for all points."""
    places, gains, mark = DESIGN.places(results), gain(results), _mark(results)
    beyond = unreached(results) == 1
    failed = next(filter(None, map(failure, _records(results))), None)
    rows = [_row("all", "–", gains, beyond, mark, failed)]
    for name, place in zip(DESIGN.names.values(), places.T):
        for half, chosen in (("lower", place <= 0.5), ("upper", place > 0.5)):
            rows.append(_row(name, half, gains[chosen], beyond[chosen], mark, failed))
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """A panel for each cause."""
    return DESIGN.draw_effects(results, {f"Deng's tree on Bengio's{_mark(results)}": gain(results)})


def claims(results):
    """Test whether Deng's tree is ahead on the whole, and what decides its lead."""
    deng, bengio = accuracies(results)
    text = "Deng's tree is more accurate than Bengio's at its speed, mean over regimes"
    (ours, *_), (theirs, *_) = THOUSAND[0]
    says = {"printed": f"T32,2: {ours:g} to {theirs:g} at the same speedup", "printed_value": ours / theirs}
    says |= {"on": DESIGN.dataset, "unit": tradeoff.draws(unreached(results), "regimes")}
    ahead = claim.ratio("accuracy-at-speed", text, deng, bengio, 1, np.inf, **says)
    gains = design.percent(design.gain(deng, bengio))
    halves = [DESIGN.larger_in(results, half, name, GAIN, cause, gains) for name, (cause, half) in HALVES.items()]
    return [ahead, *halves]


def accuracies(results) -> tuple[np.ndarray, np.ndarray]:
    """Accuracy in percent of Deng's tree at the speed of Bengio's, and of Bengio's: float64 (points · draws,) each.

    nan for a failure, and for Deng's where its caps do not reach that speed.
    """
    return tuple(DESIGN.measured(results, partial(_on, results, which)) for which in (0, 1))


def unreached(results) -> np.ndarray:
    """Where the caps of Deng's tree do not reach the speed of Bengio's, 1 or 0: float64 (points · draws,)."""
    return DESIGN.measured(results, partial(_beyond, results))


def gain(results) -> np.ndarray:
    """Logarithm of the ratio of both, float64 (points · draws,)."""
    return design.gain(*accuracies(results))


def _on(results, which, dataset) -> np.ndarray:
    """Accuracy of Deng's tree (0) or Bengio's (1) on one point, float64 (seeds,)."""
    speedups, accuracy = tradeoff.points(results, pair(results.config, dataset)[1])
    return accuracy if which else tradeoff.accuracy_at(_curve(results, dataset), speedups)


def _beyond(results, dataset) -> np.ndarray:
    """Whether Deng's caps do not reach Bengio's speed on one point, bool (seeds,)."""
    speedups, _ = tradeoff.points(results, pair(results.config, dataset)[1])
    return tradeoff.beyond(_curve(results, dataset), speedups)


def _curve(results, dataset):
    """Of Deng's caps on one point, as of `tradeoff.curve`."""
    return tradeoff.curve(results, "efficiency", SHAPES[results.config["scale"]], dataset)


def _records(results) -> list[list]:
    """Records of both trees, point by point."""
    both = (pair(results.config, dataset) for dataset in DESIGN.datasets(results.config))
    return [results.records(trial) for each in both for trial in each]


def _mark(results) -> str:
    return max(map(base.edge_mark, _records(results)), default="")


def _row(cause, half, gains, beyond, mark, failed):
    """One row; with a failure its reason stands in place of the gain where no point has one."""
    found = np.isfinite(gains)
    return {
        "cause": cause,
        "half of its range": half,
        "gain, %": statistics.mean_interval(design.percent(gains[found]), mark) if found.any() else failed,
        "points": len(gains),
        "ahead": int((gains[found] > 0).sum()),
        "not reached": int(beyond.sum()),
    }
