"""Projections of many vectors, as training makes them, but with nothing known of where the threshold lies."""

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.topk.threshold import solve


@kernel
def project_rows(loss, B, X, candidates):
    """Write the projection of every row of ``B`` float64 (n, m) onto the loss's set to ``X`` float64 (n, m)."""
    for i in range(B.shape[0]):
        found = solve(loss, 0.0, B[i], 1.0, 0.0, -np.inf, candidates)
        X[i] = 0.0
        for c in range(found.count):
            x = found.depth - (found.largest - candidates.b[c])
            X[i, candidates.index[c]] = min(max(x, 0.0), found.cap)
