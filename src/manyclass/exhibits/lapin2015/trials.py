"""What the exhibits of Lapin et al. (2015) share: sets, methods, budgets, and results at the C best for each k.

The document measures top-k accuracy for several k and tunes each method for it. So of a method's candidates the one
with the best top-k accuracy on the validation part is taken, seed by seed and k by k.
"""

import numpy as np

from manyclass.protocol import results, selection
from manyclass.protocol.trial.record import OK, CandidateRecord
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
ROWS = {  # method, or loss of the top-k SVM, and the parameters of its candidates, by name
    "One-vs-all SVM": ("one_vs_rest", {}),
    "Multiclass SVM": ("alpha", {"k": 1}),
    "Wsabie++": ("wsabie_pp", {}),
    "TopPush": ("top_push", {}),
    "Recall@k": ("recall_at_k", {}),
    **{f"Top-{k} SVM α": ("alpha", {"k": k}) for k in KS[1:]},
    **{f"Top-{k} SVM β": ("beta", {"k": k}) for k in KS[1:]},
    "Softmax regression": ("softmax", {}),
}


def scale(config) -> str:
    """Name of the configured scale."""
    return config.get("scale", "standard")


def sets(config) -> tuple:
    """Data sets of the configured scale."""
    return SETS[:1] if scale(config) == "smoke" else SETS


def sweep(config, dataset, method) -> Trial | None:
    """Declare the trial of one method on one data set; None where a method is not run."""
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
        "wsabie_pp": {"dimensions": [32, 64], "last_violators": [0, 1, 4], "step": [0.3, 1.0], "margin": [1.0, 3.0]},
    }


def crammer_singer_trial(config) -> Trial:
    """Crammer and Singer's SVM by LIBLINEAR, on the smallest set."""
    factory, fixed = "sklearn.svm:LinearSVC", {"multi_class": "crammer_singer", "fit_intercept": False}
    return Trial(SETS[0], "crammer_singer", "topk", fixed=fixed, grid={"C": CS[scale(config)]}, factory=factory)


def rows(config, dataset) -> dict[str, tuple[Trial | None, dict]]:
    """Trial and parameters of its candidates by row of the table; a method that is not run has None for a trial."""
    return {row: (sweep(config, dataset, method), params) for row, (method, params) in ROWS.items()}


def dataset_trials(config, dataset) -> list[Trial]:
    """The trials of one data set, each once."""
    return list(dict.fromkeys(trial for trial, _ in rows(config, dataset).values() if trial))


def best_candidates(records, metric, **params) -> list[CandidateRecord | None]:
    """Of each seed the tested candidate with these parameters that is best on validation by `metric`.

    The first of equals; None where a seed has none.
    """
    return [_best(record, metric, params) for record in records]


def _best(record, metric, params):
    if record.status != OK:
        return None
    tested = [each for each in record.candidates if each.test and params.items() <= each.params.items()]
    return max(tested, key=lambda candidate: candidate.valid_metrics.get(metric, 0.0), default=None)


def accuracy(store, trial, guesses, /, **params) -> np.ndarray:
    """Top-k accuracy for k guesses in percent, at the candidate best for it: float64 (seeds,); nan without one."""
    if trial is None:
        return np.full(len(store.seeds), np.nan)
    metric = METRICS[guesses]
    best = best_candidates(store.records(trial), metric, **params)
    return np.array([np.nan if each is None else 100 * each.test.get(metric, np.nan) for each in best])


def failure(store, trial) -> str | None:
    """Why there is no number to show; None where there is one."""
    return "not run on this set" if trial is None else results.failure(store.records(trial))


def solution(candidate) -> dict | None:
    """What a candidate says of its certified solution; None without a candidate or a certificate."""
    return candidate and candidate.diagnostics.get("solution")


def solutions(records, **params) -> list[dict]:
    """Certified solutions of all candidates with these parameters."""
    every = [each for record in selection.succeeded(records) for each in record.candidates]
    return [solution(each) for each in every if params.items() <= each.params.items() and solution(each)]
