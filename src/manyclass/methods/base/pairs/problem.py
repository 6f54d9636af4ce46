"""The problem of ranking all n·G pairs of a sample and a class by a loss of their scores, and its dual."""

import numpy as np
from sklearn.utils.extmath import row_norms

from manyclass.methods.base.best_factor import best_factor
from manyclass.methods.base.pairs.loss import PairLoss
from manyclass.methods.base.pairs.newton import SAMPLES_AT_A_TIME, class_sums
from manyclass.methods.base.pairs.projection import PairDuals
from manyclass.methods.base.samples import check_size

# C·‖x‖² is taken for no less than this, so that samples of zeros need no formula of their own.
LEAST_SCALED_NORM = 1e-6


class PairProblem:
    """min ½‖W‖² + the loss of all n·G pairs (`manyclass.methods.base.pairs.loss`).

    Subclasses give the loss (`primal_loss`) and which share of dual variables their bounds allow (`best_share`).

    Parameters
    ----------
    X : float32 array or CSR array (n, d)
        The samples.
    y : ndarray (n,) of int32
        Their classes, 0..G-1.
    n_classes : int
        G.
    C : float
        Weight of the loss.
    loss : PairLoss
        Of dual variables.
    size : int
        Pairs with wrong classes that the loss is made of.

    Raises
    ------
    FloatingPointError
        When squares of the features overflow in float32.

    Attributes
    ----------
    own : ndarray (n,) of int64
        Places of the samples' own classes among all scores.
    unit : float
        1/‖x‖² in the mean.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float, loss: PairLoss, size: int):
        self.X, self.y, self.n_classes, self.C, self.loss, self.size = X, y, n_classes, C, loss, size
        self.own = np.arange(len(y)) * n_classes + y
        check_size(X)
        squared_norm = row_norms(X, squared=True).astype(np.float64).mean()
        self.unit = 1.0 / max(squared_norm, LEAST_SCALED_NORM / C)

    def primal_loss(self, own: np.ndarray, others: np.ndarray) -> float:
        """The loss, of the scores of the samples' own classes (n,), and of the highest of others, highest first."""
        raise NotImplementedError

    def best_share(self, duals: PairDuals, square: float) -> float:
        """The share of the dual variables at which the dual objective, s Σ a - ½ s² ``square``, is the largest."""
        raise NotImplementedError

    def best_multiple(self, W: np.ndarray, own: np.ndarray, others: np.ndarray) -> tuple[float, float]:
        """By what W with these scores, see `primal_loss`, is best multiplied; and ½‖W‖² + C times the loss of that."""
        square = float(np.vdot(W, W))
        return best_factor(lambda s: 0.5 * s * s * square + self.C * self.primal_loss(s * own, s * others))

    def share_and_bound(self, duals: PairDuals, vectors: np.ndarray) -> tuple[float, float]:
        """The best share of the dual variables, whose class vectors these are, and the dual objective at it."""
        square = float(np.vdot(vectors, vectors)) + self.loss.curve * float(duals.right @ duals.right)
        share = float(self.best_share(duals, square))
        return share, share * duals.total - 0.5 * share**2 * square

    def scores_of(self, W: np.ndarray, scores: np.ndarray, own: float = 0.0) -> np.ndarray:
        """Scores of the samples' own classes, float64 (n,).

        Those of the others are written to ``scores`` (n, G), and ``own`` at the places of these.
        """
        for first in range(0, len(scores), SAMPLES_AT_A_TIME):
            block = slice(first, first + SAMPLES_AT_A_TIME)
            scores[block] = self.X[block].astype(np.float64) @ W.T
        flat = scores.ravel()
        right, flat[self.own] = flat[self.own], own
        return right

    def pairs(self, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Samples and classes of all right pairs, and of the pairs at these places."""
        samples, classes = np.divmod(places, self.n_classes)
        return np.concatenate([np.arange(len(self.y)), samples]), np.concatenate([self.y, classes])

    def class_vectors(self, right: np.ndarray, places: np.ndarray, wrong: np.ndarray) -> np.ndarray:
        """Σ right x - Σ wrong x of each class, float64 (G, d)."""
        return class_sums(self.X, np.concatenate([right, -wrong]), *self.pairs(places), self.n_classes)

    def vectors_of(self, duals: PairDuals) -> np.ndarray:
        """The class vectors that dual variables give, float64 (G, d)."""
        return self.class_vectors(duals.right, duals.places, duals.wrong)
