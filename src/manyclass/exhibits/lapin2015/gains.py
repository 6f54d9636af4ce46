"""How the figures of gains look that several exhibits of Lapin et al. (2015) draw."""

from collections.abc import Callable

from manyclass.exhibits import statistics
from manyclass.exhibits.lapin2015.trials import KS, sets
from manyclass.report import curves, style


def draw(config, gains: Callable):
    """One panel a data set: points of top-k accuracy by which each row exceeds another, against k.

    Parameters
    ----------
    config : dict
        The workflow's configuration; read here: ``scale``.
    gains : callable
        Of a data set's name: for each label, a list of float64 (seeds,), one for each k.

    Returns
    -------
    matplotlib.figure.Figure
    """
    datasets = sets(config)
    shown, axes = style.panels(len(datasets), columns=3, height=2.4)
    for ax, dataset in zip(axes, datasets):
        curves.draw(ax, {label: statistics.band(points) for label, points in gains(dataset).items()}, range(len(KS)))
        ax.axhline(0, color="0.5", linewidth=0.8)
        ax.set(title=dataset, xlabel="k", ylabel="gain in top-k\naccuracy, points")
        ax.set_xticks(range(len(KS)), KS)
    style.legend(shown, axes)
    return shown
