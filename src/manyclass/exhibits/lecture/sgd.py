"""Projected SGD: sampling with or without replacement, suffix averaging, and the ball.

Max-margin loss on taxonomy, mini-batches of 10, steps η0/t. Left and middle: validation accuracy after each pass for
mini-batches drawn with replacement, and from shuffled samples without; output: the last W, or the average of the W^t
since T0, in passes (0: of all), which there is none of up to T0; η0 and the radius ρ of the ball are chosen for each by
validation accuracy after the last pass. Outputs and orders are compared on the test part after the last pass. After the
first pass they are compared, and shown in the table, by the validation accuracy of the candidate that is best by it, of
those that the sweep has tried; the test part is seen after the last pass alone. Right: test accuracy after the last
pass by ρ, without averaging, η0 tuned for each ρ, and without a ball (∞) likewise; last, without a ball, several fixed
η0. In the table's last rows, not of the lecture, nearest means, linear discriminant analysis (LDA) and logistic
regression. Mean and 95 % interval over draws, † where a chosen value is the last that was tried. Source: Hazan &
Singer, COS324, lecture 11, slides “Yet Another Reminder of SGD” and “Mini-batching”, which have no numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.lecture.trials import TREE, chosen, metric_by_seed, sgd_trial
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report import curves, style

STARTS = {None: "last W", 0: "average, T0 = 0", 1: "average, T0 = 1", 3: "average, T0 = 3"}
ORDERS = {True: "with replacement", False: "without replacement"}
NONE = 1e15  # a radius that no vector reaches, whatever η0 a sweep tries
BALLS = [2.0, 5.0, 20.0, 80.0]
ALIKE = 2.0  # points of accuracy
STATEMENTS = "without-replacement", "averaging", "suffix", "ball", "step-is-a-scale"
# Without a ball, η0 fixed: whether it sets a scale alone is asked of these, whichever is best.
ETAS = {"smoke": [1e2, 1e3], "standard": [1e3, 1e4, 1e5], "full": [1e5, 1e6, 1e7]}


def batches_trial(config):
    """Declare the trial of orders and averages, each of which has its own η0 and radius."""
    series = {"replacement": [*ORDERS], "average_from": [*STARTS]}
    return sgd_trial(config, TREE, "max_margin_sgd", "batches", series)


def balls_trial(config):
    """Declare the trial of radii, and of none, each of which has its own η0."""
    return sgd_trial(config, TREE, "max_margin_sgd", "balls", {"radius": [*BALLS, NONE]}, {"average_from": None})


def scales_trial(config):
    """Declare the trial of several fixed η0 without a ball."""
    fixed = {"average_from": None, "radius": NONE}
    return sgd_trial(config, TREE, "max_margin_sgd", "scales", {"step": ETAS[config["scale"]]}, fixed, search={})


def trials(config):
    """Three trials on one data set, and its baselines."""
    ours = (batches_trial, balls_trial, scales_trial)
    return [*(declare(config) for declare in ours), *baselines.simple(config, TREE).values()]


def table(results):
    """One row a candidate of either trial, then one a baseline."""
    rows = [_batch_row(results, order, start) for order in ORDERS for start in STARTS]
    rows += [_ball_row(results, balls_trial, radius=radius) for radius in (*BALLS, NONE)]
    rows += [_ball_row(results, scales_trial, step=step) for step in ETAS[results.config["scale"]]]
    beside = baselines.simple(results.config, TREE).items()
    rows += [{"output": name, "test, %": base.cell(results, declared)} for name, declared in beside]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Learning curves with and without replacement, and accuracy by radius."""
    shown, axes = style.panels(3, columns=3, height=2.6)
    records = results.records(batches_trial(results.config))
    marks = {
        start: max(base.edge_mark(records, replacement=order, average_from=start) for order in ORDERS)
        for start in STARTS
    }
    labels = {start: name + marks[start] for start, name in STARTS.items()}
    for ax, (order, name) in zip(axes, ORDERS.items()):
        curves.draw(ax, {labels[start]: _averaged(results, order, start) for start in STARTS})
        ax.set(title=name, xlabel="passes", ylabel="validation accuracy, %", ylim=(0, None))
    entries = axes[0].get_legend_handles_labels()
    shown.legend(*entries, loc="outside upper center", ncols=4)
    _draw_balls(axes[2], results)
    return shown


def _draw_balls(ax, results):
    """Accuracy by radius, without a ball, and there for each fixed η0, side by side."""
    steps = ETAS[results.config["scale"]]
    points = [_ball(results, balls_trial, radius=radius) for radius in (*BALLS, NONE)]
    points += [_ball(results, scales_trial, step=step) for step in steps]
    records = results.records(balls_trial(results.config))
    said = {radius: f"{radius:g}" for radius in BALLS} | {NONE: "∞"}
    names = [f"{name}{base.edge_mark(records, radius=radius)}" for radius, name in said.items()]
    names += [f"∞\n$10^{{{np.log10(step):.0f}}}$" for step in steps]
    band = statistics.band(points)
    if band is not None:
        mean, low, high = band
        looks = {"color": style.COLOURS[4], "marker": style.MARKERS[4], "linestyle": "none", "capsize": 2}
        ax.errorbar(range(len(points)), mean, yerr=[mean - low, high - mean], **looks)
    ax.set_xticks(range(len(points)), names)
    ax.set(title="the ball", xlabel="radius ρ (last: fixed η0)", ylabel="test accuracy, %", ylim=(0, None))


