"""Losses: α is at most β and the multiclass hinge, and all are at least the top-k zero-one loss, on random scores.

The scores of 20 classes are drawn from normal distributions of four widths, and rounded for one sample in ten, so that
there are ties; the true class is drawn too. α and β are computed by the estimator's own code; "k-th" is the hinge of
the k-th largest entry alone, from which the document begins; "multiclass" is α for k = 1. The middle columns count
samples: where a bound is broken, and where α is strictly the smaller. The next ones count pairs of samples at whose
midpoint a loss is above the mean of theirs, so that it is not convex. Last, of every twentieth sample, the pairs of a
sample and its class that are not among those of the largest sum of scores, exactly k of each sample, or k times as many
as samples of one list: the errors of recall, by a general solver. All are statements of mathematics, tests of the code,
and none is scored.
Source: Lapin, Hein and Schiele 2015, section 2, equations 3 and 5.
"""

import numpy as np
import pandas as pd
import scipy.sparse as sp
from scipy.optimize import linprog

from manyclass.exhibits import random_scores
from manyclass.exhibits.random_scores import CLASSES, ROUNDING, below
from manyclass.methods.base.topk.functions import losses
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive

KS = (1, 3, 5, 10)
EVERY = 20  # samples one goes to the solver, none of the rounded
STATEMENTS = (
    *("alpha-bounds-error", "alpha-tight", "alpha-convex", "kth-not-convex", "kth-below-alpha"),
    *("alpha-below-multiclass", "alpha-below-beta", "alpha-strictly-tighter", "recall-is-topk"),
)


def scores():
    """Scores float64 (n, CLASSES) and classes int64 (n,)."""
    return random_scores.scores("lapin2015_losses")


def zero_one(S, y, k: int) -> np.ndarray:
    """The top-k zero-one loss, bool (n,): k other classes score at least as much; ties count against the true one."""
    own = np.take_along_axis(S, y[:, None], axis=1)
    return (own <= S).sum(axis=1) - 1 >= k


def entries(S, y) -> np.ndarray:
    """1 + s_j - s_y of the classes j ≠ y, from the largest down: float64 (n, CLASSES - 1)."""
    h = 1 + S - np.take_along_axis(S, y[:, None], axis=1)
    others = np.arange(S.shape[1]) != y[:, None]
    return -np.sort(-h[others].reshape(len(S), -1), axis=1)


def kth_hinge(S, y, k: int) -> np.ndarray:
    """The hinge of the k-th largest entry, float64 (n,)."""
    return np.maximum(0.0, entries(S, y)[:, k - 1])


def measured(k) -> dict[str, np.ndarray]:
    """The losses of every sample, float64 (n,)."""
    S, y = scores()
    hinges = {loss: losses(S, y, k, loss) for loss in ("alpha", "beta")} | {"multiclass": losses(S, y, 1, "alpha")}
    return hinges | {"zero-one": zero_one(S, y, k).astype(float), "k-th": kth_hinge(S, y, k)}


