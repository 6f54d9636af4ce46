"""Causes: by how much Deng's tree leads Bengio's in accuracy, with one possible cause taken away at a time (ours).

One tree of table 1 on bimodal_classes, as it is and with one cause changed at a time. Right labels: none are wrong in
training, instead of a fifth. Many held out: seven times the samples to decide the structure on, as many as before to
train on; without them the confusion of two classes is a count of a handful. Six passes: Bengio's tree is trained three
times as long, Deng's as before. One place: no class lies at two places of the class tree, so that there is nothing that
disjoint children must lose. Right labels, one place: both of these, to show what is left; no claim is on it.
Left: test accuracy. Right: Deng's lead in points. As causes go both accuracies come nearer to their ceiling of 100 %,
and points are fewer there whatever the cause; in percent of Bengio's accuracy, which rises, a lead falls by that alone,
and as a ratio of errors it may grow. Mean and 95 % interval over draws, † where a chosen value is the last that was
tried. Ours, on table 1 of Deng, Satheesh, Berg and Fei-Fei 2011.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011.trials import BENGIO, DENG, DENSE, NAMES, PASSES, shapes, tree_name, tree_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report import style

PLACE = 1  # in the list of shapes
LONGER = 6  # joint passes
SEVERAL = "right labels, one place"  # taken away together
CAUSES = {  # data set, joint passes of Bengio's tree, share held out
    "as in table 1": (DENSE, PASSES, 0.25),
    "right labels": (f"{DENSE}-clean", PASSES, 0.25),
    "many held out": (f"{DENSE}-many", PASSES, 0.7),
    "six passes": (DENSE, LONGER, 0.25),
    "one place": (f"{DENSE}-one_place", PASSES, 0.25),
    SEVERAL: (f"{DENSE}-plain", PASSES, 0.25),
}
STATEMENTS = ("causes-points",)
POINTS = "{:+.1f} points".format


def pair(config, cause) -> list:
    """The trials of both methods; Deng's is the same whatever Bengio's passes."""
    dataset, passes, held_out = CAUSES[cause]
    shape = shapes(config)[PLACE]
    return [tree_trial(DENG, shape, dataset, held_out=held_out), tree_trial(BENGIO, shape, dataset, passes, held_out)]


def trials(config):
    """Both methods under every cause."""
    return list(dict.fromkeys(trial for cause in CAUSES for trial in pair(config, cause)))


def accuracies(results, cause) -> list[np.ndarray]:
    """Test accuracy in percent of Deng's and of Bengio's tree, float64 (seeds,) each."""
    return [base.accuracy(results.records(trial)) for trial in pair(results.config, cause)]


def lead(results, cause) -> np.ndarray:
    """By how many points Deng's accuracy is above Bengio's, float64 (seeds,)."""
    deng, bengio = accuracies(results, cause)
    return deng - bengio


def table(results):
    """One row a cause."""
    return pd.DataFrame([_cells(results, cause) for cause in CAUSES], dtype=object)


def figure(results):
    """Accuracies by cause, and the lead."""
    shown, axes = style.panels(2, height=2.4, sharey=True)
    places = np.arange(len(CAUSES))
    by_cause = [accuracies(results, cause) for cause in CAUSES]
    for which, name in enumerate(NAMES.values()):
        look = {"color": style.COLOURS[which], "marker": style.MARKERS[which], "label": name}
        _points(axes[0], [both[which] for both in by_cause], places, look)
    look = {"color": style.COLOURS[-1], "marker": "D"}
    _points(axes[1], [lead(results, cause) for cause in CAUSES], places, look)
    axes[1].axvline(0, color="0.5", linewidth=0.8)
    names = [cause + _mark(results, cause) for cause in CAUSES]
    axes[0].set(xlabel="test accuracy, %", yticks=places, yticklabels=names, ylim=(len(CAUSES) - 0.5, -0.5))
    axes[1].set(xlabel="Deng's lead, points")
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: with which of the causes taken away, each by itself, the lead shrinks."""
    first, *others = (cause for cause in CAUSES if cause != SEVERAL)
    return [
        claim.greater(
            "causes-points",
            f"{cause}: the lead in points is smaller than as in table 1",
            lead(results, first),
            lead(results, cause),
            on=dict.fromkeys((DENSE, CAUSES[cause][0])),
            show=POINTS,
        )
        for cause in others
    ]


def _mark(results, cause):
    return max(base.edge_mark(results.records(trial)) for trial in pair(results.config, cause))


def _points(ax, values, places, look):
    """Mean and interval over seeds of each of the values, at the given heights."""
    band = statistics.band(values)
    if band is not None:
        mean, low, high = band
        ax.errorbar(mean, places, xerr=[mean - low, high - mean], linestyle="", capsize=2, **look)


def _cells(results, cause):
    both = pair(results.config, cause)
    cells = {"cause": cause, "data set": both[0].dataset, "tree": tree_name(shapes(results.config)[PLACE])}
    cells |= {f"{NAMES[trial.method]}, %": base.cell(results, trial) for trial in both}
    if any(failure(results.records(trial)) for trial in both):
        return cells
    return cells | {"lead, points": statistics.mean_interval(lead(results, cause))}
