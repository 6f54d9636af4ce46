"""Smooth losses: what takes the corner off the top-k hinge, and softmax regression that forgives (ours).

Top-k accuracy in percent of models trained for the same k, mean over draws of the data and half of its 95 % interval,
each at the candidate with the best top-k accuracy on the validation part. Smoothed: the loss α of the top-k SVM less ½
the square of its dual variables (γ = 1). Top-k entropy: the entropy of the dual variables in place of the square, which
for k = 1 is softmax regression. Softmax regression is trained for k = 1 alone. All are solved to a relative duality gap
of .001; †: with some draw the candidate taken stands at the end of what was tried; ‡: it was stopped early. Both top-k
SVMs have no intercept; softmax regression and top-k entropy have one, but in the last row, where the entropy has no
more freedom than the SVMs. Figure: points of top-k accuracy above the top-k SVM, with 95 % intervals over draws.
Source of the losses: Lapin, Hein and Schiele 2016, which is none of the five documents.
"""

import pandas as pd

from manyclass.exhibits import base
from manyclass.exhibits.baselines import SOLVED
from manyclass.exhibits.lapin2015 import gains
from manyclass.exhibits.lapin2015.trials import (
    KS,
    SOFTMAX,
    TUNED,
    accuracy,
    ahead,
    cell,
    marks,
    row_of,
    sets,
    sweep,
    topk_trial,
)
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.trial.spec import Trial

GAMMA = 1.0
SVM, SMOOTHED, ENTROPY = "Top-k SVM α", f"Smoothed top-k SVM α, γ = {GAMMA:g}", "Top-k entropy"
ALIKE = "Top-k entropy, no intercept"
ROWS = (SVM, SMOOTHED, SOFTMAX.row, ENTROPY, ALIKE)
PAIRS = {  # by statement: the row that may be ahead, the other, and the k at which they are compared
    "smoothing-gains": (SMOOTHED, SVM, KS),
    "entropy-gains": (ENTROPY, SOFTMAX.row, KS[1:]),
    "entropy-beats-svm": (ENTROPY, SVM, KS[1:]),
    "entropy-alike-beats-svm": (ALIKE, SVM, KS),
}
STATEMENTS = tuple(PAIRS)


def smoothed(config, dataset) -> Trial:
    """Declare the top-k SVM with a smoothed loss; all else is as without."""
    return topk_trial(config, dataset, "alpha", "smoothed", gamma=GAMMA)


def entropy(config, dataset) -> Trial:
    """Declare top-k entropy, with the constant feature and the tolerance of softmax regression."""
    fixed = {name: SOFTMAX.declared["fixed"][name] for name in ("intercept", "tol", "warm_start")}
    return Trial(dataset, "topk_entropy", "topk", fixed=fixed, series={"k": list(KS[1:])}, **(SOLVED | TUNED))


def alike(config, dataset) -> Trial:
    """Declare top-k entropy with the freedom of the top-k SVMs, so that only the loss differs."""
    fixed = entropy(config, dataset).fixed | {"intercept": 0.0}
    tuned = {"series": {"k": list(KS)}, "search": {"penalty": Ladder([1e-6, 3e-6, 1e-5, 3e-5, 1e-4], reach=12)}}
    return Trial(dataset, "topk_entropy", "alike", fixed=fixed, **tuned, **(SOLVED | TUNED))


def at(config, dataset, name, k) -> tuple[Trial, dict]:
    """Trial and parameters of a row for k guesses."""
    if name == SOFTMAX.row or (name == ENTROPY and k == 1):
        return row_of(config, dataset, SOFTMAX.row)
    if name == SVM:
        return sweep(config, dataset, "alpha"), {"k": k}
    return {SMOOTHED: smoothed, ENTROPY: entropy, ALIKE: alike}[name](config, dataset), {"k": k}


def trials(config):
    """Every row on every set."""
    every = [at(config, dataset, name, k)[0] for dataset in sets(config) for name in ROWS for k in KS]
    return list(dict.fromkeys(every))


def table(results):
    """One row a data set and method."""
    return pd.DataFrame(
        [_row(results, dataset, name) for dataset in sets(results.config) for name in ROWS], dtype=object
    )


def figure(results):
    """One panel a data set: points above the top-k SVM against k."""
    labels = {name: f"{name}{_marks(results, name)}" for name in ROWS if name != SVM}

    def of_set(dataset):
        return {label: [_gain(results, dataset, name, k) for k in KS] for name, label in labels.items()}

    return gains.draw(results.config, of_set)


def claims(results):
    """Test what smoothing and forgiving bring, set by set and k by k."""
    listed = []
    for statement, (first, second, ks) in PAIRS.items():
        for dataset in sets(results.config):
            for k in ks:
                text = f"{dataset}, top-{k} accuracy: {first} is ahead of {second}"
                both = {name: at(results.config, dataset, name, k) for name in (first, second)}
                listed.append(ahead(results, statement, text, k, both, on=dataset))
    return listed


def _row(results, dataset, name):
    of_ks = {k: at(results.config, dataset, name, k) for k in KS}
    return {"data set": dataset, "method": name} | {
        f"top-{k}": cell(results, trial, k, **params) for k, (trial, params) in of_ks.items()
    }


def _gain(results, dataset, name, k):
    ours, theirs = (at(results.config, dataset, row, k) for row in (name, SVM))
    return accuracy(results, ours[0], k, **ours[1]) - accuracy(results, theirs[0], k, **theirs[1])


def _marks(results, name) -> str:
    """The marks of a curve: those of its points and of the top-k SVM's."""
    compared = [
        (k, at(results.config, each, row, k)) for each in sets(results.config) for row in (name, SVM) for k in KS
    ]
    return base.every_mark(marks(results, trial, k, **params) for k, (trial, params) in compared)
