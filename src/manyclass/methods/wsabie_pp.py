"""Wsabie++: prototypes in a learnt embedding, last violators ignored (Gupta et al. 2014, table 3)."""

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.common.discriminants import Distance, DistanceByElement, DistanceInBall
from manyclass.kernels.sgd.violator_sampling import FewTries, Hardest, Warp
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import AT_LEAST_ONE, COUNT, POSITIVE, RADIUS, one_of
from manyclass.methods.base.samples import check_size
from manyclass.methods.base.scores import inner_products, minus_squared_distances
from manyclass.methods.base.sgd.embedding import EmbeddingClassifier
from manyclass.methods.base.sgd.initial import initial_values
from manyclass.methods.base.sgd.steps import ADAPTATIONS, BY_ELEMENT


class WsabiePP(EmbeddingClassifier):
    """f(x; g) = -‖β_g - Wx‖²; skips a sample if a last violator of its class, order 1..Q, violates again.

    As printed, table 3 has ∇W = (β_y⁻ - β_y⁺)(Wx)ᵀ, which is m × m; implemented is the gradient of the
    hinge, 2(β_y⁻ - β_y⁺)xᵀ, because that is what has W's shape. As printed, α_g divides by d; implemented is
    the length of β_g, which is m. A link of the chain that is itself a right class is no violator: read
    literally, y⁺ would always violate itself by b.

    The defaults are the document's rule. ``burn_in``, ours, trains the first passes with Q = 0: with uneven class sizes
    the rule can absorb nearly every sample from the first pass on, at a step and a margin that are not tuned for it.
    ``violator``, ``max_tries``, ``radius`` and ``adaptation="adagrad_by_element"`` are for what the document considers,
    and does not do.

    Parameters
    ----------
    dimensions : int
        m, the rows of W.
    step : float
        Step size λ, divided by adagrad's root (one scalar per class and per row of W).
    margin : float
        b, by how much a right class must lead.
    last_violators : int
        Q, how far the chain of last violators is followed; 0 ignores nothing.
    burn_in : int
        Passes before last violators are ignored; 0 as printed.
    rank_weight : {"one", "harmonic"}
        w(r) of a violation: 1, or Wsabie's Σ_{i≤r} 1/i.
    violator : {"drawn", "worst"}
        The wrong class of a step: drawn uniformly among those that violate, by WARP's search, or the one that violates
        by most (section 5.4), whose estimated rank is 1.
    max_tries : int or None
        Wrong classes that are tried for a sample at most, which is not used if none of them violates (section 10);
        None: as many as there are classes. A worst violator is always looked for among all.
    adaptation : {"adagrad", "counting", "fixed", "adagrad_by_element"}
        How steps shrink: by adagrad with one scalar per class and per row of W, by the root of the number of updates,
        not at all, or by adagrad with a scalar for every element of β and W (section 7).
    radius : float
        C of constraints ‖β_g‖ ≤ C and ‖W_j‖ ≤ C on class vectors and rows of W (section 6.3); inf for none.
    initial : {"signs", "gaussian", "ball"}
        W before the first step; β starts at the origin.
    max_iter : int
        Passes over the training samples (n random draws each).
    random_state : int, RandomState instance or None
        Initial values and draws.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    embedding_ : ndarray (m, d) of float32
        W.
    prototypes_ : ndarray (G, m) of float32
        The β_g.
    """

    citation = "Gupta, Bengio & Weston (2014), table 3"
    # Of a sweep begun on few samples, what is swept on all, too (see `manyclass.protocol.trial.pilot`): a fit takes an
    # hour there, and the others move little with the number of samples.
    swept_again = ("step", "last_violators")
    search = [
        {"step": Ladder([0.1, 0.3, 1.0]), "margin": Ladder([0.3, 1.0, 3.0])},
        {"dimensions": Ladder([0.5, 1.0], factor=2, high=1, of="rank")},
        {"last_violators": Ladder([1, 4, 16], factor=2, low=0, whole=True)},
    ]
    late = ("last_violators", "burn_in")
    _parameter_constraints = {
        **EmbeddingClassifier._parameter_constraints,
        "margin": [POSITIVE],
        "last_violators": [COUNT],
        "burn_in": [COUNT],
        "rank_weight": one_of("one", "harmonic"),
        "violator": one_of("drawn", "worst"),
        "max_tries": [AT_LEAST_ONE, None],
        "adaptation": one_of(*ADAPTATIONS, BY_ELEMENT),
        "radius": [RADIUS],
        "initial": one_of("signs", "gaussian", "ball"),
    }

    def __init__(
        self,
        dimensions=32,
        step=0.3,
        margin=3.0,
        last_violators=1,
        burn_in=0,
        rank_weight="one",
        violator="drawn",
        max_tries=None,
        adaptation="adagrad",
        radius=np.inf,
        initial="signs",
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        self.dimensions = dimensions
        self.step = step
        self.margin = margin
        self.last_violators = last_violators
        self.burn_in = burn_in
        self.rank_weight = rank_weight
        self.violator = violator
        self.max_tries = max_tries
        self.adaptation = adaptation
        self.radius = radius
        self.initial = initial
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    @property
    def sampler(self):
        """How wrong classes are chosen."""
        if self.violator == "worst":
            return Hardest()
        return Warp() if self.max_tries is None else FewTries(int(self.max_tries))

    def _samples(self, X, y):
        X, Y = super()._samples(X, y)
        check_size(X, self.dimensions * X.shape[1])  # as W begins with entries of about 1
        return X, Y

    def _initial_vectors(self, n_classes, for_prototypes, for_embedding):
        prototypes = initial_values("zeros", (n_classes, self.dimensions), self.radius, for_prototypes)
        W = initial_values(self.initial, (self.dimensions, self.n_features_in_), self.radius, for_embedding)
        if self.adaptation == BY_ELEMENT:
            return DistanceByElement(prototypes, np.zeros(prototypes.shape), float(self.radius)), W
        return (DistanceInBall(prototypes, float(self.radius)) if self.radius < np.inf else Distance(prototypes)), W

    def _scorer(self, X):
        embed = inner_products(sp.issparse(X), self.embedding_)
        score = minus_squared_distances(False, self.prototypes_)
        return lambda rows: score(embed(rows))
