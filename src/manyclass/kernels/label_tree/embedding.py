"""What the nodes of a label tree see of a sample: its features, or Wx with a W that is learnt with the nodes."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import by_type
from manyclass.kernels.common.rows import Dense, add_to, dot


class Features(NamedTuple):
    """The sample as it is."""


class Learnt(NamedTuple):
    """z = Wx, for ``W`` float32 (m, d).

    ``moved`` float32 (m, d) is Σ_t t ΔW_t of all changes made in step t = 0, 1, ...: the mean of W over t steps is
    W - moved / t. ``z`` float32 (1, m) has room for one sample.
    """

    W: np.ndarray
    moved: np.ndarray
    z: np.ndarray


@by_type
def seen(embedding, rows, i):
    """What the nodes see of row i: rows, and which of them."""


@by_type
def turn(embedding, rows, i, step, t, right, wrong):
    """Step t of W down ``(wrong - right)ᵀ W x_i``, for the weights float32 (m,) of two nodes as they are before it."""


@seen.case(Features)
def _seen_features(embedding, rows, i):
    return rows, i


@turn.case(Features)
def _turn_features(embedding, rows, i, step, t, right, wrong):
    pass


@seen.case(Learnt)
def _seen_learnt(embedding, rows, i):
    for j in range(embedding.W.shape[0]):
        embedding.z[0, j] = dot(rows, i, embedding.W[j])
    return Dense(embedding.z), 0


@turn.case(Learnt)
def _turn_learnt(embedding, rows, i, step, t, right, wrong):
    for j in range(embedding.W.shape[0]):
        amount = step * (right[j] - wrong[j])
        add_to(rows, i, amount, embedding.W[j])
        add_to(rows, i, np.float32(t) * amount, embedding.moved[j])
