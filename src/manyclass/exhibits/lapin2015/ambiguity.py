"""Ambiguity: what the top-k SVM gains over the multiclass SVM, by the size of groups of look-alike classes (ours).

Every class is one of a group whose members are nearly indistinguishable, but in the control. Left: points of top-k
accuracy by which the top-k SVM α exceeds the multiclass SVM, the C of each chosen on the validation part by that
accuracy. Right: the length of W at C = 1; in a large group no class has a probability above one half, for which the
multiclass loss prefers a W near zero. Mean and 95 % interval over seeds. Ours, on the cause that Lapin, Hein and
Schiele 2015, section 1, names: class ambiguity.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.lapin2015.trials import CS, accuracy, best_candidates, failure, scale, solution
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial
from manyclass.report import curves, style

SET = "ambiguous_groups"
GROUPS = {1: f"{SET}-distinct", 2: f"{SET}-group2", 5: SET, 10: f"{SET}-group10"}
FEWER = {"smoke": (1, 5)}
KS = (3, 5, 10)
PASSES = {"smoke": 6, "standard": 60, "full": 300}


def groups(config) -> list[int]:
    """Sizes of groups of the configured scale."""
    return [size for size in GROUPS if size in FEWER.get(scale(config), GROUPS)]


def trial(config, size) -> Trial:
    """Declare the trial of one group size: k by C."""
    at = scale(config)
    grid, fixed = {"k": [1, *KS], "C": CS[at]}, {"loss": "alpha", "warm_start": True}
    return Trial(GROUPS[size], "topk_svm", "ambiguity", fixed=fixed, grid=grid, passes=PASSES[at], halving=False)


def trials(config):
    """One trial a size."""
    return [trial(config, size) for size in groups(config)]


def gain(results, size, k) -> np.ndarray:
    """Points of top-k accuracy over the multiclass SVM, float64 (seeds,)."""
    declared = trial(results.config, size)
    return accuracy(results, declared, k, k=k) - accuracy(results, declared, k, k=1)


def length(results, size, k) -> np.ndarray:
    """‖W‖ at C = 1, float64 (seeds,); nan where a seed has no result."""
    best = best_candidates(results.records(trial(results.config, size)), "accuracy", k=k, C=1.0)
    return np.array([solution(each)["norm"] if solution(each) else np.nan for each in best])


def table(results):
    """One row a size and k: top-k accuracy of both, gain, both lengths."""
    rows = [_row(results, size, k) for size in groups(results.config) for k in KS]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Gain, and length of W, against the size of the groups."""
    shown, axes = style.panels(2, height=2.8)
    sizes = groups(results.config)
    at = range(len(sizes))
    gains = {f"k = {k}": statistics.band(gain(results, size, k) for size in sizes) for k in KS}
    lengths = {f"k = {k}": statistics.band(length(results, size, k) for size in sizes) for k in (*KS, 1)}
    curves.draw(axes[0], gains, at)
    curves.draw(axes[1], lengths, at)
    axes[0].axhline(0, color="0.5", linewidth=0.8)
    axes[0].set(ylabel="gain in top-k accuracy, points")
    axes[1].set(ylabel="‖W‖ at C = 1", yscale="log")
    style.plain_log(axes[1].yaxis)
    for ax in axes:
        ax.set(xlabel="classes of a group")
        ax.set_xticks(at, ["1 (distinct)" if size == 1 else size for size in sizes])
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: a gain where k reaches the group's size, hardly any without groups, and what becomes of W."""
    listed = []
    for size in groups(results.config):
        for k in (k for k in KS if k >= size):
            if size == 1:
                text = f"distinct classes: the top-{k} SVM gains and loses less than half a point of top-{k} accuracy"
                listed.append(claim.between(text, gain(results, size, k), -0.5, 0.5, show="{:+.2f}".format))
            else:
                text = f"groups of {size}: the top-{k} SVM has a higher top-{k} accuracy than the multiclass SVM"
                listed.append(claim.greater(text, gain(results, size, k), 0.0))
    if 10 in groups(results.config):
        text = "groups of 10: the top-10 SVM gains more top-10 accuracy than the top-5 SVM gains top-5 accuracy"
        listed.append(claim.greater(text, gain(results, 10, 10), gain(results, 10, 5)))
    largest = max(groups(results.config))
    short = [length(results, size, 1) for size in (1, largest)]
    text = f"multiclass SVM, C = 1: W is at most half as long with groups of {largest} as with distinct classes"
    listed.append(claim.ratio(text, short[1], short[0], 0, 0.5))
    text = (
        f"groups of {largest}, C = 1: the W of the top-{largest} SVM is at least twice as long as the multiclass SVM's"
    )
    return [*listed, claim.ratio(text, length(results, largest, largest), short[1], 2, np.inf)]


def _row(results, size, k):
    declared, row = trial(results.config, size), {"classes of a group": size, "k": k}
    if reason := failure(results, declared):
        return row | {"multiclass SVM, %": reason}
    return row | {
        "multiclass SVM, %": statistics.spread(accuracy(results, declared, k, k=1)),
        "top-k SVM α, %": statistics.spread(accuracy(results, declared, k, k=k)),
        "gain": statistics.spread(gain(results, size, k)),
        "‖W‖, multiclass": statistics.spread(length(results, size, 1)),
        "‖W‖, top-k": statistics.spread(length(results, size, k)),
    }
