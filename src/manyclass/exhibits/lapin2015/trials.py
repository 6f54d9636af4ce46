"""What the exhibits of Lapin et al. (2015) share: sets, methods, and results at the C best for each k.

The document measures top-k accuracy for several k and tunes each method for it. So of a method's candidates the one
with the best top-k accuracy on the validation part is taken, draw by draw and k by k; sweeps end inside for each of
these accuracies. Nothing is dropped early, since what is best at first says little of what is best among ten. A method
has one budget: solvers with a certificate are trained to their tolerance, logistic regression among them, always as
softmax regression to the gap of the top-k SVM; one that a cap has stopped before is known by its gap. Wsabie++ and SGD
have none, and are trained until top-1 accuracy on the validation part no longer rises; one that the cap has stopped
while it rose counts as stopped early. Crammer and Singer's SVM is among the rows as the multiclass SVM, which makes
that of LIBLINEAR no baseline but a check of one set.
"""

import numpy as np

from manyclass.exhibits import base, baselines
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.record import CandidateRecord
from manyclass.protocol.trial.spec import Trial
from manyclass.report.tables import Interval

SETS = ("indoor67", "caltech101", "places205", "sun397", "ilsvrc1000")
# Without groups of look-alikes: the first is the control of those with, the second was not made for this document.
UNGROUPED = ("ambiguous_groups-distinct", "taxonomy", "more_classes-256")
KS = (1, 3, 5, 10)
METRICS = {1: "accuracy", 3: "top3", 5: "top5", 10: "top10"}
PASSES = {"smoke": 6, "standard": 364, "full": 364}  # most of stochastic gradients, which are stopped once flat
# Most of a certified solver, which ends by itself.
EPOCHS = {"smoke": 300, "standard": 2000, "large": 2000, "full": 2000}
# Most where a gap may take thousands to close: without acceleration, or of large groups of look-alikes.
MORE_EPOCHS = EPOCHS | {"standard": 20_000, "full": 20_000}
TUNED = {"halving": False, "metrics": tuple(METRICS.values())}
LOSSES = {"alpha": list(KS), "beta": list(KS[1:])}  # with k = 1 the two are one
# To which a method is trained: its tolerance.
GAPS = {
    "topk_svm": 1e-3,
    "topk_entropy": baselines.GAP,
    "softmax_regression": baselines.GAP,
    "top_push": 1e-3,
    "recall_at_k": 1e-3,
}
PAIR_RANKING = ("top_push", "recall_at_k")
RECALLED = (1, 5, 10)  # the bound for k = 1 is the literature's, for more of them a variant of ours
ROWS = {  # method, or loss of the top-k SVM, and the parameters of its candidates, by name
    "One-vs-rest SVM, SGD": ("one_vs_rest", {}),
    "Multiclass SVM": ("alpha", {"k": 1}),
    "Wsabie++": ("wsabie_pp", {}),
    "TopPush": ("top_push", {}),
    "Recall@1": ("recall_at_k", {"k": 1}),
    **{f"Recall@{k}, ours": ("recall_at_k", {"k": k}) for k in RECALLED[1:]},
    **{f"Top-{k} SVM α": ("alpha", {"k": k}) for k in KS[1:]},
    **{f"Top-{k} SVM β": ("beta", {"k": k}) for k in KS[1:]},
}
ONE_VS_ALL, SOFTMAX = "one-vs-rest", baselines.STAND_INS["logistic regression"]
# Of a baseline: logistic regression with a certificate; one-vs-all SVMs by LIBLINEAR, as in the document, even where
# a fit takes two minutes.
INSTEAD = {baselines.BATCH["logistic regression"].row: SOFTMAX}
AS_PRINTED = {baselines.STAND_INS[ONE_VS_ALL].row: baselines.BATCH[ONE_VS_ALL]}
AMONG_THE_ROWS = {each["Crammer–Singer"].row for each in (baselines.BATCH, baselines.STAND_INS)}


def sets(config) -> tuple:
    """Data sets of the configured scale."""
    return SETS[:1] if config["scale"] == "smoke" else (*SETS, *UNGROUPED)


