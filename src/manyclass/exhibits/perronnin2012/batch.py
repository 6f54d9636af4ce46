"""Batch solvers: stochastic gradients against LIBLINEAR, the same penalty and no bias.

On subsets of three sizes and with three penalties λ (LIBLINEAR's C is 1 / (λ n)): the multiclass SVM against
LIBLINEAR's by Crammer and Singer, u-OVR and w-OVR (8 negatives per positive) against its one-vs-rest. Objective: that
of its kind, on train; for one-vs-rest the sum over classes, which w-OVR does not minimise. Stochastic gradients draw 5
million samples, whatever the size, in steps that decrease from 1 to 1/51 or less; a class of w-OVR counts its own
steps, with 50 classes 9 of 50, and ends at 1/10 or less. LIBLINEAR stops at its default tolerance, and may make a
hundred times its default of iterations; no claim is made where these were too few (‡). Means over draws of the data.
The claims compare two solvers of one objective at that λ of the three with which the batch solver's validation accuracy
is best. w-OVR and one-vs-rest, whose objectives differ, are compared in the rows below, each at the λ that validation
chooses for it in each draw. †: a sweep whose best value is the last one tried. What training takes is in
perronnin2012/batch_time. Source: Perronnin, Akata, Harchaoui and Schmid 2012, section 4.3, which reports no numbers.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.spec import Trial

STATEMENTS = (
    "sgd-multiclass-on-par",
    "sgd-one-vs-rest-on-par",
    "sgd-multiclass-objective",
    "sgd-one-vs-rest-objective",
    "weighted-above-liblinear",
)
SETS = {  # by scale: images to train on, by data set
    "smoke": {"small_images": 300},
    "standard": {"small_images-n1000": 1000, "small_images-n2000": 2000, "small_images": 4000},
    "full": {"small_images": 20_000},
}
# Samples that stochastic gradients draw, in passes over all. Their objective stays above the least by about the last
# step, 1 / (λ t): with so many that is a fiftieth at most.
DRAWS = {"smoke": 600, "standard": 5_000_000, "full": 5_000_000}
PENALTIES = (1e-3, 1e-4, 1e-5)
TUNED = (1e-4, 1e-5, 1e-6)  # where a sweep of the penalty starts
TOLERANCES = (1.0, 0.1, 0.01, 1e-4)  # of LIBLINEAR, the last its default
SETTINGS = {"schedule": "decreasing", "step": 1.0, "intercept": 0.0}
LIBLINEAR = {"loss": "hinge", "fit_intercept": False, "max_iter": 100_000}  # at small penalties 1,000 are too few
FACTORY = "manyclass.peers.liblinear:LinearSVC"
BATCH = "liblinear"
JOINT, SINGLE = "LIBLINEAR, multiclass", "LIBLINEAR, one-vs-rest"
POINT = 0.01  # of accuracy
CLOSE = 1.05  # times the batch solver's objective
PAR = {"MUL": "on par with these solvers", "u-OVR": "as well as batch solvers"}
ON_PAR = {"MUL": "sgd-multiclass-on-par", "u-OVR": "sgd-one-vs-rest-on-par"}
OBJECTIVE = {"MUL": "sgd-multiclass-objective", "u-OVR": "sgd-one-vs-rest-objective"}


class Solver(NamedTuple):
    """Method and parameters of a solver, its objective, and the batch solver of that objective."""

    method: str
    params: dict
    objective: str
    batch: str | None


SOLVERS = {
    "MUL": Solver("multiclass_svm", {}, "multiclass", JOINT),
    JOINT: Solver(BATCH, {"multi_class": "crammer_singer", "tol": TOLERANCES[-1]}, "multiclass", None),
    "u-OVR": Solver("weighted_one_vs_rest", {"balance": None}, "one_vs_rest", SINGLE),
    "w-OVR": Solver("weighted_one_vs_rest", {"balance": 8}, "one_vs_rest", SINGLE),
    SINGLE: Solver(BATCH, {"multi_class": "ovr", "tol": TOLERANCES[-1]}, "one_vs_rest", None),
}


def sets(config) -> dict[str, int]:
    """Images to train on, by data set."""
    return SETS[config["scale"]]


def trial(config, dataset, method):
    """Declare the trial of a method on one data set, with all penalties and all solvers of the method."""
    n = sets(config)[dataset]
    if method == BATCH:
        strengths = [1 / (penalty * n) for penalty in PENALTIES]
        series = {"multi_class": ["crammer_singer", "ovr"], "C": strengths, "tol": list(TOLERANCES)}
        return Trial(
            dataset, BATCH, fixed=LIBLINEAR, series=series, search={}, passes=1, halving=False, factory=FACTORY
        )
    balances = [solver.params["balance"] for solver in SOLVERS.values() if solver.method == method and solver.params]
    series = {"penalty": list(PENALTIES)} | ({"balance": balances} if balances else {})
    passes = DRAWS[config["scale"]] // n
    return Trial(dataset, method, "batch", SETTINGS, series=series, search={}, passes=passes, halving=False)


def tuned(config, dataset) -> dict[str, Trial]:
    """Declare the trials of w-OVR and of LIBLINEAR's one-vs-rest of which validation chooses the penalty."""
    n, passes = sets(config)[dataset], trial(config, dataset, SOLVERS["w-OVR"].method).passes
    ours, theirs = (SOLVERS[name] for name in ("w-OVR", SINGLE))
    penalties = Ladder(sorted(TUNED), factor=10)
    strengths = Ladder(sorted(float(f"{1 / (penalty * n):.6g}") for penalty in TUNED), factor=10)
    declared = {"variant": "tuned", "halving": False}
    of_search = {"search": {"penalty": penalties}, "passes": passes}
    of_library = {"search": {"C": strengths}, "passes": 1, "factory": FACTORY}
    return {
        "w-OVR": Trial(dataset, ours.method, fixed=SETTINGS | ours.params, **of_search, **declared),
        SINGLE: Trial(dataset, BATCH, fixed=LIBLINEAR | theirs.params, **of_library, **declared),
    }


