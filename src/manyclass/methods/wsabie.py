"""Wsabie: WARP on an embedding learnt with it (Weston et al. 2011; Gupta et al. 2014, section 5.5)."""

import scipy.sparse as sp

from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import RADIUS, one_of
from manyclass.methods.base.scores import inner_products
from manyclass.methods.base.sgd.embedding import EmbeddingClassifier
from manyclass.methods.base.sgd.initial import initial_values
from manyclass.methods.base.sgd.linear import inner


class Wsabie(EmbeddingClassifier):
    """f(x; g) = β_gᵀWx with ‖β_g‖ ≤ C and ‖W_j‖ ≤ C; WARP steps of fixed size, weighted by estimated rank.

    Parameters
    ----------
    dimensions : int
        m, the rows of W.
    step : float
        Step size λ, constant but for the weight of the rank.
    margin : float
        b, by how much a right class must lead.
    radius : float
        C of the constraints on each β_g and on each row of W; inf for none.
    initial : {"ball", "signs", "gaussian"}
        W and β before the first step: rows uniform in the ball, or as named and projected onto it.
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

    citation = "Weston, Bengio & Usunier (2011); Gupta, Bengio & Weston (2014), section 5.5"
    swept_again = ("step",)  # for the same reason as of Wsabie++
    search = [
        {"step": Ladder([0.001, 0.003, 0.01]), "margin": Ladder([0.03, 0.1, 0.3])},
        {"dimensions": Ladder([0.5, 1.0], factor=2, high=1, of="rank")},
    ]
    _parameter_constraints = {
        **EmbeddingClassifier._parameter_constraints,
        "radius": [RADIUS],
        "initial": one_of("ball", "signs", "gaussian"),
    }

    def __init__(
        self,
        dimensions=32,
        step=0.001,
        margin=0.3,
        radius=1.0,
        initial="ball",
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        self.dimensions = dimensions
        self.step = step
        self.margin = margin
        self.radius = radius
        self.initial = initial
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _initial_vectors(self, n_classes, for_prototypes, for_embedding):
        prototypes = initial_values(self.initial, (n_classes, self.dimensions), self.radius, for_prototypes)
        W = initial_values(self.initial, (self.dimensions, self.n_features_in_), self.radius, for_embedding)
        return inner(prototypes, self.radius), W

    def _scorer(self, X):
        embed, score = inner_products(sp.issparse(X), self.embedding_), inner_products(False, self.prototypes_)
        return lambda rows: score(embed(rows))