def not_convex(k) -> dict[str, int]:
    """Pairs of samples, with the class of the first, at whose midpoint a loss is above the mean of theirs: counts."""
    S, y = scores()
    order = np.random.default_rng(derive("exhibit", "lapin2015_pairs")).permutation(len(S))
    (A, B), y = np.split(S[order], 2), y[order[: len(S) // 2]]

    def broken(loss):
        return below(0.5 * (loss(A) + loss(B)), loss(0.5 * (A + B)))

    return {"alpha": broken(lambda S: losses(S, y, k, "alpha")), "k-th": broken(lambda S: kth_hinge(S, y, k))}


def slack_missing(k) -> int:
    """Samples whose α is not below the multiclass hinge though this is positive and the k largest entries differ."""
    of_k, h = measured(k), entries(*scores())
    apart = (of_k["multiclass"] > 0) & (h[:, 0] > h[:, k - 1])
    return int((apart & (of_k["alpha"] >= of_k["multiclass"])).sum())


def attained(k) -> list[tuple[float, float]]:
    """α and the top-k zero-one loss where all scores are the same, and where the right one is ahead of them by 1."""
    y = np.zeros(1, int)
    points = (np.zeros((1, CLASSES)), np.eye(1, CLASSES))
    return [(float(losses(S, y, k, "alpha")[0]), float(zero_one(S, y, k)[0])) for S in points]


def gap_exceptions(k) -> int:
    """Samples whose α and β are the same where they should not be, or differ where they should not.

    They are the same exactly if of the k largest entries none is positive or none is negative.
    """
    of_k, h = measured(k), entries(*scores())
    gap = of_k["alpha"] < of_k["beta"] - ROUNDING * (1 + of_k["beta"])
    return int((gap != ((h[:, 0] > 0) & (h[:, k - 1] < 0))).sum())


def recall_errors(S, y, k: int, of_each: bool) -> int:
    """The pairs of a sample and its class that are not taken, where the pairs taken have the largest sum of scores.

    Parameters
    ----------
    S : ndarray (n, G)
        Scores without ties.
    y : ndarray of int (n,)
        Classes.
    k : int
    of_each : bool
        Whether exactly k pairs of each sample are taken, or k·n of one list.

    Raises
    ------
    RuntimeError
        When the linear programme has no solution.
    """
    n, n_classes = S.shape
    sums = sp.kron(sp.eye_array(n), np.ones((1, n_classes))) if of_each else np.ones((1, S.size))
    taken = linprog(-S.ravel(), A_eq=sums, b_eq=np.full(sums.shape[0], k * n / sums.shape[0]), bounds=(0, 1))
    if not taken.success:
        raise RuntimeError(f"linear programme: {taken.message}")
    return int((taken.x.reshape(S.shape)[np.arange(n), y] < 0.5).sum())


def recalled(k) -> tuple[int, int, int]:
    """Of some samples the top-k errors, and those of recall with k pairs of each sample, and of one list."""
    S, y = (values[1::EVERY] for values in scores())
    return int(zero_one(S, y, k).sum()), recall_errors(S, y, k, of_each=True), recall_errors(S, y, k, of_each=False)


def table(results):
    """One row a k: means, and counts."""
    rows = []
    for k in KS:
        of_k, pairs = measured(k), not_convex(k)
        alpha, beta, error = of_k["alpha"], of_k["beta"], of_k["zero-one"]
        row = {"k": k, "top-k zero-one, mean": error.mean(), "k-th, mean": of_k["k-th"].mean()}
        row |= {"α, mean": alpha.mean(), "β, mean": beta.mean(), "α < zero-one": below(alpha, error)}
        row |= {"α < k-th": below(alpha, of_k["k-th"]), "β < α": below(beta, alpha), "α < β": below(alpha, beta)}
        multiclass = of_k["multiclass"]
        row |= {"multiclass < α": below(multiclass, alpha), "α < multiclass": below(alpha, multiclass)}
        row |= {"k-th not convex": pairs["k-th"], "α not convex": pairs["alpha"]}
        names = "top-k errors", "recall errors, k of each", "recall errors, one list"
        rows.append(row | dict(zip(names, recalled(k))))
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test the bounds, convexity, and where the losses are the same: statements of mathematics, tests of the code."""
    of_ks, pairs, more = {k: measured(k) for k in KS}, {k: not_convex(k) for k in KS}, KS[1:]
    bends = [pairs[k]["alpha"] for k in KS]
    return [
        _bound("alpha-bounds-error", "α is at least the top-k zero-one loss", of_ks, "alpha", "zero-one"),
        _tight(),
        _none("alpha-convex", "at no midpoint of two samples α is above the mean of theirs", bends, "pairs"),
        claim.exact(
            "kth-not-convex",
            "at the midpoint of some samples the hinge of the k-th largest entry is above the mean of theirs",
            all(pairs[k]["k-th"] for k in more),
            "; ".join(f"k = {k}: {pairs[k]['k-th']} pairs" for k in more),
        ),
        _bound("kth-below-alpha", "the hinge of the k-th largest entry is at most α", of_ks, "alpha", "k-th"),
        _bound("alpha-below-multiclass", "α is at most the multiclass hinge", of_ks, "multiclass", "alpha"),
        _none(
            "alpha-below-multiclass",
            "it is below the multiclass hinge wherever this is positive and the k largest entries are not the same",
            [slack_missing(k) for k in more],
        ),
        _bound("alpha-below-beta", "α is at most β", of_ks, "beta", "alpha"),
        _none(
            "alpha-strictly-tighter",
            "α and β are the same if of the k largest entries none is positive or none is negative, else α is below β",
            [gap_exceptions(k) for k in KS],
        ),
        _recall(),
    ]


def _tight():
    text = "α is the top-k zero-one loss where all scores are the same, an error, and where the right one leads by 1"
    points = [point for k in KS for point in attained(k)]
    said = ", ".join(f"{alpha:g} and {error:g}" for alpha, error in dict.fromkeys(points))
    return claim.exact("alpha-tight", text, all(alpha == error for alpha, error in points), said)


def _recall():
    text = "with exactly k pairs taken of each sample, recall counts as many errors as there are top-k errors"
    counts = {k: recalled(k)[:2] for k in KS}
    said = "; ".join(f"k = {k}: {recall} and {top_k}" for k, (top_k, recall) in counts.items())
    return claim.exact("recall-is-topk", text, all(top_k == recall for top_k, recall in counts.values()), said)


def _bound(statement, text, of_ks, upper, lower):
    return _none(statement, text, [below(of_k[upper], of_k[lower]) for of_k in of_ks.values()])


def _none(statement, text, exceptions, of="samples"):
    """State that there are no exceptions."""
    return claim.exact(statement, text, not any(exceptions), f"{sum(exceptions)} {of} are exceptions")
