"""Beam: label trees searched with several paths at once, accuracy, top-5 and speedup (ours).

The documents descend greedily: what is lost at a node cannot be recovered below it. Here the best paths so far are kept
at every level, 2, 4 or 8 of them. They are compared by sums of the scores of their nodes, of which a class has that of
the best path to it; or by shares: a path has at each node its child's in the softmax of s / T, of the scores s of the
node's children, and a class the sum over the paths to it, at a temperature T that is tuned, too. Every number of paths
is tuned by itself; with one the trees are those of table 1. Top-5: the right class is among the five ranked first,
those at the ends of the paths before all others. Speedup: classes per dot product of a test sample. To be compared at
the same speed, curves are interpolated between their points. Mean over draws ± half of its 95 % interval, † where a
chosen value is the last that was tried. Ours, on Deng, Satheesh, Berg and Fei-Fei 2011, section 3.
"""

from dataclasses import replace

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import tradeoff
from manyclass.exhibits.deng2011.trials import DENSE, NAMES, changed, ends, tree_name, tree_trial
from manyclass.methods.base.ladder import Ladder, groups
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.selection import holding
from manyclass.protocol.trial import estimators

BEAMS = (1, 2, 4, 8)
# By what paths are compared: the variant of a trial, what it holds, and what is tuned beside the method's own.
WAYS = {
    "sums": ("beam", {"temperature": None}, []),
    "shares": ("shares", {}, [{"temperature": Ladder([0.2, 0.4, 0.8], factor=2)}]),
}
STATEMENTS = "beam-gains", "beam-at-matched-speed"


def trial(method, way, config):
    """Declare the deepest tree of one method with every number of paths above one, compared in one way."""
    variant, held, tuned = WAYS[way]
    several = changed(method, ends(config)[1], variant, series={"beam": list(BEAMS[1:])}, **held)
    return replace(several, search=[*groups(estimators.load(method).search), *tuned])


def trials(config):
    """Both methods: the deepest tree with several paths, it and the shallowest with one."""
    greedy = [tree_trial(method, shape) for method in NAMES for shape in ends(config)]
    return [*greedy, *(trial(method, way, config) for method in NAMES for way in WAYS)]


def searched(config, method, way) -> list[tuple]:
    """Shape, number of paths, trial and the point of its series, row by row."""
    shallow, deep = ends(config)
    greedy = [(shape, 1, tree_trial(method, shape), {}) for shape in (shallow, deep)]
    return [*greedy, *((deep, beam, trial(method, way, config), {"beam": beam}) for beam in BEAMS[1:])]


def table(results):
    """One row a method, shape, number of paths and way to compare them."""
    rows = []
    for method, name in NAMES.items():
        for number, way in enumerate(WAYS):
            for shape, beam, declared, point in searched(results.config, method, way):
                if beam > 1 or not number:
                    row = {"method": name, "tree": tree_name(shape), "paths": beam, "by": way if point else None}
                    rows.append(row | _cells(results, declared, point))
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: more paths, more accuracy; and a deep tree with several against a shallow one with one."""
    shallow, deep = map(tree_name, ends(results.config))
    listed = []
    for method, name in NAMES.items():
        for way in WAYS:
            rows = searched(results.config, method, way)
            (at, greedy), *of_deep = (tradeoff.points(results, declared, **point) for *_, declared, point in rows)
            speedups, accuracies = (np.array(values).T for values in zip(*of_deep))
            text = f"{name}, {deep}: {BEAMS[-1]} paths, by {way}, are more accurate than one"
            listed.append(claim.greater("beam-gains", text, accuracies[:, -1], accuracies[:, 0], on=DENSE))
            text = f"{name}: at the speedup of {shallow} with one path {deep} with several, by {way}, is more accurate"
            several, unreached = (read((speedups, accuracies), at) for read in (tradeoff.accuracy_at, tradeoff.beyond))
            says = {"on": DENSE, "unit": tradeoff.draws(unreached)}
            listed.append(claim.greater("beam-at-matched-speed", text, several, greedy, **says))
    return listed


def _cells(results, declared, point):
    cells = {"accuracy, %": base.cell(results, declared, **point)}
    if failure(holding(results.records(declared), **point)):
        return cells
    cells["top-5, %"] = base.cell(results, declared, "top5", **point)
    return cells | {"speedup": statistics.mean_interval(tradeoff.points(results, declared, **point)[0])}