def sweep(config, dataset, method) -> Trial:
    """Declare the trial of one of the document's methods on one data set; what is tuned are the method's ladders."""
    if method in LOSSES:
        return topk_trial(config, dataset, method, method)
    if method in PAIR_RANKING:
        series = {"k": list(RECALLED)} if method == "recall_at_k" else {}
        declared = {"fixed": {"warm_start": True}, "series": series, "passes": EPOCHS[config["scale"]]}
        return Trial(dataset, method, "topk", **declared, **TUNED)
    return Trial(dataset, method, "topk", **base.until_flat(PASSES[config["scale"]]), **TUNED)


def as_printed(config, dataset, loss) -> Trial:
    """Declare the trial of a top-k SVM by the document's updates, without acceleration."""
    return topk_trial(config, dataset, loss, f"{loss}_as_printed", MORE_EPOCHS, accelerated=False)


def topk_trial(config, dataset, loss, variant, epochs=EPOCHS, **how) -> Trial:
    """Declare a sweep of the top-k SVM with this loss, for each of its k, with further parameters."""
    fixed, series = {"loss": loss, "warm_start": True, **how}, {"k": LOSSES[loss]}
    return Trial(dataset, "topk_svm", variant, fixed=fixed, series=series, passes=epochs[config["scale"]], **TUNED)


def crammer_singer_trial(config) -> Trial:
    """Crammer and Singer's SVM by LIBLINEAR at two C, on the smallest set."""
    factory, fixed = "sklearn.svm:LinearSVC", {"multi_class": "crammer_singer", "fit_intercept": False}
    at = {"series": {"C": [0.1, 1.0]}, "search": {}, "passes": 1}
    return Trial(SETS[0], "crammer_singer", "topk", fixed=fixed, factory=factory, **at, **TUNED)


def rows(config, dataset) -> dict[str, tuple[Trial, dict]]:
    """Trial and parameters of its candidates by row of the table: the baselines first, then the document's methods."""
    listed = {row: (trial, {}) for row, trial in beside(config, dataset).items()}
    return listed | {row: (sweep(config, dataset, method), params) for row, (method, params) in ROWS.items()}


def beside(config, dataset) -> dict[str, Trial]:
    """The baselines of a data set, by row of the table, each at its best for every k."""
    listed, instead = {}, INSTEAD | (AS_PRINTED if config["scale"] == "standard" else {})
    for row, trial in baselines.trials(config, dataset, "topk", **TUNED).items():
        if row in instead:
            other = instead[row]
            row, trial = other.row, baselines.declare(other, config["scale"], dataset, "topk", **TUNED)
        if row not in AMONG_THE_ROWS:
            listed[row] = trial
    return listed


def row_of(config, dataset, name) -> tuple[Trial, dict]:
    """Trial and parameters of one row; of a kind of baseline, those of the solver that stands for it on this set."""
    of_set = rows(config, dataset)
    if name in of_set:
        return of_set[name]
    return next(of_set[each.row] for each in (baselines.BATCH[name], baselines.STAND_INS[name]) if each.row in of_set)


def dataset_trials(config, dataset) -> list[Trial]:
    """The trials of one data set, each once."""
    return list(dict.fromkeys(trial for trial, _ in rows(config, dataset).values()))


def winners(results, trial, guesses, /, **params) -> list[CandidateRecord | None]:
    """Of each seed the candidate that is best for k guesses on validation (`base.winners`)."""
    return base.winners(results.records(trial), METRICS[guesses], **params)


def accuracy(results, trial, guesses, /, **params) -> np.ndarray:
    """Top-k accuracy for k guesses in percent, of the `winners` for it: float64 (seeds,); nan without one."""
    return base.accuracy(results.records(trial), METRICS[guesses], METRICS[guesses], **params)


def trained(results, trial, guesses, /, **params) -> bool:
    """Whether the `winners` are all trained to the method's tolerance, as far as it has one, and until flat if not."""
    return bool(trained_draws(results, trial, guesses, **params).all())


