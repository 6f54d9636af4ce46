"""The multiclass SVM of Crammer and Singer by stochastic gradients (Perronnin et al. 2012: MUL)."""

from manyclass.kernels.sgd.violator_sampling import Hardest
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.sgd.penalised import JointClassifier


class MulticlassSVM(JointClassifier):
    """Draw a sample; if its best wrong class comes within 1 of the right one, step on those two.

    The loss of a sample is max_y {Δ(y⁺, y) + f(x; y)} - f(x; y⁺), with Δ = 1 for y ≠ y⁺.

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

    citation = "Crammer & Singer (2001); Perronnin, Akata, Harchaoui & Schmid (2012), table 1: MUL"
    search = {"step": Ladder([0.01, 0.03, 0.1])}
    sampler = Hardest()

    def __init__(
        self,
        step=0.1,
        penalty=0.0,
        schedule="fixed",
        reweight=False,
        intercept=1.0,
        average=False,
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        super().__init__(step, penalty, schedule, reweight, intercept, average, max_iter, random_state, n_jobs)