def at_given_penalties(config):
    """Three trials a data set."""
    methods = dict.fromkeys(solver.method for solver in SOLVERS.values())
    return [trial(config, dataset, method) for dataset in sets(config) for method in methods]


def trials(config):
    """Three a data set with given penalties, and two of which the penalty is chosen."""
    chosen = [each for dataset in sets(config) for each in tuned(config, dataset).values()]
    return [*at_given_penalties(config), *chosen]


def table(results):
    """One row a size, penalty and solver, then one a size and solver of which the penalty is chosen."""
    chosen = [(dataset, *each) for dataset in sets(results.config) for each in tuned(results.config, dataset).items()]
    rows = [_row(results, *run) for run in runs(results.config)]
    return pd.DataFrame([*rows, *(_tuned_row(results, *each) for each in chosen)], dtype=object)


def claims(results):
    """List the claims: on par in accuracy, and (ours) the objective about as low, and w-OVR more accurate."""
    listed = []
    for dataset, n in sets(results.config).items():
        listed += claims_of_size(dataset, f"{n:,} images", by_penalty(results, dataset, measured))
        records = (results.records(each) for each in tuned(results.config, dataset).values())
        accuracies = (base.unless(bool(base.early_mark(each)), base.accuracy(each)) for each in records)
        what = f"{n:,} images, hinge losses without a bias, each at its best penalty"
        text = f"{what}: w-OVR, 8 negatives per positive, is more accurate than {SINGLE}"
        listed.append(claim.greater("weighted-above-liblinear", text, *accuracies, on=dataset))
    return listed


def runs(config) -> list[tuple[str, float, str]]:
    """Data set, penalty and solver of each row."""
    return [(dataset, penalty, name) for dataset in sets(config) for penalty in PENALTIES for name in SOLVERS]


def by_penalty(results, dataset, measure) -> dict[str, list]:
    """``measure(results, dataset, penalty, solver)`` of each solver, a list by PENALTIES."""
    return {name: [measure(results, dataset, penalty, name) for penalty in PENALTIES] for name in SOLVERS}


