"""The correct classes of each sample, and uniform draws from them and from the others.

Here and everywhere ``rng`` uint64 (4,) is a generator's state (`manyclass.kernels.common.rng`), which a draw changes.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type, inner_kernel, part_of_loop
from manyclass.kernels.common.rng import below


class Labels(NamedTuple):
    """CSR pattern of the indicator matrix (n, G): ``indptr`` int32 (n + 1,), ``classes`` int32 (nnz,)."""

    indptr: np.ndarray
    classes: np.ndarray
    n_classes: int


class Reweighted(NamedTuple):
    """Labels from which every class is drawn as often (Perronnin et al. 2012, equation 4).

    Beside those of `Labels`, a CSC pattern of the indicator matrix: ``starts`` int32 (G + 1,) and ``samples``
    int32 (nnz,).
    """

    indptr: np.ndarray
    classes: np.ndarray
    n_classes: int
    starts: np.ndarray
    samples: np.ndarray


class InTurn(NamedTuple):
    """Labels of samples that were drawn before, and are taken one after the other.

    Beside those of `Labels`, ``turn`` int64 (1,): the sample whose turn it is, which a draw moves on.
    """

    indptr: np.ndarray
    classes: np.ndarray
    n_classes: int
    turn: np.ndarray


@inner_by_type
def draw_sample(labels, rng):
    """A sample i, each as likely, or the one whose turn it is."""


@inner_by_type
def draw_example(labels, rng):
    """A sample i and y⁺, one of its correct classes: any sample as likely or the one whose turn it is, or any class."""


@inner_by_type
def draw_class(labels, rng):
    """A right class y⁺, drawn as `draw_example` would, without moving the turn on."""


@inner_kernel
def has_one_each(labels):
    """Whether every sample has one right class, as none is without: ``indptr`` need not be read to find it."""
    return labels.classes.shape[0] == labels.indptr.shape[0] - 1


@inner_kernel
def n_correct(labels, i):
    """``|Y_i|``, how many classes are correct for sample ``i``."""
    return labels.indptr[i + 1] - labels.indptr[i]


@inner_kernel
def is_correct(labels, i, g):
    """Whether class ``g`` is one of ``Y_i``; a sample has a handful of them, so they are looked through."""
    if has_one_each(labels):
        return labels.classes[np.uint64(i)] == g
    for k in range(labels.indptr[i], labels.indptr[i + 1]):  # noqa: SIM110 - any() does not compile
        if labels.classes[k] == g:
            return True
    return False


@inner_kernel
def draw_correct(labels, i, rng):
    """y⁺ drawn uniformly from ``Y_i``."""
    if has_one_each(labels):
        return np.int64(labels.classes[np.uint64(i)])
    first = labels.indptr[i]
    count = labels.indptr[i + 1] - first
    if count > 1:
        first += below(rng, count)
    return np.int64(labels.classes[first])


@part_of_loop
def draw_wrong(labels, i, rng):
    """y⁻ drawn uniformly from the complement of ``Y_i``, which must not be empty."""
    g = below(rng, labels.n_classes)
    while is_correct(labels, i, g):
        g = below(rng, labels.n_classes)
    return g


@draw_sample.case(Labels)
def _draw_any_sample(labels, rng):
    return below(rng, labels.indptr.shape[0] - 1)


@draw_sample.case(InTurn)
def _take_turn(labels, rng):
    i = labels.turn[0]
    labels.turn[0] = (i + 1) % (labels.indptr.shape[0] - 1)  # past the last only to fill up a block
    return i


@draw_example.case(Labels)
@draw_example.case(InTurn)
def _draw_any_example(labels, rng):
    i = draw_sample(labels, rng)
    return i, draw_correct(labels, i, rng)


@draw_example.case(Reweighted)
def _draw_any_class(labels, rng):
    g = below(rng, labels.n_classes)
    first = labels.starts[g]
    return np.int64(labels.samples[first + below(rng, labels.starts[g + 1] - first)]), g


@draw_class.case(Labels)
def _draw_class_of_example(labels, rng):
    return draw_example(labels, rng)[1]


@draw_class.case(InTurn)
def _draw_class_out_of_turn(labels, rng):
    return draw_correct(labels, below(rng, labels.indptr.shape[0] - 1), rng)
