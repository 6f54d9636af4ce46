"""Losses: α is at most β, and both are at least the top-k zero-one loss, on random scores.

The scores of 20 classes are drawn from normal distributions of four widths, and rounded for one sample in ten, so that
there are ties; the true class is drawn too. The losses are computed by the estimator's own code. The last columns
count samples: where the bound is broken, and where α is strictly the smaller.
Source: Lapin, Hein and Schiele 2015, equations 3 and 5.
"""

import numpy as np
import pandas as pd

from manyclass.methods.base.dual.topk_functions import losses
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive

KS, CLASSES = (1, 3, 5, 10), 20
WIDTHS, SAMPLES = (0.1, 0.5, 2.0, 10.0), 500
ROUNDING = 1e-12  # of sums of k terms


def scores():
    """Scores float64 (n, CLASSES) and classes int64 (n,)."""
    draws = np.random.default_rng(derive("exhibit", "lapin2015_losses"))
    S = np.concatenate([width * draws.standard_normal((SAMPLES, CLASSES)) for width in WIDTHS])
    S[::10] = np.round(S[::10])
    return S, draws.integers(CLASSES, size=len(S))


def zero_one(S, y, k: int) -> np.ndarray:
    """The top-k zero-one loss, bool (n,): k other classes score at least as much; ties count against the true one."""
    own = np.take_along_axis(S, y[:, None], axis=1)
    return (own <= S).sum(axis=1) - 1 >= k


def measured(k) -> dict[str, np.ndarray]:
    """The three losses of every sample, float64 (n,)."""
    S, y = scores()
    hinges = {loss: losses(S, y, k, loss) for loss in ("alpha", "beta")}
    return hinges | {"zero-one": zero_one(S, y, k).astype(float)}


def table(results):
    """One row a k: means, and counts."""
    rows = []
    for k in KS:
        of_k = measured(k)
        alpha, beta, error = of_k["alpha"], of_k["beta"], of_k["zero-one"]
        row = {"k": k, "top-k zero-one, mean": error.mean(), "α, mean": alpha.mean(), "β, mean": beta.mean()}
        row |= {"α < zero-one": _below(alpha, error), "β < α": _below(beta, alpha), "α < β": _below(alpha, beta)}
        rows.append(row)
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test both bounds at each k, that they differ for k > 1, and agree for k = 1."""
    listed = []
    for k in KS:
        of_k = measured(k)
        alpha, beta, n = of_k["alpha"], of_k["beta"], len(of_k["alpha"])
        pairs = (("α", alpha, "β", beta), ("top-k zero-one", of_k["zero-one"], "α", alpha))
        for small, less, large, more in pairs:
            broken = _below(more, less)
            said = f"{broken} of {n} samples break it"
            listed.append(claim.exact(f"k = {k}: {small} is at most {large}", broken == 0, said))
        less = _below(alpha, beta)
        text = f"k = {k}: α is the smaller for some samples" if k > 1 else "k = 1: α and β are equal"
        listed.append(claim.exact(text, (less > 0) == (k > 1), f"smaller for {less} of {n} samples"))
    return listed


def _below(a, b) -> int:
    """For how many samples a is below b, beyond rounding."""
    return int((a < b - ROUNDING * (1 + abs(b))).sum())
