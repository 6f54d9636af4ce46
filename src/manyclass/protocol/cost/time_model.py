"""The time of a trial, by a regularised fit to what kept runs took.

The logarithm of the CPU seconds of a seed is linear in those of its samples, of the features stored of a sample, of the
classes, and of the passes that its sweep is expected to make. Exponents are drawn towards one for all methods together,
and those of a method towards these; so few sets say little, and nothing absurd. A processor is so many times as fast
as the one on which most trials were measured, whatever the method, and for that one are forecasts. They are summed, and
so are of means: of what has a normal logarithm the mean is by half its variance above the median, in logarithms.
"""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from sklearn.linear_model import Ridge

from manyclass.protocol.cost.measured import usual_machine

# By leaving out one set of the suite after the other: how strongly coefficients are drawn to 0, and how freely each
# method, or processor, may have a level and each method exponents of its own. From .3 to 1 the former makes no
# difference there; where sets are a hundred times as large, 1 keeps a forecast from hanging on a single small set.
ALPHA, LEVEL, EXPONENTS = 1.0, 3.0, 0.3
SIZES = ["train", "values", "classes", "passes"]


class TimeModel:
    """Seconds of CPU that a seed of a trial takes.

    Parameters
    ----------
    measured : DataFrame
        Trials that were run, as `manyclass.protocol.cost.measured.read` gives them.
    alpha : float
        How strongly coefficients are drawn to 0.

    Raises
    ------
    ValueError
        If there are none.
    """

    def __init__(self, measured: pd.DataFrame, alpha: float = ALPHA):
        """Fit."""
        if measured.empty:
            raise ValueError("no measured trial to learn times from")
        self.kinds = sorted(set(kinds(measured)))
        self._other_machines = sorted({*measured["machine"].dropna()} - {usual_machine(measured)})
        self._centre = _logarithms(measured).mean(axis=0)
        design, offset = self._design(measured)
        taken = np.log(measured["cpu_s"]) - offset
        self._ridge = Ridge(alpha=alpha).fit(design, taken)
        self._above_median = np.var(taken - self._ridge.predict(design)) / 2

    def seconds(self, trials: pd.DataFrame) -> np.ndarray:
        """CPU seconds of a seed of each trial on average, nan where nothing like it was measured: float64 (trials,).

        Of an estimator that no measured trial has stopped early, it is the time of all passes; of one that was measured
        only where it is, about that of the passes which are made there, a lower bound.

        Parameters
        ----------
        trials : DataFrame
            Columns ``estimator`` and ``early`` (whether training is stopped early), and `SIZES`, each of one seed; and
            ``machine`` for the time on another processor than the one measured most.
        """
        either = np.where(np.isin(kinds(trials), self.kinds), trials["early"], 1 - trials["early"])
        trials = trials.assign(early=either)
        known = np.isin(kinds(trials), self.kinds)
        seconds = np.full(len(trials), np.nan)
        if known.any():
            design, offset = self._design(trials[known])
            seconds[known] = np.exp(self._ridge.predict(design) + offset + self._above_median)
        return seconds

    def _design(self, trials) -> tuple[np.ndarray, np.ndarray]:
        """What is fitted, float64 (trials, columns), and what holds with all exponents one, float64 (trials,)."""
        sizes = _logarithms(trials) - self._centre
        own = (kinds(trials)[:, None] == np.array(self.kinds)).astype(float)
        exponents = (EXPONENTS * own * sizes[:, [column]] for column in range(len(SIZES)))
        return np.hstack([sizes, LEVEL * own, *exponents, LEVEL * self._machines(trials)]), sizes.sum(axis=1)

    def _machines(self, trials) -> np.ndarray:
        """Which of the processors beside the one measured most each trial is for: float64 (trials, processors)."""
        named = trials["machine"].to_numpy(str) if "machine" in trials else np.full(len(trials), "")
        return (named[:, None] == np.array(self._other_machines, str)).astype(float)


def kinds(trials: pd.DataFrame) -> np.ndarray:
    """What has a level of its own: an estimator, and apart from it the same stopped early: str (trials,)."""
    early = trials["early"].to_numpy(bool)
    return np.where(early, trials["estimator"] + " stopped early", trials["estimator"]).astype(str)


def left_out(measured: pd.DataFrame) -> np.ndarray:
    """Seconds of each measured trial by a fit to those on all other sets, nan without any: float64 (trials,).

    The same set at another scale is another set.
    """
    seconds = np.full(len(measured), np.nan)
    sets = measured.groupby(["scale", "dataset"]).ngroup().to_numpy()
    for number in range(sets.max(initial=-1) + 1):
        there = sets == number
        if not there.all():
            seconds[there] = TimeModel(measured[~there]).seconds(measured[there])
    return seconds


def errors(forecast: Iterable[float], measured: Iterable[float]) -> dict[str, float]:
    """How far forecasts are off: ``trials``, and the median and 90 % of |log(forecast/measured)|, as factors.

    Forecasts that are nan are left out; without any other both factors are nan.
    """
    ratio = np.abs(np.log(np.asarray(forecast, float) / np.asarray(measured, float)))
    ratio = ratio[np.isfinite(ratio)]
    half, most = np.exp(np.quantile(ratio, [0.5, 0.9])) if len(ratio) else (np.nan, np.nan)
    return {"trials": len(ratio), "half within": float(half), "90 % within": float(most)}


def _logarithms(trials) -> np.ndarray:
    return np.log(trials[SIZES].to_numpy(float))
