"""One pass of stochastic ranking steps on a linear model.

AUC sampling, WARP, or the multiclass SVM of Crammer and Singer, by the sampler's type; in a ball or with an ℓ2
penalty, by the discriminant's.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.costs import cost
from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import draw_example
from manyclass.kernels.common.losses import margin_threshold
from manyclass.kernels.common.steps import adaptive_step, learning_rate
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import add_and_project, decay_weights, renormalise, row_squared_norm
from manyclass.kernels.sgd.violator_sampling import draw_violator


class Linear(NamedTuple):
    """G class vectors of length d, as `Inner`, `L2Regularised` or `Averaged`, and ``alpha`` float64 (G,).

    The α_g are the accumulators of adaptive steps (`manyclass.kernels.common.steps`).
    """

    discriminant: NamedTuple
    alpha: np.ndarray


@kernel
def epoch(rows, labels, model, rule, first, rng):
    """Draw n samples; step on the right class of each and on a wrong one that violates its margin.

    Gupta et al. (2014), sections 5.1 and 5.2; Perronnin et al. (2012), table 1: MUL, RNK and WAR.

    Parameters
    ----------
    rows : Dense, Sparse or WithConstant
        x_i, float32 (n, d).
    labels : Labels or Reweighted
        The right classes of the samples, and how samples are drawn.
    model : Linear
        `Inner` or `L2Regularised`; changed in place.
    rule : Rule
        Loss, sampler, rank weights, step sizes and costs.
    first : int
        The number of the first step; those before it count in the learning rate.
    rng : uint64 (4,)
        Generator of the draws; changed in place.

    Returns
    -------
    Counts
    """
    n = labels.indptr.shape[0] - 1
    updated = all_tries = 0
    for t in range(first, first + n):
        i, positive = draw_example(labels, rng)
        threshold = score(model.discriminant, rows, i, positive) - margin_threshold(rule.loss)
        negative, tries = draw_violator(rule.sampler, model.discriminant, rows, i, labels, i, threshold, rng)
        all_tries += tries
        eta = learning_rate(rule.steps, t)
        decay_weights(model.discriminant, positive, eta)
        if negative < 0:
            continue
        updated += 1
        weight = rule.rank_weight[(labels.n_classes - 1) // tries] * cost(rule.costs, positive, negative)
        x_squared = row_squared_norm(model.discriminant, rows, i)
        mean_square = weight * weight * x_squared / model.discriminant.beta.shape[1]
        up = weight * adaptive_step(rule.steps, eta, model.alpha, positive, mean_square)
        down = weight * adaptive_step(rule.steps, eta, model.alpha, negative, mean_square)
        add_and_project(model.discriminant, rows, i, positive, up, x_squared)
        add_and_project(model.discriminant, rows, i, negative, -down, x_squared)
    renormalise(model.discriminant)
    return Counts(updated, 0, all_tries)
