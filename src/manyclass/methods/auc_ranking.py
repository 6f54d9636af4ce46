"""AUC sampling: a linear ranking of the classes from random pairs (Gupta et al. 2014, section 5.1)."""

from manyclass.kernels.sgd.violator_sampling import Uniform
from manyclass.methods.base.diagnostics import Violators
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import one_of
from manyclass.methods.base.sgd.linear import RankingClassifier
from manyclass.methods.base.sgd.steps import ADAPTATIONS


class AUCRanking(RankingClassifier):
    """Draw a sample, a right and a wrong class; step on |b - β_y⁺ᵀx + β_y⁻ᵀx|₊ if it is not zero.

    Parameters
    ----------
    step : float
        Step size λ, divided by adagrad's root (one scalar per class).
    margin : float
        b, by how much a right class must lead.
    radius : float
        C of the constraint ‖β_g‖ ≤ C; inf for none.
    intercept : float
        Value of a constant feature beside those of X, inside the ball with them; 0 for none.
    initial : {"ball", "zeros"}
        Class vectors before the first step: uniform in the ball of ``radius``, or zero, which takes a margin above 0.
    adaptation : {"adagrad", "counting", "fixed"}
        How steps shrink: by adagrad, by the root of the number of updates, or not.
    max_iter : int
        Passes over the training samples (n random draws each).
    random_state : int, RandomState instance or None
        Initial values and draws.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    """

    citation = "Grangier & Bengio (2008); Gupta, Bengio & Weston (2014), section 5.1"
    search = {"step": Ladder([0.03, 0.1, 0.3]), "margin": Ladder([0.1, 0.3, 1.0])}
    sampler = Uniform()
    _parameter_constraints = {**RankingClassifier._parameter_constraints, "adaptation": one_of(*ADAPTATIONS)}

    def __init__(
        self,
        step=0.1,
        margin=1.0,
        radius=1.0,
        intercept=0.0,
        initial="ball",
        adaptation="adagrad",
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        super().__init__(step, margin, radius, intercept, initial, max_iter, random_state, n_jobs)
        self.adaptation = adaptation

    def _of_violators(self, found: Violators) -> dict[str, object]:
        """Beside ``violating_share`` the ``updated_ranks``."""
        return super()._of_violators(found) | {"updated_ranks": found.updated_ranks()}
