"""One-vs-all on three classes of the plane: what fails where joint losses separate.

The lecture's picture is not in its text; its W is, and separates our discs. Regions of the document's W, and of
classifiers trained with the same ℓ2 penalty λ; misclassified samples filled. One-vs-all has intercepts, the others
have none. No line separates the middle class from the rest. One-vs-all compares predictors, not their signs, so that
it can be right where the middle predictor is negative, if the others are lower. Balanced: with as many negatives as
positives, for which the middle predictor is as good anywhere between −1 and 1. Last panel: test accuracy by λ. Mean and
95 % interval over seeds. Source: Hazan & Singer, COS324, lecture 11, slide “Deficiency of One-vs-All”, which has no
number.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.lecture.trials import best_candidates, by_seed, metric_by_seed, scale
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.trial.spec import Trial
from manyclass.report import curves, plane, style
from manyclass.report.tables import Exact

SET = "three_classes"
W = np.array([[-1, 1, 0], [0, np.sqrt(2), 0], [1, 1, 0]])  # printed, and no intercepts
MIDDLE = 1
PENALTIES = [0.001, 0.003, 0.01, 0.03, 0.1]
DRAWN, SAMPLES = 0.01, 40  # the penalty, and the samples of a class, that are drawn
METHODS = {
    "one-vs-all": ("weighted_one_vs_rest", {"balance": None}),
    "one-vs-all, balanced": ("weighted_one_vs_rest", {"balance": 1.0}),
    "max-margin": ("max_margin_sgd", {}),
    "logistic": ("softmax_regression", {}),
}
ALONE, BALANCED, *JOINT = METHODS
PASSES = {"smoke": 20, "standard": 40, "full": 40}


def trial(config, name):
    """Declare the trial of a method, which sweeps λ; one-vs-all with and without balance share theirs."""
    method, passes = METHODS[name][0], PASSES[scale(config)]
    if name in JOINT:
        fixed, grid = {"power": 0.5, "average_from": passes // 2}, {"penalty": PENALTIES}
    else:
        fixed, grid = {"schedule": "decreasing"}, {"penalty": PENALTIES, "balance": [None, 1.0]}
    fixed |= {"step": 1.0}
    return Trial(SET, method, "penalties", fixed, grid, passes=passes, halving=False)


def trials(config):
    """One trial a method."""
    return [trial(config, name) for name in METHODS if name != BALANCED]


def table(results):
    """The document's W, then one row a method and λ."""
    rows = [{"classifier": "the document's W", "λ": None, "accuracy, %": 100 * _right(results, W).mean()}]
    rows += [_row(results, name, penalty) for name in METHODS for penalty in PENALTIES]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Regions of four classifiers, and accuracy by λ."""
    shown, axes = style.panels(6, columns=3, height=2.3)
    drawn = {"the document's W": W} | {name: _lines(results, name) for name in METHODS}
    for ax, (name, lines) in zip(axes, drawn.items()):
        _draw(ax, results, lines)
        ax.set_title(name if name.startswith("the") else f"{name}, λ = {DRAWN:g}")
    measured = {name: statistics.band(_accuracy(results, name, each) for each in PENALTIES) for name in METHODS}
    curves.draw(axes[5], measured, PENALTIES)
    axes[5].set(xscale="log", xlabel="λ", ylabel="test accuracy, %", ylim=(60, 102))
    style.legend(shown, axes[:1])
    if entries := axes[5].get_legend_handles_labels()[0]:
        shown.legend(handles=entries, loc="outside lower center", ncols=len(entries))
    return shown


def claims(results):
    """Test that one-vs-all fails where joint losses do not, why, and what cures it."""
    show, listed = "{:+.2f}".format, []
    for name in JOINT:
        text = f"{name}, λ = {DRAWN:g}: separates the three classes (accuracy above 99.5 %)"
        listed.append(claim.between(text, _accuracy(results, name, DRAWN), 99.5, 100.01, printed="linearly separable"))
        for penalty in (PENALTIES[0], DRAWN):
            text = f"λ = {penalty:g}: {name} is more accurate than one-vs-all"
            both = (_accuracy(results, each, penalty) for each in (name, ALONE))
            listed.append(claim.greater(text, *both, printed="“One-vs-All would fail”", show=show))
    text = "one-vs-all fails on the middle class: at λ = {:g} it finds less than half of it"
    for penalty in (PENALTIES[0], PENALTIES[-1]):
        values = _of_middle(results, ALONE, penalty, lambda z: z.argmax(axis=1) == MIDDLE)
        listed.append(claim.between(text.format(penalty), values, -0.01, 50, printed="“would fail”"))
    text = f"λ = {DRAWN:g}: one-vs-all's own predictor of the middle class calls less than a tenth of it its own"
    values = _of_middle(results, ALONE, DRAWN, lambda z: z[:, MIDDLE] > 0)
    listed.append(claim.between(text, values, -0.01, 10, printed="“overly difficult”"))
    text = f"λ = {DRAWN:g}: with as many negatives as positives one-vs-all is more accurate"
    both = (_accuracy(results, each, DRAWN) for each in (BALANCED, ALONE))
    return [*listed, claim.greater(text, *both, printed="ours", show=show)]


def _accuracy(results, name, penalty):
    return metric_by_seed(results.records(trial(results.config, name)), penalty=penalty, **METHODS[name][1])


def _scores(results, lines):
    part, lines = results.data(SET).test, np.asarray(lines)
    return part.X[:, :2] @ lines[:, :2].T + lines[:, 2]


def _right(results, lines):
    """Whether each test sample is classified right by lines (G, 3)."""
    return _scores(results, lines).argmax(axis=1) == results.data(SET).test.Y.indices


def _of_middle(results, name, penalty, holds):
    """Share in percent of the middle class's test samples whose scores `holds`, by seed: float64 (seeds,)."""
    middle = results.data(SET).test.Y.indices == MIDDLE
    records = results.records(trial(results.config, name))

    def share(candidate):
        return 100 * holds(_scores(results, candidate.diagnostics["decision_lines"])[middle]).mean()

    return by_seed(records, share, penalty=penalty, **METHODS[name][1])


