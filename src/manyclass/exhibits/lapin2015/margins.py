"""Margins: how far the right class is from the best class that k guesses leave out, by the loss.

The mean over test samples of the score of the right class less that of the (k + 1)-th best other class, divided by
‖W‖, since scores grow with it (samples have a mean length of one), and shown times a hundred. Both machines, the top-k
SVM α and the multiclass SVM, have the C with the best top-k accuracy on the validation part; they are those of
lapin2015/table1. Beside them stands the multiclass SVM at the C of the top-k SVM, as one that is penalised less has
another margin whatever its loss. Mean over draws and half of the 95 % interval; †: with some draw the best C is the
last of those tried; ‡: with some draw the solver was stopped early, and no claim rests on it.
Source: Lapin, Hein and Schiele 2015, section 2: the slack of α below the multiclass hinge can be used to increase the
margin to the remaining classes.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.lapin2015.trials import (
    GAPS,
    KS,
    METRICS,
    marks,
    sets,
    solution,
    sweep,
    trained,
    winners,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.report.tables import Interval

MORE = KS[1:]
PERCENT = 100.0
AT_ITS_C = "multiclass SVM, at the other's C"
STATEMENTS = ("slack-margin", "slack-margin-one-c")
PRINTED = "can be used to increase the margin; should then lead to an improvement"


def trials(config):
    """Those of the table's rows: α with all k, on all sets."""
    return [sweep(config, dataset, "alpha") for dataset in sets(config)]


def margins(results, dataset, guesses, k) -> np.ndarray:
    """Mean margin to the class that so many guesses leave out, over ‖W‖, of the SVM with k: percent, float64 (seeds,).

    nan where a seed has no result, or W = 0.
    """
    best = winners(results, sweep(results.config, dataset, "alpha"), guesses, k=k)
    return np.array([_margin(solution(each), guesses) for each in best])


def at_one_c(results, dataset, k) -> tuple[np.ndarray, np.ndarray]:
    """`margins` for k guesses of the SVMs with k and with 1, both at the best C of the first: float64 (seeds,) each.

    nan where the second was not tried there, or either was stopped early.
    """
    records, metric = results.records(sweep(results.config, dataset, "alpha")), METRICS[k]
    best = base.winners(records, metric, k=k)
    of_one = [
        chosen and base.winners([record], metric, k=1, C=chosen.params["C"])[0] for record, chosen in zip(records, best)
    ]
    return tuple(np.array([_margin(_certified(each), k) for each in some]) for some in (best, of_one))


def table(results):
    """One row a set and k."""
    return pd.DataFrame([_row(results, dataset, k) for dataset in sets(results.config) for k in MORE], dtype=object)


def claims(results):
    """List the claims: set by set and k by k the top-k SVM has the larger margin, each at its C and both at one."""
    every = [(dataset, k) for dataset in sets(results.config) for k in MORE]
    return [say(results, *each) for say in (_larger, _larger_at_one_c) for each in every]


def _larger_at_one_c(results, dataset, k):
    text = f"{dataset}: the top-{k} SVM has a larger margin to the {k + 1}th best other class at the same C"
    return claim.greater("slack-margin-one-c", text, *at_one_c(results, dataset, k), on=dataset)


def _larger(results, dataset, k):
    declared = sweep(results.config, dataset, "alpha")
    ours, theirs = (margins(results, dataset, k, of) for of in (k, 1))
    if not all(trained(results, declared, k, k=of) for of in (k, 1)):
        ours = np.full_like(ours, np.nan)
    text = f"{dataset}: the top-{k} SVM has a larger margin to the {k + 1}th best other class than the multiclass SVM"
    return claim.greater("slack-margin", text, ours, theirs, on=dataset, printed=PRINTED)


def _certified(candidate) -> dict | None:
    """What a candidate says of its solution; None where that was stopped early."""
    solved = solution(candidate)
    return solved if solved and solved["gap"] <= GAPS["topk_svm"] else None


def _margin(solved, guesses) -> float:
    if not solved or not solved["norm"]:
        return np.nan
    return PERCENT * solved["margins"][guesses] / solved["norm"]


def _row(results, dataset, k):
    declared, row = sweep(results.config, dataset, "alpha"), {"data set": dataset, "k": k}
    if reason := failure(results.records(declared)):
        return row | {"multiclass SVM": reason}
    for name, of in (("multiclass SVM", 1), ("top-k SVM α", k)):
        values = margins(results, dataset, k, of)
        row[name] = Interval.over(values[np.isfinite(values)], len(values), marks(results, declared, k, k=of))
    _, at_its_c = at_one_c(results, dataset, k)
    known = at_its_c[np.isfinite(at_its_c)]
    return row | {AT_ITS_C: Interval.over(known, len(at_its_c)) if len(known) else "not trained there"}
