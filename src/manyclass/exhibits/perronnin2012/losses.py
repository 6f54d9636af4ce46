"""Losses: what the hinges of four SVMs bound, on random scores.

The scores of 20 classes are drawn from normal distributions of four widths, and rounded for one sample in ten, so that
there are ties, which count as errors; the right class is drawn too. Bounded: the errors of the 20 binary problems, the
error of the highest score, and the number of wrong classes that come before the right one. Means over the samples; the
last column counts samples of which the loss is below what it bounds. The sum over the wrong classes, which the ranking
SVM minimises, is the multiclass loss of Weston and Watkins as well. Source: Perronnin, Akata, Harchaoui and Schmid
2012, section 3.
"""

import numpy as np
import pandas as pd

from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive

STATEMENTS = ("hinge-bounds-error", "multiclass-bounds-error", "multiclass-tighter", "triplet-bounds-order")
CLASSES, WIDTHS, SAMPLES = 20, (0.1, 0.5, 2.0, 10.0), 500
ROUNDING = 1e-12  # of sums over the classes
BOUNDS = {  # loss: what it bounds
    "one-vs-rest": "binary errors",
    "multiclass": "error",
    "ranking": "wrong classes before",
}


def scores() -> tuple[np.ndarray, np.ndarray]:
    """Scores float64 (n, CLASSES) and right classes int64 (n,)."""
    draws = np.random.default_rng(derive("exhibit", "perronnin2012/losses"))
    S = np.concatenate([width * draws.standard_normal((SAMPLES, CLASSES)) for width in WIDTHS])
    S[::10] = np.round(S[::10])
    return S, draws.integers(CLASSES, size=len(S))


def measured(S, y) -> dict[str, np.ndarray]:
    """The losses of `BOUNDS` and what they bound, of every sample, float64 (n,) each.

    Parameters
    ----------
    S : ndarray, shape (n, G)
        Scores.
    y : ndarray of int, shape (n,)
        Right classes.
    """
    is_right = np.arange(S.shape[1]) == y[:, None]
    right, sign = S[is_right][:, None], np.where(is_right, 1, -1)
    margins = np.where(is_right, 0, 1 - right + S)  # Δ - (score of the right class - the other's)
    before = ~is_right & (right <= S)
    return {
        "one-vs-rest": np.maximum(0, 1 - sign * S).sum(axis=1),
        "binary errors": (sign * S <= 0).sum(axis=1).astype(float),
        "multiclass": margins.max(axis=1),
        "error": before.any(axis=1).astype(float),
        "ranking": np.maximum(0, margins).sum(axis=1),
        "wrong classes before": before.sum(axis=1).astype(float),
    }


def table(results):
    """One row a loss."""
    found = measured(*scores())
    rows = [
        {
            "loss": loss,
            "mean": found[loss].mean(),
            "bounds": bounded,
            "mean of that": found[bounded].mean(),
            "broken": below(found[loss], found[bounded]),
        }
        for loss, bounded in BOUNDS.items()
    ]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """State the three bounds, and that the multiclass loss is the tighter of two."""
    found, listed = measured(*scores()), []
    for (loss, bounded), statement in zip(BOUNDS.items(), (STATEMENTS[0], STATEMENTS[1], STATEMENTS[3])):
        broken, n = below(found[loss], found[bounded]), len(found[loss])
        text = f"the loss of {loss} is at least the number of what it bounds: {bounded}"
        listed.append(claim.exact(statement, text, broken == 0, f"{broken} of {n} samples break it"))
    over, under = below(found["ranking"], found["multiclass"]), below(found["multiclass"], found["ranking"])
    text = "the multiclass loss is at most the sum over the wrong classes, and for some samples less"
    said = f"more for {over}, less for {under} of {len(found['ranking'])} samples"
    return [*listed, claim.exact("multiclass-tighter", text, over == 0 and under > 0, said)]


def below(a, b) -> int:
    """For how many samples a is below b, beyond rounding."""
    return int((a < b - ROUNDING * (1 + abs(b))).sum())
