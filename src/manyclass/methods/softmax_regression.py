"""Multinomial logistic regression by projected stochastic gradients (Hazan & Singer, lecture 11)."""

import numpy as np
from scipy.special import softmax

from manyclass.kernels.sgd.class_weights import Softmax
from manyclass.methods.base.sgd.projected import ProjectedClassifier


class SoftmaxRegression(ProjectedClassifier):
    """The loss is -log P[y|x], with P[j|x] ∝ exp(z_j); every step moves all classes.

    As printed, the update w_j -= η p_j x has p_y = 1; implemented is the gradient, p_y = P[y|x] - 1. Of a sample with
    several right classes one is drawn, and the others are left out.

    Parameters
    ----------
    step : float
        η0.
    power : float
        η_t = η0 / t^power for update t; 1 as printed, 0 for a fixed step.
    radius : float
        ρ of the constraint ‖w_j‖ ≤ ρ; inf for none.
    penalty : float
        λ of the ℓ2 penalty ½ λ ‖W‖², which the lecture does not have; 0 for none.
    batch_size : int
        Samples of a mini-batch.
    replacement : bool
        Draw every sample at random, rather than shuffle all of them for each pass.
    average_from : float or None
        T0, in passes: the output is the average over the updates since; None: the last W.
    intercept : float
        Value of a constant feature beside those of X, inside the ball with them; 0 for none.
    max_iter : int
        Passes over the training samples.
    random_state : int, RandomState instance or None
        Draws.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    """

    citation = "Hazan & Singer, COS324, lecture 11; suffix averaging: Rakhlin, Shamir & Sridharan (2012)"
    search = {"step": [100.0, 1000.0, 10_000.0], "radius": [5.0, 20.0], "average_from": [1]}

    def predict_proba(self, X) -> np.ndarray:
        """P[j|x] of each row of X (n, d): float32 (n, G)."""
        return softmax(self._scores(self._validated(X)), axis=1)

    def _weights(self, n_classes):
        return Softmax()
