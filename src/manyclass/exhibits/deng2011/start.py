"""Start: Deng's trees from a random first partition and from one by the means of the classes (ours, and printed).

Algorithm 2 begins with one random class in each child of a node, so that the first pass sees the samples of a few
classes only. "Means" begins with every class in one child, by clusters of equal size of the means of the classes'
training samples, and goes on alike: as many rounds, the same cap. Loss of the root: the share of the test samples that
go to a child without their class. Mean over draws ± half of its 95 % interval, † where a chosen value is the last that
was tried. Source: Deng, Satheesh, Berg and Fei-Fei 2011, section 4.4.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.deng2011.trials import DENG, DENSE, changed, shapes, tree_cells, tree_name, tree_trial
from manyclass.protocol.claims import claim

STARTS = RANDOM, MEANS = "random", "means"
WITHIN = 1.0  # points of accuracy
STATEMENTS = ("random-start",)


def trial(first, shape):
    """Declare Deng's tree of one shape from one first partition; the random one is that of table 1."""
    if first == RANDOM:
        return tree_trial(DENG, shape)
    return changed(DENG, shape, f"first-{first}", first_partition=first)


def trials(config):
    """Both first partitions in every shape."""
    return [trial(first, shape) for shape in shapes(config) for first in STARTS]


def table(results):
    """One row a shape and first partition."""
    return pd.DataFrame(
        [_row(results, first, shape) for shape in shapes(results.config) for first in STARTS], dtype=object
    )


def claims(results):
    """List the claims: a random first partition costs little accuracy, in every shape."""
    listed = []
    for shape in shapes(results.config):
        random, means = (base.accuracy(results.records(trial(first, shape))) for first in STARTS)
        text = f"{tree_name(shape)}: from random partitions accuracy is at most {WITHIN:g} point below that from means"
        says = {"on": DENSE, "printed": "“works well in practice”", "show": "{:+.2f}".format}
        listed.append(claim.between("random-start", text, random - means, -WITHIN, np.inf, **says))
    return listed


def _row(results, first, shape):
    row = {"tree": tree_name(shape), "first partition": first}
    return row | tree_cells(results, trial(first, shape))
