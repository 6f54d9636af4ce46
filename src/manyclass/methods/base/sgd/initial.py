"""Initial values of class vectors and embeddings."""

import numpy as np


def initial_values(kind: str, shape: tuple[int, int], radius: float, seed: np.random.SeedSequence) -> np.ndarray:
    """A float32 array of this shape: ``zeros``, ``signs``, ``gaussian``, or rows uniform in the ``ball`` of ``radius``.

    Signs are 1 and -1 with equal chance (Gupta et al. 2014, table 3); Gaussian entries have variance 1. Rows
    of these that are too long for the ball are projected onto it.
    """
    rng = np.random.default_rng(seed)
    if kind == "zeros":
        return np.zeros(shape, np.float32)
    signs = kind == "signs"
    rows = rng.choice(np.float32([-1, 1]), shape) if signs else rng.standard_normal(shape, np.float32)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if kind == "ball":
        within = rng.random((shape[0], 1), np.float32) ** np.float32(1 / shape[1])
        rows *= within * np.float32(radius if np.isfinite(radius) else 1.0) / lengths
    else:
        rows *= np.minimum(1, np.float32(radius) / lengths)
    return rows
