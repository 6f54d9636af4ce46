"""Rows against class vectors that lie in columns: a (d, G) array, of which a sparse row reads whole rows.

In a (G, d) array it would read one number of a cache line for each of its values and each class.
"""

import numpy as np

from manyclass.kernels.common.dispatch import inner_by_type
from manyclass.kernels.common.rows import Sparse, WithConstant, feature, values_of


@inner_by_type
def add_scores(rows, i, V, s):
    """Add the scores of x_i for class vectors ``V`` float32 (D, G) to ``s`` float32 (G,)."""


@inner_by_type
def add_outer(rows, i, p, start, V):
    """Add x_i pᵀ, p float32 (b,), to the b columns from ``start`` on of ``V`` float32 (D, G)."""


@add_scores.case(Sparse)
def _add_scores(rows, i, V, s):
    for k in values_of(rows, i):
        v, x = V[feature(rows, k)], rows.data[k]
        for g in range(s.shape[0]):
            s[g] += x * v[g]


@add_outer.case(Sparse)
def _add_outer(rows, i, p, start, V):
    stop = start + p.shape[0]
    for k in values_of(rows, i):
        v, x = V[feature(rows, k), start:stop], rows.data[k]
        for g in range(p.shape[0]):
            v[g] += x * p[g]


# The constant's class weights are the last row of V.


@add_scores.case(WithConstant)
def _add_scores_constant(rows, i, V, s):
    add_scores(rows.rows, i, V, s)
    v = V[V.shape[0] - 1]
    for g in range(s.shape[0]):
        s[g] += np.float32(rows.constant) * v[g]


@add_outer.case(WithConstant)
def _add_outer_constant(rows, i, p, start, V):
    add_outer(rows.rows, i, p, start, V)
    v = V[V.shape[0] - 1, start : start + p.shape[0]]
    for g in range(p.shape[0]):
        v[g] += np.float32(rows.constant) * p[g]
