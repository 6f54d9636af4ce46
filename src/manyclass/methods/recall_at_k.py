"""Recall@k on pairs of a sample and a class (Joachims 2005; a baseline of Lapin, Hein & Schiele 2015)."""

import numpy as np
import scipy.sparse as sp

from manyclass.methods.base.dual.cutting_planes import CuttingPlanes
from manyclass.methods.base.dual.reduction import PairRanking
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import AT_LEAST_ONE

# Planes until the gap is small, at most: for a forecast; elsewhere there is no bound but ``max_iter``.
PLANES = 500
# The largest of all pairs are looked for among those that lie above a value in SPACING: above the one that so many
# standard deviations more of them exceed than are needed.
SPACING, SAFE = 64, 6


class RecallAtK(PairRanking):
    """min ½‖W‖² + C ξ, where ξ bounds the positive pairs that are not among the k·n best of one list of all pairs.

    ξ is the largest Σ (1 + s̄ - s) over the positives outside of a set of k·n pairs, with s̄ the mean score of the set's
    negatives: for k = 1 the structured hinge of Joachims (2005) for recall at n, on the reduction of Lapin et al.
    (section 2). The set that violates most holds the a best positives and the k·n - a best negatives, for the best
    a, and is found exactly.

    As Joachims prints it, the set's negatives count with weight 1 also for k > 1, where they are more than the
    positives outside; then ξ is no upper bound, and W = 0 was the best at every C that was tried. Implemented are
    weights that make both sides count the same, with which ξ is a bound for every k.

    Raises ValueError where a sample has several right classes, or k > G - 1.

    Parameters
    ----------
    k : int
        Pairs taken, per sample on average; at most G - 1.
    C : float
        Weight of the loss.
    tol : float
        Relative gap between the objective and its lower bound at which training ends.
    max_iter : int
        Most planes; each takes one look at all samples.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors W: the best tried, or where ``max_iter`` ended training the next to be tried.
    dual_gap_ : float
        (P - D) / max(|P|, |D|), of the best W tried.
    certificates_ : list of Certificate
        Objective and lower bound after each plane, with the seconds of training up to there.
    """

    citation = "Joachims (2005); Lapin, Hein & Schiele (2015), section 2"
    search = {"C": Ladder([0.01, 0.1, 1.0], factor=10)}
    _parameter_constraints = {**PairRanking._parameter_constraints, "k": [AT_LEAST_ONE]}

    def __init__(self, k=1, C=0.1, tol=0.01, max_iter=200, n_jobs=None):
        self.k = k
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.n_jobs = n_jobs

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """Scores of all pairs in float64 with the numbers of all pairs, and each plane's normal in float64."""
        planes = 8 * min(self.max_iter + 4, PLANES) * n_classes * n_features
        return 24 * n_samples * n_classes + 64 * self.k * n_samples + planes

    def _solver(self, X, y, n_classes):
        if self.k >= n_classes:
            raise ValueError(f"k={self.k} must be at most {n_classes - 1}, the number of other classes")
        return CuttingPlanes(lambda S: self._risk(S, y), X, n_classes, float(self.C))

    def _risk(self, S: np.ndarray, y: np.ndarray) -> tuple[float, sp.csr_array]:
        """ξ of scores S, which are overwritten, and its subgradient with respect to them."""
        n, size = len(y), self.k * len(y)
        own = S[np.arange(n), y]
        S[np.arange(n), y] = -np.inf
        negatives = _largest(S.ravel(), size)
        order = np.argsort(-own, kind="stable")
        right, wrong = _partial_sums(own[order]), _partial_sums(S.ravel()[negatives])
        a = np.arange(n + 1)
        weight = (n - a) / np.maximum(size - a, 1)
        values = n - a + right - right[n] + weight * wrong[size - a]
        best = int(values.argmax())
        pairs = np.concatenate([order[best:] * S.shape[1] + y[order[best:]], negatives[: size - best]])
        weights = np.repeat([-1.0, weight[best]], [n - best, size - best])
        A = sp.coo_array((weights, divmod(pairs, S.shape[1])), shape=S.shape)
        return float(values[best]), A.tocsr()


def _largest(values: np.ndarray, size: int) -> np.ndarray:
    """Places of the so many largest, the largest first, of equals the first: int64 (size,)."""
    least = _of_rank(values, size)
    above = np.flatnonzero(values > least)
    above = above[np.argsort(-values[above], kind="stable")]
    return np.concatenate([above, np.flatnonzero(values == least)[: size - len(above)]])


def _of_rank(values: np.ndarray, rank: int) -> float:
    """The value of this rank, 1 for the largest.

    A low rank is asked for: one value in SPACING shows from where on it lies, and the others are only compared with
    that.
    """
    some = values[::SPACING]
    safe = int(rank / SPACING + SAFE * np.sqrt(rank / SPACING + 1))  # of those, rank / SPACING are expected above it
    few = values[values >= np.partition(some, -safe)[-safe]] if safe < len(some) else values.copy()
    if len(few) < rank:
        few = values.copy()
    few.partition(len(few) - rank)
    return few[len(few) - rank]


def _partial_sums(values: np.ndarray) -> np.ndarray:
    """Sum of the first 0, 1, 2, ... of the values."""
    return np.concatenate([[0.0], np.cumsum(values)])
