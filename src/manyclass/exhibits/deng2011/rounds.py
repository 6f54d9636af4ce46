"""Rounds: what the rounds of algorithm 2, and the passes at nodes that are split fully, cost and bring (ours).

Deng's trees of table 1, with more or fewer rounds of "train the weights, choose the partition" at every node than the
document's three, and with one, two or three passes at the nodes whose children are single classes, for which the
document gives no number: there is no partition to choose, and the printed costs are those of about two passes. Cost:
vector operations per training sample, Bengio's tree beside it. Drift: by which share of itself the ambiguity of a node
changes while the weights are trained, up or down, the largest of the rounds; the document takes it for constant. Where
rounds vary, the passes are swept as in table 1. Mean over draws ± half of its 95 % interval, † where a chosen
value is the last that was tried. Ours, on Deng, Satheesh, Berg and Fei-Fei 2011, sections 4.2, 4.4 and 5.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs
from manyclass.exhibits.deng2011.trials import BENGIO, DENG, DENSE, changed, few, tree_name, tree_trial
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure

ROUNDS = (1, 2, 3, 6, 14, 20)
PRINTED = 3
LEAF_PASSES = (1, 2, 3)
VARIED = {"rounds": ROUNDS, "leaf_passes": LEAF_PASSES}
FLAT = 1.0  # points of accuracy
CONSTANT = 0.05  # of the ambiguity
STATEMENTS = "more-rounds", "rounds-flat", "more-leaf-passes", "cost-leaf-passes", "ambiguity-constant-in-w"


def trial(name, shape):
    """Declare Deng's tree of one shape with every number of what is varied."""
    return changed(DENG, shape, name, series={name: list(VARIED[name])})


def trials(config):
    """Both series in two shapes, and Bengio's trees, whose cap and cost stand beside them."""
    return [
        each for shape in few(config) for each in (*(trial(name, shape) for name in VARIED), tree_trial(BENGIO, shape))
    ]


def accuracy(results, name, shape, value) -> np.ndarray:
    """Test accuracy in percent at one number of what is varied, float64 (seeds,)."""
    return base.accuracy(results.records(trial(name, shape)), **{name: value})


def drift(results, shape, rounds) -> np.ndarray:
    """The largest change of the ambiguity in any round from the second on, in percent of itself, float64 (seeds,)."""
    records = selection.holding(results.records(trial("rounds", shape)), rounds=rounds)
    drifts = [np.nan if record.best is None else record.best.diagnostics["ambiguity_drifts"] for record in records]
    return np.array([100 * np.max(each, initial=0) if np.ndim(each) else each for each in drifts])


def table(results):
    """One row a shape and number."""
    rows = []
    for shape in few(results.config):
        for name, values in VARIED.items():
            rows += [_row(results, name, shape, value) for value in values]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: what more rounds and passes bring, that they come to an end, and what stays as it is."""
    listed = []
    for shape in few(results.config):
        what = tree_name(shape)
        of_rounds = {value: accuracy(results, "rounds", shape, value) for value in ROUNDS}
        text = f"{what}: {ROUNDS[-1]} rounds give a higher accuracy than the document's {PRINTED}"
        listed.append(claim.greater("more-rounds", text, of_rounds[ROUNDS[-1]], of_rounds[PRINTED], on=DENSE))
        text = f"{what}: {ROUNDS[-2]} and {ROUNDS[-1]} rounds give the same accuracy, within {FLAT:g} point"
        both = of_rounds[ROUNDS[-2]], of_rounds[ROUNDS[-1]]
        listed += [claim.equivalent("rounds-flat", text, *both, FLAT, on=DENSE), *_leaves(results, shape)]
        text = f"{what}: while weights are trained, the ambiguity changes by less than {CONSTANT:.0%}, at the most"
        says = {"printed": "“almost constant”", "show": "{:.2g} %".format, "on": DENSE}
        largest = drift(results, shape, PRINTED)
        listed.append(claim.between("ambiguity-constant-in-w", text, largest, -np.inf, 100 * CONSTANT, **says))
    return listed


def _leaves(results, shape):
    most, fewest = LEAF_PASSES[-1], LEAF_PASSES[0]
    text = f"{tree_name(shape)}: {most} passes at fully split nodes give a higher accuracy than {fewest}"
    both = (accuracy(results, "leaf_passes", shape, value) for value in (most, fewest))
    listed = [claim.greater("more-leaf-passes", text, *both, on=DENSE)]
    of_bengio = costs.cost(results.records(tree_trial(BENGIO, shape)), "training")
    for value in LEAF_PASSES:
        text = f"{tree_name(shape)}, {value} of them: Deng's tree costs less to train than Bengio's after one-vs-all"
        cost = costs.cost(results.records(trial("leaf_passes", shape)), "training", leaf_passes=value)
        listed.append(claim.ratio("cost-leaf-passes", text, of_bengio, cost, 1, np.inf, on=DENSE))
    return listed


def _row(results, name, shape, value):
    declared, point = trial(name, shape), {name: value}
    records = results.records(declared)
    row = {"tree": tree_name(shape), "varied": name.replace("_", " "), "number": value}
    row["accuracy, %"] = base.cell(results, declared, **point)
    if failure(selection.holding(records, **point)):
        return row
    n_classes = results.card(DENSE)["classes"]
    row["cost"] = statistics.mean_interval(costs.cost(records, "training", **point))
    row["cost, Bengio"] = statistics.mean_interval(costs.cost(results.records(tree_trial(BENGIO, shape)), "training"))
    row["speedup"] = statistics.mean_interval(costs.speedup(records, n_classes, **point))
    if name == "rounds" and value > 1:
        row["drift, %"] = statistics.mean_interval(drift(results, shape, value))
    return row
