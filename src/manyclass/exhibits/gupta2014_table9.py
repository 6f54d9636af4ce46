"""Table 9: the parameters chosen on the validation part.

Those of the best run of all candidates and seeds, beside the printed ones. Steps and margins live on the
scale of our features, so their sizes are not comparable with the document's; how they go together is.
Source: Gupta, Bengio and Weston 2014, table 9 and footnote 2.
"""

import numpy as np

from manyclass.exhibits import base
from manyclass.exhibits import gupta2014_table8 as table8
from manyclass.protocol import claims as test
from manyclass.protocol.selection import Run, succeeded

COLUMNS = {"step": "step", "margin": "margin", "dimensions": "m", "balance": "β", "last_violators": "Q"}
PRINTED = {  # per data set, in the order of COLUMNS
    "one_vs_rest/balance1": ((0.01, 0.1), (0.01, 0.1), (0.1, 1), (0.01, 0.1)),
    "one_vs_rest": ((0.01, 0.1, None, 64), (0.01, 0.1, None, 64), (0.1, 1, None, 64), (0.01, 0.1, None, 128)),
    "auc_ranking": ((0.01, 0.1), (0.01, 0.1), (0.001, 0.01), (0.001, 0.01)),
    "wsabie": ((0.01, 0.1, 128), (0.001, 0.1, 128), (0.001, 0.1, 256), (0.0001, 0.1, 256)),
    "wsabie_pp": tuple((10, 10_000, m, None, Q) for m, Q in ((192, 8), (192, 8), (256, 8), (256, 32))),
}


def trials(config):
    """Trials of table 8 whose parameters the document prints."""
    return [table8.row_trial(config, dataset, row) for dataset in table8.SETS for row in PRINTED]


def table(results):
    """One row a method and data set: every parameter printed and ours."""
    import pandas as pd

    return pd.DataFrame(
        [
            {"method": row, "data set": dataset} | _cells(results, row, dataset, printed)
            for row, sets in PRINTED.items()
            for dataset, printed in zip(table8.SETS, sets)
        ],
        dtype=object,
    )


def claims(results):
    """Test footnote 2, by method and together: larger margins work better with larger steps.

    Within a sweep, the best step of every margin is ranked against the margin (Kendall's tau, 0 when the best
    step is the same for all); a seed's value is the mean over the data sets.
    """
    taus = {row: np.array([_ties(results, row, seed) for seed in range(len(results.seeds))]) for row in PRINTED}
    together = _mean(np.array(list(taus.values())))
    return [
        test.between(
            f"{name}: larger margins work better with larger steps (rank correlation above 0)",
            values,
            0,
            np.inf,
            printed="footnote 2, no number",
            show="{:+.2f}".format,
        )
        for name, values in ({"all methods": together} | taus).items()
    ]


def _cells(results, row, dataset, printed):
    best = base.best(results, table8.row_trial(results.config, dataset, row))
    cells = {}
    for (name, title), said in zip(COLUMNS.items(), (*printed, None, None, None)):
        held = table8.FIXED.get(row, {}).get(name)
        ours = best.params.get(name, held) if isinstance(best, Run) else best
        cells |= {f"{title}: printed": _exact(said), title: _exact(ours)}
    others = {"radius": "C", "burn_in": "burn-in"}
    ours = best.params if isinstance(best, Run) else {}
    return cells | {title: _exact(ours.get(name)) for name, title in others.items()}


def _exact(value):
    from manyclass.report.tables import Exact

    return Exact(value) if isinstance(value, float) else value


def _ties(results, row, seed):
    """Mean over the data sets of one seed's rank correlation of margin and best step; nan without any."""
    found = []
    for dataset in table8.SETS:
        records = succeeded([results.records(table8.row_trial(results.config, dataset, row))[seed]])
        found += [correlation(record["candidates"]) for record in records]
    return _mean(np.array(found, dtype=float))


def correlation(candidates) -> float:
    """Kendall's tau of margin and best step at that margin; nan with fewer than two margins or steps.

    Best is the candidate kept longest, then the one with the highest last validation accuracy.
    """
    from scipy.stats import kendalltau

    best = {}
    for candidate in candidates:
        if not candidate["valid"]:  # failed in its first passes
            continue
        step, margin = (candidate["params"].get(name) for name in ("step", "margin"))
        score = (len(candidate["valid"]), candidate["valid"][-1])
        best.setdefault(margin, []).append((score, step))
    steps = {step for runs in best.values() for _, step in runs}
    if len(best) < 2 or len(steps) < 2:
        return np.nan
    tau = kendalltau(list(best), [max(runs)[1] for runs in best.values()]).statistic
    return 0.0 if np.isnan(tau) else float(tau)


def _mean(values):
    """Mean over the first axis of what is not nan; nan where nothing is left."""
    counted = np.isfinite(values).sum(axis=0)
    total = np.nansum(values, axis=0)
    return np.where(counted > 0, total / np.maximum(counted, 1), np.nan)
