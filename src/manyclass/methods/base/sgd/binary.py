"""Models of one-vs-rest before the first step, and what they have learnt."""

import numpy as np

from manyclass.kernels.sgd.binary import InBall, LastIterate, Mean, Penalised
from manyclass.kernels.sgd.panels import PanelMean, Panels

# Classes side by side in a panel, at most: what two cache lines hold, which processors fetch as a pair.
PANEL = 32


def in_ball(w: np.ndarray, alpha: np.ndarray, radius: float, average: bool) -> InBall:
    """Class vectors ``w`` float32 (G, D) in the ball of ``radius``, with accumulators ``alpha`` float64 (G,)."""
    squared_norm = np.einsum("gj,gj->g", w, w, dtype=np.float64)
    n_steps = np.zeros(len(w), np.int64)
    return InBall(w, squared_norm, np.ones(len(w)), n_steps, alpha, float(radius), _mean(w, average))


def penalised(n_classes: int, n_features: int, constant: float, penalty: float, average: bool) -> Penalised:
    """Class vectors and biases 0, under a penalty λ."""
    w = np.zeros((n_classes, n_features), np.float32)
    return Penalised(
        w=w,
        bias=np.zeros(n_classes, np.float32),
        constant=np.float32(constant),
        scale=np.ones(n_classes),
        n_steps=np.zeros(n_classes, np.int64),
        penalty=float(penalty),
        mean=_mean(w, average),
    )


def panels(n_classes: int, n_features: int, constant: float, penalty: float, average: bool) -> Panels:
    """The same, for sparse samples that all classes use."""
    n_panels = -(-n_classes // PANEL)
    shape = n_panels, n_features, -(-n_classes // n_panels)
    of_bias = shape[0], shape[2]
    rest = PanelMean(np.zeros(n_panels), np.zeros(shape, np.float32), np.zeros(of_bias)) if average else LastIterate()
    return Panels(
        w=np.zeros(shape, np.float32),
        bias=np.zeros(of_bias, np.float32),
        constant=np.float32(constant),
        scale=np.ones(n_panels),
        n_steps=np.zeros(n_panels, np.int64),
        penalty=float(penalty),
        mean=rest,
        vectors=np.zeros((n_classes, n_features), np.float32),
    )


def vectors_of(model: InBall | Penalised | Panels) -> np.ndarray:
    """The class vectors float32 (G, D): the last, or their means."""
    if isinstance(model, Panels):
        return model.vectors
    return model.w if isinstance(model.mean, LastIterate) else model.mean.vectors


def biases_of(model: Penalised | Panels) -> np.ndarray:
    """The weights of the constant feature float32 (G,): the last, or their means."""
    if isinstance(model.mean, LastIterate):
        biases = model.bias
    else:
        n_steps = np.maximum(model.n_steps, 1)
        n_steps = n_steps[:, None] if isinstance(model, Panels) else n_steps
        biases = (model.bias + model.mean.rest_of_bias / n_steps).astype(np.float32)
    return biases.ravel()[: len(vectors_of(model))]


def _mean(w: np.ndarray, average: bool) -> LastIterate | Mean:
    """What the solution is made of, for class vectors ``w`` (G, D) that no step has changed."""
    if not average:
        return LastIterate()
    return Mean(np.zeros(len(w)), np.zeros_like(w), np.zeros(len(w)), np.zeros_like(w))
