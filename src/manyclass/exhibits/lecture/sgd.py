"""Projected SGD: sampling with or without replacement, suffix averaging, and the ball.

Max-margin loss on taxonomy, mini-batches of 10, steps η0/t. Left and middle: validation accuracy after each pass for
mini-batches drawn with replacement, and from shuffled samples without; output: the last W, or the average of the W^t
since T0, in passes (0: of all). Right: test accuracy after the last pass by the radius ρ of the ball, for three η0,
without averaging. Without a ball the scores only grow: η0 then sets a scale and nothing else, and the later samples
hardly count. Mean and 95 % interval over seeds. Source: Hazan & Singer, COS324, lecture 11, slides “Yet Another
Reminder of SGD” and “Mini-batching”, which have no numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.lecture.trials import FIXED, STEPS, TREE, metric_by_seed, scale, sgd_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report import curves, style

STARTS = {None: "last W", 0: "average, T0 = 0", 1: "average, T0 = 1", 3: "average, T0 = 3"}
ORDERS = {True: "with replacement", False: "without replacement"}
NONE = 1e6  # a radius that no vector reaches
RADII = [2.0, 5.0, 20.0, 80.0, NONE]
BALLS = {"smoke": RADII[2::2], "standard": RADII, "full": RADII}
ETAS = {"smoke": [1e2, 1e3], "standard": [1e3, 1e4, 1e5], "full": [1e5, 1e6, 1e7]}


def batches_trial(config):
    """Declare the trial of orders and averages, at the larger step."""
    fixed = {"radius": FIXED["radius"], "step": STEPS[scale(config)][-1]}
    grid = {"replacement": [*ORDERS], "average_from": [*STARTS]}
    return sgd_trial(config, TREE, "max_margin_sgd", "batches", fixed, grid)


def balls_trial(config):
    """Declare the trial of radii and steps."""
    grid = {"radius": BALLS[scale(config)], "step": ETAS[scale(config)]}
    return sgd_trial(config, TREE, "max_margin_sgd", "balls", {}, grid)


def trials(config):
    """Two trials on one data set."""
    return [batches_trial(config), balls_trial(config)]


def table(results):
    """One row a candidate of either trial."""
    rows = [_batch_row(results, order, start) for order in ORDERS for start in STARTS]
    for radius in BALLS[scale(results.config)]:
        rows += [_ball_row(results, radius, step) for step in ETAS[scale(results.config)]]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Learning curves with and without replacement, and accuracy by radius."""
    shown, axes = style.panels(3, columns=3, height=2.6)
    for ax, (order, name) in zip(axes, ORDERS.items()):
        curves.draw(ax, {STARTS[start]: statistics.band(_valid(results, order, start).T) for start in STARTS})
        ax.set(title=name, xlabel="passes", ylabel="validation accuracy, %", ylim=(0, None))
    entries = axes[0].get_legend_handles_labels()
    shown.legend(*entries, loc="outside upper center", ncols=4)
    radii = BALLS[scale(results.config)]
    for step, colour, marker in zip(ETAS[scale(results.config)], style.COLOURS[4:], style.MARKERS[4:]):
        band = statistics.band([_ball(results, radius, step) for radius in radii])
        if band is not None:
            mean, low, high = band
            axes[2].errorbar(
                range(len(radii)),
                mean,
                yerr=[mean - low, high - mean],
                color=colour,
                marker=marker,
                label=f"η0 = {step:g}",
            )
    axes[2].set_xticks(range(len(radii)), [_radius(each) for each in radii])
    axes[2].set(title="the ball", xlabel="radius ρ", ylabel="test accuracy, %", ylim=(0, None))
    if axes[2].containers:
        axes[2].legend(loc="lower center", bbox_to_anchor=(0.42, 0.0))
    return shown


def claims(results):
    """Test what each part of the algorithm is for."""
    listed, show, passes = [], "{:+.2f}".format, batches_trial(results.config).passes
    course = {(order, start): _valid(results, order, start) for order in ORDERS for start in STARTS}
    for done in (1, passes):
        without, with_ = (course[order, None][:, done - 1] for order in (False, True))
        text = f"after pass {done}: mini-batches without replacement are more accurate than with (last W)"
        listed.append(claim.greater(text, without, with_, printed="no number", show=show))
    for order, name in ORDERS.items():
        for done in sorted({min(3, passes), passes}):
            average, plain = (course[order, start][:, done - 1] for start in (1, None))
            text = f"{name}, after pass {done}: the average since T0 = 1 is more accurate than the last W"
            listed.append(claim.greater(text, average, plain, printed="no number", show=show))
        suffix, whole = (course[order, start][:, passes - 1] for start in (3, 0))
        text = f"{name}, after pass {passes}: the suffix since T0 = 3 is more accurate than the average of all W"
        listed.append(claim.greater(text, suffix, whole, printed="ours", show=show))
    return listed + _of_balls(results, show)


def _of_balls(results, show):
    listed, radii = [], BALLS[scale(results.config)][:-1]
    steps = ETAS[scale(results.config)]
    for step in steps:
        best = np.max([_ball(results, radius, step) for radius in radii], axis=0)
        text = f"η0 = {step:g}: the best ball is more accurate than none"
        listed.append(claim.greater(text, best, _ball(results, NONE, step), printed="ours", show=show))
    without = [_ball(results, NONE, step) for step in steps]
    text = "without a ball, η0 makes no difference (accuracies within 2 points of each other)"
    spread = np.max(without, axis=0) - np.min(without, axis=0)
    return [*listed, claim.between(text, spread, -1e-6, 2.0, printed="ours", show=show)]


def _valid(results, order, start):
    """Validation accuracy in percent after each pass, float64 (seeds, passes)."""
    declared = batches_trial(results.config)
    params = {"replacement": order, "average_from": start}
    return base.course(results.records(declared), "valid", declared.passes, **params)


def _ball(results, radius, step):
    return metric_by_seed(results.records(balls_trial(results.config)), radius=radius, step=step)


def _radius(radius) -> str:
    return "none" if radius == NONE else f"{radius:g}"


def _batch_row(results, order, start):
    declared = batches_trial(results.config)
    row = {"order": ORDERS[order], "output": STARTS[start], "η0": declared.fixed["step"], "ρ": declared.fixed["radius"]}
    records = results.records(declared)
    if reason := failure(records):
        return row | {"test, %": reason}
    course = _valid(results, order, start)
    return row | {
        "first pass, validation, %": statistics.spread(course[:, 0]),
        "last pass, validation, %": statistics.spread(course[:, -1]),
        "test, %": statistics.spread(metric_by_seed(records, replacement=order, average_from=start)),
    }


def _ball_row(results, radius, step):
    records = results.records(balls_trial(results.config))
    row = {"order": ORDERS[False], "output": STARTS[None], "η0": step, "ρ": _radius(radius)}
    return row | {"test, %": failure(records) or statistics.spread(_ball(results, radius, step))}
