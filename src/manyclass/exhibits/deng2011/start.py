"""Start: Deng's trees from a random first partition and from one by the means of the classes (ours, and printed).

Algorithm 2 begins with one random class in each child of a node, so that the first pass sees the samples of a few
classes only. "Means" begins with every class in one child, by clusters of equal size of the means of the classes'
training samples, and goes on alike: as many rounds, the same cap. On bimodal_classes, and on the sparse codes of
ilsvrc_llc. Loss of the root: the share of the test samples that go to a child without their class. Mean over draws ±
half of its 95 % interval, † where a chosen value is the last that was tried.
Source: Deng, Satheesh, Berg and Fei-Fei 2011, section 4.4.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.deng2011.trials import (
    DENG,
    DENSE,
    SPARSE,
    changed,
    shapes,
    tree_cells,
    tree_name,
    tree_trial,
)
from manyclass.protocol.claims import claim

STARTS = RANDOM, MEANS = "random", "means"
WITHIN = 1.0  # points of accuracy
STATEMENTS = ("random-start",)


def grown(config) -> list[tuple]:
    """Set and shape of the trees: every shape of both sets."""
    return [(dataset, shape) for dataset in (DENSE, SPARSE) for shape in shapes(config, dataset)]


def trial(first, dataset, shape):
    """Declare Deng's tree of one set and shape from one first partition; the random one is that of table 1."""
    if first == RANDOM:
        return tree_trial(DENG, shape, dataset)
    return changed(DENG, shape, f"first-{first}", dataset, first_partition=first)


def trials(config):
    """Both first partitions of every tree."""
    return [trial(first, *tree) for tree in grown(config) for first in STARTS]


def table(results):
    """One row a tree and first partition."""
    return pd.DataFrame(
        [_row(results, first, *tree) for tree in grown(results.config) for first in STARTS], dtype=object
    )


def claims(results):
    """List the claims: a random first partition costs little accuracy, tree by tree."""
    listed = []
    for dataset, shape in grown(results.config):
        random, means = (base.accuracy(results.records(trial(first, dataset, shape))) for first in STARTS)
        what = f"{dataset}, {tree_name(shape)}"
        text = f"{what}: from random partitions accuracy is at most {WITHIN:g} point below that from means"
        says = {"on": dataset, "printed": "“works well in practice”", "show": "{:+.2f}".format}
        listed.append(claim.between("random-start", text, random - means, -WITHIN, np.inf, **says))
    return listed


def _row(results, first, dataset, shape):
    row = {"data set": dataset, "tree": tree_name(shape), "first partition": first}
    return row | tree_cells(results, trial(first, dataset, shape))
