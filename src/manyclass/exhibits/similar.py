"""Whether two accuracies are statistically similar: no further apart than counting errors on finite parts allows."""

import numpy as np

from manyclass.protocol.claims import claim as test

TWO_SIDED = 1.96


def errors_apart(a, b, n_a, n_b) -> np.ndarray:
    """Difference a - b of two shares, in standard errors of such a difference on parts of `n_a` and `n_b` samples.

    The error is that of two independent binomial counts with the same chance. Two methods on one part err together
    on many of its samples, so there it is an upper bound.

    Parameters
    ----------
    a, b : array-like, shape (seeds,)
        Accuracies in [0, 1]; nan marks a hole.

    Returns
    -------
    ndarray, shape (seeds,), float64
    """
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    common = (n_a * a + n_b * b) / (n_a + n_b)
    error = np.sqrt(common * (1 - common) * (1 / n_a + 1 / n_b))
    return np.divide(a - b, error, out=np.where(np.isnan(error), np.nan, 0.0), where=error > 0)


def similar(text, a, b, n_a, n_b, *, printed="", why=""):
    """Test whether `a` and `b` differ by less than 1.96 standard errors of their difference, either way."""
    apart = errors_apart(a, b, n_a, n_b)
    text = f"{text} (within {TWO_SIDED} standard errors)"
    return test.between(text, apart, -TWO_SIDED, TWO_SIDED, printed=printed, show="{:+.2f}".format, why=why)