def _lines(results, name):
    """Decision lines (G, 3) of the first seed that succeeded, at the λ that is drawn; None where none did."""
    records = results.records(trial(results.config, name))
    best = filter(None, best_candidates(records, penalty=DRAWN, **METHODS[name][1]))
    return next((candidate.diagnostics["decision_lines"] for candidate in best), None)


def _draw(ax, results, lines):
    ax.set(xlim=(-1.4, 1.4), ylim=(-0.2, 1.4), aspect="equal", xticks=[], yticks=[])
    if lines is None:
        return
    plane.regions(ax, lines, style.COLOURS[:3])
    part, right = results.data(SET).test, _right(results, lines)
    for g, (colour, marker) in enumerate(zip(style.COLOURS[:3], style.MARKERS)):
        mine = np.flatnonzero(part.Y.indices == g)[:SAMPLES]
        label = results.data(SET).names[g]
        plane.samples(ax, part.X[mine, :2], right[mine], colour, marker, label=label)


def _row(results, name, penalty):
    row = {"classifier": name, "λ": Exact(penalty)}
    if reason := failure(results.records(trial(results.config, name))):
        return row | {"accuracy, %": reason}
    right = _of_middle(results, name, penalty, lambda z: z.argmax(axis=1) == MIDDLE)
    positive = _of_middle(results, name, penalty, lambda z: z[:, MIDDLE] > 0)
    return row | {
        "accuracy, %": statistics.spread(_accuracy(results, name, penalty)),
        "middle class found, %": statistics.spread(right),
        "its own predictor positive, %": statistics.spread(positive),
    }
