"""The max-margin multiclass loss by projected stochastic gradients (Hazan & Singer, lecture 11)."""

import numpy as np

from manyclass.kernels.common.costs import ZeroOne
from manyclass.kernels.sgd.class_weights import MaxViolator, UniformViolators, ViolatorsByMargin
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import POSITIVE, one_of
from manyclass.methods.base.sgd.projected import ProjectedClassifier

WEIGHTS = {"max": MaxViolator, "uniform": UniformViolators, "by_margin": ViolatorsByMargin}


class MaxMarginSGD(ProjectedClassifier):
    """The loss is |γ + max_j z_j - z_y|₊; a step moves the right class and those of the violators that have a weight.

    The violators E are the wrong classes with γ + z_j - z_y > 0. As printed, those with = 0 belong to it, whose
    weights by margin could be 0/0. As printed, p_y = 1; implemented is p_y = -1. Only ``max`` gives a subgradient of
    the loss; the other weights are for losses that count more than one violator.

    Parameters
    ----------
    step : float
        η0.
    margin : float
        γ, above 0: without it no class would violate at W = 0.
    violators : {"max", "uniform", "by_margin"}
        Which of E get a weight: the one of the highest score, all the same, or all in proportion to γ + z_j - z_y.
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

    citation = "Crammer & Singer (2001); Hazan & Singer, COS324, lecture 11"
    # The margin is none of it: margin, radius and step multiplied by one number give W multiplied by it.
    search = [
        {"step": Ladder([1000.0, 10_000.0, 100_000.0], factor=10), "average_from": [1]},
        {"radius": Ladder([5.0, 20.0, 80.0], factor=4)},
    ]
    _parameter_constraints = {
        **ProjectedClassifier._parameter_constraints,
        "margin": [POSITIVE],
        "violators": one_of(*WEIGHTS),
    }

    def __init__(
        self,
        step=1.0,
        margin=1.0,
        violators="max",
        power=1.0,
        radius=np.inf,
        penalty=0.0,
        batch_size=10,
        replacement=False,
        average_from=None,
        intercept=0.0,
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        super().__init__(
            step,
            power,
            radius,
            penalty,
            batch_size,
            replacement,
            average_from,
            intercept,
            max_iter,
            random_state,
            n_jobs,
        )
        self.margin = margin
        self.violators = violators

    def _weights(self, n_classes):
        return WEIGHTS[self.violators](float(self.margin), ZeroOne())
