"""Table 9: the parameters chosen on the validation part.

Those of the best run of all candidates and draws, beside the printed ones. Steps and margins live on the scale of our
features, so their sizes are not comparable with the document's; how they go together is. One-vs-all SVMs are the
document's, without a constant feature. † marks a parameter whose sweep ended at an edge with some draw. Passes: up to
the model kept; cut short: draws in which the cap on passes came before training ended by itself. Source: Gupta, Bengio
and Weston 2014, section 8.3, table 9 and footnote 2.
"""

from collections import defaultdict

import numpy as np
import pandas as pd
from scipy.stats import kendalltau

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
STATEMENTS = "table9-order", "step-and-margin-tied"
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
    """Test the order of last violators by data set, and by method that larger margins work better with larger steps."""
    return [_chosen_order(results, dataset) for dataset in gupta.SETS] + [_tied(results, row) for row in PRINTED]


def orders(results, dataset) -> np.ndarray:
    """Order Q that each draw's winner has, ½ for none, so that there is a logarithm: float64 (seeds,).

    nan for a failure.
    """
    winners = [record.best for record in results.records(gupta.row_trial(results.config, dataset, "wsabie_pp"))]
    return np.array([np.nan if each is None else max(each.params["last_violators"], 0.5) for each in winners])


def _chosen_order(results, dataset):
    printed = PRINTED["wsabie_pp"][gupta.SETS.index(dataset)][-1]
    text = f"{dataset}: the number of last violators chosen lies between {FEW} and {MANY} (geometric mean)"
    stated = {"on": dataset, "printed": f"Q = {printed}", "printed_value": printed}
    return claim.ratio("table9-order", text, orders(results, dataset), 1.0, FEW, MANY, **stated)


def _tied(results, row):
    """Within a sweep, the best step of every margin is ranked against the margin; the mean over the data sets."""
    taus = np.array([_correlations(results, row, seed) for seed in results.seeds])
    text = f"{gupta.NAMES[row]}: larger margins work better with larger steps (rank correlation above 0)"
    stated = {"on": gupta.SETS, "printed": "no number", "show": "{:+.2f}".format}
    return claim.between("step-and-margin-tied", text, _mean(taus.T), 0, np.inf, **stated)


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
        "cut short": base.n_cut_short(kept, trial) if kept else None,
    }


def _shown(value, at_edge=False):
    shown = Exact(value) if isinstance(value, float) else value
    return f"{shown}{base.EDGE}" if at_edge else shown


def _correlations(results, row, seed):
    """`correlation` of one draw's sweep on each data set, float64 (sets,); nan where it failed."""
    records = [results.record(gupta.row_trial(results.config, dataset, row), seed) for dataset in gupta.SETS]
    return np.array([np.nan if record.best is None else correlation(record.candidates) for record in records])


def correlation(candidates) -> float:
    """Kendall's tau of margin and best step at that margin, 0 when the best step is the same for all.

    Among the candidates that differ in nothing else: the largest such part of the sweep. nan with fewer than two
    margins or steps.
    """
    alike = largest_part(candidates)
    steps = {margin: candidate.params.get("step") for margin, candidate in best_by_margin(alike).items()}
    tried = {candidate.params.get("step") for candidate in alike if candidate.test is not None}
    if len(steps) < 2 or len(tried) < 2:
        return np.nan
    tau = kendalltau(list(steps), list(steps.values())).statistic
    return 0.0 if np.isnan(tau) else float(tau)


def largest_part(candidates) -> list:
    """The largest part of the candidates that agree in all but step and margin, the first of equals."""
    parts = defaultdict(list)
    for candidate in candidates:
        others = {name: value for name, value in candidate.params.items() if name not in ("step", "margin")}
        parts[str(sorted(others.items()))].append(candidate)
    return max(parts.values(), key=len, default=[])


def best_by_margin(candidates) -> dict:
    """The most accurate candidate at each margin on validation, of those that were trained to their end."""
    trained = defaultdict(list)
    for candidate in candidates:
        if candidate.test is not None:
            trained[candidate.params.get("margin")].append(candidate)
    return {margin: max(at_margin, key=_merit) for margin, at_margin in trained.items()}


def _merit(candidate):
    return candidate.valid[-1], candidate.params.get("step")


def _mean(values):
    """Mean over the first axis of what is not nan; nan where nothing is left."""
    counted = np.isfinite(values).sum(axis=0)
    total = np.nansum(values, axis=0)
    return np.where(counted > 0, total / np.maximum(counted, 1), np.nan)
