"""Training cost: the operations that each method needs until it is as accurate as it gets.

On 16k ImageNet, the trainings of gupta2014/convergence: passes, and multiply-adds for each training sample, until the
validation accuracy first reaches 99 % of its last value. Mean over draws of the data and 95 % interval. Counted as the
document's algorithms run, of d features and m dimensions: d for the inner product of a sample and a class vector, and
for its update; in an embedding m d for Wx, m for a class tried, m for each link of the chain of last violators, all of
them, and m d + 2 m for an update. Operations, since seconds say more of the implementation than of the method. † marks
a method whose sweep ended at an edge. Source: Gupta, Bengio and Weston 2014, sections 8.3 and 10.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import convergence
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure

SET, METHODS = convergence.SET, convergence.METHODS
REACHED = 0.99  # share of the last validation accuracy
MOST = 2  # longest over shortest
STATEMENTS = ("times-alike",)


def trials(config):
    """The curves of `convergence`, and table 8's trials, whose winners they are."""
    curves = [convergence.curve_trial(config, row) for row in METHODS]
    return [*curves, *(each.depends_on for each in curves)]


def table(results):
    """One row a method."""
    return pd.DataFrame([_row(results, row) for row in METHODS], dtype=object)


def claims(results):
    """Test that the method that needs most operations needs at most twice those of the least, nearest means apart."""
    needed = np.array([costs(results, row)[1] for row in METHODS])
    text = (
        f"the method that needs most operations to {REACHED:.0%} of its accuracy needs at most {MOST} times the least"
    )
    stated = {"on": SET, "printed": "a week for every method"}
    return [claim.ratio("times-alike", text, needed.max(axis=0), needed.min(axis=0), 0, MOST, **stated)]


def costs(results, row) -> np.ndarray:
    """Passes to `REACHED`, multiply-adds a training sample to there, and in all passes: float64 (3, seeds).

    nan for a failure.
    """
    curve, n_features = convergence.curve_trial(results.config, row), results.card(SET)["features"]
    pairs = zip(results.records(curve), results.records(curve.depends_on))
    return np.array([_of_draw(row, after.best, before.best, n_features) for after, before in pairs]).T


def operations(row, params, curve, n_features) -> np.ndarray:
    """Multiply-adds for each training sample up to each pass, float64 (passes,).

    Parameters
    ----------
    row : str
        Of table 8.
    params : dict
        What the method was trained with.
    curve : CandidateRecord
        Looked at after every pass.
    n_features : int
        d.
    """
    passes, tried, updates = np.array(curve.passes), np.array(curve.n_tries), np.cumsum(curve.updated)
    if "dimensions" not in params:
        vectors = 2 if row == "auc_ranking" else 1  # that an update changes
        return n_features * (passes + tried + vectors * updates)
    m, embedding = params["dimensions"], params["dimensions"] * n_features
    scored = passes * (1 + params.get("last_violators", 0)) + tried
    return embedding * passes + m * scored + (embedding + 2 * m) * updates


def _of_draw(row, curve, chosen, n_features):
    if curve is None or chosen is None:
        return 3 * [np.nan]
    valid, needed = np.array(curve.valid), operations(row, chosen.params, curve, n_features)
    first = int(np.argmax(valid >= REACHED * valid[-1]))
    return [curve.passes[first], needed[first], needed[-1]]


def _row(results, row):
    records = results.records(convergence.curve_trial(results.config, row))
    head = {"method": gupta.NAMES[row]}
    if reason := failure(records):
        return head | {f"passes to {REACHED:.0%}": reason}
    mark = base.edge_mark(records)
    passes, needed, whole = (statistics.mean_interval(values, mark) for values in costs(results, row))
    return head | {
        f"passes to {REACHED:.0%}": passes,
        f"multiply-adds to {REACHED:.0%}": needed,
        "multiply-adds of all passes": whole,
    }
