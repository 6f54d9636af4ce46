"""One pass of stochastic ranking steps on an embedding and its class vectors: Wsabie and Wsabie++."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.costs import cost
from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import draw_correct
from manyclass.kernels.common.losses import harmless
from manyclass.kernels.common.rows import Dense
from manyclass.kernels.common.steps import scheduled
from manyclass.kernels.embedding.block import BLOCK, block_for
from manyclass.kernels.embedding.projection import Embedding, load, settle, turn
from manyclass.kernels.embedding.score_cache import new_outlook, renew, touch
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import refresh, separate
from manyclass.kernels.sgd.violator_sampling import draw_violator, is_ignored


class Embedded(NamedTuple):
    """Class vectors in the embedded space (`Inner` or `Distance`), their accumulators, and the embedding.

    ``alpha`` float64 is (G,).
    """

    discriminant: NamedTuple
    alpha: np.ndarray
    embedding: Embedding


@kernel
def epoch(rows, labels, model, rule, last, first, state):
    """n steps from step number ``first`` on; ``model``, ``last`` and ``state`` change in place.

    Gupta et al. (2014), table 3, with the discriminant, the rank weights, the step sizes and the depth of the
    chain of last violators as parts. Returns `Counts`.
    """
    n = labels.indptr.shape[0] - 1
    f = model.discriminant
    block = block_for(rows, model.embedding.V, model.embedding.scale.shape[0])
    query, outlook = Dense(block.Z), new_outlook(block.Z, labels.n_classes)
    updated = ignored = all_tries = 0
    for t in range(first, first + n):
        b = (t - first) % BLOCK
        if b == 0:
            load(rows, block, model.embedding, n, state)
            renew(outlook)
        i = block.samples[b]
        positive = draw_correct(labels, i, state)
        threshold = score(f, query, b, positive) - harmless(rule.loss)
        if is_ignored(last, f, query, b, labels, i, positive, threshold):
            ignored += 1
            continue
        negative, tries = draw_violator(rule.sampler, f, outlook, b, labels, i, threshold, state)
        last.of[positive] = negative
        all_tries += tries
        if negative < 0:
            continue
        updated += 1
        weight = rule.rank_weight[(labels.n_classes - 1) // tries] * cost(rule.costs, positive, negative)
        eta = scheduled(rule.steps, t)
        z = Dense(block.Z[b : b + 1])
        separate(f, z, positive, negative, weight, rule.steps, eta, model.alpha, block.direction)
        touch(outlook, positive)
        touch(outlook, negative)
        turn(rows, block, b, model.embedding, rule.steps, eta)
    settle(rows, block, model.embedding)
    refresh(f)
    return Counts(updated, ignored, all_tries)
