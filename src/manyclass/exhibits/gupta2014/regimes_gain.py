"""Regimes: how the gains of Wsabie++ depend on six causes, one by one (ours).

Gain of the first method on the second, in percent of its accuracy, along each cause (gupta2014/regimes says what they
are), the mean over all values of the other five: by a Gaussian process fitted to the same points, with bands of two of
its standard deviations. Ignoring last violators: the rule as printed, and with a burn-in (ours), each against Wsabie++
that ignores none (Q = 0). Then Wsabie++ as printed against tuned one-vs-all SVMs and against softmax regression. Source
of the methods: Gupta, Bengio and Weston 2014.
"""

from manyclass.exhibits import design
from manyclass.exhibits.gupta2014 import regimes

GAINS = {
    "ignoring last violators, as printed": ("wsabie_pp", "wsabie_pp/q0"),
    "ignoring last violators, with burn-in": ("wsabie_pp/burn_in", "wsabie_pp/q0"),
    "Wsabie++ on one-vs-all SVMs": ("wsabie_pp", "one_vs_rest"),
    "Wsabie++ on softmax regression": ("wsabie_pp", "softmax"),
}


def trials(config):
    """Those of the maps."""
    return regimes.trials(config)


def figure(results):
    """A panel for each cause."""
    measured = regimes.accuracies(results)
    gains = {name: design.gain(measured[a], measured[b]) for name, (a, b) in GAINS.items()}
    return regimes.DESIGN.draw_effects(results, gains)
