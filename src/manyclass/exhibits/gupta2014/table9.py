"""Table 9: the parameters chosen on the validation part.

Those of the best run of all candidates and seeds, beside the printed ones. Steps and margins live on the
scale of our features, so their sizes are not comparable with the document's; how they go together is.
Source: Gupta, Bengio and Weston 2014, table 9 and footnote 2.
"""

from dataclasses import replace

import numpy as np

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import table8
from manyclass.exhibits.gupta2014 import table9_why as _table9_why
from manyclass.protocol.claims import claim
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
    sweeps = {row: [_sweeps(results, row, seed) for seed in range(len(results.seeds))] for row in PRINTED}
    taus = {row: np.array([_mean(np.array([*map(correlation, each)])) for each in sweeps[row]]) for row in PRINTED}
    together = _mean(np.array(list(taus.values())))
    whys = _table9_why.why({row: sum(each, []) for row, each in sweeps.items()}, taus)
    found = []
    for name, values in ({"all methods": together} | taus).items():
        text = f"{name}: larger margins work better with larger steps (rank correlation above 0)"
        told = {"printed": "footnote 2, no number", "show": "{:+.2f}".format, "why": whys.get(name, "")}
        claim = claim.between(text, values, 0, np.inf, **told)
        unswept = whys.get(name) == _table9_why.UNSWEPT
        found.append(replace(claim, why=_table9_why.UNSWEPT) if unswept else claim)
    return found


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


def _sweeps(results, row, seed):
    """Candidates of one seed on each data set where it succeeded."""
    trials = (table8.row_trial(results.config, dataset, row) for dataset in table8.SETS)
    return [record["candidates"] for trial in trials for record in succeeded([results.records(trial)[seed]])]


def correlation(candidates) -> float:
    """Kendall's tau of margin and best step at that margin; nan with fewer than two margins or steps.

    Best is the candidate kept longest, then the one with the highest last validation accuracy.
    """
    from scipy.stats import kendalltau

    best = _table9_why.best_by_margin(candidates)
    chosen = [candidate["params"].get("step") for candidate in best.values()]
    steps = {candidate["params"].get("step") for candidate in candidates if candidate["valid"]}
    if len(best) < 2 or len(steps) < 2:
        return np.nan
    tau = kendalltau(list(best), chosen).statistic
    return 0.0 if np.isnan(tau) else float(tau)


def _mean(values):
    """Mean over the first axis of what is not nan; nan where nothing is left."""
    counted = np.isfinite(values).sum(axis=0)
    total = np.nansum(values, axis=0)
    return np.where(counted > 0, total / np.maximum(counted, 1), np.nan)
