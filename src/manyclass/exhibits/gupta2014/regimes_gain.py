"""Regimes: how the gains of Wsabie++ depend on six causes, one by one (ours).

Gain of the first method on the second, in percent of its accuracy, along each cause (gupta2014/regimes says what they
are), the mean over all values of the other five: by a Gaussian process fitted to the same points, with bands of two of
its standard deviations. Ignoring last violators: the rule as printed, and with a burn-in (ours), each against Wsabie++
that ignores none (Q = 0). Then Wsabie++ as printed against tuned one-vs-all SVMs and against softmax regression. Source
of the methods: Gupta, Bengio and Weston 2014.
"""

import numpy as np

from manyclass.exhibits import design
from manyclass.exhibits.gupta2014 import regimes
from manyclass.exhibits.smoother import Smoother
from manyclass.report import curves, style

GAINS = {
    "ignoring last violators, as printed": ("wsabie_pp", "wsabie_pp/q0"),
    "ignoring last violators, with burn-in": ("wsabie_pp/burn_in", "wsabie_pp/q0"),
    "Wsabie++ on one-vs-all SVMs": ("wsabie_pp", "one_vs_rest"),
    "Wsabie++ on softmax regression": ("wsabie_pp", "softmax"),
}
ALONG = np.linspace(0, 1, 9)
WIDTH = 2.0  # standard deviations of a band


def trials(config):
    """Those of the maps."""
    return regimes.trials(config)


def figure(results):
    """A panel for each cause."""
    places, measured = design.places(results), regimes.accuracies(results)
    smoothed = {name: _smoothed(places, measured, *pair) for name, pair in GAINS.items()}
    causes = design.causes(results.config)
    shown, axes = style.panels(len(causes), columns=3, height=2.2, sharey=True)
    for number, (ax, (name, cause)) in enumerate(zip(axes, causes.items())):
        drawn = {gain: each and _band(each, number) for gain, each in smoothed.items()}
        curves.draw(ax, drawn, cause.at(ALONG))
        ax.axhline(0, color="0.5", linewidth=0.8)
        ax.set(xlabel=design.NAMES[name], ylabel="gain, %" if number % 3 == 0 else None)
        if cause.logarithmic:
            ax.set_xscale("log")
            style.plain_log(ax.xaxis)
    style.legend(shown, axes)
    return shown


def _smoothed(places, measured, a, b) -> Smoother | None:
    gains = design.gain(measured[a], measured[b])
    return Smoother(places, gains) if np.isfinite(gains).sum() > 1 else None


def _band(smoother, cause) -> np.ndarray:
    """Mean and ends of the band in percent: float64 (3, values)."""
    mean, deviation = smoother.effect([cause], ALONG[:, None])
    return 100 * np.expm1([mean, mean - WIDTH * deviation, mean + WIDTH * deviation])
