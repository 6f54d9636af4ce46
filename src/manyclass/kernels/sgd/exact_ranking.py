"""One pass of weighted ranking steps with the exact rank, for which all classes of every sample are scored."""

import numpy as np

from manyclass.kernels.common.costs import cost
from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.exceeding import n_above, nth_above
from manyclass.kernels.common.labels import n_correct
from manyclass.kernels.common.losses import margin_threshold
from manyclass.kernels.common.rng import below
from manyclass.kernels.common.steps import adaptive_step, learning_rate
from manyclass.kernels.sgd.block import block_for, count_tries, draw_samples, move_pair
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import decay_weights, renormalise, row_squared_norm
from manyclass.kernels.sgd.violator_sampling import compute_wrong_scores


@kernel
def epoch(rows, labels, model, rule, first, rng):
    """Draw n samples; step on the right class of each and on a violator, with the weight of their number.

    The loss of a sample, ℓ_r / r times the sum over its r violators' hinges (Perronnin et al. 2012, equation 2; as
    printed r counts the right class, too, so that one violator would weigh 3/4), is ℓ_r times their mean, which a
    violator drawn uniformly estimates. `manyclass.kernels.sgd.linear.epoch` estimates r too.

    Parameters
    ----------
    rows : Dense or Sparse
        x_i, float32 (n, d).
    labels : Labels or Reweighted
        The right classes of the samples, and how samples are drawn.
    model : Linear
        `Inner`, `L2Regularised` or `AveragedL2`; changed in place.
    rule : Rule
        Loss, rank weights, step sizes and costs; the sampler is not asked.
    first : int
        The number of the first step; those before it count in the learning rate.
    rng : uint64 (4,)
        Generator of the draws; changed in place.

    Returns
    -------
    Counts
        ``tries`` are all wrong classes of every sample drawn.
    """
    n = labels.indptr.shape[0] - 1
    f = model.discriminant
    block = block_for(rows, rows, f)
    updated = looked_at = 0
    for t in range(first, first + n):
        b = (t - first) % block.samples.shape[0]
        if b == 0:
            draw_samples(block, rows, labels, f, min(block.samples.shape[0], first + n - t), rng)
        i, positive = block.samples[b], block.positives[b]
        threshold = np.float32(score(f, block, b, positive) - margin_threshold(rule.loss))
        compute_wrong_scores(block, f, b, labels, i)
        n_wrong = labels.n_classes - n_correct(labels, i)
        count_tries(block, n_wrong)
        looked_at += n_wrong
        rank = n_above(block.scores, 0, labels.n_classes, threshold)
        eta = learning_rate(rule.steps, t)
        decay_weights(f, eta)
        if rank == 0:
            continue
        updated += 1
        negative = nth_above(block.scores, threshold, below(rng, rank))
        weight = rule.rank_weight[rank] * cost(rule.costs, positive, negative)
        x_squared = row_squared_norm(f, block, b)
        mean_square = weight * weight * x_squared / f.beta.shape[1]
        up = weight * adaptive_step(rule.steps, eta, model.alpha, positive, mean_square)
        down = weight * adaptive_step(rule.steps, eta, model.alpha, negative, mean_square)
        move_pair(block, f, b, positive, negative, up, down, x_squared)
    renormalise(f)
    return Counts(updated, 0, looked_at)
