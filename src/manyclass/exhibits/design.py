"""What exhibits read of sets whose draws are points of a design (`manyclass.datasets.base.design`).

Where the points lie, what was measured there, and how a gain depends on the causes. Points stand in one order
everywhere: point by point, and within a point draw by draw.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest

from manyclass.exhibits.smoother import Smoother
from manyclass.protocol.claims import claim
from manyclass.protocol.data import make
from manyclass.protocol.metrics.confusion import correct
from manyclass.report import curves, style

LEVEL = 0.05  # of a test at one point
ALONG = np.linspace(0, 1, 9)  # where effects are drawn, in shares of a cause's range
WIDTH = 2.0  # standard deviations of a band


@dataclass(frozen=True)
class Design:
    """A data set whose variants are the points.

    Parameters
    ----------
    dataset : str
        The set's file.
    points : dict of str to int
        How many points of each draw are run, by scale.
    names : dict of str to str
        What each cause is called in tables and figures, in the order of the set's ``causes``.
    """

    dataset: str
    points: dict[str, int]
    names: dict[str, str]

    def datasets(self, config) -> list[str]:
        """Names of the points, each a data set."""
        further = range(1, self.points[config["scale"]])
        return [self.dataset, *(f"{self.dataset}-{point}" for point in further)]

    def causes(self, config) -> dict:
        """The causes by name, with their ranges."""
        return make.parameters(self.dataset, config["scale"]).causes

    def places(self, results) -> np.ndarray:
        """Where the points lie, in shares of each cause's range: float64 (points · draws, causes)."""
        scale = results.config["scale"]
        return np.array(
            [
                make.parameters(name, scale).place(make.seed_of(name, seed))
                for name in self.datasets(results.config)
                for seed in results.seeds
            ]
        )

    def values(self, results) -> dict[str, np.ndarray]:
        """The causes at the points, by name: each float64 (points · draws,)."""
        at, causes = self.places(results), self.causes(results.config)
        return {name: cause.at(share) for (name, cause), share in zip(causes.items(), at.T)}

    def thirds(self, results):
        """Yield each third of each cause's range: the cause, its values at both ends, and which points lie there."""
        at = self.places(results)
        for number, (name, cause) in enumerate(self.causes(results.config).items()):
            for third in range(3):
                inside = np.minimum((3 * at[:, number]).astype(int), 2) == third
                yield name, (cause.at(third / 3), cause.at((third + 1) / 3)), inside

    def measured(self, results, on: Callable) -> np.ndarray:
        """What ``on`` gives of the data sets, float64 (seeds,) for each name: float64 (points · draws,)."""
        return np.concatenate([on(name) for name in self.datasets(results.config)], dtype=float)

    def ahead(self, results, trial_a: Callable, trial_b: Callable) -> np.ndarray:
        """Which of two trials is ahead at each point: float64 (points · draws,), 1, -1, or 0 where chance may decide.

        Tested on the samples of the test part that one of them alone classifies rightly (McNemar's exact test); nan
        where either failed. Both are functions of a data set's name.
        """
        signs = []
        for name in self.datasets(results.config):
            right = [_right(results, each(name)) for each in (trial_a, trial_b)]
            signs += [np.nan if a is None or b is None else sign(a, b) for a, b in zip(*right)]
        return np.array(signs)

    def larger_in(self, results, half, statement, what, cause, gains):
        """Claim that a gain in percent is larger in one half of a cause's range than in the other, draw by draw.

        A draw in which a point has no gain has no value.

        Parameters
        ----------
        results : Results
        half : {"upper", "lower"}
        statement, what, cause : str
            The gain is called `what`.
        gains : float64 (points · draws,)
        """
        above = self.places(results)[:, list(self.names).index(cause)] > 0.5
        chosen = (above, ~above) if half == "upper" else (~above, above)
        gains = np.asarray(gains).reshape(-1, len(results.seeds))
        this, other = (_mean_at(gains, each.reshape(gains.shape)) for each in chosen)
        text = f"{what} is larger in the {half} half of the range of {self.names[cause]}"
        return claim.greater(statement, text, this, other, on=self.dataset, show="{:+.1f} %".format)

    def draw_effects(self, results, gains: dict[str, np.ndarray]):
        """Draw how gains (logarithms of ratios, by name) depend on each cause, the mean over all others: a panel each.

        By Gaussian processes, with bands of two of their standard deviations.
        """
        places, causes = self.places(results), self.causes(results.config)
        smoothed = {name: Smoother(places, each) for name, each in gains.items() if np.isfinite(each).sum() > 1}
        shown, axes = style.panels(len(causes), columns=3, height=2.2, sharey=True)
        for number, (ax, (name, cause)) in enumerate(zip(axes, causes.items())):
            drawn = {gain: _band(smoothed[gain], number) if gain in smoothed else None for gain in gains}
            curves.draw(ax, drawn, cause.at(ALONG))
            ax.axhline(0, color="0.5", linewidth=0.8)
            ax.set(xlabel=self.names[name], ylabel="gain, %" if number % 3 == 0 else None)
            if cause.logarithmic:
                ax.set_xscale("log")
                style.plain_log(ax.xaxis)
        style.legend(shown, axes)
        return shown


def gain(a, b) -> np.ndarray:
    """Logarithm of the ratio of two accuracies in percent; nan where either is none."""
    a, b = (np.where(each > 0, each, np.nan) for each in (a, b))
    return np.log(a / b)


def percent(logarithm) -> np.ndarray:
    """A gain, the logarithm of a ratio, in percent."""
    return 100 * np.expm1(logarithm)


def sign(a, b) -> int:
    """Which of two is right more often where they differ, `a` (1) or `b` (-1), both bool (n,); 0: chance may decide."""
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    decided = only_a + only_b and binomtest(only_a, only_a + only_b).pvalue < LEVEL
    return int(np.sign(only_a - only_b)) if decided else 0


def _mean_at(values, chosen) -> np.ndarray:
    """The mean of each draw over the chosen points, both (points, draws): nan where there are none, or one is nan."""
    with np.errstate(invalid="ignore"):
        return np.sum(values, axis=0, where=chosen) / chosen.sum(axis=0)


def _band(smoother, cause) -> np.ndarray:
    """Mean and ends of the band in percent: float64 (3, values)."""
    mean, deviation = smoother.effect([cause], ALONG[:, None])
    return percent([mean, mean - WIDTH * deviation, mean + WIDTH * deviation])


def _right(results, trial) -> list:
    """Whether each test sample is classified rightly, bool (n_test,), draw by draw; None for a failure."""
    of_draws = []
    for record in results.records(trial):
        if record.best is None:
            of_draws.append(None)
            continue
        predicted, Y = results.predicted(trial, record.seed), results.data(trial.dataset, record.seed).test.Y
        of_draws.append(correct(predicted, Y))
    return of_draws
