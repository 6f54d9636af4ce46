"""Step sizes: a schedule over time, divided by the root of what a parameter has been through (adagrad)."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_kernel


class Steps(NamedTuple):
    """η_t = eta0 / (1 + decay·t)^power, and how much a gradient adds to its parameter's accumulator α.

    α grows by ``by_gradient``·(mean squared gradient) + ``by_count``, and the step is η_t / √α. So (1, 0) is
    adagrad with one scalar per parameter vector, (0, 1) counting adagrad, and (0, 0) with α = 1 a plain
    schedule.
    """

    eta0: float
    decay: float
    power: float
    by_gradient: float
    by_count: float


@inner_kernel
def learning_rate(steps, t):
    """η_t, for the number t of a step, from 0 on."""
    if steps.decay == 0.0:
        return steps.eta0
    return steps.eta0 / (1.0 + steps.decay * t) ** steps.power


@inner_kernel
def adaptive_step(steps, eta, alpha, g, mean_squared_gradient):
    """Add a gradient to its accumulator, ``alpha[g]``; return its step size η / √α, float32, or 0 where α is 0."""
    alpha[g] += steps.by_gradient * mean_squared_gradient + steps.by_count
    if alpha[g] <= 0.0:
        return np.float32(0)
    return np.float32(eta / np.sqrt(alpha[g]))
