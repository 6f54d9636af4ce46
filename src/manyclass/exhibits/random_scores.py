"""Random scores with ties, on which losses are compared with what they bound."""

import numpy as np

from manyclass.protocol.seeds import derive

CLASSES = 20
WIDTHS, SAMPLES = (0.1, 0.5, 2.0, 10.0), 500  # standard deviations of the scores, and samples of each
ROUNDED = 10  # one sample in so many has whole scores
ROUNDING = 1e-12  # of margins, and of sums over classes


def scores(name) -> tuple[np.ndarray, np.ndarray]:
    """Draw scores and right classes.

    Parameters
    ----------
    name : str
        Of the exhibit, from which the seed is derived.

    Returns
    -------
    S : float64 (n, CLASSES)
    y : int64 (n,)
    """
    draws = np.random.default_rng(derive("exhibit", name))
    S = np.concatenate([width * draws.standard_normal((SAMPLES, CLASSES)) for width in WIDTHS])
    S[::ROUNDED] = np.round(S[::ROUNDED])
    return S, draws.integers(CLASSES, size=len(S))


def below(a, b) -> int:
    """How many elements of a are below those of b, beyond rounding."""
    return int((a < b - ROUNDING * (1 + abs(b))).sum())
