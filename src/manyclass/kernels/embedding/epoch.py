"""One pass of stochastic ranking steps on an embedding and its class vectors: Wsabie and Wsabie++."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.costs import cost
from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import draw_correct
from manyclass.kernels.common.losses import margin_threshold
from manyclass.kernels.common.rows import Dense
from manyclass.kernels.common.steps import learning_rate
from manyclass.kernels.embedding.block import BLOCK, block_for
from manyclass.kernels.embedding.projection import Embedding, flush_updates, load_block, update_embedding
from manyclass.kernels.embedding.score_cache import invalidate, new_cache, reset
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import pairwise_step, renormalise
from manyclass.kernels.sgd.violator_sampling import draw_violator, is_ignored


class Embedded(NamedTuple):
    """Class vectors in the embedded space (`Inner` or `Distance`), their accumulators, and the embedding.

    ``alpha`` float64 is (G,).
    """

    discriminant: NamedTuple
    alpha: np.ndarray
    embedding: Embedding


@kernel
def epoch(rows, labels, model, rule, last, first, rng):
    """Draw n samples; step on the right class of each, on a wrong one that violates its margin, and on W.

    Gupta et al. (2014), table 3, with the discriminant, the rank weights, the step sizes and the depth of the
    chain of last violators as parts.

    Parameters
    ----------
    rows : Dense or Sparse
        x_i, float32 (n, d).
    labels : Labels
        The right classes of the samples.
    model : Embedded
        Changed in place.
    rule : Rule
        Loss, sampler, rank weights, step sizes and costs.
    last : LastViolators
        Changed in place.
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
    block = block_for(rows, model.embedding.V, model.embedding.scale.shape[0])
    query, cache = Dense(block.Z), new_cache(block.Z, labels.n_classes)
    updated = ignored = all_tries = 0
    for t in range(first, first + n):
        b = (t - first) % BLOCK
        if b == 0:
            load_block(rows, block, model.embedding, n, rng)
            reset(cache)
        i = block.samples[b]
        positive = draw_correct(labels, i, rng)
        threshold = score(f, query, b, positive) - margin_threshold(rule.loss)
        if is_ignored(last, f, query, b, labels, i, positive, threshold):
            ignored += 1
            continue
        negative, tries = draw_violator(rule.sampler, f, cache, b, labels, i, threshold, rng)
        last.classes[positive] = negative
        all_tries += tries
        if negative < 0:
            continue
        updated += 1
        weight = rule.rank_weight[(labels.n_classes - 1) // tries] * cost(rule.costs, positive, negative)
        eta = learning_rate(rule.steps, t)
        z = Dense(block.Z[b : b + 1])
        pairwise_step(f, z, positive, negative, weight, rule.steps, eta, model.alpha, block.direction)
        invalidate(cache, positive)
        invalidate(cache, negative)
        update_embedding(rows, block, b, model.embedding, rule.steps, eta)
    flush_updates(rows, block, model.embedding)
    renormalise(f)
    return Counts(updated, ignored, all_tries)
