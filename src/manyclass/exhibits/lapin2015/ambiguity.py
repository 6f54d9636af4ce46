"""Ambiguity: what the top-k SVM gains over the multiclass SVM, by the size of groups of ambiguous classes (ours).

Every class is one of a group, but in the control. Above, its members look alike: their means all but coincide, so that
no linear score tells them apart, but lie apart along directions in which their group hardly varies, others than those
of the next, and the Bayes-optimal classifier knows them. Below, they overlap: all classes vary alike, in every
direction, and in a group of more than two no class has a probability above one half, for which the multiclass loss
prefers a W near zero. Left: points of top-k accuracy by which the top-k SVM α exceeds the multiclass
SVM, the C of each chosen on the validation part by that accuracy, up to 1,000, to which the multiclass SVM's duality
gap closes on large groups. Right: the length of W at C = 1. A relative gap of 0.001 would allow a W near zero any
length: it is closed to 0.00001, and what that leaves open counts against the claims. Mean and 95 % interval over draws
of the data; ‡: with some draw the solver was stopped early, at a relative duality gap above .001, and no claim rests on
it. The table also has the multiclass SVM at any C, stopped after 2,000 epochs where it is not trained: there stopping
early takes the place of C, and no claim rests on it; †: with some draw its best C is the last of those tried. In the
table also the Bayes-optimal classifier, nearest means, LDA and softmax regression, the last three tuned alike. Ours, on
the cause that Lapin, Hein and Schiele 2015, section 1, names: class ambiguity.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.lapin2015.trials import (
    EPOCHS,
    METRICS,
    MORE_EPOCHS,
    SOFTMAX,
    TUNED,
    accuracy,
    beside,
    cell,
    marks,
    off,
    solution,
    trained,
    winners,
)
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.trial.spec import Trial
from manyclass.report import curves, style

SET = "ambiguous_groups"
DISTINCT = f"{SET}-distinct"
FAMILIES = {  # by what the members of a group do: set by size of the groups, 1 for the control
    "look alike": {1: DISTINCT, 2: f"{SET}-group2", 5: SET, 10: f"{SET}-group10"},
    "overlap": {1: DISTINCT, 2: f"{SET}-overlap2", 5: f"{SET}-overlap5", 10: f"{SET}-overlap10"},
}
FEWER = {"smoke": (1, 5)}
KS = (3, 5, 10)
WARM = {"loss": "alpha", "warm_start": True}
# The multiclass SVM is the better the less it is regularised, up to a C of 10⁷ at which it is not trained at all. Up to
# 1,000 its gap closes, on groups of ten after several thousand epochs; a best one there is at an edge.
REGULARISED = Ladder([0.1, 1.0, 10.0], factor=10, reach=2)
# A W is known up to the square root of twice the gap, some 3 at the usual one, which is as long as the shortest here.
OF_LENGTH = 1e-5
MARGIN = 0.9  # of the errors: one in ten saved, or one in nine more, counts as none
LARGEST = 10
SMALLER = 5  # a k below it
STATEMENTS = ("gain-at-group-size", "gain-needs-k", "no-gain-distinct", "short-weights")


def groups(config, family) -> dict[int, str]:
    """Sets of a family at the configured scale, by the size of their groups."""
    every = FAMILIES[family]
    return {size: dataset for size, dataset in every.items() if size in FEWER.get(config["scale"], every)}


def sets(config) -> list[str]:
    """The sets of all families, each once."""
    return list(dict.fromkeys(dataset for family in FAMILIES for dataset in groups(config, family).values()))


def trial(config, dataset) -> Trial:
    """Declare the trial of one set: every k, each at its C up to the largest that can be trained."""
    return _declared(config, dataset, "bounded", MORE_EPOCHS, fixed=WARM, search={"C": REGULARISED})


def any_trial(config, dataset) -> Trial:
    """Declare the trial of one set with C unbounded, trained or not."""
    return _declared(config, dataset, "ambiguity", EPOCHS, fixed=WARM)


def length_trial(config, dataset) -> Trial:
    """Declare the trial of one set at C = 1, where no sweep need have been."""
    fixed = {"loss": "alpha", "C": 1.0, "tol": OF_LENGTH}
    return _declared(config, dataset, "length", MORE_EPOCHS, fixed=fixed, search={})


def _declared(config, dataset, variant, epochs, **declared):
    series, passes = {"k": [1, *KS]}, epochs[config["scale"]]
    return Trial(dataset, "topk_svm", variant, series=series, passes=passes, **declared, **TUNED)


def trials(config):
    """Three trials a set, and its baselines."""
    declared = [each(config, dataset) for dataset in sets(config) for each in (trial, any_trial, length_trial)]
    return [*declared, *(each for dataset in sets(config) for each in beside_of(config, dataset).values())]


def beside_of(config, dataset) -> dict[str, Trial]:
    """The baselines of a set that take seconds, by row, each at its best for every k."""
    simple = baselines.MEANS.row, baselines.LDA.row, SOFTMAX.row
    return {row: trial for row, trial in beside(config, dataset).items() if row in simple}


def gain(results, dataset, k) -> np.ndarray:
    """Points of top-k accuracy over the multiclass SVM, float64 (seeds,)."""
    ours, theirs = _both(results, dataset, k)
    return ours - theirs


def length(results, dataset, k) -> np.ndarray:
    """‖W‖ at C = 1, float64 (seeds,); nan where a seed has no result."""
    return np.array([solved["norm"] if solved else np.nan for solved in _lengths_of(results, dataset, k)])


def within(results, dataset, k) -> np.ndarray:
    """How far that W is from the best one at most, float64 (seeds,); nan where a seed has no result."""
    return np.array([off(solved) if solved else np.nan for solved in _lengths_of(results, dataset, k)])


def shortest(results, dataset, k) -> np.ndarray:
    """The least ‖W‖ of the best one, float64 (seeds,): all nan where with some draw it may be zero.

    Nothing is a multiple of that, and to leave out such a draw alone would favour what says that W is long.
    """
    least = length(results, dataset, k) - within(results, dataset, k)
    return base.unless(bool((least <= 0).any()), least)


def _lengths_of(results, dataset, k) -> list[dict]:
    return [solution(each) for each in winners(results, length_trial(results.config, dataset), 1, k=k)]


def table(results):
    """One row a family, size and k: top-k accuracy of both, gain, both lengths."""
    rows = [
        {"members": family if size > 1 else None, "classes of a group": size} | _row(results, dataset, k)
        for number, family in enumerate(FAMILIES)
        for size, dataset in groups(results.config, family).items()
        if size > 1 or number == 0
        for k in KS
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Gain, and length of W, against the size of the groups, a row a family."""
    shown, axes = style.panels(2 * len(FAMILIES), height=2.6)
    labels = {k: _label(results, k) for k in KS} | {1: "k = 1"}
    for number, family in enumerate(FAMILIES):
        every = groups(results.config, family)
        at, (left, right) = range(len(every)), axes[2 * number : 2 * number + 2]
        gains = {labels[k]: statistics.band(gain(results, each, k) for each in every.values()) for k in KS}
        lengths = {labels[k]: statistics.band(length(results, each, k) for each in every.values()) for k in labels}
        curves.draw(left, gains, at)
        curves.draw(right, lengths, at)
        left.axhline(0, color="0.5", linewidth=0.8)
        left.set(ylabel="gain in top-k accuracy, points")
        right.set(ylabel="‖W‖ at C = 1", yscale="log")
        style.plain_log(right.yaxis)
        for ax in (left, right):
            ax.set(xlabel=f"classes of a group, which {family}")
            ax.set_xticks(at, ["1 (distinct)" if size == 1 else size for size in every])
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: a gain where k reaches the group's size, none without groups, and what becomes of W."""
    listed = [_no_gain(results, k) for k in KS]
    for family in FAMILIES:
        every = groups(results.config, family)
        of_size = ((size, dataset) for size, dataset in every.items() if size > 1)
        listed += [_gains(results, family, *each, min(k for k in KS if k >= each[0])) for each in of_size]
        if LARGEST in every:
            listed += of_large_groups(results, family)
    return listed


