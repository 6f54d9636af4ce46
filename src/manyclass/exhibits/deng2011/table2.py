"""Table 2: local loss and ambiguity at each depth of the trees of table 1.

Loss: the share of the test samples, of those right so far, that go to a child without their class (equation 1), so
that the losses of all depths multiply to the accuracy: Π (1 - loss). Ambiguity: the share of a node's classes that are
left in the child where a sample goes (equation 2). On two_places, Deng's trees beside Bengio's: the document caps the
ambiguity of the former at all depths but the last, where nodes are split fully, and finds that of the latter's deepest
tree out of balance (24.7, 59.6 and 56.5 %). Our spectral clustering for Bengio's trees scales the classes' rows of the
eigenvectors to length one (Ng, Jordan and Weiss), which scikit-learn's SpectralClustering does not. Mean ± deviation
over seeds, in percent. Source: Deng, Satheesh, Berg and Fei-Fei 2011, table 2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011.trials import NAMES, measures, pair, shapes, tree_name
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure

# By place in the list of shapes, Deng and Bengio: loss and ambiguity at each depth.
PRINTED = (
    (((49.9, 76.1), (6.49, 1.55)), ((76.6, 64.8), (6.49, 1.87))),
    (((34.6, 52.6, 71.2), (18.9, 18.4, 2.96)), ((62.8, 53.7, 65.3), (19.0, 25.9, 2.95))),
    (
        ((30.0, 48.8, 55.9, 64.4), (24.7, 24.1, 23.5, 7.15)),
        ((56.2, 34.8, 37.3, 65.8), (24.7, 59.6, 56.5, 2.02)),
    ),
)
FLAT = 2.0  # percentage points between the largest and the smallest ambiguity of the depths that have a cap


def trials(config):
    """Both methods on the dense set of table 1."""
    return [trial for shape in shapes(config) for trial in pair(shape)]


def table(results):
    """One row a shape, method and depth."""
    rows = []
    for shape, both in zip(shapes(results.config), PRINTED):
        for trial, printed in zip(pair(shape), both):
            rows += _rows(results, shape, trial, printed)
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: Deng's ambiguity is flat, Bengio's less so; the losses multiply to the accuracy."""
    listed = []
    for shape, printed in zip(shapes(results.config), PRINTED):
        records = [results.records(trial) for trial in pair(shape)]
        if shape[1] > 2:  # with fewer depths one alone has a cap
            listed += _flat(shape, records, printed)
        listed += [_product(shape, name, of_method) for name, of_method in zip(NAMES.values(), records)]
    return listed


def ranges(records, depth) -> np.ndarray:
    """Largest less smallest ambiguity in percent over the depths above the last, float64 (seeds,)."""
    return np.ptp(measures(records, "ambiguity", depth)[:, :-1], axis=1)


def _flat(shape, records, printed):
    deng, bengio = (ranges(of_method, shape[1]) for of_method in records)
    says = [f"{np.ptp(ambiguity[:-1]):.3g}" for _, ambiguity in printed]
    what, show = tree_name(shape), "{:.2f} points".format
    return [
        claim.between(
            f"{what}: the ambiguity of Deng's tree is almost constant, within {FLAT:g} points, over the capped depths",
            deng,
            -np.inf,
            FLAT,
            printed=f"{says[0]} points",
            show=show,
        ),
        claim.greater(
            f"{what}: that of Bengio's tree varies more", bengio, deng, printed=f"{says[1]} to {says[0]}", show=show
        ),
    ]


def _product(shape, name, records):
    right = 100 * np.prod(1 - measures(records, "local_loss", shape[1]) / 100, axis=1)
    apart = np.abs(right - base.accuracy(records))
    text = f"{tree_name(shape)}, {name}: Π (1 - loss) is the accuracy, but for samples of leaves without a class"
    return claim.between(text, apart, -np.inf, 0.5, printed="Deng, T32,2: 11.97 to 11.9", show="{:.3f} points".format)


def _rows(results, shape, trial, printed):
    records = results.records(trial)
    rows = []
    for depth, numbers in enumerate(zip(*printed)):
        row = {"tree": tree_name(shape), "method": NAMES[trial.method], "depth": depth}
        row |= dict(zip(("printed: loss, %", "printed: ambiguity, %"), numbers))
        reason = failure(records)
        for measure, name in (("local_loss", "loss, %"), ("ambiguity", "ambiguity, %")):
            row[name] = reason or statistics.spread(measures(records, measure, shape[1])[:, depth])
        rows.append(row)
    return rows