def measured(results, dataset, penalty, name) -> dict[str, np.ndarray]:
    """Validation and test accuracy, objective, and 1 where training was stopped early: float64 (seeds,) each.

    nan where a draw has no result.
    """
    rows = []
    for record, number in candidates(results, dataset, penalty, name):
        if number is None:
            rows.append([np.nan] * 4)
            continue
        candidate = record.candidates[number]
        objective = candidate.diagnostics.get("objective", {}).get(SOLVERS[name].objective, np.nan)
        rows.append([candidate.valid[-1], candidate.test["accuracy"], objective, candidate.cut_short])
    return dict(zip(("valid", "test", "objective", "early"), np.array(rows, dtype=float).T))


def candidates(results, dataset, penalty, name, **params) -> list[tuple]:
    """Each draw's record, and the number of its tested candidate with this penalty, solver and `params`, or None."""
    solver = SOLVERS[name]
    is_batch, n = solver.method == BATCH, sets(results.config)[dataset]
    params = solver.params | ({"C": 1 / (penalty * n)} if is_batch else {"penalty": penalty}) | params
    return [
        (record, _number(record, params)) for record in results.records(trial(results.config, dataset, solver.method))
    ]


def claims_of_size(dataset, size, solved) -> list:
    """Compare each stochastic solver with its batch solver, both at the penalty that is the latter's best.

    With nothing where the batch solver was stopped early with some draw.

    Parameters
    ----------
    dataset, size : str
        Which data, by name and in words.
    solved : dict of str to list of dict
        What was measured of each of SOLVERS (see `measured`), a list by PENALTIES.
    """
    listed = []
    for name, statement in ON_PAR.items():
        ours, theirs = at_best_penalty(solved, name)
        both, show = f"{size}, {name} and {SOLVERS[name].batch}", "{:+.2f} points".format
        said = {"on": dataset, "printed": PAR[name]}
        early = bool((theirs["early"] == 1).any())
        test, objective = (base.unless(early, theirs[measured]) for measured in ("test", "objective"))
        text = f"{both}: test accuracies are within a point"
        listed.append(claim.equivalent(statement, text, 100 * ours["test"], 100 * test, 100 * POINT, show=show, **said))
        text = f"{both}: objective at most 5 % above the latter's"
        listed.append(claim.ratio(OBJECTIVE[name], text, ours["objective"], objective, 0, CLOSE, on=dataset))
    return listed


def at_best_penalty(solved, name) -> tuple[dict, dict]:
    """A solver and its batch solver at the penalty with the latter's best mean validation accuracy."""
    batch = solved[SOLVERS[name].batch]
    means = [np.nanmean(at["valid"]) if np.isfinite(at["valid"]).any() else -1.0 for at in batch]
    best = int(np.argmax(means))
    return solved[name][best], batch[best]


def first_cells(config, dataset, penalty, name) -> dict:
    """The cells that say which run a row is of."""
    return {"images": sets(config)[dataset], "λ": f"{penalty:g}", "solver": name}


def no_result(results, dataset, name) -> str:
    """Why no draw has a result of a solver."""
    records = results.records(trial(results.config, dataset, SOLVERS[name].method))
    return failure(records) or "no such run succeeded"


def _tuned_row(results, dataset, name, tuned_trial):
    n, records = sets(results.config)[dataset], results.records(tuned_trial)
    best = [record.best.params for record in succeeded(records)]
    chosen = {params["penalty"] if "penalty" in params else 1 / (params["C"] * n) for params in best}
    row = {"images": n, "λ": ", ".join(f"{penalty:.3g}" for penalty in sorted(chosen)), "solver": f"{name}, λ chosen"}
    return row | {"test accuracy, %": base.cell(results, tuned_trial)}


def _number(record, params):
    """Position of the candidate with these parameters among those that were tested, or None."""
    for number, candidate in enumerate(record.candidates if record.status == "ok" else ()):
        if params.items() <= candidate.params.items() and candidate.test is not None:
            return number
    return None


def _row(results, dataset, penalty, name):
    row, values = first_cells(results.config, dataset, penalty, name), measured(results, dataset, penalty, name)
    if not np.isfinite(values["test"]).any():
        return row | {"test accuracy, %": no_result(results, dataset, name)}
    early = base.EARLY if (values["early"] == 1).any() else ""
    row["test accuracy, %"] = statistics.mean_interval(100 * values["test"], early)
    return row | {"objective": float(np.nanmean(values["objective"]))}
