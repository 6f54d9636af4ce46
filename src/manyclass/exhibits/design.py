"""What exhibits read of the design of `manyclass.datasets.regimes`: where its points lie, and what was measured there.

Points stand in one order everywhere: point by point, and within a point draw by draw.
"""

import numpy as np
from scipy.stats import binomtest

from manyclass.exhibits import base
from manyclass.protocol.data import make

SET = "regimes"
POINTS = {"smoke": 2, "standard": 16, "full": 16}  # of each draw
NAMES = {
    "noise": "wrong labels",
    "nuisance": "nuisance",
    "bspec": "decay of information",
    "samples": "samples a class",
    "ratio": "classes a feature",
    "departure": "departure from LDA",
}
LEVEL = 0.05  # of a test at one point


def datasets(config) -> list[str]:
    """Names of the points, each a data set."""
    return [SET, *(f"{SET}-{point}" for point in range(1, POINTS[config.get("scale", "standard")]))]


def causes(config) -> dict:
    """The causes by name, with their ranges."""
    return make.parameters(SET, config.get("scale", "standard")).causes


def places(results) -> np.ndarray:
    """Where the points lie, in shares of each cause's range: float64 (points · draws, causes)."""
    scale = results.config.get("scale", "standard")
    return np.array(
        [
            make.parameters(name, scale).place(make.seed_of(name, seed))
            for name in datasets(results.config)
            for seed in results.seeds
        ]
    )


def values(results) -> dict[str, np.ndarray]:
    """The causes at the points, by name: each float64 (points · draws,)."""
    at = places(results)
    return {name: cause.at(share) for (name, cause), share in zip(causes(results.config).items(), at.T)}


def accuracy(results, trial_on) -> np.ndarray:
    """Test accuracy in percent at the points: float64 (points · draws,); nan for a failure.

    Parameters
    ----------
    results : Results
    trial_on : callable
        Trial on a data set of this name.
    """
    return np.concatenate(
        [base.accuracy(results.records(trial_on(name))) for name in datasets(results.config)], dtype=float
    )


def gain(a, b) -> np.ndarray:
    """Logarithm of the ratio of two accuracies in percent; nan where either is none."""
    a, b = (np.where(each > 0, each, np.nan) for each in (a, b))
    return np.log(a / b)


def ahead(results, trial_a, trial_b) -> np.ndarray:
    """Which of two methods is ahead at each point: float64 (points · draws,), 1, -1, or 0 where chance may decide.

    Tested on the samples of the test part that one of them alone classifies rightly (McNemar's exact test); nan where
    either failed.
    """
    signs = []
    for name in datasets(results.config):
        right = [_right(results, each(name)) for each in (trial_a, trial_b)]
        signs += [np.nan if a is None or b is None else sign(a, b) for a, b in zip(*right)]
    return np.array(signs)


def sign(a, b) -> int:
    """Which of two is right more often where they differ, `a` (1) or `b` (-1), both bool (n,); 0: chance may decide."""
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    decided = only_a + only_b and binomtest(only_a, only_a + only_b).pvalue < LEVEL
    return int(np.sign(only_a - only_b)) if decided else 0


def _right(results, trial) -> list:
    """Whether each test sample is classified rightly, bool (n_test,), draw by draw; None for a failure."""
    of_draws = []
    for record in results.records(trial):
        if record.best is None:
            of_draws.append(None)
            continue
        predicted, Y = results.predicted(trial, record.seed), results.data(trial.dataset, record.seed).test.Y
        of_draws.append(np.asarray(Y[np.arange(len(predicted)), predicted]).ravel() > 0)
    return of_draws
