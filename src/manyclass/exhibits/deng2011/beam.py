"""Beam: label trees searched with several paths at once, accuracy, top-5 and speedup (ours).

The documents descend greedily: what is lost at a node cannot be recovered below it. Here the best paths so far are kept
at every level, 1, 2, 4 or 8 of them, and a sample is given the class at the end of the best; a path scores the sum of
the scores of its nodes. Every number of paths is tuned by itself. Top-5: the right class is among the five ranked
first, those at the ends of the paths before all others. Speedup: classes per dot product of a test sample. To be
compared at the same speed, curves are interpolated between their points. Mean over draws ± half of its 95 % interval, †
where a chosen value is the last that was tried. Ours, on Deng, Satheesh, Berg and Fei-Fei 2011, section 3.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import tradeoff
from manyclass.exhibits.deng2011.trials import DENSE, NAMES, changed, tree_name
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.selection import holding

BEAMS = (1, 2, 4, 8)
STATEMENTS = "beam-gains", "beam-at-matched-speed"


def trial(method, shape):
    """Declare the tree of one method and shape with every number of paths."""
    return changed(method, shape, "beam", series={"beam": list(BEAMS)})


def trials(config):
    """Both methods, the shallowest and the deepest tree."""
    return [trial(method, shape) for shape in tradeoff.ends(config) for method in NAMES]


def table(results):
    """One row a shape, method and number of paths."""
    rows = []
    for shape in tradeoff.ends(results.config):
        for method, name in NAMES.items():
            row = {"tree": tree_name(shape), "method": name}
            rows += [row | {"paths": beam} | _cells(results, trial(method, shape), beam) for beam in BEAMS]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: more paths, more accuracy; and a deep tree with several against a shallow one with one."""
    shallow, deep = tradeoff.ends(results.config)
    listed = []
    for method, name in NAMES.items():
        curves = {shape: curve(results, method, shape) for shape in (shallow, deep)}
        for shape, (_, accuracies) in curves.items():
            text = f"{name}, {tree_name(shape)}: {BEAMS[-1]} paths are more accurate than one"
            listed.append(claim.greater("beam-gains", text, accuracies[:, -1], accuracies[:, 0], on=DENSE))
        speedups, greedy = (values[:, 0] for values in curves[shallow])
        text = f"{name}: at the speedup of {tree_name(shallow)} with one path, {tree_name(deep)} with several is better"
        searched = tradeoff.accuracy_at(curves[deep], speedups)
        listed.append(claim.greater("beam-at-matched-speed", text, searched, greedy, on=DENSE))
    return listed


def curve(results, method, shape) -> tuple[np.ndarray, np.ndarray]:
    """Speedups and accuracies float64 (seeds, paths), from the fewest paths."""
    at_beams = [tradeoff.points(results, trial(method, shape), beam=beam) for beam in BEAMS]
    return tuple(np.array(values).T for values in zip(*at_beams))


def _cells(results, declared, beam):
    cells = {"accuracy, %": base.cell(results, declared, beam=beam)}
    if failure(holding(results.records(declared), beam=beam)):
        return cells
    cells["top-5, %"] = base.cell(results, declared, "top5", beam=beam)
    return cells | {"speedup": statistics.spread(tradeoff.points(results, declared, beam=beam)[0])}
