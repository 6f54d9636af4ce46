"""Ambiguity: what the top-k SVM gains over the multiclass SVM, by the size of groups of look-alike classes (ours).

Every class is one of a group whose members are nearly indistinguishable, but in the control. Left: points of top-k
accuracy by which the top-k SVM α exceeds the multiclass SVM, the C of each chosen on the validation part by that
accuracy, up to 1,000, to which the multiclass SVM's duality gap closes on large groups. Right: the length of W at C =
1; in a large group no class has a probability above one half, for which the multiclass loss prefers a W near zero.
There a relative gap of 0.001 would allow W near zero any length: it is closed to 0.00001, and what that leaves open
counts against the claims. Mean and 95 % interval over draws of the data; ‡: with some draw the solver was stopped
early, at a relative duality gap above .001, and no claim rests on it. The table also has the multiclass SVM at any C,
stopped after 2,000 epochs where it is not trained: there stopping early takes the place of C, and no claim rests on it;
†: with some draw its best C is the last of those tried. In the table also nearest means, LDA and softmax regression,
tuned alike. Ours, on the cause that Lapin, Hein and Schiele 2015, section 1, names: class ambiguity.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.lapin2015.trials import (
    EPOCHS,
    MORE_EPOCHS,
    SOFTMAX,
    TUNED,
    accuracy,
    beside,
    best_candidates,
    cell,
    failure,
    marks,
    off,
    scale,
    solution,
    trained,
)
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial
from manyclass.report import curves, style

SET = "ambiguous_groups"
GROUPS = {1: f"{SET}-distinct", 2: f"{SET}-group2", 5: SET, 10: f"{SET}-group10"}
FEWER = {"smoke": (1, 5)}
KS = (3, 5, 10)
WARM = {"loss": "alpha", "warm_start": True}
# The multiclass SVM is the better the less it is regularised, up to a C of 10⁷ at which it is not trained at all. Up to
# 1,000 its gap closes, on groups of ten after several thousand epochs; a best one there is at an edge.
REGULARISED = Ladder([0.1, 1.0, 10.0], factor=10, reach=2)
# A W is known up to the square root of twice the gap, some 3 at the usual one, which is as long as the shortest here.
OF_LENGTH = 1e-5
MARGIN = 0.9  # of the errors: one in ten saved, or one in nine more, counts as none
LARGEST = max(GROUPS)
SMALLER = 5  # a k below it
STATEMENTS = ("gain-at-group-size", "gain-needs-k", "no-gain-distinct", "short-weights")


def groups(config) -> list[int]:
    """Sizes of groups of the configured scale."""
    return [size for size in GROUPS if size in FEWER.get(scale(config), GROUPS)]


def trial(config, size) -> Trial:
    """Declare the trial of one group size: k, each at its C up to the largest that can be trained."""
    return _declared(config, size, "bounded", MORE_EPOCHS, fixed=WARM, search={"C": REGULARISED})


def any_trial(config, size) -> Trial:
    """Declare the trial of one group size with C unbounded, trained or not."""
    return _declared(config, size, "ambiguity", EPOCHS, fixed=WARM)


def length_trial(config, size) -> Trial:
    """Declare the trial of one group size at C = 1, where no sweep need have been."""
    fixed = {"loss": "alpha", "C": 1.0, "tol": OF_LENGTH}
    return _declared(config, size, "length", MORE_EPOCHS, fixed=fixed, search={})


def _declared(config, size, variant, epochs, **declared):
    series, passes = {"k": [1, *KS]}, epochs[scale(config)]
    return Trial(GROUPS[size], "topk_svm", variant, series=series, passes=passes, **declared, **TUNED)


def trials(config):
    """Three trials a size, and the baselines of its set."""
    declared = [each(config, size) for size in groups(config) for each in (trial, any_trial, length_trial)]
    return [*declared, *(each for size in groups(config) for each in beside_of(config, size).values())]


def beside_of(config, size) -> dict[str, Trial]:
    """The baselines of a group size that take seconds, by row, each at its best for every k."""
    simple = baselines.MEANS.row, baselines.LDA.row, SOFTMAX.row
    return {row: trial for row, trial in beside(config, GROUPS[size]).items() if row in simple}


def gain(results, size, k) -> np.ndarray:
    """Points of top-k accuracy over the multiclass SVM, float64 (seeds,)."""
    ours, theirs = _both(results, size, k)
    return ours - theirs


def length(results, size, k) -> np.ndarray:
    """‖W‖ at C = 1, float64 (seeds,); nan where a seed has no result."""
    return np.array([solved["norm"] if solved else np.nan for solved in _lengths_of(results, size, k)])


def within(results, size, k) -> np.ndarray:
    """How far that W is from the best one at most, float64 (seeds,); nan where a seed has no result."""
    return np.array([off(solved) if solved else np.nan for solved in _lengths_of(results, size, k)])


def _lengths_of(results, size, k) -> list[dict]:
    best = best_candidates(results.records(length_trial(results.config, size)), "accuracy", k=k)
    return [solution(each) for each in best]


def table(results):
    """One row a size and k: top-k accuracy of both, gain, both lengths."""
    rows = [_row(results, size, k) for size in groups(results.config) for k in KS]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Gain, and length of W, against the size of the groups."""
    shown, axes = style.panels(2, height=2.8)
    sizes = groups(results.config)
    at = range(len(sizes))
    labels = {k: _label(results, k) for k in KS} | {1: "k = 1"}
    gains = {labels[k]: statistics.band(gain(results, size, k) for size in sizes) for k in KS}
    lengths = {labels[k]: statistics.band(length(results, size, k) for size in sizes) for k in labels}
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
    """List the claims: a gain where k reaches the group's size, none without groups, and what becomes of W."""
    sizes = groups(results.config)
    listed = [_gains(results, size, min(k for k in KS if k >= size)) for size in sizes if size > 1]
    listed += [_no_gain(results, k) for k in KS]
    return [*listed, *_of_large_groups(results)] if LARGEST in sizes else listed


