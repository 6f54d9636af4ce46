"""One pass of stochastic ranking steps on an embedding and its class vectors: Wsabie and Wsabie++."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.discriminants import score
from manyclass.kernels.dispatch import kernel
from manyclass.kernels.labels import draw_correct
from manyclass.kernels.losses import harmless
from manyclass.kernels.negatives import draw_violator, is_ignored
from manyclass.kernels.projection import Embedding, defer, embed, settle
from manyclass.kernels.rng import below
from manyclass.kernels.rows import Dense, squared_norm
from manyclass.kernels.rule import Counts
from manyclass.kernels.steps import scheduled
from manyclass.kernels.updates import refresh, separate


class Embedded(NamedTuple):
    """Class vectors in the embedded space (`Inner` or `Distance`), their accumulators (G,), and the embedding."""

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
    query = Dense(np.zeros((1, model.embedding.scale.shape[0]), np.float32))
    direction = np.zeros_like(query.X[0])
    updated = ignored = all_tries = 0
    for t in range(first, first + n):
        i = below(state, n)
        embed(rows, i, model.embedding, query.X[0])
        positive = draw_correct(labels, i, state)
        threshold = score(model.discriminant, query, 0, positive) - harmless(rule.loss)
        if is_ignored(last, model.discriminant, query, 0, labels, i, positive, threshold):
            ignored += 1
            continue
        negative, tries = draw_violator(rule.sampler, model.discriminant, query, 0, labels, i, threshold, state)
        last.of[positive] = negative
        all_tries += tries
        if negative < 0:
            continue
        updated += 1
        weight = rule.rank_weight[(labels.n_classes - 1) // tries]
        eta = scheduled(rule.steps, t)
        separate(
            model.discriminant, query, positive, negative, weight, rule.steps, eta, model.alpha, direction
        )
        length = squared_norm(rows, i)
        if defer(model.embedding, i, query.X[0], direction, length, rule.steps, eta):
            settle(rows, model.embedding)
    settle(rows, model.embedding)
    refresh(model.discriminant)
    return Counts(updated, ignored, all_tries)
