"""Table 2: local loss and ambiguity at each depth of the trees of table 1.

Loss: the share of the test samples, of those right so far, that go to a child without their class (equation 1), so that
the losses of all depths multiply to the accuracy: Π (1 - loss), below the last depth of a tree beside its accuracy and
the product of its own printed losses. Ambiguity: the share of a node's classes that are left
in the child where a sample goes (equation 2). On bimodal_classes, and on imagenet16k, which was made with nothing of
label trees in view, Deng's trees beside Bengio's: the document caps the ambiguity of the former at all depths but the
last, where nodes are split fully, and finds that of the latter's deepest tree out of balance (24.7, 59.6 and 56.5 %);
deng2011/spectral shows on what that may depend. Mean over draws ± half of its 95 % interval, in percent, † where a
chosen value is the last that was tried. Source: Deng, Satheesh, Berg and
Fei-Fei 2011, table 2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011.table1 import THOUSAND
from manyclass.exhibits.deng2011.trials import ABOVE_CAP, DENSE, NAMES, OTHER, measures, pair, shapes, tree_name
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report.tables import Exact

# By place in the list of shapes, Deng and Bengio: loss and ambiguity at each depth.
PRINTED = (
    (((49.9, 76.1), (6.49, 1.55)), ((76.6, 64.8), (6.49, 1.87))),
    (((34.6, 52.6, 71.2), (18.9, 18.4, 2.96)), ((62.8, 53.7, 65.3), (19.0, 25.9, 2.95))),
    (((30.0, 48.8, 55.9, 64.4), (24.7, 24.1, 23.5, 7.15)), ((56.2, 34.8, 37.3, 65.8), (24.7, 59.6, 56.5, 2.02))),
)
FLAT = 2.0  # percentage points between the largest and the smallest ambiguity of the depths that have a cap
IMBALANCED = 1.5  # times the ambiguity at the root
STATEMENTS = (
    "root-loss",
    "loss-by-depth",
    "ambiguity-constant",
    "more-balanced",
    "bengio-imbalanced",
    "cap-holds",
)
POINTS = "{:+.2f} points".format
SETS = DENSE, OTHER


def trees(config) -> list[tuple]:
    """Set, shape, its place in the list of the set's shapes, and the document's numbers, tree by tree."""
    return [
        (dataset, shape, place, printed)
        for dataset in SETS
        for place, (shape, printed) in enumerate(zip(shapes(config, dataset), PRINTED))
    ]


def trials(config):
    """Both methods on the dense sets of table 1."""
    return [trial for dataset, shape, *_ in trees(config) for trial in pair(shape, dataset)]


def table(results):
    """One row a set, shape, method and depth."""
    rows = []
    for dataset, shape, place, both in trees(results.config):
        for trial, printed in zip(pair(shape, dataset), both):
            rows += _rows(results, shape, place, trial, printed)
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: what the two trees lose at the root and below, and how even their ambiguity is."""
    listed = []
    for dataset, shape, _, printed in trees(results.config):
        records = [results.records(trial) for trial in pair(shape, dataset)]
        listed += [*_losses(dataset, shape, records, printed), *_ambiguities(dataset, shape, records, printed)]
    return listed


def ranges(records, depth) -> np.ndarray:
    """Largest less smallest ambiguity in percent over the depths above the last, float64 (seeds,)."""
    return np.ptp(measures(records, "ambiguity", depth)[:, :-1], axis=1)


def below_root(records, depth) -> np.ndarray:
    """Mean ambiguity in percent over the depths below the root and above the last, float64 (seeds,)."""
    return measures(records, "ambiguity", depth)[:, 1:-1].mean(axis=1)


def _losses(dataset, shape, records, printed):
    """At the root, Bengio's against Deng's; from level to level, Deng's."""
    what, (deng, bengio) = (
        _named(dataset, shape),
        (measures(of_method, "local_loss", shape[1]) for of_method in records),
    )
    (losses, _), (of_bengio, _) = printed
    text = f"{what}: at the root Bengio's tree loses more samples than Deng's"
    says = {"printed": f"{of_bengio[0]:g} to {losses[0]:g} %", "printed_value": of_bengio[0] - losses[0]}
    root = claim.greater("root-loss", text, bengio[:, 0], deng[:, 0], on=dataset, show=POINTS, **says)
    text = f"{what}: Deng's local loss rises from level to level, by the least step"
    says = {"printed": ", ".join(f"{loss:g}" for loss in losses), "printed_value": np.diff(losses).min()}
    least = np.diff(deng, axis=1).min(axis=1)
    return [root, claim.between("loss-by-depth", text, least, 0, np.inf, on=dataset, show=POINTS, **says)]


