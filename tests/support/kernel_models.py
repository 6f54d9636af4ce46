"""Small models and samples for the kernels' tests, and the draws of a kernel repeated outside of it."""

from typing import NamedTuple

import numpy as np
from scipy import sparse

from manyclass.kernels.common import costs, discriminants, labels, rng, rows
from manyclass.kernels.embedding import block as embedding_block
from manyclass.kernels.embedding import score_cache, search
from manyclass.kernels.sgd import block, linear, minibatch, projected, projected_columns, violator_sampling
from manyclass.methods.base.samples import rows_of


def new_state(seed):
    return rng.new_state(np.random.SeedSequence(seed))


def samples(seed, n, d, density=1.0):
    """A float32 (n, d) array, its rows about unit length, with this share of non-zeros."""
    generator = np.random.default_rng(seed)
    X = generator.standard_normal((n, d)) * (generator.random((n, d)) < density)
    return (X / np.sqrt(d * density)).astype(np.float32)


def dense(X):
    return rows_of(X)


def compressed(X):
    matrix = sparse.csr_array(X)
    return rows.Sparse(matrix.data, matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32))


def one_row(X, n_classes, r=0):
    """Row ``r`` of X, to be searched for violators among so many classes, as one by one in a pass."""
    none = block.numbered(dense(X), inner(np.zeros((n_classes, X.shape[1]))), 1)
    none.samples[0] = r
    return none


def pattern(Y, n_classes):
    """Labels of a list of lists of classes."""
    indptr = np.cumsum([0] + [len(y) for y in Y]).astype(np.int32)
    return labels.Labels(indptr, np.array([g for y in Y for g in sorted(y)], np.int32), n_classes)


def single(seed, n, n_classes):
    """One correct class per sample, the first ``n_classes`` samples in order so that none is empty."""
    y = np.random.default_rng(seed).integers(0, n_classes, n)
    y[:n_classes] = np.arange(min(n, n_classes))
    return pattern([[g] for g in y], n_classes)


def reweighted(known):
    """The same labels, to be drawn class by class."""
    pairs = [(g, i) for i in range(len(known.indptr) - 1) for g in known.classes[known.indptr[i] : known.indptr[i + 1]]]
    classes, members = np.array(sorted(pairs), np.int32).T.copy()
    starts = np.searchsorted(classes, np.arange(known.n_classes + 1)).astype(np.int32)
    return labels.Reweighted(*known, starts, members)


def inner(beta, radius=np.inf, order="C"):
    beta = np.array(beta, np.float32, order=order)
    return discriminants.Inner(
        beta, np.ones(len(beta), np.float32), (beta.astype(np.float64) ** 2).sum(1), float(radius)
    )


def euclidean(beta):
    return discriminants.Distance(np.array(beta, np.float32))


def embedded(Z, discriminant, n_directions=0):
    """A block whose first samples are embedded as the rows of ``Z``, in the turn of any of them.

    Scores go by so many directions, which mean nothing.
    """
    m = Z.shape[1]
    directions = np.linalg.qr(np.random.default_rng(0).standard_normal((m, m)))[0][:n_directions].astype(np.float32)
    filled = embedding_block.new_block(1, 1, np.ones(m, np.float32))
    filled.Z[: len(Z)] = Z
    filled.embedded.loaded[:, : len(Z)] = Z.T
    query = search.new_query(filled, discriminant.beta, directions)
    score_cache.measure_classes(query.cache, discriminant)
    return query


def linear_model(beta, radius=np.inf, alpha=0.0, order="C"):
    return linear.Linear(inner(beta, radius, order), np.full(len(beta), float(alpha)))


def true_vectors(discriminant):
    """β as float64 (G, d), the scales multiplied in."""
    return discriminant.scale[:, None].astype(np.float64) * discriminant.beta


def confused(seed, n_classes):
    """Costs of a sparse P̂, some of its rows empty and some of its cells 1, and the same as float64 (G, G)."""
    generator = np.random.default_rng(seed)
    P = generator.random((n_classes, n_classes)) * (generator.random((n_classes, n_classes)) < 0.5)
    P[generator.random(n_classes) < 0.2] = 0
    P[P > 0.9] = 1
    matrix = sparse.csr_array(P.astype(np.float32))
    indices, indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    return costs.ConfusionDiscounted(matrix.data, indices, indptr), 1.0 - P


def forgetful(n_classes, depth=0):
    """No last violators yet."""
    return violator_sampling.LastViolators(np.full(n_classes, -1, np.int32), depth)


class Replay(NamedTuple):
    """A sampler that returns what a reference drew: ``negative`` and ``tries`` int64, from ``place[0]``."""

    negative: np.ndarray
    tries: np.ndarray
    place: np.ndarray


@violator_sampling.draw_violator.case(Replay)
def _replay(sampler, discriminant, rows, r, labels, i, threshold, rng):
    k = sampler.place[0]
    sampler.place[0] = k + 1
    return sampler.negative[k], sampler.tries[k]


violator_sampling.rank_of.case(Replay)(violator_sampling.estimated_rank)


@linear.block_of.case(Replay)
def _one_by_one(sampler, rows, discriminant):
    return block.numbered(rows, discriminant, 1)


def replay(drawn):
    """Sampler of a list of (violator or -1, tries)."""
    negative, tries = np.array(drawn, np.int64).reshape(-1, 2).T.copy()
    return Replay(negative, tries, np.zeros(1, np.int64))


def minibatch_model(layout, shape, size):
    """Class vectors (G, D) of 0 as rows of this layout need them, without ball or average, and room for a batch."""
    G, D = shape
    kind, shape = (projected_columns.ProjectedColumns, (D, G)) if layout is compressed else (projected.Projected, shape)
    model = kind(np.zeros(shape, np.float32), np.inf, 0.0, np.zeros(shape), np.iinfo(np.int64).max)
    scores = [np.zeros((size, G), np.float32) for _ in range(2)]
    return model, minibatch.Batch(np.zeros(size, np.int64), np.zeros(size, np.int64), *scores)
