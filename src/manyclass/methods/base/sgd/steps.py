"""Step sizes and rank weights by name."""

import numpy as np

from manyclass.kernels.common.steps import Steps

ADAGRAD = {"by_gradient": 1.0, "by_count": 0.0}
COUNTING = {"by_gradient": 0.0, "by_count": 1.0}
FIXED = {"by_gradient": 0.0, "by_count": 0.0}
ADAPTATIONS = {"adagrad": ADAGRAD, "counting": COUNTING, "fixed": FIXED}
BY_ELEMENT = "adagrad_by_element"  # with an accumulator for every parameter, not one for each vector of them


def steps(step: float, adaptation: str, decay: float = 0.0) -> Steps:
    """Step sizes ``step`` / (1 + ``decay`` t), adapted as named in ADAPTATIONS, or by element."""
    adapted = ADAGRAD if adaptation == BY_ELEMENT else ADAPTATIONS[adaptation]
    return Steps(eta0=float(step), decay=float(decay), power=1.0, **adapted)


def accumulators(size: int, adaptation: str) -> np.ndarray:
    """α of so many parameter vectors before the first gradient: float64 (size,)."""
    return np.ones(size) if adaptation == "fixed" else np.zeros(size)


def rank_weights(n_classes: int, kind: str) -> np.ndarray:
    """w(r) for r = 0..G-1, float32 (G,): Σ_{i≤r} 1/i if ``harmonic`` (Gupta et al. 2014, eq. 13), else 1."""
    if kind == "one":
        return np.ones(n_classes, np.float32)
    return np.concatenate([[0.0], np.cumsum(1.0 / np.arange(1, n_classes))]).astype(np.float32)