def claims(results):
    """Test what each part of the algorithm is for."""
    listed, passes = [], batches_trial(results.config).passes
    tested = {(order, start): _test(results, order, start) for order in ORDERS for start in STARTS}
    first = {order: _first_pass(results, order, None) for order in ORDERS}
    for when, (without, with_) in {
        "after pass 1, validation accuracy, each chosen by it": (first[False], first[True]),
        f"after pass {passes}, test accuracy": (tested[False, None], tested[True, None]),
    }.items():
        text = f"{when}: mini-batches without replacement are more accurate than with (last W)"
        listed.append(claim.greater("without-replacement", text, without, with_, on=TREE))
    for order, name in ORDERS.items():
        end = f"{name}, after pass {passes}, test accuracy"
        last, whole, average, suffix = (tested[order, start] for start in STARTS)
        text = f"{end}: the average since T0 = 1 is more accurate than the last W"
        listed.append(claim.greater("averaging", text, average, last, on=TREE))
        text = f"{end}: the suffix since T0 = 3 is more accurate than the average of all W"
        listed.append(claim.greater("suffix", text, suffix, whole, on=TREE))
    return [*listed, *_of_balls(results)]


def _of_balls(results):
    inside, outside = (_best(results, within) for within in (True, False))
    text = "in a ball, its radius and η0 chosen on validation, W is more accurate than without, η0 chosen likewise"
    ball = claim.greater("ball", text, inside, outside, on=TREE)
    steps = ETAS[results.config["scale"]]
    text = f"without a ball, η0 = {steps[0]:g} and {steps[-1]:g} are as accurate, within {ALIKE:g} points"
    ends = (_ball(results, scales_trial, step=step) for step in (steps[0], steps[-1]))
    return [ball, claim.equivalent("step-is-a-scale", text, *ends, ALIKE, on=TREE)]


def _best(results, within) -> np.ndarray:
    """Test accuracy in percent of each draw's best candidate on validation, in a ball or without: float64 (seeds,)."""
    accuracies = []
    for record in results.records(balls_trial(results.config)):
        kept = [each for each in record.candidates if each.test and (each.params["radius"] != NONE) == within]
        best = max(kept, key=lambda candidate: candidate.valid[-1], default=None)
        accuracies.append(np.nan if best is None or record.best is None else 100 * best.test["accuracy"])
    return np.array(accuracies)


def _valid(results, order, start):
    """Validation accuracy in percent after each pass, float64 (seeds, passes)."""
    declared = batches_trial(results.config)
    params = {"replacement": order, "average_from": start}
    return base.course(results.records(declared), "valid", declared.passes, **params)


def _averaged(results, order, start):
    """The band of `_valid`, nan up to T0: what a model gives there is the last W, under the name of an average."""
    course = _valid(results, order, start)
    course[:, : start or 0] = np.nan
    return statistics.band(course.T)


def _test(results, order, start):
    """Test accuracy in percent of the best candidate on validation after the last pass, float64 (seeds,)."""
    return metric_by_seed(results.records(batches_trial(results.config)), replacement=order, average_from=start)


def _first_pass(results, order, start) -> np.ndarray:
    """Validation accuracy in percent after the first pass of the candidate best by it, float64 (seeds,)."""
    records = selection.holding(results.records(batches_trial(results.config)), replacement=order, average_from=start)
    return np.array([_best_first(record) for record in records])


def _best_first(record) -> float:
    if record.best is None:
        return np.nan
    return 100 * max(each.valid[0] for each in record.candidates if each.test)


def _ball(results, declare, **params):
    return metric_by_seed(results.records(declare(results.config)), **params)


def _batch_row(results, order, start):
    declared, params = batches_trial(results.config), {"replacement": order, "average_from": start}
    records = results.records(declared)
    row = {"order": ORDERS[order], "output": STARTS[start], "chosen (η0, ρ)": chosen(records, **params)}
    if reason := failure(records):
        return row | {"test, %": reason}
    course = _valid(results, order, start)
    return row | {
        "first pass, validation, %": statistics.mean_interval(_first_pass(results, order, start)),
        "last pass, validation, %": statistics.mean_interval(course[:, -1]),
        "test, %": base.cell(results, declared, **params),
    }


def _ball_row(results, declare, **params):
    declared = declare(results.config)
    tuned = chosen(results.records(declared), **params).replace(f"{NONE:g}", "none")
    row = {"order": ORDERS[False], "output": STARTS[None], "chosen (η0, ρ)": tuned}
    return row | {"test, %": base.cell(results, declared, **params)}
