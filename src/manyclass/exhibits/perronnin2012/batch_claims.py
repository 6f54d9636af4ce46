"""The claims of perronnin2012/batch, and the solvers that it compares."""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.protocol.claims import claim

BATCH = "liblinear"
JOINT, SINGLE = "LIBLINEAR, multiclass", "LIBLINEAR, one-vs-rest"
KINDS = {  # by name: method, parameters, objective it is held against, its batch solver
    "MUL": ("multiclass_svm", {}, "multiclass", JOINT),
    JOINT: (BATCH, {"multi_class": "crammer_singer"}, "multiclass", None),
    "u-OVR": ("weighted_one_vs_rest", {"balance": None}, "one_vs_rest", SINGLE),
    "w-OVR": ("weighted_one_vs_rest", {"balance": 8}, "one_vs_rest", SINGLE),
    SINGLE: (BATCH, {"multi_class": "ovr"}, "one_vs_rest", None),
}
POINT = 0.01
CLOSE = 1.05  # of the objective
PAR, COST = "on par with these solvers", "at a fraction of the cost"


def claims(where, solved) -> list:
    """Hold each stochastic solver against its batch solver, both at the penalty that is the latter's best.

    Parameters
    ----------
    where : str
        Which data.
    solved : dict of str to list of dict
        Of each of `KINDS` what was measured, for one penalty after the other; see `perronnin2012/batch.runs`.
    """
    found = []
    for kind in ("MUL", "u-OVR"):
        batch = KINDS[kind][3]
        ours, theirs = at_best(solved, kind, batch)
        apart, name = 100 * (ours["test"] - theirs["test"]), f"{where}, {kind} and {batch}"
        show = "{:+.2f} points".format
        text = f"{name}: test accuracies are within a point"
        found.append(claim.between(text, apart, -1, 1, printed=PAR, show=show))
        text = f"{name}: objective at most 5 % above the batch solver's"
        found.append(
            claim.ratio(text, ours["objective"], theirs["objective"], 0, CLOSE, printed=PAR, why=_slow(solved, kind))
        )
        text = f"{name}: validation accuracy within a point is reached in less time"
        found.append(
            claim.ratio(text, ours["to par"], theirs["seconds"], 0, 1, printed=COST, why=_longer(ours, theirs))
        )
    ours, theirs = at_best(solved, "w-OVR", SINGLE)
    text = f"{where}: w-OVR, 8 negatives per positive, is more accurate than {SINGLE}, which weighs all samples alike"
    return [*found, claim.greater(text, 100 * ours["test"], 100 * theirs["test"])]


def at_best(solved, kind, batch):
    """Both solvers at the penalty with the batch solver's best mean validation accuracy."""
    means = [np.nanmean(each["valid"]) if np.isfinite(each["valid"]).any() else -1.0 for each in solved[batch]]
    best = int(np.argmax(means))
    return solved[kind][best], solved[batch][best]


def _slow(solved, kind) -> str:
    """Compare how far the objective is from the batch solver's with either penalty, the larger one first."""
    pairs = zip(solved[kind], solved[KINDS[kind][3]])
    large, small = (statistics.mean(ours["objective"]) / statistics.mean(theirs["objective"]) for ours, theirs in pairs)
    return (
        f"a small penalty takes more passes to minimise than are made here (×{small:.3g}, with ten times the penalty"
        f" ×{large:.3g}); accuracy does not wait for it"
    )


def _longer(ours, theirs) -> str:
    """Compare the passes to par with those that take as long as the batch solver."""
    one = ours["seconds"] / ours["passes"]
    passes = [each[np.isfinite(each)] for each in (ours["to par"] / one, theirs["seconds"] / one)]
    if not all(map(len, passes)):
        return ""
    needed, solved = (each.mean() for each in passes)
    return (
        f"it takes {needed:.1f} passes to come within a point, and LIBLINEAR's dual coordinate ascent"
        f" is done in the time of {solved:.1f}"
    )
