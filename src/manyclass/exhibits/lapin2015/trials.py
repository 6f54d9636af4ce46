"""What the exhibits of Lapin et al. (2015) share: sets, methods, budgets, and results at the C best for each k.

The document measures top-k accuracy for several k and tunes each method for it. So of a method's candidates the one
with the best top-k accuracy on the validation part is taken, seed by seed and k by k.
"""

import numpy as np

from manyclass.exhibits.statistics import band, spread
from manyclass.protocol import results as stored
from manyclass.protocol import selection
from manyclass.protocol.trial.spec import Trial

SETS = ("indoor67", "caltech101", "places205", "sun397", "ilsvrc1000")
SMALL = SETS[:2]  # where the ranking methods, which hold all n·G pairs, are cheap
KS = (1, 3, 5, 10)
METRICS = {1: "accuracy", 3: "top3", 5: "top5", 10: "top10"}
SMOKE = ("one_vs_rest", "alpha", "recall_at_k")  # methods of the smallest scale
PASSES = {"smoke": 6, "standard": 40, "full": 200}
CS = {"smoke": [1.0], "standard": [0.1, 1.0, 10.0], "full": [0.01, 0.1, 1.0, 10.0, 100.0]}
POOR = {("standard", "ilsvrc1000"): (0.1,)}  # C that left softmax regression less than half of its accuracy
RECALLS = {"smoke": [1, 5, 10], "standard": [5, 10], "full": [1, 5, 10]}  # k = 1 was best for no accuracy and no seed
LOSSES = {"alpha": list(KS), "beta": list(KS[1:])}  # with k = 1 the two are one
ROWS = {  # method, or loss of the top-k SVM, and what is held of its candidates, by name
    "One-vs-all SVM": ("one_vs_rest", {}),
    "Multiclass SVM": ("alpha", {"k": 1}),
    "Wsabie++": ("wsabie_pp", {}),
    "TopPush": ("top_push", {}),
    "Recall@k": ("recall_at_k", {}),
    **{f"Top-{k} SVM α": ("alpha", {"k": k}) for k in KS[1:]},
    **{f"Top-{k} SVM β": ("beta", {"k": k}) for k in KS[1:]},
    "Softmax regression": ("softmax", {}),
}

__all__ = ["band", "spread"]


def scale(config) -> str:
    """Name of the configured scale."""
    return config.get("scale", "standard")


def sets(config) -> tuple:
    """Data sets of the configured scale."""
    return SETS[:1] if scale(config) == "smoke" else SETS


def trial(config, dataset, method) -> Trial | None:
    """Declare the sweep of one method on one data set; None where a method is not run."""
    at = scale(config)
    if at == "smoke" and method not in SMOKE:
        return None
    passes, Cs = PASSES[at], CS[at]
    if at == "standard" and dataset == "ilsvrc1000":  # where an epoch is long
        passes = 30
    if method in ("top_push", "recall_at_k"):
        if dataset not in SMALL:
            return None
        grid = {"C": Cs} | ({"k": RECALLS[at]} if method == "recall_at_k" else {})
        return Trial(dataset, method, "topk", grid=grid, passes=2 * passes, halving=False)
    if method in LOSSES:
        fixed, grid = {"loss": method, "warm_start": True}, {"k": LOSSES[method], "C": Cs}
        return Trial(dataset, "topk_svm", method, fixed=fixed, grid=grid, passes=passes, halving=False)
    if method == "softmax":
        tried = [10 * C for C in Cs if C not in POOR.get((at, dataset), ())]
        fixed, grid = {"max_iter": 100, "tol": 1e-6}, {"C": tried}
        factory = "sklearn.linear_model:LogisticRegression"
        return Trial(dataset, method, "topk", fixed=fixed, grid=grid, factory=factory)
    return Trial(dataset, method, "topk", grid=_grids(at)[method], passes=16 if at == "standard" else passes)


def _grids(at):
    if at == "smoke":
        return {"one_vs_rest": {"step": [0.1], "balance": [8]}}
    return {
        "one_vs_rest": {"step": [0.03, 0.1, 0.3], "balance": [8, 16, 32, 64]},
        "wsabie_pp": {
            "dimensions": [32, 64],
            "last_violators": [0, 1, 4],
            "step": [0.3, 1.0],
            "margin": [1.0, 3.0],
        },
    }


def cs_trial(config) -> Trial:
    """Crammer and Singer's SVM by LIBLINEAR, on the smallest set."""
    factory, fixed = "sklearn.svm:LinearSVC", {"multi_class": "crammer_singer", "fit_intercept": False}
    return Trial(SETS[0], "crammer_singer", "topk", fixed=fixed, grid={"C": CS[scale(config)]}, factory=factory)


def by_row(config, dataset) -> dict:
    """Trial and what is held of its candidates by row of the table; a method that is not run has None for a trial."""
    return {row: (trial(config, dataset, method), held) for row, (method, held) in ROWS.items()}


def trials(config, dataset) -> list[Trial]:
    """The trials of one data set, each once."""
    return list(dict.fromkeys(found for found, _ in by_row(config, dataset).values() if found))


def chosen(records, metric, **held) -> list:
    """Of each seed the tested candidate best on validation by `metric`, the first of equals; None for a hole."""
    return [_best(record, metric, held) for record in records]


def _best(record, metric, held):
    if record["status"] != "ok":
        return None
    tested = [each for each in record["candidates"] if each["test"] and held.items() <= each["params"].items()]
    return max(tested, key=lambda candidate: candidate["validated"].get(metric, 0.0), default=None)


def accuracy(results, trial, guesses, /, **held) -> np.ndarray:
    """Top-k accuracy for k guesses in percent, at the candidate best for it: float64 (seeds,); nan for a hole."""
    if trial is None:
        return np.full(len(results.seeds), np.nan)
    metric = METRICS[guesses]
    found = chosen(results.records(trial), metric, **held)
    return np.array([np.nan if each is None else 100 * each["test"].get(metric, np.nan) for each in found])


def hole(results, trial) -> str | None:
    """Why there is no number to show."""
    return "not run on this set" if trial is None else stored.hole(results.records(trial))


def solutions(records, **held) -> list[dict]:
    """Certified solutions of all tested candidates with these parameters."""
    ok = selection.succeeded(records)
    found = [each for record in ok for each in record["candidates"] if held.items() <= each["params"].items()]
    return [each["solution"] for each in found if each.get("solution")]