def _ambiguities(dataset, shape, records, printed):
    """The cap at the depths that have one; how even they are, of shapes with several."""
    what, depth = _named(dataset, shape), shape[1]
    (_, of_deng), (_, of_bengio) = printed
    capped = measures(records[0], "ambiguity", depth)[:, :-1] / 100
    caps = [record.outputs.get("max_ambiguity", np.nan) for record in records[1]]
    largest = np.max(capped / np.array(caps, dtype=float)[:, None], axis=1)
    text = f"{what}: on test samples the ambiguity of Deng's tree is at most {ABOVE_CAP:g} times its cap, at any depth"
    at_depths = ", ".join(f"{ambiguity:g}" for ambiguity in of_deng[:-1])
    says = {"printed": f"{at_depths} % beside {of_bengio[0]:g} % at Bengio's root", "show": "×{:.3g}".format}
    listed = [claim.between("cap-holds", text, largest, -np.inf, ABOVE_CAP, on=dataset, **says)]
    if depth > 2:
        listed += _balance(dataset, what, records, depth, of_deng, of_bengio)
    if depth > 3:
        text = f"{what}: the ambiguity of Bengio's tree"
        listed += imbalance("bengio-imbalanced", text, records[1], of_bengio, dataset)
    return listed


def imbalance(statement, what, records, printed, dataset=DENSE) -> list:
    """Claims that a tree's ambiguity is high at the capped depths below the root, beside what is printed."""
    at, listed = measures(records, "ambiguity", len(printed)), []
    for depth in range(1, len(printed) - 1):
        text = f"{what} at depth {depth} is above {IMBALANCED:g} times that at the root"
        says = {"printed": f"{printed[depth]:g} to {printed[0]:g} %", "printed_value": printed[depth] / printed[0]}
        listed.append(claim.ratio(statement, text, at[:, depth], at[:, 0], IMBALANCED, np.inf, on=dataset, **says))
    return listed


def _balance(dataset, what, records, depth, of_deng, of_bengio):
    flat = np.ptp(of_deng[:-1])
    text = f"{what}: the capped levels of Deng's tree differ in ambiguity by less than {FLAT:g} points"
    says = {"printed": f"{flat:.3g} points", "printed_value": flat}
    within = ranges(records[0], depth)
    constant = claim.between("ambiguity-constant", text, within, -np.inf, FLAT, on=dataset, show=POINTS, **says)
    deng, bengio = (below_root(of_method, depth) for of_method in records)
    text = f"{what}: below the root, where there is a cap, the mean ambiguity of Bengio's tree is above that of Deng's"
    printed = np.mean(of_bengio[1:-1]), np.mean(of_deng[1:-1])
    says = {"printed": "{:.3g} to {:.3g} %".format(*printed), "printed_value": printed[0] - printed[1]}
    return [constant, claim.greater("more-balanced", text, bengio, deng, on=dataset, show=POINTS, **says)]


def _named(dataset, shape) -> str:
    return f"{dataset}, {tree_name(shape)}"


def _rows(results, shape, place, trial, printed):
    records = results.records(trial)
    rows, mark = [], base.edge_mark(records)
    for depth, numbers in enumerate(zip(*printed)):
        row = {"data set": trial.dataset, "tree": tree_name(shape), "method": NAMES[trial.method], "depth": depth}
        row |= dict(zip(("printed: loss, %", "printed: ambiguity, %"), numbers))
        reason = failure(records)
        for measure, name in (("local_loss", "loss, %"), ("ambiguity", "ambiguity, %")):
            row[name] = reason or statistics.mean_interval(measures(records, measure, shape[1])[:, depth], mark)
        rows.append(row)
    rows[-1] |= _products(results, trial, printed[0], THOUSAND[place][[*NAMES].index(trial.method)][0])
    return rows


def _products(results, trial, losses, accuracy):
    """Π (1 - loss) and the accuracy of a tree, printed and ours: cells of the row of its last depth."""
    cells = {"printed: Π (1 - loss), %": Exact(round(product(losses), 2)), "printed: accuracy, %": Exact(accuracy)}
    records, depth = results.records(trial), len(losses)
    if failure(records):
        return cells
    cells["Π (1 - loss), %"] = statistics.mean_interval(product(measures(records, "local_loss", depth)))
    return cells | {"accuracy, %": base.cell(results, trial)}


def product(losses):
    """Π (1 - loss) in percent of losses in percent, array-like (..., H): float64 (...,)."""
    return 100 * np.prod(1 - np.asarray(losses) / 100, axis=-1)
