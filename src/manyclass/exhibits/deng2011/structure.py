"""Structure: label trees of given splits, their weights learnt jointly or node by node (ours, and printed).

Structure apart from weights. Splits: by the confusions of one-vs-all classifiers, as Bengio's; by clusters of equal
size of the means of the classes; at random, of equal size. Weights: jointly, as Bengio's; each node's by themselves,
on all samples of its classes (independent), or on those that its ancestors send there (filtered), the last two by the
learner of Deng's nodes. By confusions all three have the splits of the jointly learnt tree, and a step of their own.
All in two passes. Below them Deng's trees, whose splits and weights are learnt together: that
of table 1, and the one of deng2011/overlap whose children are disjoint under a cap of 1/Q, as fast as splits of equal
size. Both may give up classes, and have rounds and passes of their own. Cost: vector operations per training sample,
one-vs-all left out. Mean over draws ± half of its 95 % interval, † where a chosen value is the last that was tried.
Source: Deng, Satheesh, Berg and Fei-Fei 2011, sections 4 and 5.
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.deng2011 import overlap, tradeoff
from manyclass.exhibits.deng2011.trials import BENGIO, DENG, DENSE, changed, few, tree_cells, tree_name, tree_trial
from manyclass.methods.base.ladder import groups
from manyclass.protocol.claims import claim
from manyclass.protocol.trial import estimators

SPLITS = CONFUSION, MEANS, RANDOM = "confusion", "means", "random"
LEARNING = JOINT, INDEPENDENT, FILTERED = "joint", "independent", "filtered"
LEARNT, DISJOINT, TOGETHER = "learnt", "learnt, disjoint", "with the splits"  # Deng's
WITHIN = 1.0  # points of accuracy
ORDERS = {  # what is the more accurate of which two rows
    "joint-weights": (
        "confusions' splits, joint weights are better than independent ones",
        (CONFUSION, JOINT),
        (CONFUSION, INDEPENDENT),
    ),
    "filtered-over-all": (
        "confusions' splits, filtered samples are better than all",
        (CONFUSION, FILTERED),
        (CONFUSION, INDEPENDENT),
    ),
    "splits-matter": (
        "joint weights, confusions' splits are better than random ones",
        (CONFUSION, JOINT),
        (RANDOM, JOINT),
    ),
    "learnt-splits": (
        "learnt splits into equal parts are better than clusters of means with filtered samples",
        (DISJOINT, TOGETHER),
        (MEANS, FILTERED),
    ),
}
STATEMENTS = *ORDERS, "filtered-samples"


def trial(shape, splits, learning):
    """Declare the tree of one shape with such splits and weights; Bengio's is that of table 1.

    Confusions are those of the one-vs-all classifiers that it has chosen, whatever the weights are learnt by:
    classifiers of another step confuse other classes.
    """
    if (splits, learning) == (CONFUSION, JOINT):
        return tree_trial(BENGIO, shape)
    declared = changed(BENGIO, shape, f"{splits}-{learning}", splits=splits, learning=learning)
    if splits != CONFUSION:
        return declared
    search = {"step": groups(estimators.load(BENGIO).search)[0]["step"]}
    return replace(declared, depends_on=tree_trial(BENGIO, shape), search=search)


def listed(shape) -> dict:
    """The trials of one shape, by splits and learning, each with the point of its series that is meant."""
    given = {(splits, learning): (trial(shape, splits, learning), {}) for splits in SPLITS for learning in LEARNING}
    given[LEARNT, TOGETHER] = tree_trial(DENG, shape), {}
    equal = {"max_ambiguity": tradeoff.caps("efficiency", shape)[0]}  # 1/Q
    return given | {(DISJOINT, TOGETHER): (overlap.trial(DENSE, shape), equal)}


def trials(config):
    """All splits and all ways of learning, and Deng's trees, in two shapes."""
    return [declared for shape in few(config) for declared, _ in listed(shape).values()]


def table(results):
    """One row a shape, kind of splits and way of learning."""
    rows = []
    for shape in few(results.config):
        for (splits, learning), (declared, point) in listed(shape).items():
            row = {"tree": tree_name(shape), "splits": splits, "weights": learning}
            rows.append(row | tree_cells(results, declared, **point))
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: what makes for accuracy, and what makes up for joint training."""
    found = []
    for shape in few(results.config):
        what, trees = tree_name(shape), listed(shape).items()
        at = {name: base.accuracy(results.records(declared), **point) for name, (declared, point) in trees}
        for statement, (text, better, worse) in ORDERS.items():
            found.append(claim.greater(statement, f"{what}: {text}", at[better], at[worse], on=DENSE))
        text = f"{what}: confusions' splits, filtered samples are at most {WITHIN:g} point below joint weights"
        apart, says = at[CONFUSION, FILTERED] - at[CONFUSION, JOINT], {"on": DENSE, "show": "{:+.2f}".format}
        found.append(claim.between("filtered-samples", text, apart, -WITHIN, np.inf, **says))
        text = f"{what}: confusions' splits, with the filter nodes are better than without"
        both = at[CONFUSION, FILTERED], at[CONFUSION, INDEPENDENT]
        found.append(claim.greater("filtered-samples", text, *both, on=DENSE))
    return found
