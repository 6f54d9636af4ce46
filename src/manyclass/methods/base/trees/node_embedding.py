"""The embedding that a label tree's nodes learn with them: its first values, and its mean over a pass."""

import numpy as np

from manyclass.kernels.label_tree.embedding import Features, Learnt
from manyclass.methods.base.sgd.initial import initial_values


def first_embedding(dimensions: int | None, d: int, seed: np.random.SeedSequence) -> Features | Learnt:
    """A random projection of d features that keeps lengths on average, Gaussian; none for no dimensions."""
    if dimensions is None:
        return Features()
    W = initial_values("gaussian", (dimensions, d), np.inf, seed) / np.float32(np.sqrt(dimensions))
    return Learnt(W, np.zeros_like(W), np.zeros((1, dimensions), np.float32))


def averaged(embedding: Features | Learnt, steps: int) -> np.ndarray | None:
    """W float32 (m, d) averaged over the steps of a pass, which are then forgotten; None where there is none."""
    if isinstance(embedding, Features):
        return None
    mean = embedding.W - embedding.moved / np.float32(steps)
    embedding.moved[:] = 0
    return mean
