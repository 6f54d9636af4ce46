"""One pass of stochastic ranking steps on an embedding and its class vectors: Wsabie and Wsabie++."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.costs import cost
from manyclass.kernels.common.discriminants import score
from manyclass.kernels.common.dispatch import inner_kernel, written_out
from manyclass.kernels.common.losses import margin_threshold
from manyclass.kernels.common.rows import Dense
from manyclass.kernels.common.steps import learning_rate
from manyclass.kernels.embedding.block import BLOCK, PANEL, Block, begin_block, load_panel, new_block
from manyclass.kernels.embedding.directions import main_directions
from manyclass.kernels.embedding.projection import (
    Embedding,
    EmbeddingByElement,
    embed_now,
    flush_updates,
    update_embedding,
)
from manyclass.kernels.embedding.score_cache import invalidate_class, measure_classes, score_classes
from manyclass.kernels.embedding.search import Query, begin_search, new_query
from manyclass.kernels.sgd.rule import Counts
from manyclass.kernels.sgd.updates import pairwise_step, renormalise
from manyclass.kernels.sgd.violator_sampling import draw_violator, is_ignored, rank_of

UPDATED, IGNORED, TRIES = range(3)
DRAWN = TRIES  # in the counts by class, which do not have the tries


class Embedded(NamedTuple):
    """Class vectors in the embedded space (`Inner`, `Distance` or its kinds), their accumulators, and the embedding.

    ``alpha`` float64 is (G,).
    """

    discriminant: NamedTuple
    alpha: np.ndarray
    embedding: Embedding | EmbeddingByElement


class Workspace(NamedTuple):
    """What a pass works with: `new_workspace` makes it, as arrays that a kernel makes take long to compile.

    ``counts`` int64 (3,) are those of `Counts`. ``by_class`` int64 (G, 3) says for how many samples each class was the
    right one that was drawn: of those that updated, of those ignored, and of all.
    """

    block: Block
    query: Query
    counts: np.ndarray
    by_class: np.ndarray


def new_workspace(rows, model) -> Workspace:
    """For one pass over these rows, `Dense` or `Sparse`, of this model."""
    V, scale = model.embedding.V, model.embedding.scale
    block = new_block(BLOCK, V.shape[1], scale) if isinstance(rows, Dense) else new_block(1, len(V), scale)
    beta = model.discriminant.beta
    query = new_query(block, beta, main_directions(beta))
    return Workspace(block, query, np.zeros(3, np.int64), np.zeros((len(beta), 3), np.int64))


@inner_kernel
def epoch(rows, labels, model, rule, last, first, rng, workspace):
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
    workspace : Workspace
        A new one for every pass.

    Returns
    -------
    Counts
    """
    n, V, m = labels.indptr.shape[0] - 1, model.embedding.V, model.embedding.scale.shape[0]
    block, query, counts = workspace.block, workspace.query, workspace.counts
    measure_classes(query.cache, model.discriminant)
    for start in range(0, n, BLOCK):
        begin_block(rows, labels, block, rng)
        for j in range(0, m, PANEL):
            load_panel(rows, block, V, j, min(j + PANEL, m))
        if begin_search(query):
            score_classes(query.cache, 0, labels.n_classes)
        make_steps(rows, labels, model, rule, last, workspace, first + start, min(BLOCK, n - start), rng)
    end_pass(rows, model, block)
    return Counts(counts[0], counts[1], counts[2])


@written_out
def make_steps(rows, labels, model, rule, last, workspace, first, n_steps, rng):
    """The steps of the first samples of a block."""
    f, block, query, counts = model.discriminant, workspace.block, workspace.query, workspace.counts
    Z, by_class = Dense(block.Z), workspace.by_class
    for b in range(n_steps):
        embed_now(model.embedding, rows, block, b)
        i, positive = block.samples[b], block.positives[b]
        by_class[positive, DRAWN] += 1
        threshold = score(f, Z, b, positive) - margin_threshold(rule.loss)
        if is_ignored(last, f, Z, b, labels, i, positive, threshold):
            counts[IGNORED] += 1
            by_class[positive, IGNORED] += 1
            continue
        negative, tries = draw_violator(rule.sampler, f, query, b, labels, i, threshold, rng)
        last.classes[positive] = negative
        counts[TRIES] += tries
        if negative < 0:
            continue
        counts[UPDATED] += 1
        by_class[positive, UPDATED] += 1
        weight = rule.rank_weight[rank_of(rule.sampler, labels, tries)] * cost(rule.costs, positive, negative)
        eta = learning_rate(rule.steps, first + b)
        z = Dense(block.Z[b : b + 1])
        pairwise_step(f, z, positive, negative, weight, rule.steps, eta, model.alpha, block.direction)
        invalidate_class(query.cache, f, positive)
        invalidate_class(query.cache, f, negative)
        update_embedding(model.embedding, rows, block, b, rule.steps, eta)


@written_out
def end_pass(rows, model, block):
    """Nothing waits for another block, and all scales are 1."""
    flush_updates(rows, block, model.embedding)
    renormalise(model.discriminant)
