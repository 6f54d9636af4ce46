"""Table 1: top-k accuracy of top-k SVMs and the baselines on five sets.

In percent, mean ± standard deviation over seeds, each at the candidate with the best top-k accuracy on the
validation part, for every seed and k anew. "gap" is the largest relative duality gap among those chosen for k = 5 (the
document trains to 0.001; epochs are capped here). Ranking baselines are trained on pairs of a sample and a class, where
there are few enough of them. Softmax regression and the Bayes-optimal classifier stand below for reference.
Figure: by how many points the top-k accuracy exceeds the multiclass SVM's, with 95 % intervals over seeds.
The document's text is at hand without the numbers of its table, so there are none beside ours.
Source: Lapin, Hein and Schiele 2015, section 5 and table 1.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.lapin2015.trials import (
    CS,
    KS,
    METRICS,
    SETS,
    accuracy,
    best_candidates,
    crammer_singer_trial,
    dataset_trials,
    failure,
    rows,
    scale,
    sets,
    solution,
    sweep,
)
from manyclass.protocol.claims import claim
from manyclass.report import curves, style

BAYES = "Bayes-optimal"
DRAWN = (
    "One-vs-all SVM",
    "Wsabie++",
    "Recall@k",
    "Top-3 SVM α",
    "Top-5 SVM α",
    "Top-10 SVM α",
    "Softmax regression",
)
CONSISTENT = "consistent improvements in top-k accuracy; no numbers at hand"
EQUIVALENT = "the multiclass SVM is the top-1 SVM"
BASELINES = {  # the k at which they are compared with the top-k SVM α
    "Multiclass SVM": KS[1:],
    "One-vs-all SVM": KS[1:],
    "Wsabie++": (5,),
    "TopPush": (5,),
    "Recall@k": (5,),
}
IN_CLAIMS = {"Multiclass SVM": "the multiclass SVM", "One-vs-all SVM": "one-vs-all SVMs"}


def trials(config):
    """All methods on all sets, and Crammer and Singer's SVM by another solver on one."""
    return [trial for dataset in sets(config) for trial in dataset_trials(config, dataset)] + [
        crammer_singer_trial(config)
    ]


def table(results):
    """One row a data set and method."""
    listed = [row for dataset in sets(results.config) for row in _rows(results, dataset)]
    return pd.DataFrame(listed, dtype=object)


def figure(results):
    """One panel a data set: gain over the multiclass SVM against k."""
    datasets = sets(results.config)
    shown, axes = style.panels(len(datasets), columns=3, height=2.4)
    for ax, dataset in zip(axes, datasets):
        gains = {name: [gain(results, dataset, name, "Multiclass SVM", k) for k in KS] for name in DRAWN}
        curves.draw(ax, {name: statistics.band(points) for name, points in gains.items()}, range(len(KS)))
        ax.axhline(0, color="0.5", linewidth=0.8)
        ax.set(title=dataset, xlabel="k", ylabel="gain in top-k accuracy")
        ax.set_xticks(range(len(KS)), KS)
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: the order at the same k set by set, over the sets, and what k = 1 is."""
    datasets = sets(results.config)
    gains = {dataset: _gains_of_alpha(results, dataset) for dataset in datasets}
    listed = [
        claim.greater(
            f"{dataset}: the top-{k} SVM α has a higher top-{k} accuracy than {IN_CLAIMS.get(name, name)}",
            values,
            0.0,
            printed=CONSISTENT,
        )
        for dataset in datasets
        for (name, k), values in gains[dataset].items()
    ]
    listed += [
        claim.between(
            f"over the sets: the top-{k} SVM α has a higher top-{k} accuracy than the multiclass SVM",
            [np.mean(gains[dataset]["Multiclass SVM", k]) for dataset in datasets],
            0,
            np.inf,
            printed=CONSISTENT,
            show="{:+.2f}".format,
            unit="sets",
        )
        for k in KS[1:]
    ]
    return listed + _top1_is_multiclass(results)


def gain(results, dataset, name, baseline, k) -> np.ndarray:
    """Points of top-k accuracy by which one row of the table exceeds another, float64 (seeds,)."""
    of_set = rows(results.config, dataset)
    ours, theirs = (accuracy(results, of_set[row][0], k, **of_set[row][1]) for row in (name, baseline))
    return ours - theirs


def _gains_of_alpha(results, dataset) -> dict:
    """Gain of the top-k SVM α over each baseline that is run on the set, by baseline and k."""
    run = [name for name, (trial, _) in rows(results.config, dataset).items() if trial]
    return {
        (name, k): gain(results, dataset, f"Top-{k} SVM α", name, k)
        for k in KS[1:]
        for name, compared in BASELINES.items()
        if k in compared and name in run
    }


def _top1_is_multiclass(results):
    """Claim that k = 1 is Crammer and Singer's SVM: as accurate as LIBLINEAR's at each C."""
    dataset, listed = SETS[0], []
    records = results.records(sweep(results.config, dataset, "alpha"))
    others = results.records(crammer_singer_trial(results.config))
    for C in CS[scale(results.config)]:
        both = best_candidates(records, "accuracy", k=1, C=C), best_candidates(others, "accuracy", C=C)
        ours, theirs = (np.array([_percent(candidate) for candidate in candidates]) for candidates in both)
        text = f"{dataset}, C = {C:g}: with k = 1 it is as accurate as LIBLINEAR's multiclass SVM (within 1 point)"
        listed.append(claim.between(text, ours - theirs, -1, 1, printed=EQUIVALENT, show="{:+.2f}".format))
    return listed


def _percent(candidate):
    return np.nan if candidate is None else 100 * candidate.test["accuracy"]


def _rows(results, dataset):
    listed = []
    for name, (trial, params) in rows(results.config, dataset).items():
        row, reason = {"data set": dataset, "method": name}, failure(results, trial)
        for k in KS:
            row[f"top-{k}"] = reason or statistics.spread(accuracy(results, trial, k, **params))
        listed.append(row | {"gap": None if reason else _gap(results, trial, params)})
    best = results.card(dataset)["controls"]["bayes_optimal"]
    bayes = {f"top-{k}": 100 * best[METRICS[k]] if METRICS[k] in best else None for k in KS}
    return [*listed, {"data set": dataset, "method": BAYES} | bayes | {"gap": None}]


def _gap(results, trial, params):
    best = best_candidates(results.records(trial), METRICS[5], **params)
    return max((solution(candidate)["gap"] for candidate in best if solution(candidate)), default=None)