def _gains(results, family, size, dataset, k):
    text = f"groups of {size} that {family}: the top-{k} SVM has a higher top-{k} accuracy than the multiclass SVM"
    return claim.greater("gain-at-group-size", text, *_tested(results, dataset, k), on=dataset)


def _no_gain(results, k):
    """Of errors, since there are so few that a difference in points is small however many of them are saved."""
    text = f"distinct classes: the top-{k} SVM makes as many top-{k} errors as the multiclass SVM (within a tenth)"
    errors = (100 - values for values in _tested(results, DISTINCT, k))
    return claim.ratio("no-gain-distinct", text, *errors, MARGIN, 1 / MARGIN, on=DISTINCT)


def of_large_groups(results, family) -> list:
    """Claims on the largest groups of a family: k below their size, and the lengths of W."""
    on, size = FAMILIES[family][LARGEST], LARGEST
    what = f"groups of {size} that {family}"
    text = f"{what}: the top-{size} SVM has a higher top-{size} accuracy than the top-{SMALLER} SVM"
    needs = claim.greater("gain-needs-k", text, *_tested(results, on, size, SMALLER), on=on)
    distinct, long = (shortest(results, *of) for of in ((DISTINCT, 1), (on, size)))
    short = length(results, on, 1) + within(results, on, 1)
    text = f"{what}, multiclass SVM, C = 1: W is at most half as long as with distinct classes"
    shrinks = claim.ratio("short-weights", text, short, distinct, 0, 0.5, on=(DISTINCT, on))
    text = f"{what}, C = 1: the W of the top-{size} SVM is at least twice as long as the multiclass SVM's"
    return [needs, shrinks, claim.ratio("short-weights", text, long, short, 2, np.inf, on=on)]