def trained_draws(results, trial, guesses, /, **params) -> np.ndarray:
    """Of each draw, whether its winner is trained so: bool (seeds,)."""
    best = winners(results, trial, guesses, **params)
    return _solved(best, trial) & ~_rise(best, trial)


def _solved(best, trial) -> np.ndarray:
    """Of each winner, whether it is trained to the method's tolerance: bool (seeds,).

    One without a gap is, unless its solver warned that it had not converged, as LIBLINEAR does.
    """
    gaps = [solution(each)["gap"] if solution(each) else 0.0 for each in best]
    warned = [each is not None and not solution(each) and each.cut_short for each in best]
    return (np.array(gaps) <= GAPS.get(trial.method, np.inf)) & ~np.array(warned)


def _rise(best, trial) -> np.ndarray:
    """Of each winner, whether the cap on passes ended its training while accuracy rose: bool (seeds,)."""
    return np.array([bool(trial.patience and each is not None and base.still_rises(each, trial)) for each in best])


def told_from_zero(results, trial, guesses, /, **params) -> np.ndarray:
    """Of each draw, whether the gap of the top-k SVM that wins tells its W from zero: bool (seeds,).

    If W is no longer than it may be off, the best one may be zero, and how W ranks classes is what the solver happened
    to leave. True without a certificate.
    """
    best = winners(results, trial, guesses, **params)
    return np.array([not solution(each) or solution(each)["norm"] > off(solution(each)) for each in best])


def off(solved) -> float:
    """How far a certified W is from the best one at most: √(2 (P - D)), as the objective is strongly convex."""
    *_, primal, dual = solved["certificates"][-1]
    return float(np.sqrt(2 * max(primal - dual, 0.0)))


def chosen_solutions(results, trial, guesses, /, **params) -> list[dict]:
    """Certified solutions of the `winners`."""
    return [solution(each) for each in winners(results, trial, guesses, **params) if solution(each)]


def cell(results, trial, guesses, /, **params) -> Interval | str:
    """What `accuracy` gives, as a table shows it with its `marks`; or why there is nothing to show."""
    shown = base.cell(results, trial, METRICS[guesses], METRICS[guesses], **params)
    return shown._replace(mark=marks(results, trial, guesses, **params)) if isinstance(shown, Interval) else shown


def marks(results, trial, guesses, /, **params) -> str:
    """Marks of a row: one of the `winners` stands at an end of what was tried; one was stopped early, or by the cap."""
    at_edge = base.edge_mark(results.records(trial), METRICS[guesses], **params)
    best = winners(results, trial, guesses, **params)
    early = "" if _solved(best, trial).all() else base.EARLY
    return at_edge + early + base.RISING * bool(_rise(best, trial).any())


def solution(candidate) -> dict | None:
    """What a candidate says of its certified solution; None without a candidate or a certificate."""
    return candidate and candidate.diagnostics.get("solution")


def solutions(records, **params) -> list[dict]:
    """Certified solutions of all candidates with these parameters."""
    every = [each for record in selection.succeeded(records) for each in record.candidates]
    return [solution(each) for each in every if params.items() <= each.params.items() and solution(each)]


def ahead(results, statement, text, guesses, rows, **said) -> claim.Claim:
    """Claim that the first of two rows has the higher top-k accuracy, where both are `trained`.

    Parameters
    ----------
    results : Results
    statement, text : str
        As `claim.greater` takes them.
    guesses : int
        k.
    rows : dict of str to tuple
        Trial and parameters of each row, by name.
    **said
        Further arguments of `claim.greater`.

    Returns
    -------
    Claim
        Undecided, and saying so, where a row was stopped early.
    """
    ours, theirs = (accuracy(results, trial, guesses, **params) for trial, params in rows.values())
    early = [name for name, (trial, params) in rows.items() if not trained(results, trial, guesses, **params)]
    if early:
        text, ours = f"{text} (no test: {' and '.join(early)} stopped early)", np.full_like(ours, np.nan)
    return claim.greater(statement, text, ours, theirs, **said)
