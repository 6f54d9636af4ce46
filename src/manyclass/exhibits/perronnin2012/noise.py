"""Noise: how far four SVMs lie apart where labels are wrong.

Mean over classes of top-1 and top-5 accuracy in percent, on Fisher vectors of 2 Gaussians of 50 classes, with a share
of wrong labels in every part; spread: the best method's accuracy less the worst's, as a share of their mean. Mean ±
half of the 95 % interval over draws of the data. Steps and w-OVR's negatives per positive are chosen by validation. †:
a sweep whose best value is the last one tried. Ours, on Perronnin, Akata, Harchaoui and Schmid 2012, section 5.2, which
supposes that the methods differ little where the classifiers have capacity enough for the difficulty of the set.
"""

import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import (
    FOUR,
    MEASURES,
    SMALL,
    accuracy_by_draw,
    cell,
    dataset_name,
    relative_span,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial

STATEMENTS = ("wrong-labels-widen",)
NOISE = {"noise0": 0, "noise10": 10, "noise30": 30}  # wrong labels, percent


def trials(config) -> list[Trial]:
    """Four methods on each set."""
    return [svm_trial(config, method, noise, SMALL) for noise in NOISE for method in FOUR]


def table(results):
    """One row a set and measure."""
    return pd.DataFrame([_row(results, noise, measure) for measure in MEASURES for noise in NOISE], dtype=object)


def claims(results):
    """Test that the methods lie wider apart with most wrong labels than with none."""
    least, *_, most = NOISE
    listed = []
    for measure in MEASURES:
        text = f"{measure}: the spread of the methods is larger with {NOISE[most]} % of the labels wrong than with none"
        shares = (relative_span(accuracies(results, noise, measure)) for noise in (most, least))
        said = {"on": [dataset_name(SMALL, each) for each in (most, least)], "show": "{:+.1f} %".format}
        listed.append(claim.greater("wrong-labels-widen", text, *shares, **said))
    return listed


def accuracies(results, noise, measure) -> dict:
    """Accuracy in percent by method, each of shape (seeds,)."""
    return {m: accuracy_by_draw(results, svm_trial(results.config, m, noise, SMALL), measure) for m in FOUR}


def _row(results, noise, measure):
    row = {"measure": measure, "wrong labels, %": NOISE[noise]}
    row |= {method: cell(results, svm_trial(results.config, method, noise, SMALL), measure) for method in FOUR}
    return row | {"spread, % of the mean": statistics.mean_interval(relative_span(accuracies(results, noise, measure)))}
