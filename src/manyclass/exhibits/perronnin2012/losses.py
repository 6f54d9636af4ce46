"""Losses: what the hinges of four SVMs bound, on random scores.

The scores of 20 classes are drawn from normal distributions of four widths, and rounded for one sample in ten, so that
there are ties, which count as errors; the right class is drawn too. Bounded: the errors of the 20 binary problems, the
error of the highest score, and the number of wrong classes that come before the right one. Means are over the samples,
of sums over the binary problems and over the wrong classes; the last columns count the parts of these sums, each with
its own bound, and those of them that are below it. The sum over the wrong classes, which the ranking SVM minimises, is
the multiclass loss of Weston and Watkins as well. Source: Perronnin, Akata, Harchaoui and Schmid 2012, section 3.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import random_scores
from manyclass.exhibits.random_scores import below
from manyclass.protocol.claims import claim

STATEMENTS = ("hinge-bounds-error", "multiclass-bounds-error", "multiclass-tighter", "triplet-bounds-order")
BOUNDS = {  # loss: what it bounds
    "one-vs-rest": "binary errors",
    "multiclass": "error",
    "ranking": "wrong classes before",
}
PARTS = {"one-vs-rest": "binary problems", "multiclass": "samples", "ranking": "triplets"}


def scores() -> tuple[np.ndarray, np.ndarray]:
    """Scores float64 (n, CLASSES) and right classes int64 (n,)."""
    return random_scores.scores("perronnin2012/losses")


def measured(S, y) -> dict[str, np.ndarray]:
    """The losses of `BOUNDS` and what they bound, of every sample: float64 (n, parts) each.

    Parts are the binary problems of one-vs-rest, the triplets of ranking, one for each wrong class, and the one sample.

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
    before, triplets = right <= S, (len(S), S.shape[1] - 1)
    found = {
        "one-vs-rest": np.maximum(0, 1 - sign * S),
        "binary errors": sign * S <= 0,
        "multiclass": margins.max(axis=1, keepdims=True),
        "error": (before & ~is_right).any(axis=1, keepdims=True),
        "ranking": np.maximum(0, margins)[~is_right].reshape(triplets),
        "wrong classes before": before[~is_right].reshape(triplets),
    }
    return {name: values.astype(float) for name, values in found.items()}


def table(results):
    """One row a loss."""
    found = measured(*scores())
    rows = [
        {
            "loss": loss,
            "mean": found[loss].sum(axis=1).mean(),
            "bounds": bounded,
            "mean of that": found[bounded].sum(axis=1).mean(),
            "parts": found[loss].size,
            "broken": below(found[loss], found[bounded]),
        }
        for loss, bounded in BOUNDS.items()
    ]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """State the three bounds, and that the multiclass loss is the tighter of two."""
    found, listed = measured(*scores()), []
    for (loss, bounded), statement in zip(BOUNDS.items(), (STATEMENTS[0], STATEMENTS[1], STATEMENTS[3])):
        broken, n = below(found[loss], found[bounded]), found[loss].size
        text = f"each part of the loss of {loss} is at least what it bounds: {bounded}"
        listed.append(claim.exact(statement, text, broken == 0, f"{broken} of {n} {PARTS[loss]} break it"))
    joint, summed = (found[loss].sum(axis=1) for loss in ("multiclass", "ranking"))
    over, under = below(summed, joint), below(joint, summed)
    text = "the multiclass loss is at most the sum over the wrong classes, and for some samples less"
    said = f"more for {over}, less for {under} of {len(summed)} samples"
    return [*listed, claim.exact("multiclass-tighter", text, over == 0 and under > 0, said)]
