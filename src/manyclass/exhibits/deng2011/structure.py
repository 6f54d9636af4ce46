"""Structure: label trees of given splits, their weights learnt jointly or node by node (ours, and printed).

Structure apart from weights. Splits: by the confusions of one-vs-all classifiers, as Bengio's; by clusters of equal
size of the means of the classes; at random, of equal size. Weights: jointly, as Bengio's; each node's by themselves,
on all samples of its classes (independent), or on those that its ancestors send there (filtered), the last two by the
learner of Deng's nodes. All in two passes. Below them Deng's tree of table 1, whose splits and weights are learnt
together. Cost: vector operations per training sample, one-vs-all left out. Mean over draws ± half of its 95 % interval,
† where a chosen value is the last that was tried. Source: Deng, Satheesh, Berg and Fei-Fei 2011, sections 4 and 5.
"""

import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.deng2011.trials import BENGIO, DENG, DENSE, changed, few, tree_cells, tree_name, tree_trial
from manyclass.protocol.claims import claim

SPLITS = CONFUSION, MEANS, RANDOM = "confusion", "means", "random"
LEARNING = JOINT, INDEPENDENT, FILTERED = "joint", "independent", "filtered"
STATEMENTS = "joint-weights", "filtered-samples", "splits-matter", "learnt-splits"


def trial(shape, splits, learning):
    """Declare the tree of one shape with such splits and weights; Bengio's is that of table 1."""
    if (splits, learning) == (CONFUSION, JOINT):
        return tree_trial(BENGIO, shape)
    return changed(BENGIO, shape, f"{splits}-{learning}", splits=splits, learning=learning)


def listed(shape) -> dict:
    """The trials of one shape, by splits and learning."""
    given = {(splits, learning): trial(shape, splits, learning) for splits in SPLITS for learning in LEARNING}
    return given | {("learnt", "with the splits"): tree_trial(DENG, shape)}


def trials(config):
    """All splits and all ways of learning, and Deng's tree, in two shapes."""
    return [each for shape in few(config) for each in listed(shape).values()]


def table(results):
    """One row a shape, kind of splits and way of learning."""
    rows = []
    for shape in few(results.config):
        for (splits, learning), declared in listed(shape).items():
            row = {"tree": tree_name(shape), "splits": splits, "weights": learning}
            rows.append(row | tree_cells(results, declared))
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: joint learning, filtered samples and learnt splits each make for accuracy, in both shapes."""
    found = []
    for shape in few(results.config):
        at = {name: base.accuracy(results.records(declared)) for name, declared in listed(shape).items()}
        joint, independent, filtered = (at[CONFUSION, learning] for learning in LEARNING)
        means, (*_, deng) = at[MEANS, FILTERED], at.values()
        for statement, text, both in (
            (
                "joint-weights",
                "confusions' splits, joint weights are better than independent ones",
                (joint, independent),
            ),
            ("filtered-samples", "confusions' splits, filtered samples are better than all", (filtered, independent)),
            (
                "splits-matter",
                "joint weights, confusions' splits are better than random ones",
                (joint, at[RANDOM, JOINT]),
            ),
            ("learnt-splits", "learnt splits are better than clusters of means with filtered samples", (deng, means)),
        ):
            found.append(claim.greater(statement, f"{tree_name(shape)}: {text}", *both, on=DENSE))
    return found
