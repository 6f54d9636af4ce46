"""The correct classes of each sample, and uniform draws from them and from the others."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.dispatch import kernel
from manyclass.kernels.rng import below


class Labels(NamedTuple):
    """CSR pattern of the indicator matrix (n, G): ``indptr`` int32 (n + 1,), ``classes`` int32 (nnz,)."""

    indptr: np.ndarray
    classes: np.ndarray
    n_classes: int


@kernel
def n_correct(labels, i):
    """``|Y_i|``, how many classes are correct for sample ``i``."""
    return labels.indptr[i + 1] - labels.indptr[i]


@kernel
def is_correct(labels, i, g):
    """Whether class ``g`` is one of ``Y_i``; a sample has a handful of them, so they are looked through."""
    for k in range(labels.indptr[i], labels.indptr[i + 1]):  # noqa: SIM110 - any() does not compile
        if labels.classes[k] == g:
            return True
    return False


@kernel
def draw_correct(labels, i, state):
    """y⁺ drawn uniformly from ``Y_i``."""
    first = labels.indptr[i]
    count = labels.indptr[i + 1] - first
    if count > 1:
        first += below(state, count)
    return np.int64(labels.classes[first])


@kernel
def draw_wrong(labels, i, state):
    """y⁻ drawn uniformly from the complement of ``Y_i``, which must not be empty."""
    g = below(state, labels.n_classes)
    while is_correct(labels, i, g):
        g = below(state, labels.n_classes)
    return g
