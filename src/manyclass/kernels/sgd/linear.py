"""One pass of stochastic ranking steps on a linear model.

AUC sampling, WARP, or the multiclass SVM of Crammer and Singer, by the sampler's type; in a ball or shrinking, by
the discriminant's.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.costs import cost
from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import draw_example
from manyclass.kernels.common.losses import harmless
from manyclass.kernels.common.steps import scheduled, take
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import length_of, push, refresh, shrink
from manyclass.kernels.sgd.violator_sampling import draw_violator


class Linear(NamedTuple):
    """G class vectors of length d (`Inner` or `Shrinking`), and their accumulators ``alpha`` float64 (G,)."""

    discriminant: NamedTuple
    alpha: np.ndarray


@kernel
def epoch(rows, labels, model, rule, first, state):
    """n steps from step number ``first`` on; ``model`` and ``state`` change in place. Returns `Counts`."""
    n = labels.indptr.shape[0] - 1
    updated = all_tries = 0
    for t in range(first, first + n):
        i, positive = draw_example(labels, state)
        threshold = score(model.discriminant, rows, i, positive) - harmless(rule.loss)
        negative, tries = draw_violator(rule.sampler, model.discriminant, rows, i, labels, i, threshold, state)
        all_tries += tries
        eta = scheduled(rule.steps, t)
        shrink(model.discriminant, positive, eta)
        if negative < 0:
            continue
        updated += 1
        weight = rule.rank_weight[(labels.n_classes - 1) // tries] * cost(rule.costs, positive, negative)
        length = length_of(model.discriminant, rows, i)
        mean_square = weight * weight * length / model.discriminant.beta.shape[1]
        up = weight * take(rule.steps, eta, model.alpha, positive, mean_square)
        down = weight * take(rule.steps, eta, model.alpha, negative, mean_square)
        push(model.discriminant, rows, i, positive, up, length)
        push(model.discriminant, rows, i, negative, -down, length)
    refresh(model.discriminant)
    refresh(model.discriminant)
    return Counts(updated, 0, all_tries)
