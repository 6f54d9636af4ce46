"""The samples of a pass, a few at a time, and what a look at all classes costs.

For dense rows one matrix product scores all classes for a whole block of samples, reading the class vectors once where
single steps read them once each. What a step changes for the later samples of its block follows from inner products of
samples, so that nothing is approximate. Sparse rows gain nothing by it, as each meets other features: they come one by
one.

A block stands for its samples in place of the rows themselves: sample b of the block is row b.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import stored_scale, to_scores
from manyclass.kernels.common.dispatch import by_type, inner_by_type, inner_kernel, kernel
from manyclass.kernels.common.labels import draw_example
from manyclass.kernels.common.rows import Dense, Sparse, WithConstant, copy_row, dot, dot_dense, dots, squared_norm
from manyclass.kernels.sgd.updates import add_and_project

BLOCK = 32
# A matrix product makes at least so many multiply-adds while an inner product, which loads two numbers for each, makes
# one: processors load as many vectors as they multiply.
GAIN = 2

COUNT, SCORED, LOOKS = range(3)


class Single(NamedTuple):
    """One sample at a time: row ``samples[0]`` of ``rows``, and ``positives[0]``, one of its right classes.

    Both int64 (1,); ``products`` and ``scores``, both float32 (G,), are memory for what belongs to all classes.
    """

    rows: NamedTuple
    samples: np.ndarray
    positives: np.ndarray
    products: np.ndarray
    scores: np.ndarray


class Block(NamedTuple):
    """B dense samples: the rows ``samples`` int64 (B,), copied to ``X`` float32 (B, d), and right classes of them.

    The right classes are ``positives`` int64 (B,). ``products`` float32 (B, G) is X βᵀ with β as of now, for the
    samples still to come; ``scores`` float32 (G,) and ``inner_products`` float32 (B,) are memory for one sample.
    ``counters`` int64 (3,): how many samples the block holds, whether there are products, and how many inner products
    it takes to train on the block without.
    """

    samples: np.ndarray
    positives: np.ndarray
    X: np.ndarray
    products: np.ndarray
    scores: np.ndarray
    inner_products: np.ndarray
    counters: np.ndarray


@by_type
def block_for(rows, all_rows, discriminant):
    """A block of no samples yet, for rows of this type; ``all_rows`` are the same, with their constant if any."""


@inner_by_type
def draw_samples(block, rows, discriminant, labels, count, rng):
    """Draw the next ``count`` examples of the pass, at most as many as the block can hold."""


@inner_by_type
def count_tries(block, tries):
    """Note that a search took so many tries."""


@inner_by_type
def compute_scores(block, discriminant, b):
    """``block.scores`` = f(x_b; g) of all classes g."""


@inner_by_type
def move_pair(block, discriminant, b, positive, negative, up, down, x_squared):
    """β_y⁺ += up · x_b and β_y⁻ -= down · x_b, back into the ball if there is one; ``x_squared`` is ‖x_b‖²."""


@kernel
def single(rows, discriminant):
    """`Single` of no sample yet."""
    n_classes = discriminant.beta.shape[0]
    products, scores = np.zeros(n_classes, np.float32), np.zeros(n_classes, np.float32)
    return Single(rows, np.zeros(1, np.int64), np.zeros(1, np.int64), products, scores)


@block_for.case(Sparse)
def _block_for_sparse(rows, all_rows, discriminant):
    return single(all_rows, discriminant)


@draw_samples.case(Single)
def _draw_single(block, rows, discriminant, labels, count, rng):
    block.samples[0], block.positives[0] = draw_example(labels, rng)


@count_tries.case(Single)
def _count_nothing(block, tries):
    pass


@compute_scores.case(Single)
def _compute_scores_single(block, discriminant, b):
    dots(block.rows, block.samples[b], discriminant.beta, block.products)
    to_scores(discriminant, block.products, block.scores)


@move_pair.case(Single)
def _move_pair_single(block, discriminant, b, positive, negative, up, down, x_squared):
    add_and_project(discriminant, block.rows, block.samples[b], positive, up, x_squared)
    add_and_project(discriminant, block.rows, block.samples[b], negative, -down, x_squared)


@dot.case(Single)
def _dot_single(block, b, w):
    return dot(block.rows, block.samples[b], w)


@squared_norm.case(Single)
def _squared_norm_single(block, b):
    return squared_norm(block.rows, block.samples[b])


@block_for.case(Dense)
def _block_for_dense(rows, all_rows, discriminant):
    n_classes, d = discriminant.beta.shape
    return Block(
        np.zeros(BLOCK, np.int64),
        np.zeros(BLOCK, np.int64),
        np.zeros((BLOCK, d), np.float32),
        np.zeros((BLOCK, n_classes), np.float32),
        np.zeros(n_classes, np.float32),
        np.zeros(BLOCK, np.float32),
        np.zeros(3, np.int64),
    )


@block_for.case(WithConstant)
def _block_for_rows_with_constant(rows, all_rows, discriminant):
    return block_for(rows.rows, all_rows, discriminant)


@draw_samples.case(Block)
def _draw_block(block, rows, discriminant, labels, count, rng):
    """With products if those are cheaper than were the looks at single classes for the block before."""
    for b in range(count):
        block.samples[b], block.positives[b] = draw_example(labels, rng)
        copy_row(rows, block.samples[b], block.X[b])
    block.counters[SCORED] = GAIN * block.counters[LOOKS] >= count * discriminant.beta.shape[0]
    block.counters[COUNT], block.counters[LOOKS] = count, 0
    if block.counters[SCORED]:
        multiply_out(block, discriminant, 0)


@kernel
def multiply_out(block, discriminant, first):
    """Compute the products of the samples ``first`` and after."""
    last = block.counters[COUNT]
    if first < last:
        np.dot(block.X[first:last], discriminant.beta.T, block.products[first:last])


@inner_kernel
def tries_without_products(n_classes):
    """Uniform tries before a look at all classes, which takes them in order and draws nothing."""
    return 4 + n_classes // 8


@count_tries.case(Block)
def _count_tries(block, tries):
    n_classes = block.scores.shape[0]
    most = tries_without_products(n_classes)
    block.counters[LOOKS] += tries if tries <= most else most + n_classes


@compute_scores.case(Block)
def _compute_scores_block(block, discriminant, b):
    if not block.counters[SCORED]:
        dots(Dense(block.X), b, discriminant.beta, block.products[b])
    to_scores(discriminant, block.products[b], block.scores)


@move_pair.case(Block)
def _move_pair_block(block, discriminant, b, positive, negative, up, down, x_squared):
    if block.counters[SCORED]:
        for c in range(b + 1, block.counters[COUNT]):
            block.inner_products[c] = dot_dense(block.X[b], block.X[c])
    move_class(block, discriminant, b, positive, up, x_squared)
    move_class(block, discriminant, b, negative, -down, x_squared)


@inner_kernel
def move_class(block, discriminant, b, g, amount, x_squared):
    """β_g += amount · x_b, and what that changes in the products of the samples after it."""
    scale = stored_scale(discriminant, g)
    scale_applied = add_and_project(discriminant, Dense(block.X), b, g, amount, x_squared)
    if not block.counters[SCORED]:
        return
    if scale_applied:
        multiply_out(block, discriminant, b + 1)
        return
    change = np.float32(amount / scale)
    for c in range(b + 1, block.counters[COUNT]):
        block.products[c, g] += change * block.inner_products[c]


@dot.case(Block)
def _dot_block(block, b, w):
    return dot_dense(block.X[b], w)


@squared_norm.case(Block)
def _squared_norm_block(block, b):
    return dot_dense(block.X[b], block.X[b])
