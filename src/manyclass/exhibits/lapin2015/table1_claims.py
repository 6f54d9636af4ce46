"""What is claimed of top-k accuracy: against the baselines set by set, over the sets, and what k = 1 is."""

import numpy as np

from manyclass.exhibits.lapin2015 import trials as lapin
from manyclass.protocol.claims import claim

CONSISTENT = "consistent improvements in top-k accuracy; no numbers at hand"
EQUIVALENT = "the multiclass SVM is the top-1 SVM"
BASELINES = {"Multiclass SVM": lapin.KS[1:], "One-vs-all SVM": lapin.KS[1:], "Wsabie++": (5,), "TopPush": (5,)}
BASELINES |= {"Recall@k": (5,)}
SOFTMAX = "Softmax regression"


def claims(results) -> list:
    """List the claims."""
    sets = lapin.sets(results.config)
    gains = {each: _gains(results, each) for each in sets}
    listed = [claim for each in sets for claim in _by_set(each, gains[each])]
    over = [
        claim.between(
            f"over the sets: the top-{k} SVM α has a higher top-{k} accuracy than the multiclass SVM",
            [np.mean(gains[each]["Multiclass SVM", k]) for each in sets],
            0,
            np.inf,
            printed=CONSISTENT,
            show="{:+.2f}".format,
            unit="sets",
        )
        for k in lapin.KS[1:]
    ]
    return listed + over + _first(results)


def _gains(results, dataset) -> dict:
    """Points of top-k accuracy by which the top-k SVM α exceeds a baseline, float64 (seeds,), by baseline and k."""
    rows, found = lapin.by_row(results.config, dataset), {}
    for k in lapin.KS[1:]:
        trial, held = rows[f"Top-{k} SVM α"]
        ours = lapin.accuracy(results, trial, k, **held)
        compared = [name for name, ks in BASELINES.items() if k in ks and rows[name][0]]
        for name in (*compared, SOFTMAX):
            found[name, k] = ours - lapin.accuracy(results, rows[name][0], k, **rows[name][1])
    return found


def _by_set(dataset, gains):
    return [
        claim.greater(
            f"{dataset}: the top-{k} SVM α has a higher top-{k} accuracy than {_called(name)}",
            gain,
            0.0,
            printed=CONSISTENT,
            why=_all_classes(gains[SOFTMAX, k]),
        )
        for (name, k), gain in gains.items()
        if name in BASELINES
    ]


def _all_classes(gains):
    """Say that softmax regression is ahead too, where it is with every seed; `gains` over it, shape (seeds,)."""
    if not (gains < 0).all():
        return ""
    return (
        f"softmax regression, too, is ahead of it, by {-gains.mean():.1f} points: a loss to which all classes add,"
        " not the k that come closest alone, ranks the right class higher on this set"
    )


def _called(name):
    return {"Multiclass SVM": "the multiclass SVM", "One-vs-all SVM": "one-vs-all SVMs"}.get(name, name)


def _first(results):
    """Claim that k = 1 is Crammer and Singer's SVM: as accurate as LIBLINEAR's at each C."""
    dataset, listed = lapin.SETS[0], []
    records = results.records(lapin.trial(results.config, dataset, "alpha"))
    others = results.records(lapin.cs_trial(results.config))
    for C in lapin.CS[lapin.scale(results.config)]:
        found = (lapin.chosen(records, "accuracy", k=1, C=C), lapin.chosen(others, "accuracy", C=C))
        ours, theirs = (np.array([_percent(each) for each in both]) for both in found)
        text = f"{dataset}, C = {C:g}: with k = 1 it is as accurate as LIBLINEAR's multiclass SVM (within 1 point)"
        listed.append(claim.between(text, ours - theirs, -1, 1, printed=EQUIVALENT, show="{:+.2f}".format))
    return listed


def _percent(candidate):
    return np.nan if candidate is None else 100 * candidate["test"]["accuracy"]
