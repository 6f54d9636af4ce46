"""WARP: a linear ranking of the classes that looks for a violator (Gupta et al. 2014, section 5.2)."""

from manyclass.kernels.sgd.violator_sampling import Hardest, Warp
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import one_of
from manyclass.methods.base.sgd.linear import RankingClassifier


class WarpRanking(RankingClassifier):
    """Draw a sample and a right class, then wrong ones until one violates; step with the weight of the rank.

    The rank is estimated as r = ⌊(G - 1) / tries⌋ and weighs w(r) = Σ_{i≤r} 1/i (equation 13), or 1. With
    ``violator="worst"``, which the document considers and does not do, all wrong classes are tried, and w = 1.

    Parameters
    ----------
    step : float
        Step size λ, constant but for the weight of the rank.
    margin : float
        b, by how much a right class must lead.
    radius : float
        C of the constraint ‖β_g‖ ≤ C; inf for none.
    intercept : float
        Value of a constant feature beside those of X, inside the ball with them; 0 for none.
    violator : {"drawn", "worst"}
        The wrong class of a step: drawn among those that violate, or the one that violates by most (section 5.4).
    rank_weight : {"harmonic", "one"}
        The weight w of the rank; "one" is not the document's.
    initial : {"ball", "zeros"}
        Class vectors before the first step: uniform in the ball of ``radius``, or zero, which takes a margin above 0.
    max_iter : int
        Passes over the training samples (n random draws each).
    random_state : int, RandomState instance or None
        Initial values and draws.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    """

    citation = "Weston, Bengio & Usunier (2011); Gupta, Bengio & Weston (2014), section 5.2"
    search = {"step": Ladder([0.001, 0.003, 0.01]), "margin": Ladder([0.03, 0.1, 0.3])}
    _parameter_constraints = {
        **RankingClassifier._parameter_constraints,
        "violator": one_of("drawn", "worst"),
        "rank_weight": one_of("harmonic", "one"),
    }
    adaptation = "fixed"

    def __init__(
        self,
        step=0.001,
        margin=0.3,
        radius=1.0,
        intercept=0.0,
        violator="drawn",
        rank_weight="harmonic",
        initial="ball",
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        super().__init__(step, margin, radius, intercept, initial, max_iter, random_state, n_jobs)
        self.violator = violator
        self.rank_weight = rank_weight

    @property
    def sampler(self):
        """How wrong classes are chosen."""
        return Hardest() if self.violator == "worst" else Warp()