def _both(results, dataset, k, other=1) -> tuple[np.ndarray, np.ndarray]:
    """Top-k accuracy of the top-k SVM and of that of another k, float64 (seeds,) each."""
    declared = trial(results.config, dataset)
    return accuracy(results, declared, k, k=k), accuracy(results, declared, k, k=other)


def _tested(results, dataset, k, other=1) -> tuple[np.ndarray, np.ndarray]:
    """`_both`, but nothing where one of them was stopped early."""
    declared, both = trial(results.config, dataset), _both(results, dataset, k, other)
    if all(trained(results, declared, k, k=of) for of in (other, k)):
        return both
    return tuple(np.full_like(values, np.nan) for values in both)


def _label(results, k):
    """The curve of a k, marked where one of the two that it compares is, on any set."""
    declared = [trial(results.config, dataset) for dataset in sets(results.config)]
    return f"k = {k}{base.every_mark(marks(results, each, k, k=of) for each in declared for of in (1, k))}"


def _row(results, dataset, k):
    declared, row = trial(results.config, dataset), {"k": k}
    if reason := failure(results.records(declared)):
        return row | {"multiclass SVM, %": reason}
    beside = beside_of(results.config, dataset).items()
    bayes = 100 * results.controls(dataset, "bayes_optimal", METRICS[k])
    return row | {
        "Bayes-optimal, %": statistics.mean_interval(bayes),
        **{f"{name}, %": cell(results, each, k) for name, each in beside},
        "multiclass SVM at any C, %": cell(results, any_trial(results.config, dataset), k, k=1),
        "multiclass SVM, %": cell(results, declared, k, k=1),
        "top-k SVM α, %": cell(results, declared, k, k=k),
        "gain": statistics.mean_interval(gain(results, dataset, k)),
        "‖W‖, multiclass": statistics.mean_interval(length(results, dataset, 1)),
        "‖W‖, top-k": statistics.mean_interval(length(results, dataset, k)),
    }
