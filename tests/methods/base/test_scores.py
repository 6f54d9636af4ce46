"""Scores of rows: the same whether a row is asked for alone or among others."""

import numpy as np
import pytest
import scipy.sparse as sp

from manyclass.methods.base.scores import inner_products


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize(("d", "classes"), [(5, 2), (5, 7), (300, 7)])
def test_a_row_alone_scores_as_among_others(d, classes, sparse):
    """To the byte; sizes that BLAS takes in one piece, as in scikit-learn's own check of subsets."""
    rng = np.random.default_rng(0)
    X, W = (rng.normal(size=(n, d)).astype(np.float32) for n in (60, classes))
    bias = rng.normal(size=classes).astype(np.float32)
    rows = sp.csr_array(X) if sparse else X
    score = inner_products(sparse, W, bias)
    together = score(rows)
    np.testing.assert_allclose(together, X.astype(np.float64) @ W.T + bias, rtol=1e-4, atol=1e-4)
    for few in (1, 2, 3):
        apart = np.vstack([score(rows[row : row + few]) for row in range(0, len(X), few)])
        assert apart.tobytes() == np.ascontiguousarray(together).tobytes()
