"""The samples of a pass, a few at a time, and what a look at all classes costs.

For dense rows one matrix product scores all classes for a whole block of samples, reading the class vectors once where
single steps read them once each. What a step changes for the later samples of its block follows from inner products of
samples, so that nothing is approximate. Sparse rows gain nothing by it, as each meets other features: theirs are scored
one by one.

A block stands for its samples in place of the rows themselves: sample b of the block is row b. Blocks end at the same
places and the same tries are made in them however rows are stored, so that sparse and dense rows give the same model.
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

COUNT, AT_ONCE, LOOKS = range(3)


class Numbered(NamedTuple):
    """B samples by number: rows ``samples`` int64 (B,) of ``rows``, with a right class of each.

    The right classes are ``positives`` int64 (B,). ``products`` and ``scores``, both float32 (G,), are memory for what
    belongs to all classes. ``counters`` int64 (3,): how many samples the block holds, whether a search for a violator
    looks at all classes at once, and how many inner products its samples take if it looks at them one by one.
    """

    rows: NamedTuple
    samples: np.ndarray
    positives: np.ndarray
    products: np.ndarray
    scores: np.ndarray
    counters: np.ndarray


class Block(NamedTuple):
    """B samples with their rows copied to ``X`` float32 (B, d); the rest is as in `Numbered`, or memory.

    ``products`` float32 (B, G) is X βᵀ with β as of now, for the samples still to come, if all classes are looked at at
    once. ``inner_products`` float32 (B,) are those of one sample with the others.
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
def draw_samples(block, rows, labels, discriminant, count, rng):
    """Draw the next ``count`` examples of the pass, at most as many as the block can hold."""


@inner_by_type
def compute_scores(block, discriminant, b):
    """``block.scores`` = f(x_b; g) of all classes g."""


@inner_by_type
def move_pair(block, discriminant, b, positive, negative, up, down, x_squared):
    """β_y⁺ += up · x_b and β_y⁻ -= down · x_b, back into the ball if there is one; ``x_squared`` is ‖x_b‖²."""


@kernel
def numbered(rows, discriminant, size):
    """Room for so many samples by number, of any rows."""
    n_classes = discriminant.beta.shape[0]
    samples, positives = np.zeros(size, np.int64), np.zeros(size, np.int64)
    products, scores = np.zeros(n_classes, np.float32), np.zeros(n_classes, np.float32)
    return Numbered(rows, samples, positives, products, scores, np.zeros(3, np.int64))


@inner_kernel
def draw_examples(block, labels, count, rng):
    """Draw the block's samples; look at all classes at once if one by one was dearer for the samples before."""
    for b in range(count):
        block.samples[b], block.positives[b] = draw_example(labels, rng)
    block.counters[AT_ONCE] = GAIN * block.counters[LOOKS] > block.counters[COUNT] * labels.n_classes
    block.counters[COUNT], block.counters[LOOKS] = count, 0


@inner_kernel
def most_tries(block, n_classes):
    """Uniform tries before a look at all classes, which takes them in order and draws nothing."""
    return 0 if block.counters[AT_ONCE] else tries_one_by_one(n_classes)


@inner_kernel
def tries_one_by_one(n_classes):
    """Uniform tries where classes are looked at one by one."""
    return 4 + n_classes // 8


@inner_kernel
def count_tries(block, tries):
    """Note that a search took so many tries."""
    n_classes = block.scores.shape[0]
    most = tries_one_by_one(n_classes)
    block.counters[LOOKS] += tries if tries <= most else most + n_classes


@block_for.case(Sparse)
def _block_for_sparse(rows, all_rows, discriminant):
    return numbered(all_rows, discriminant, BLOCK)


@draw_samples.case(Numbered)
def _draw_numbered(block, rows, labels, discriminant, count, rng):
    draw_examples(block, labels, count, rng)


@compute_scores.case(Numbered)
def _compute_scores_numbered(block, discriminant, b):
    dots(block.rows, block.samples[b], discriminant.beta, block.products)
    to_scores(discriminant, block.products, block.scores)


@move_pair.case(Numbered)
def _move_pair_numbered(block, discriminant, b, positive, negative, up, down, x_squared):
    add_and_project(discriminant, block.rows, block.samples[b], positive, up, x_squared)
    add_and_project(discriminant, block.rows, block.samples[b], negative, -down, x_squared)


@dot.case(Numbered)
def _dot_numbered(block, b, w):
    return dot(block.rows, block.samples[b], w)


@squared_norm.case(Numbered)
def _squared_norm_numbered(block, b):
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
def _draw_block(block, rows, labels, discriminant, count, rng):
    draw_examples(block, labels, count, rng)
    for b in range(count):
        copy_row(rows, block.samples[b], block.X[b])
    if block.counters[AT_ONCE]:
        compute_products(block, discriminant, 0)


@kernel
def compute_products(block, discriminant, first):
    """Compute the products of the samples ``first`` and after."""
    last = block.counters[COUNT]
    if first < last:
        np.dot(block.X[first:last], discriminant.beta.T, block.products[first:last])


@compute_scores.case(Block)
def _compute_scores_block(block, discriminant, b):
    if not block.counters[AT_ONCE]:
        dots(Dense(block.X), b, discriminant.beta, block.products[b])
    to_scores(discriminant, block.products[b], block.scores)


@move_pair.case(Block)
def _move_pair_block(block, discriminant, b, positive, negative, up, down, x_squared):
    if block.counters[AT_ONCE]:
        for c in range(b + 1, block.counters[COUNT]):
            block.inner_products[c] = dot_dense(block.X[b], block.X[c])
    move_class(block, discriminant, b, positive, up, x_squared)
    move_class(block, discriminant, b, negative, -down, x_squared)


@inner_kernel
def move_class(block, discriminant, b, g, amount, x_squared):
    """β_g += amount · x_b, and what that changes in the products of the samples after it."""
    scale = stored_scale(discriminant, g)
    scale_applied = add_and_project(discriminant, Dense(block.X), b, g, amount, x_squared)
    if not block.counters[AT_ONCE]:
        return
    if scale_applied:
        compute_products(block, discriminant, b + 1)
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
