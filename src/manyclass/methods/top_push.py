"""TopPush on pairs of a sample and a class (Li, Jin & Zhou 2014; a baseline of Lapin, Hein & Schiele 2015)."""

from manyclass.methods.base.dual.pair_ascent import PairAscent
from manyclass.methods.base.dual.reduction import PairRanking
from manyclass.methods.base.ladder import Ladder

# Arrays (n, G) in memory at once: A before and after a step, its momentum, scores, and what projection takes.
PAIR_ARRAYS = 10


class TopPush(PairRanking):
    """min ½‖W‖² + C Σ_i (1 + m - s_i,y)₊², with m the largest score of all wrong pairs of all samples.

    The positive pairs are to stand at the top of one list of all pairs, above the highest negative. Objective and
    algorithm, accelerated gradients in the dual, are Li, Jin and Zhou's, on the reduction of Lapin et al. (section 2);
    nothing is approximated but what `dual_gap_` says. There are n·G dual variables, held in memory.

    Raises ValueError where a sample has several right classes.

    Parameters
    ----------
    C : float
        Weight of the losses; 1/(λn) of the document's.
    tol : float
        Relative duality gap at which training ends. Scores are float32, which leave a few 1e-6 open.
    max_iter : int
        Most steps, each of which looks at all samples.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors W: where ``tol`` ended training, those of the least primal objective that was computed; else
        those of the last step, which far from the optimum rank better than its objective says.
    dual_gap_ : float
        (P - D) / max(|P|, |D|) when it was last computed, every five steps and at the end; it never rises.
    certificates_ : list of Certificate
        The least primal and the largest dual objective so far, each time, with the steps and the seconds of training
        up to there.
    """

    citation = "Li, Jin & Zhou (2014); Lapin, Hein & Schiele (2015), section 2"
    search = {"C": Ladder([0.01, 0.1, 1.0], factor=10)}

    def __init__(self, C=0.1, tol=0.01, max_iter=200, n_jobs=None):
        self.C = C
        self.tol = tol
        self.max_iter = max_iter
        self.n_jobs = n_jobs

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """The dual variables of all pairs, in float32, at the points that a step is made from and goes to."""
        return 4 * (PAIR_ARRAYS * n_samples * n_classes + 8 * n_classes * n_features)

    def _solver(self, X, y, n_classes):
        return PairAscent(X, y, n_classes, float(self.C))
