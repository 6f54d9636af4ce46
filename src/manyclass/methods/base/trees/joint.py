"""Training all weights of a label tree jointly, and an embedding with them (Bengio, Weston & Grangier 2010)."""

from dataclasses import dataclass, replace

import numpy as np

from manyclass.kernels.label_tree.path import Identity, LinearEmbedding, Paths, epoch
from manyclass.methods.base.samples import rows_of
from manyclass.methods.base.sgd.initial import initial_values
from manyclass.methods.base.trees.nodes import NONE, LabelNodes


@dataclass
class JointState:
    """All that a pass changes: with the samples and the tree's structure, what training goes on from.

    Parameters
    ----------
    w : ndarray (V - 1, m) of float32
        Weights of the nodes but the root, after the last step.
    embedding : Identity or LinearEmbedding
        What the nodes see, after the last step.
    rng : numpy.random.Generator
        Orders of the samples.
    counts : ndarray (n, 2) of int64
        Dot products and additions, see `manyclass.kernels.label_tree.path.epoch`.
    """

    w: np.ndarray
    embedding: Identity | LinearEmbedding
    rng: np.random.Generator
    counts: np.ndarray


def joint_pass(X, y: np.ndarray, rows: np.ndarray, tree: LabelNodes, step: float, state: JointState):
    """One pass over some rows, in a new order; ``state`` changes.

    Parameters
    ----------
    X : ndarray or csr_array (n, d) of float32
    y : ndarray (n,) of int32
        Class numbers.
    rows : ndarray (t,) of int
        Those to train on.
    tree : LabelNodes
        The structure.
    step : float
        η.

    Returns
    -------
    LabelNodes, ndarray (m, d) of float32 or None
        The tree and the embedding, averaged over the steps.
    """
    moved, order, embedding = np.zeros_like(state.w), state.rng.permutation(rows), state.embedding
    epoch(rows_of(X), order, y, paths_of(tree), np.float32(step), embedding, state.w, moved, state.counts)
    tree = replace(tree, weights=state.w - moved / np.float32(len(rows)))
    if isinstance(embedding, Identity):
        return tree, None
    mean = embedding.W - embedding.moved / np.float32(len(rows))
    embedding.moved[:] = 0
    return tree, mean


def first_embedding(dimensions: int | None, d: int, seed: np.random.SeedSequence) -> Identity | LinearEmbedding:
    """A random projection of d features that keeps lengths on average, Gaussian; none for no dimensions."""
    if dimensions is None:
        return Identity()
    W = initial_values("gaussian", (dimensions, d), np.inf, seed) / np.float32(np.sqrt(dimensions))
    return LinearEmbedding(W, np.zeros_like(W), np.zeros((1, dimensions), np.float32))


def paths_of(tree: LabelNodes) -> Paths:
    """The edges as the kernel follows them, from the leaf of each class up."""
    leaves = np.flatnonzero(tree.answers != NONE)
    leaf_of = np.empty(len(leaves), np.int32)
    leaf_of[tree.answers[leaves]] = leaves
    return Paths(tree.parents, tree.starts, leaf_of)
