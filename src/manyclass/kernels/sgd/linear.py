"""One pass of stochastic ranking steps on a linear model.

AUC sampling, WARP, with the rank estimated or counted, or the multiclass SVM of Crammer and Singer, by the sampler's
type; in a ball or with an ℓ2 penalty, by the discriminant's.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.costs import cost
from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.common.losses import margin_threshold
from manyclass.kernels.common.steps import adaptive_step, learning_rate
from manyclass.kernels.sgd.block import block_for, count_tries, draw_samples, move_pair, numbered
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import decay_weights, renormalise, row_squared_norm
from manyclass.kernels.sgd.violator_sampling import Counted, FewTries, Hardest, Uniform, Warp, draw_violator, rank_of


class Linear(NamedTuple):
    """G class vectors of length d, as `Inner`, `L2Regularised` or `AveragedL2`, and ``alpha`` float64 (G,).

    The α_g are the accumulators of adaptive steps (`manyclass.kernels.common.steps`).
    """

    discriminant: NamedTuple
    alpha: np.ndarray


@kernel
def epoch(rows, labels, model, rule, first, rng):
    """Draw n samples; step on the right class of each and on a wrong one that violates its margin.

    Gupta et al. (2014), sections 5.1 and 5.2; Perronnin et al. (2012), table 1: MUL, RNK and WAR, and equation 2.

    Parameters
    ----------
    rows : Dense, Sparse or WithConstant
        x_i, float32 (n, d).
    labels : Labels or Reweighted
        The right classes of the samples, and how samples are drawn.
    model : Linear
        `Inner`, `L2Regularised` or `AveragedL2`; changed in place.
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
    f = model.discriminant
    block = block_of(rule.sampler, rows, f)
    updated = all_tries = 0
    for t in range(first, first + n):
        b = (t - first) % block.samples.shape[0]
        if b == 0:
            draw_samples(block, rows, labels, f, min(block.samples.shape[0], first + n - t), rng)
        i, positive = block.samples[b], block.positives[b]
        threshold = score(f, block, b, positive) - margin_threshold(rule.loss)
        negative, tries = draw_violator(rule.sampler, f, block, b, labels, i, threshold, rng)
        count_tries(block, tries)
        all_tries += tries
        eta = learning_rate(rule.steps, t)
        decay_weights(f, eta)
        if negative < 0:
            continue
        updated += 1
        weight = rule.rank_weight[rank_of(rule.sampler, labels, tries)] * cost(rule.costs, positive, negative)
        x_squared = row_squared_norm(f, block, b)
        mean_square = weight * weight * x_squared / f.beta.shape[1]
        up = weight * adaptive_step(rule.steps, eta, model.alpha, positive, mean_square)
        down = weight * adaptive_step(rule.steps, eta, model.alpha, negative, mean_square)
        move_pair(block, f, b, positive, negative, up, down, x_squared)
    renormalise(f)
    return Counts(updated, 0, all_tries)


@by_type
def block_of(sampler, rows, discriminant):
    """The samples a few at a time, as it pays for this sampler."""


@block_of.case(Uniform)
def _one_by_one(sampler, rows, discriminant):
    return numbered(rows, discriminant, 1)


@block_of.case(Warp)
@block_of.case(FewTries)
@block_of.case(Hardest)
@block_of.case(Counted)
def _block_for_full_scan(sampler, rows, discriminant):
    return block_for(rows, rows, discriminant)
