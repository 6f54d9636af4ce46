"""What the embedding models share: class vectors in the space of z = Wx, and W learnt with them."""

import warnings
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.kernels.embedding import Embedded, epoch
from manyclass.kernels.losses import Hinge
from manyclass.kernels.negatives import LastViolators, Warp
from manyclass.kernels.projection import Embedding
from manyclass.kernels.rng import new_state
from manyclass.kernels.rows import Sparse
from manyclass.kernels.rule import Rule
from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.samples import require, require_finite
from manyclass.methods.base.steps import accumulators, rank_weights, steps

# A pass that leaves more than this share of the samples unused teaches next to nothing.
ABSORBED = 0.8


class EmbeddingClassifier(ManyClassClassifier):
    """Trained by WARP steps; ``embedding_`` float32 (m, d) is W, ``prototypes_`` float32 (G, m) are the β_g.

    ``history_`` lists the `Counts` of every pass. Subclasses give the start (`_start`), the scores, and the
    parameters that are not theirs to choose.
    """

    adaptation = "fixed"
    rank_weight = "harmonic"
    last_violators = 0
    burn_in = 0
    radius = np.inf

    def passes(self, X, y) -> Iterator["EmbeddingClassifier"]:
        """Train like `fit`, yielding the estimator, ready to predict, after every pass over the samples."""
        require(self, step=(0, np.inf), margin=(0, np.inf), radius=(1e-12, np.inf), max_iter=(1, np.inf))
        require(self, dimensions=(1, np.inf), last_violators=(0, np.inf), burn_in=(0, np.inf))
        rows, labels = self._samples(X, y)
        n, n_classes = len(labels.indptr) - 1, labels.n_classes
        to_start, to_draw = self._seeds(2)
        discriminant, W = self._start(n_classes, to_start.spawn(2))
        model = Embedded(discriminant, accumulators(n_classes, self.adaptation), self._embedding(W, rows))
        weights = rank_weights(n_classes, self.rank_weight)
        rule = Rule(Hinge(float(self.margin)), Warp(), weights, steps(self.step, self.adaptation))
        violators, state = np.full(n_classes, -1, np.int32), new_state(to_draw)
        self.history_ = []
        for self.n_iter_ in range(1, self.max_iter + 1):
            last = LastViolators(violators, int(self.last_violators if self.n_iter_ > self.burn_in else 0))
            counts = epoch(rows, labels, model, rule, last, (self.n_iter_ - 1) * n, state)
            self.history_.append(counts)
            require_finite(self, self.embedding_, self.prototypes_)
            if counts.ignored > ABSORBED * n:
                warnings.warn(
                    f"last violators made {counts.ignored / n:.0%} of pass {self.n_iter_} go unused; "
                    f"a larger burn_in or fewer last_violators lets the classes separate first",
                    ConvergenceWarning,
                    stacklevel=2,
                )
            yield self

    def _start(self, n_classes: int, seeds: list) -> tuple[NamedTuple, np.ndarray]:
        """The discriminant of ``prototypes_``, which it sets, and W float32 (m, d), before the first step."""
        raise NotImplementedError

    def _embedding(self, W: np.ndarray, rows) -> Embedding:
        """The kernel's view of W, in the order that the rows' type wants; ``embedding_`` views the same memory."""
        sparse = isinstance(rows, Sparse)
        V = np.ascontiguousarray(W.T) if sparse else W
        self.embedding_ = V.T if sparse else V
        return Embedding(
            V,
            scale=np.ones(len(W), np.float32),
            squared_norm=np.einsum("jr,jr->j", W, W, dtype=np.float64),
            alpha=accumulators(len(W), self.adaptation),
            pending=np.zeros(len(W), np.float32),
            row=np.full(1, -1, np.int64),
            radius=float(self.radius),
        )
