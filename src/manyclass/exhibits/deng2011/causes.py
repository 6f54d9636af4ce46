"""Causes: by how much Deng's tree leads Bengio's in accuracy, with one possible cause taken away at a time (ours).

One tree of table 1 on two_places, as it is and with one cause changed at a time. Right labels: none are wrong in
training, instead of a fifth. Many held out: seven times the samples to decide the structure on, as many as before to
train on; without them the confusion of two classes is a count of a handful. Six passes: Bengio's tree is trained three
times as long, Deng's as before. Right labels, one place: nothing is wrong, and no class lies at two places of the class
tree, so that there is nothing that disjoint children must lose. Left: test accuracy. Right: Deng's lead in percent of
Bengio's accuracy. Mean and 95 % interval over seeds. Ours, on table 1 of Deng, Satheesh, Berg and Fei-Fei 2011.
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
CAUSES = {  # data set, joint passes of Bengio's tree, share held out
    "as in table 1": (DENSE, PASSES, 0.25),
    "right labels": (f"{DENSE}-clean", PASSES, 0.25),
    "many held out": (f"{DENSE}-many", PASSES, 0.7),
    "six passes": (DENSE, LONGER, 0.25),
    "right labels, one place": (f"{DENSE}-plain", PASSES, 0.25),
}


def pair(config, cause) -> list:
    """The trials of both methods; Deng's is the same whatever Bengio's passes."""
    dataset, passes, held_out = CAUSES[cause]
    shape = shapes(config)[PLACE]
    return [
        tree_trial(DENG, shape, dataset, held_out=held_out),
        tree_trial(BENGIO, shape, dataset, passes, held_out),
    ]


def trials(config):
    """Both methods under every cause."""
    return list(dict.fromkeys(trial for cause in CAUSES for trial in pair(config, cause)))


def accuracies(results, cause) -> list[np.ndarray]:
    """Test accuracy in percent of Deng's and of Bengio's tree, float64 (seeds,) each."""
    return [base.accuracy(results.records(trial)) for trial in pair(results.config, cause)]


def lead(results, cause) -> np.ndarray:
    """By how many percent of Bengio's accuracy Deng's is the higher, float64 (seeds,); nan where there is none."""
    deng, bengio = accuracies(results, cause)
    return 100 * np.divide(deng - bengio, bengio, out=np.full(len(deng), np.nan), where=bengio > 0)


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
    _points(axes[1], [lead(results, cause) for cause in CAUSES], places, {"color": style.COLOURS[-1], "marker": "D"})
    axes[1].axvline(0, color="0.5", linewidth=0.8)
    axes[0].set(xlabel="test accuracy, %", yticks=places, yticklabels=list(CAUSES), ylim=(len(CAUSES) - 0.5, -0.5))
    axes[1].set(xlabel="Deng's lead, %")
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: the lead under each cause, and which of them it shrinks with."""
    usual, show = lead(results, "as in table 1"), "{:+.0f} %".format
    printed = "table 1, T10,3: 8.92 to 5.99"
    listed = [
        claim.between(
            f"{cause}: Deng's tree is the more accurate", lead(results, cause), 0, np.inf, printed=printed, show=show
        )
        for cause in CAUSES
    ]
    for cause in list(CAUSES)[1:]:
        text = f"{cause}: the lead is smaller than as in table 1"
        listed.append(claim.greater(text, usual, lead(results, cause), show=show))
    return listed


def _points(ax, values, places, look):
    """Mean and interval over seeds of each of the values, at the given heights."""
    band = statistics.band(values)
    if band is not None:
        mean, low, high = band
        ax.errorbar(mean, places, xerr=[mean - low, high - mean], linestyle="", capsize=2, **look)


def _cells(results, cause):
    both = pair(results.config, cause)
    cells = {"cause": cause, "data set": both[0].dataset, "tree": tree_name(shapes(results.config)[PLACE])}
    reasons = [failure(results.records(trial)) for trial in both]
    if any(reasons):
        return cells | {"Deng, %": next(filter(None, reasons))}
    deng, bengio = accuracies(results, cause)
    return cells | {
        "Deng, %": statistics.spread(deng),
        "Bengio, %": statistics.spread(bengio),
        "lead, points": statistics.spread(deng - bengio),
        "lead, %": statistics.spread(lead(results, cause)),
    }
