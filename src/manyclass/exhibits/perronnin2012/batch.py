"""Batch solvers: stochastic gradients against LIBLINEAR, the same penalty and no bias.

On subsets of three sizes and with two penalties λ (LIBLINEAR's C is 1 / (λ n)): the multiclass SVM against LIBLINEAR's
by Crammer and Singer, u-OVR and w-OVR (8 negatives per positive) against its one-vs-rest. Objective: that of its kind,
on train; for one-vs-rest the sum over classes, which w-OVR does not minimise. Seconds: wall time of training, for
stochastic gradients so many times the median pass, compilation left out; "to par": until validation accuracy is within
a point of LIBLINEAR's. LIBLINEAR runs with its default tolerance and at most 1,000 iterations. Means over seeds, which
decide the draws and not the data. Source: Perronnin, Akata, Harchaoui and Schmid 2012, section 4.3, which reports no
numbers.
"""

import numpy as np

from manyclass.exhibits import base
from manyclass.exhibits.perronnin2012 import batch_claims as _batch_claims
from manyclass.exhibits.perronnin2012.batch_claims import BATCH, KINDS
from manyclass.protocol import results as stored
from manyclass.protocol.trial.spec import Trial

SETS = {  # by scale: images to train on, by data set
    "smoke": {"small_images": 300},
    "standard": {"small_images-n1000": 1000, "small_images-n2000": 2000, "small_images": 4000},
    "full": {"small_images": 20_000},
}
PASSES = {"smoke": (2, 2), "standard": (60, 20), "full": (100, 100)}  # of the multiclass SVM, of one-vs-rest
PENALTIES = (1e-3, 1e-4)
SETTINGS = {"schedule": "decreasing", "step": 1.0, "intercept": 0.0}
LIBLINEAR = {"loss": "hinge", "fit_intercept": False}
MEASURED = ("valid", "test", "objective", "seconds", "passes")
FACTORY = "manyclass.peers.liblinear:LinearSVC"


def sets(config) -> dict[str, int]:
    """Images to train on, by data set."""
    return SETS[config.get("scale", "standard")]


def trial(config, dataset, method):
    """Declare the trial of a solver on one data set, all its penalties and kinds in one."""
    multiclass, one_vs_rest = PASSES[config.get("scale", "standard")]
    if method == BATCH:
        strengths = [1 / (penalty * sets(config)[dataset]) for penalty in PENALTIES]
        grid = {"multi_class": ["crammer_singer", "ovr"], "C": strengths}
        return Trial(dataset, BATCH, fixed=LIBLINEAR, grid=grid, passes=1, halving=False, factory=FACTORY)
    balances = {"balance": [kind["balance"] for _, (of, kind, *_) in KINDS.items() if of == method and kind]}
    grid = {"penalty": list(PENALTIES)} | (balances if balances["balance"] else {})
    passes = one_vs_rest if balances["balance"] else multiclass
    return base.trial(config, dataset, method, "batch", SETTINGS, grid=grid, passes=passes, halving=False)


def trials(config):
    """Three trials a data set."""
    methods = dict.fromkeys(method for method, *_ in KINDS.values())
    return [trial(config, dataset, method) for dataset in sets(config) for method in methods]


def table(results):
    """One row a size, penalty and solver."""
    import pandas as pd

    rows = [
        _row(results, dataset, n, penalty, kind)
        for dataset, n in sets(results.config).items()
        for penalty in PENALTIES
        for kind in KINDS
    ]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: on par in objective and accuracy, at a fraction of the cost."""
    found = []
    for dataset, n in sets(results.config).items():
        solved = {kind: [runs(results, dataset, penalty, kind) for penalty in PENALTIES] for kind in KINDS}
        found += _batch_claims.claims(f"{n:,} images", solved)
    return found


def runs(results, dataset, penalty, kind) -> dict[str, np.ndarray]:
    """What each seed's run measured, arrays of shape (seeds,), nan for holes."""
    method, params, objective, batch = KINDS[kind]
    n = sets(results.config)[dataset]
    wanted = {"C": 1 / (penalty * n)} if method == BATCH else {"penalty": penalty}
    records = results.records(trial(results.config, dataset, method))
    measured = [_measured(record, params | wanted, objective) for record in records]
    found = {name: np.array([each[name] for each in measured]) for name in MEASURED}
    if batch:
        goals = runs(results, dataset, penalty, batch)
        pairs = zip(records, goals["valid"] - _batch_claims.POINT, goals["seconds"])
        found["to par"] = np.array([_to_par(record, params | wanted, *goal) for record, *goal in pairs])
    return found


def _candidate(record, params):
    """Position of the candidate with these parameters among those that were tested, or None."""
    for number, candidate in enumerate(record["candidates"] if record["status"] == "ok" else ()):
        if params.items() <= candidate["params"].items() and candidate["test"] is not None:
            return number
    return None


def _measured(record, params, objective):
    number = _candidate(record, params)
    if number is None:
        return dict.fromkeys(MEASURED, np.nan)
    found = record["candidates"][number]
    least = (found["objective"] or {}).get(objective, np.nan)
    seconds = _seconds(record, number, len(found["passes"]))
    passes, test = len(found["passes"]), found["test"]["accuracy"]
    return dict(zip(MEASURED, (found["valid"][-1], test, least, seconds, passes), strict=True))


def _seconds(record, number, looks):
    """So many passes at the median pass's time; a batch solver makes one."""
    return looks * float(np.median(np.diff([0.0, *record["timing"]["seconds"][number]])))


def _to_par(record, params, goal, limit):
    """Seconds until validation accuracy first reaches the goal; not less than the limit if it never does."""
    number = _candidate(record, params)
    if number is None or np.isnan(goal):
        return np.nan
    reached = np.flatnonzero(np.array(record["candidates"][number]["valid"]) >= goal)
    looks = len(record["candidates"][number]["valid"])
    if len(reached):
        return _seconds(record, number, int(reached[0]) + 1)
    return max(limit, _seconds(record, number, looks))


def _row(results, dataset, n, penalty, kind):
    from manyclass.report.tables import Spread

    row = {"images": n, "λ": f"{penalty:g}", "solver": kind}
    found = runs(results, dataset, penalty, kind)
    if not np.isfinite(found["test"]).any():
        records = results.records(trial(results.config, dataset, KINDS[kind][0]))
        return row | {"test accuracy, %": stored.hole(records) or "no such run succeeded"}
    there = np.isfinite(found["test"])
    row["test accuracy, %"] = Spread.over(100 * found["test"][there], len(there))
    row |= {name: float(np.nanmean(found[name])) for name in ("objective", "seconds")}
    return row | ({"seconds to par": float(np.nanmean(found["to par"]))} if "to par" in found else {})