def _gains(results, size, k):
    text = f"groups of {size}: the top-{k} SVM has a higher top-{k} accuracy than the multiclass SVM"
    return claim.greater("gain-at-group-size", text, *_tested(results, size, k), on=GROUPS[size])


def _no_gain(results, k):
    """Of errors, since there are so few that a difference in points is small however many of them are saved."""
    text = f"distinct classes: the top-{k} SVM makes as many top-{k} errors as the multiclass SVM (within a tenth)"
    errors = (100 - values for values in _tested(results, 1, k))
    return claim.ratio("no-gain-distinct", text, *errors, MARGIN, 1 / MARGIN, on=GROUPS[1])


def _of_large_groups(results):
    """Claims on the largest groups: k below their size, and the lengths of W."""
    on, size = GROUPS[LARGEST], LARGEST
    text = f"groups of {size}: the top-{size} SVM has a higher top-{size} accuracy than the top-{SMALLER} SVM"
    needs = claim.greater("gain-needs-k", text, *_tested(results, size, size, SMALLER), on=on)
    distinct, long = (length(results, *of) - within(results, *of) for of in ((1, 1), (size, size)))
    short = length(results, size, 1) + within(results, size, 1)
    text = f"multiclass SVM, C = 1: W is at most half as long with groups of {size} as with distinct classes"
    shrinks = claim.ratio("short-weights", text, short, distinct, 0, 0.5, on=(GROUPS[1], on))
    text = f"groups of {size}, C = 1: the W of the top-{size} SVM is at least twice as long as the multiclass SVM's"
    return [needs, shrinks, claim.ratio("short-weights", text, long, short, 2, np.inf, on=on)]


def _both(results, size, k, other=1) -> tuple[np.ndarray, np.ndarray]:
    """Top-k accuracy of the top-k SVM and of that of another k, float64 (seeds,) each."""
    declared = trial(results.config, size)
    return accuracy(results, declared, k, k=k), accuracy(results, declared, k, k=other)


def _tested(results, size, k, other=1) -> tuple[np.ndarray, np.ndarray]:
    """`_both`, but nothing where one of them was stopped early."""
    declared, both = trial(results.config, size), _both(results, size, k, other)
    if all(trained(results, declared, k, k=of) for of in (other, k)):
        return both
    return tuple(np.full_like(values, np.nan) for values in both)


def _label(results, k):
    """The curve of a k, marked where one of the two that it compares is, at any size."""
    declared = [trial(results.config, size) for size in groups(results.config)]
    return f"k = {k}{base.every_mark(marks(results, each, k, k=of) for each in declared for of in (1, k))}"


def _row(results, size, k):
    declared, row = trial(results.config, size), {"classes of a group": size, "k": k}
    if reason := failure(results, declared):
        return row | {"multiclass SVM, %": reason}
    beside = beside_of(results.config, size).items()
    return row | {
        **{f"{name}, %": cell(results, each, k) for name, each in beside},
        "multiclass SVM at any C, %": cell(results, any_trial(results.config, size), k, k=1),
        "multiclass SVM, %": cell(results, declared, k, k=1),
        "top-k SVM α, %": cell(results, declared, k, k=k),
        "gain": statistics.spread(gain(results, size, k)),
        "‖W‖, multiclass": statistics.spread(length(results, size, 1)),
        "‖W‖, top-k": statistics.spread(length(results, size, k)),
    }
