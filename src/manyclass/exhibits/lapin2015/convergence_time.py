"""Convergence in time: the relative duality gap against CPU seconds, for both losses and several k (ours).

The runs of lapin2015/convergence, whose epochs this figure replaces by the CPU seconds that training took, without the
evaluation of the gap: mean over seeds, of the gap geometric. Seconds are measured, so that this figure varies from run
to run. Source: Lapin, Hein and Schiele 2015, section 3 and algorithm 1.
"""

from manyclass.exhibits.lapin2015 import convergence


def trials(config):
    """The runs that are drawn."""
    return [convergence.trial(config)]


def figure(results):
    """Gap against seconds."""
    return convergence.draw(results, convergence.SECONDS, "CPU seconds")
