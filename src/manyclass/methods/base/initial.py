"""Initial values of class vectors and embeddings."""

import numpy as np


def start(kind: str, shape: tuple[int, int], radius: float, seed: np.random.SeedSequence) -> np.ndarray:
    """Float32 ``shape``: rows uniform in the ball of ``radius`` (inf: 1), random ``signs``, ``gaussian``, or ``zeros``.

    Signs are 1 and -1 with equal chance (Gupta et al. 2014, table 3); Gaussian entries have variance 1.
    """
    rng = np.random.default_rng(seed)
    if kind == "zeros":
        return np.zeros(shape, np.float32)
    if kind == "signs":
        return rng.choice(np.float32([-1, 1]), shape)
    rows = rng.standard_normal(shape, np.float32)
    if kind == "gaussian":
        return rows
    if kind == "ball":
        lengths = rng.random((shape[0], 1), np.float32) ** np.float32(1 / shape[1])
        lengths *= np.float32(radius if np.isfinite(radius) else 1.0)
        return rows * (lengths / np.linalg.norm(rows, axis=1, keepdims=True))
    raise ValueError(f"initial={kind!r} must be one of ball, signs, gaussian, zeros")
