"""Bags of descriptors to encode: clusters in a few dimensions, anywhere in the image."""

import numpy as np


def bags(n, length=20, dimensions=5, seed=0):
    """Random bags: float32 (n, length, dimensions + 2)."""
    rng = np.random.default_rng(seed)
    centres = 3 * np.random.default_rng(99).standard_normal((7, dimensions))
    X = rng.random((n, length, dimensions + 2), dtype=np.float32)
    noise = rng.standard_normal((n, length, dimensions))
    X[:, :, :-2] = centres[rng.integers(7, size=(n, length))] + noise
    return X
