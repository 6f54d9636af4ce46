"""Spectral: Bengio's trees by both scalings of the eigenvectors that classes are clustered by (ours, and printed).

Bengio, Weston and Grangier prescribe the algorithm of Ng, Jordan and Weiss, which scales a class's row of the
eigenvectors to length one: "rows", on which the document's statements are judged here and in tables 1 and 2. Common
libraries take Shi and Malik's normalised cut instead, rows divided by the root of a class's degree: "degrees". The
document does not say which it had; its T6,4, out of balance below the root, was no faster at test than its shallower
trees. Speedup: classes per dot product of a test sample. Ambiguity: the share of a node's classes that are left in the
child where a sample goes. All else is swept alike. Mean over draws ± half of its 95 % interval, † where a chosen value
is the last that was tried. Source: Deng, Satheesh, Berg and Fei-Fei 2011, tables 1 and 2.
"""

import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs
from manyclass.exhibits.deng2011.table1 import THOUSAND
from manyclass.exhibits.deng2011.table2 import PRINTED, imbalance
from manyclass.exhibits.deng2011.trials import BENGIO, DENSE, changed, measures, shapes, tree_name, tree_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report.tables import Exact

SCALINGS = ROWS, DEGREES = "rows", "degrees"
STATEMENTS = "degrees-deep-slow", "degrees-imbalanced", "degrees-slower"


def trial(scaling, shape):
    """Declare Bengio's tree of one shape by one scaling; by rows it is that of table 1."""
    return tree_trial(BENGIO, shape) if scaling == ROWS else changed(BENGIO, shape, scaling, scaling=scaling)


def trials(config):
    """Both scalings in every shape."""
    return [trial(scaling, shape) for shape in shapes(config) for scaling in SCALINGS]


def table(results):
    """One row a shape and scaling."""
    rows = []
    for place, shape in enumerate(shapes(results.config)):
        rows += [_row(results, place, shape, scaling) for scaling in SCALINGS]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: what the document finds of Bengio's deepest tree, by the other scaling; the two side by side."""
    every = shapes(results.config)
    speedups = {shape: _speedup(results, DEGREES, shape) for shape in every}
    names, deep, listed = [*map(tree_name, every)], every[-1], []
    for place in (1, 0):
        text = f"by degrees, {names[-1]} is no faster at test than {names[place]}"
        ends = THOUSAND[-1][1][2], THOUSAND[place][1][2]
        says = {"on": DENSE, "printed": "{:g} against {:g}".format(*ends), "printed_value": ends[0] / ends[1]}
        listed.append(claim.ratio("degrees-deep-slow", text, speedups[deep], speedups[every[place]], 0, 1, **says))
    text, records = f"by degrees, the ambiguity of {names[-1]}", results.records(trial(DEGREES, deep))
    listed += imbalance("degrees-imbalanced", text, records, PRINTED[-1][1][1])
    text = f"{names[-1]} is slower at test by degrees than by rows"
    both = speedups[deep], _speedup(results, ROWS, deep)
    return [*listed, claim.ratio("degrees-slower", text, *both, 0, 1, on=DENSE)]


def _speedup(results, scaling, shape):
    n_classes = results.card(DENSE)["classes"]
    return costs.speedup(results.records(trial(scaling, shape)), n_classes)


def _row(results, place, shape, scaling):
    declared, (accuracy, _, speedup) = trial(scaling, shape), THOUSAND[place][1]
    records = results.records(declared)
    row = {"tree": tree_name(shape), "scaling": scaling, "printed: accuracy, %": Exact(accuracy)}
    row |= {"accuracy, %": base.cell(results, declared), "printed: speedup": Exact(speedup)}
    if failure(records):
        return row
    row["speedup"] = statistics.mean_interval(_speedup(results, scaling, shape))
    ambiguities = zip(PRINTED[place][1][1], measures(records, "ambiguity", shape[1]).T)
    for depth, (printed, measured) in enumerate(ambiguities):
        row |= {
            f"printed: ambiguity at depth {depth}, %": Exact(printed),
            f"ambiguity at depth {depth}, %": statistics.mean_interval(measured),
        }
    return row
