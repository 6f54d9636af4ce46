"""TopPush on pairs of a sample and a class (Li, Jin & Zhou 2014; a baseline of Lapin, Hein & Schiele 2015)."""

from manyclass.methods.base.pairs.ranking import PairRanking
from manyclass.methods.base.pairs.solver import solver_bytes
from manyclass.methods.base.pairs.top_push_problem import TopPushProblem


class TopPush(PairRanking):
    """min ½‖W‖² + C Σ_i (1 + m - s_i,y)₊², with m the largest score of all wrong pairs of all samples.

    The positive pairs are to stand at the top of one list of all pairs, above the highest negative. The objective is
    that of Li, Jin and Zhou, on the reduction of Lapin et al. (section 2). Where they take accelerated gradients over
    all n·G dual variables, it is solved here by an augmented Lagrangian and Newton's method, whose systems are made of
    the few pairs that can matter, and where C is large to the end by an interior point. Nothing is approximated but
    what `dual_gap_` says.

    Raises ValueError where a sample has several right classes.

    Parameters
    ----------
    C : float
        Weight of the losses; 1/(λn) of the document's.
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
        The class vectors W: those of the least objective, or where ``max_iter`` ended training those of the last step,
        which far from the optimum rank better than its objective says.
    dual_gap_ : float
        (P - D) / max(|P|, |D|) of the least primal and the largest dual objective so far.
    certificates_ : list of Certificate
        Both after each step, with the seconds of training up to there.
    """

    citation = "Li, Jin & Zhou (2014); Lapin, Hein & Schiele (2015), section 2"

    def __init__(self, C=0.1, tol=0.001, max_iter=1000, warm_start=False, n_jobs=None):
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.warm_start = warm_start
        self.n_jobs = n_jobs

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """See `manyclass.methods.base.pairs.solver.solver_bytes`."""
        return solver_bytes(n_samples, n_features, n_classes, pairs_per_sample=16)

    def _problem(self, X, y, n_classes):
        return TopPushProblem(X, y, n_classes, float(self.C))
