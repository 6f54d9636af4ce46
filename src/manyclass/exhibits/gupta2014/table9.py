"""Table 9: the parameters chosen on the validation part.

Those of the best run of all candidates and draws, beside the printed ones. Steps and margins live on the scale of our
features, so their sizes are not comparable with the document's; gupta2014/step_margin has how they go together.
One-vs-all SVMs are the document's, without a constant feature. † marks a parameter whose sweep ended at an edge with
some draw. Passes: up to the model kept; at the cap: draws in which the cap on passes came before training ended by
itself. Source: Gupta, Bengio and Weston 2014, section 8.3 and table 9.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.record import Record
from manyclass.report.tables import Exact

COLUMNS = {"step": "step", "margin": "margin", "dimensions": "m", "balance": "β", "last_violators": "Q"}
PRINTED = {  # per data set, in the order of COLUMNS
    gupta.BALANCED: ((0.01, 0.1), (0.01, 0.1), (0.1, 1), (0.01, 0.1)),
    gupta.ONE_VS_ALL: (
        (0.01, 0.1, None, 64),
        (0.01, 0.1, None, 64),
        (0.1, 1, None, 64),
        (0.01, 0.1, None, 128),
    ),
    "auc_ranking": ((0.01, 0.1), (0.01, 0.1), (0.001, 0.01), (0.001, 0.01)),
    "wsabie": ((0.01, 0.1, 128), (0.001, 0.1, 128), (0.001, 0.1, 256), (0.0001, 0.1, 256)),
    "wsabie_pp": tuple((10, 10_000, m, None, Q) for m, Q in ((192, 8), (192, 8), (256, 8), (256, 32))),
}
STATEMENTS = ("table9-order",)
FEW, MANY = 4, 64  # a chain of several last violators lies between


def trials(config):
    """Trials of table 8 whose parameters the document prints."""
    return [gupta.row_trial(config, dataset, row) for dataset in gupta.SETS for row in PRINTED]


def table(results):
    """One row a method and data set: every parameter printed and ours."""
    return pd.DataFrame(
        [
            {"method": row, "data set": dataset} | _cells(results, row, dataset, printed)
            for row, sets in PRINTED.items()
            for dataset, printed in zip(gupta.SETS, sets)
        ],
        dtype=object,
    )


def claims(results):
    """Test the order of last violators by data set."""
    return [_chosen_order(results, dataset) for dataset in gupta.SETS]


def orders(results, dataset) -> np.ndarray:
    """Order Q that each draw's winner has, float64 (seeds,), as `base.independent` counts it; nan for a failure."""
    trial = gupta.row_trial(results.config, dataset, "wsabie_pp")
    winners = [record.best for record in results.records(trial)]
    return base.independent(trial, [np.nan if each is None else each.params["last_violators"] for each in winners])


def _chosen_order(results, dataset):
    printed = PRINTED["wsabie_pp"][gupta.SETS.index(dataset)][-1]
    text = f"{dataset}: the number of last violators chosen lies between {FEW} and {MANY} (geometric mean)"
    stated = {"on": dataset, "printed": f"Q = {printed}", "printed_value": printed}
    return claim.ratio("table9-order", text, orders(results, dataset), 1.0, FEW, MANY, **stated)


def _cells(results, row, dataset, printed):
    trial = gupta.row_trial(results.config, dataset, row)
    best = base.best(results, trial)
    chosen = best.best.params if isinstance(best, Record) else None
    at_edge = {name for record in results.records(trial) if record.best for name in record.best.edges}
    cells = {}
    for (name, title), number in zip(COLUMNS.items(), (*printed, None, None, None)):
        ours = best if chosen is None else chosen.get(name, gupta.FIXED.get(row, {}).get(name))
        cells |= {f"{title}: printed": _shown(number), title: _shown(ours, name in at_edge)}
    kept = [record.best for record in succeeded(results.records(trial))]
    return cells | {
        "passes": best if chosen is None else best.best.passes[-1],
        "at the cap": base.n_hit_cap(kept, trial) if kept else None,
    }


def _shown(value, at_edge=False):
    shown = Exact(value) if isinstance(value, float) else value
    return f"{shown}{base.EDGE}" if at_edge else shown
