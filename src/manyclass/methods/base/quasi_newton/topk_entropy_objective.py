"""½ λ ‖W‖² plus the mean top-k entropy loss, with its gradient."""

import numpy as np

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.softmax.topk_entropy import losses
from manyclass.methods.base.quasi_newton.softmax_objective import SoftmaxObjective


class TopKEntropyObjective(SoftmaxObjective):
    """The objective of softmax regression with the other loss, for which its duality gap holds as well.

    Parameters
    ----------
    rows, labels, n_features, penalty, n_jobs
        See `SoftmaxObjective`; ``labels`` name one class for each sample.
    k : int
        The guesses, from 1 to G - 1.
    """

    def __init__(self, rows, labels: Labels, n_features: int, penalty: float, n_jobs: int | None, k: int):
        super().__init__(rows, labels, n_features, penalty, n_jobs)
        self._k = k

    def _losses(self, S: np.ndarray, first: int) -> float:
        return losses(S, self._labels.classes[first : first + len(S)], self._k)
