"""Recall@k on pairs of a sample and a class (Joachims 2005; a baseline of Lapin, Hein & Schiele 2015)."""

from manyclass.methods.base.pairs.ranking import PairRanking
from manyclass.methods.base.pairs.recall_problem import RecallProblem
from manyclass.methods.base.pairs.solver import solver_bytes
from manyclass.methods.base.parameters import AT_LEAST_ONE


class RecallAtK(PairRanking):
    """min ½‖W‖² + C ξ, where ξ bounds the positive pairs that are not among the k·n best of one list of all pairs.

    ξ is the largest Σ (1 + s̄ - s) over the positives outside of a set of k·n pairs, with s̄ the mean score of the set's
    negatives: for k = 1 the structured hinge of Joachims (2005) for recall at n, on the reduction of Lapin et al.
    (section 2). The set that violates most holds the a best positives and the k·n - a best negatives, for the best
    a, and is found exactly. Where Joachims adds one set after another, the dual is stated here in the variables of
    single pairs, for k = 1 that of a support vector machine of two classes with a bias, and solved as
    `manyclass.methods.top_push.TopPush` is, for k > 1 by an augmented Lagrangian alone.

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
        Most steps; each computes the scores of all pairs once to three times.
    warm_start : bool
        Whether `fit` starts from the dual variables of the last one, at the best share of them.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors W: those of the least objective, or where ``max_iter`` ended training the last ones.
    dual_gap_ : float
        (P - D) / max(|P|, |D|) of the least primal and the largest dual objective so far.
    certificates_ : list of Certificate
        Both after each step, with the seconds of training up to there.
    """

    citation = "Joachims (2005); Lapin, Hein & Schiele (2015), section 2"
    _parameter_constraints = {
        **PairRanking._parameter_constraints,
        "k": [AT_LEAST_ONE],
    }

    def __init__(self, k=1, C=0.1, tol=0.001, max_iter=1000, warm_start=False, n_jobs=None):
        self.k = k
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.warm_start = warm_start
        self.n_jobs = n_jobs

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """See `manyclass.methods.base.pairs.solver.solver_bytes`."""
        return solver_bytes(n_samples, n_features, n_classes, pairs_per_sample=16 + 2 * self.k)

    def _problem(self, X, y, n_classes):
        if self.k >= n_classes:
            raise ValueError(f"k={self.k} must be at most {n_classes - 1}, the number of other classes")
        return RecallProblem(X, y, n_classes, float(self.C), self.k)
