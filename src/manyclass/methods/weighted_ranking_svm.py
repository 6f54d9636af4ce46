"""The weighted approximate ranking SVM (Weston et al. 2010; Perronnin et al. 2012: WAR)."""

import numpy as np

from manyclass.kernels.sgd.violator_sampling import Counted, Warp
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import one_of
from manyclass.methods.base.sgd.penalised import JointClassifier


class WeightedRankingSVM(JointClassifier):
    """Draw a sample, then wrong classes until one comes within 1 of the right one; step with the weight of the rank.

    Found at the k-th try, it stands for a rank of about r = ⌊(G - 1) / k⌋, which weighs ℓ_r = Σ_{j≤r} 1/j. The
    document tries up to G - 1 times. Here, as for `WarpRanking`, it is up to G; a last try would weigh ℓ_0 = 0.

    With the exact rank all classes are scored, r is how many of them violate, and the step is on one of these. As
    printed, equation 2 counts the right class among them.

    Parameters
    ----------
    step : float
        Step size η, the first one if it decreases.
    penalty : float
        λ of the ℓ2 penalty; 0 for none, where stopping early is the regularisation (strategy iii).
    schedule : {"fixed", "decreasing", "optimal"}
        η_t = η (strategy ii), or 1 / (λ (t + t0)) with t0 = 1 / (λ η) (strategy i). "optimal", as scikit-learn's
        SGDClassifier has it: the same with the t0 of Bottou's heuristic, by which η_0 is λ^(-1/4), whatever ``step``.
    reweight : bool or "updates"
        Give every class the same weight (equation 4), not every sample: draw every class as often, or, with "updates",
        draw samples as they are and multiply their steps by weights in inverse proportion to the classes' sizes.
    intercept : float
        Value of a constant feature, whose weights are not penalised; 0 for none.
    rank : {"estimated", "exact"}
        The document's estimate of the rank r, or what it estimates (equation 2), which takes G inner products a sample.
    average : bool
        Whether class vectors and biases are the means over all steps, as with ``average=True`` in scikit-learn's
        SGDClassifier; our option.
    max_iter : int
        Passes over the training samples (n random draws each).
    random_state : int, RandomState instance or None
        Draws.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    """

    citation = "Weston, Bengio & Usunier (2010); Perronnin, Akata, Harchaoui & Schmid (2012), table 1: WAR"
    search = {"step": Ladder([0.003, 0.01, 0.03])}
    rank_weight = "harmonic"
    _parameter_constraints = {**JointClassifier._parameter_constraints, "rank": one_of("estimated", "exact")}

    def __init__(
        self,
        step=0.01,
        penalty=0.0,
        schedule="fixed",
        reweight=False,
        intercept=1.0,
        rank="estimated",
        average=False,
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        super().__init__(step, penalty, schedule, reweight, intercept, average, max_iter, random_state, n_jobs)
        self.rank = rank

    @property
    def sampler(self):
        """How wrong classes are chosen."""
        return Counted(np.zeros(1, np.int64)) if self.rank == "exact" else Warp()
