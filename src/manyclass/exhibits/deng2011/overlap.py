"""Overlap: Deng's trees whose children may share classes, against the same whose children may not (ours, and printed).

Both are grown alike, node by node, under caps on the ambiguity (δ, OP3′); without overlap every class may be in one
child at most, of all such partitions the one of least loss. At the same cap the two are about as fast, unless there is
no disjoint partition that makes use of a loose cap; so they are compared at the speedup of the disjoint tree, on the
curve of the overlapping one between its points (deng2011/tradeoff). On bimodal_classes two fifths of a class's samples
lie at a second place, so that overlap has something to gain by construction; not so on ilsvrc_llc, and not on
imagenet16k, which was made with nothing of label trees in view. Loss and ambiguity of the root: as in table 2. Mean
over draws ± half of its 95 % interval, † where a chosen value is the last that was tried. Source: Deng, Satheesh, Berg
and Fei-Fei 2011, sections 1, 3 and 5.
"""

import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs, tradeoff
from manyclass.exhibits.deng2011.trials import DENG, DENSE, OTHER, SPARSE, ends, shapes, tree_name
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.selection import holding
from manyclass.protocol.trial.spec import Trial

CAPS = slice(0, 3)  # of those of the trade-off: looser ones disjoint children cannot use
STATEMENTS = ("overlap-helps",)


def grown(config) -> list[tuple]:
    """Set and shape of the trees: the shallowest and the deepest of the dense sets, and the sparse set's first."""
    dense = ((dataset, shape) for dataset in (DENSE, OTHER) for shape in ends(config, dataset))
    return [*dense, (SPARSE, shapes(config, SPARSE)[0])]


def trial(dataset, shape):
    """Declare the disjoint trees of one set and shape under all caps, each tuned by itself."""
    fixed = dict(zip(("children", "depth"), shape)) | {"overlap": False}
    series = {"max_ambiguity": tradeoff.caps("efficiency", shape)[CAPS]}
    return Trial(dataset, DENG, "disjoint-t{}_{}".format(*shape), fixed, series, passes=1, halving=False)


def pair(dataset, shape) -> dict:
    """The trials of overlapping and of disjoint children, by what their children are."""
    return {"may share": tradeoff.trial("efficiency", shape, dataset), "disjoint": trial(dataset, shape)}


def trials(config):
    """Both kinds of children of every tree."""
    return [each for tree in grown(config) for each in pair(*tree).values()]


def table(results):
    """One row a tree, cap and kind of children."""
    rows = []
    for dataset, shape in grown(results.config):
        for cap in tradeoff.caps("efficiency", shape)[CAPS]:
            row = {"data set": dataset, "tree": tree_name(shape), "δ": f"{cap:.3g}"}
            both = pair(dataset, shape).items()
            rows += [row | {"children": name} | _cells(results, declared, cap) for name, declared in both]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: overlap makes for accuracy at the same speed, tree by tree and cap by cap."""
    listed = []
    for dataset, shape in grown(results.config):
        of_shared = tradeoff.curve(results, "efficiency", shape, dataset)
        for cap in tradeoff.caps("efficiency", shape)[CAPS]:
            speedups, disjoint = tradeoff.points(results, trial(dataset, shape), max_ambiguity=cap)
            shared = tradeoff.accuracy_at(of_shared, speedups)
            text = (
                f"{dataset}, {tree_name(shape)}: at the speedup of disjoint children, δ = {cap:.3g}, shared are better"
            )
            says = {"on": dataset, "unit": tradeoff.draws(tradeoff.beyond(of_shared, speedups))}
            listed.append(claim.greater("overlap-helps", text, shared, disjoint, **says))
    return listed


def _cells(results, declared, cap):
    records, cells = results.records(declared), {"accuracy, %": base.cell(results, declared, max_ambiguity=cap)}
    if failure(holding(records, max_ambiguity=cap)):
        return cells
    speedups, _ = tradeoff.points(results, declared, max_ambiguity=cap)
    losses = 100 * costs.cost(records, "local_loss", 0, max_ambiguity=cap)
    ambiguities = 100 * costs.cost(records, "ambiguity", 0, max_ambiguity=cap)
    measured = {"speedup": speedups, "loss at the root, %": losses, "ambiguity of the root, %": ambiguities}
    return cells | {name: statistics.mean_interval(values) for name, values in measured.items()}
