"""Working memory for the kernels of the top-k losses, and short runs of them."""

import numpy as np
from kernel_models import compressed, dense, new_state, samples, single

from manyclass.kernels.topk.duals import class_vectors
from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.kernels.topk.objective import sum_of_losses
from manyclass.kernels.topk.sdca import Problem, update_samples
from manyclass.kernels.topk.sweeps import new_sweeps, next_samples
from manyclass.methods.base.topk.dual_ascent import new_memory, new_workspace
from manyclass.methods.base.topk.dual_variables import zero_duals


def no_vectors(layout, n_classes, d):
    """V before the first update, in the order that suits the rows."""
    return np.zeros((n_classes, d) if layout is dense else (d, n_classes), np.float32)


def run(layout, loss, n=40, n_classes=10, d=6):
    """V after two sweeps, W in float64, and the sum of the losses."""
    X, y = samples(0, n, d, 0.6), single(0, n, n_classes).classes
    problem, V = Problem(layout(X), y, loss, 1.0), no_vectors(layout, n_classes, d)
    work, duals = new_workspace(8 if layout is dense else 1, d, n_classes), zero_duals(n)
    sweeps, generator = new_sweeps(n), new_state(0)
    for _ in range(2):
        duals = update_samples(problem, duals, sweeps, V, next_samples(sweeps, n, generator), work)
    W = np.zeros(V.shape)
    class_vectors(problem.rows, y, duals, W)
    S = X.astype(float) @ (W.T if layout is dense else W)
    losses = sum_of_losses(new_memory(loss, n, n_classes), loss, S, y, 0)
    name = f"{type(loss).__name__} of {layout.__name__} rows"
    return {name: V, f"{name}, in float64": W, f"{name}, losses": np.array(losses)}


def topk_runs():
    return {**run(dense, Alpha(2, 1.0, 0.0)), **run(compressed, Beta(3, 1.0, 0.5))}
