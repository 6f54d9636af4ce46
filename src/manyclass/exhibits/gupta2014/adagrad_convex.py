"""Adagrad and the convex methods: how many passes it saves.

On 16k ImageNet, passes until the validation accuracy first reaches 80 % of the best that either kind of step reaches on
that draw of the data; between two passes, and before the first, accuracy is taken to grow evenly, and all the passes
are counted where it is never reached. Adagrad: the trainings of gupta2014/convergence. Fixed: the same, but for a step
that does not shrink; it and what is swept with it, margin and negatives a positive, are swept anew, likewise. Means
over draws and 95 % intervals; last accuracy: on validation, in percent. † marks a row whose sweep ended at an edge.
Source: Gupta, Bengio and Weston 2014, section 8.3.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import convergence
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import Ladder, groups
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.trial import estimators

SET = convergence.SET
METHODS = (gupta.ONE_VS_ALL, "auc_ranking")
ADAGRAD, FIXED = KINDS = "adagrad", "fixed"
MOST = 0.8  # of the best accuracy
STATEMENTS = ("adagrad-speeds-convex",)


def fixed_trial(config, method):
    """Declare the sweep of a fixed step, which means something else than adagrad's, and of what is swept with it."""
    search = groups(estimators.load(gupta.method_of(method)).search)[0] | {"step": Ladder([0.001, 0.003, 0.01])}
    declared = {"search": search, "depends_on": convergence.chosen_trial(config, method)}
    # As many as adagrad's: the best step of more passes is a smaller one, and slower.
    declared |= {"passes": gupta.passes(config, method), "patience": 0}
    return gupta.trial(config, SET, method, "fixed", {"adaptation": FIXED}, **declared)


def curve_trial(config, method, kind):
    """Declare the trial of a method's chosen parameters, looked at after every pass."""
    if kind == ADAGRAD:
        return convergence.curve_trial(config, method)
    return gupta.curve_trial(config, fixed_trial(config, method), "curve-fixed")


def trials(config):
    """Two curves a method."""
    return [curve_trial(config, method, kind) for method in METHODS for kind in KINDS]


def table(results):
    """One row a method and kind of step."""
    rows = []
    for method in METHODS:
        passes = passes_to_most(results, method)
        for kind in KINDS:
            of_trial = curve_trial(results.config, method, kind)
            records = results.records(of_trial)
            last = np.array([np.nan if each.valid is None else 100 * each.valid for each in records])
            mark, reason = base.edge_mark(records), failure(records)
            cells = {"method": gupta.NAMES[method], "step": kind}
            cells["passes to 80 %"] = reason or statistics.mean_interval(passes[kind], mark)
            rows.append(cells | {"last accuracy, %": statistics.mean_interval(last, mark)})
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test by method that adagrad needs fewer passes."""
    listed = []
    for method in METHODS:
        passes = passes_to_most(results, method)
        text = f"{gupta.NAMES[method]}: a fixed step takes more passes to 80 % of the best accuracy than adagrad"
        stated = {"on": SET, "printed": "no number", "show": "{:+.2f} passes".format}
        listed.append(claim.greater("adagrad-speeds-convex", text, passes[FIXED], passes[ADAGRAD], **stated))
    return listed


def passes_to_most(results, method) -> dict[str, np.ndarray]:
    """Passes of each draw to `MOST` of the best accuracy of both kinds of step, float64 (seeds,), by kind.

    nan where either failed.
    """
    by_kind = {kind: results.records(curve_trial(results.config, method, kind)) for kind in KINDS}
    passes = {kind: np.full(len(records), np.nan) for kind, records in by_kind.items()}
    for draw, pair in enumerate(zip(*by_kind.values())):
        if all(record.best for record in pair):
            most = MOST * max(max(record.best.valid) for record in pair)
            for kind, record in zip(by_kind, pair):
                curve = [0.0, *record.best.valid]
                passes[kind][draw] = statistics.first_reached(range(len(curve)), curve, most)
    return passes
