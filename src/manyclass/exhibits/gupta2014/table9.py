"""Table 9: the parameters chosen on the validation part.

Those of the best run of all candidates and seeds, beside the printed ones. Steps and margins live on the
scale of our features, so their sizes are not comparable with the document's; how they go together is.
Source: Gupta, Bengio and Weston 2014, table 9 and footnote 2.
"""

from collections import defaultdict

import numpy as np
import pandas as pd
from scipy.stats import kendalltau

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.record import Record
from manyclass.report.tables import Exact

COLUMNS = {"step": "step", "margin": "margin", "dimensions": "m", "balance": "β", "last_violators": "Q"}
PRINTED = {  # per data set, in the order of COLUMNS
    "one_vs_rest/balance1": ((0.01, 0.1), (0.01, 0.1), (0.1, 1), (0.01, 0.1)),
    "one_vs_rest": ((0.01, 0.1, None, 64), (0.01, 0.1, None, 64), (0.1, 1, None, 64), (0.01, 0.1, None, 128)),
    "auc_ranking": ((0.01, 0.1), (0.01, 0.1), (0.001, 0.01), (0.001, 0.01)),
    "wsabie": ((0.01, 0.1, 128), (0.001, 0.1, 128), (0.001, 0.1, 256), (0.0001, 0.1, 256)),
    "wsabie_pp": tuple((10, 10_000, m, None, Q) for m, Q in ((192, 8), (192, 8), (256, 8), (256, 32))),
}
OTHERS = {"radius": "C", "burn_in": "burn-in"}  # chosen here and not printed


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
    """Test footnote 2, by method and together: larger margins work better with larger steps.

    Within a sweep, the best step of every margin is ranked against the margin (Kendall's tau, 0 when the best
    step is the same for all); a seed's value is the mean over the data sets.
    """
    taus = {row: np.array([_correlations(results, row, seed) for seed in results.seeds]) for row in PRINTED}
    by_row = {row: _mean(tau.T) for row, tau in taus.items()}
    return [
        claim.between(
            f"{name}: larger margins work better with larger steps (rank correlation above 0)",
            values,
            0,
            np.inf,
            printed="footnote 2, no number",
            show="{:+.2f}".format,
        )
        for name, values in ({"all methods": _mean(np.array(list(by_row.values())))} | by_row).items()
    ]


def _cells(results, row, dataset, printed):
    best = base.best(results, gupta.row_trial(results.config, dataset, row))
    chosen = best.best.params if isinstance(best, Record) else None
    cells = {}
    for (name, title), number in zip(COLUMNS.items(), (*printed, None, None, None)):
        ours = best if chosen is None else chosen.get(name, gupta.FIXED.get(row, {}).get(name))
        cells |= {f"{title}: printed": _exact(number), title: _exact(ours)}
    return cells | {title: _exact((chosen or {}).get(name)) for name, title in OTHERS.items()}


def _exact(value):
    return Exact(value) if isinstance(value, float) else value


def _correlations(results, row, seed):
    """`correlation` of one seed's sweep on each data set, float64 (sets,); nan where it failed."""
    records = [results.record(gupta.row_trial(results.config, dataset, row), seed) for dataset in gupta.SETS]
    return np.array([np.nan if record.best is None else correlation(record.candidates) for record in records])


def correlation(candidates) -> float:
    """Kendall's tau of margin and best step at that margin; nan with fewer than two margins or steps."""
    steps = {margin: candidate.params.get("step") for margin, candidate in best_by_margin(candidates).items()}
    tried = {candidate.params.get("step") for candidate in candidates if candidate.valid}
    if len(steps) < 2 or len(tried) < 2:
        return np.nan
    tau = kendalltau(list(steps), list(steps.values())).statistic
    return 0.0 if np.isnan(tau) else float(tau)


def best_by_margin(candidates) -> dict:
    """The best candidate at each margin: the one kept longest, then that of the highest last validation accuracy."""
    trained = defaultdict(list)
    for candidate in candidates:
        if candidate.valid:  # else it failed in its first passes
            trained[candidate.params.get("margin")].append(candidate)
    return {margin: max(at_margin, key=_merit) for margin, at_margin in trained.items()}


def _merit(candidate):
    return len(candidate.valid), candidate.valid[-1], candidate.params.get("step")


def _mean(values):
    """Mean over the first axis of what is not nan; nan where nothing is left."""
    counted = np.isfinite(values).sum(axis=0)
    total = np.nansum(values, axis=0)
    return np.where(counted > 0, total / np.maximum(counted, 1), np.nan)
