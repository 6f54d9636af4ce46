"""Samples that are unusual but right: every method trains on them and scores them with finite numbers."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, brief, learnt, samples

X, Y = samples(n=80, d=6, n_classes=5)
GAPS = np.where(np.arange(len(X))[:, None] % 7, X, 0)


def with_long_indices(rows):
    rows.indices, rows.indptr = rows.indices.astype(np.int64), rows.indptr.astype(np.int64)
    return rows


def read_only(rows):
    rows.flags.writeable = False
    return rows


ODD = {
    "rows of zeros": (GAPS, Y),
    "sparse rows of zeros": (sp.csr_array(GAPS), Y),
    "nothing but zeros": (np.zeros_like(X), Y),
    "no entries": (sp.csr_array(X.shape, dtype=np.float32), Y),
    "one sample a class": (X[:5], Y[:5]),
    "one sparse sample a class": (sp.csr_array(X[:5]), Y[:5]),
}
# Other forms of the samples that they are compared with.
FORMS = {
    "integers": (np.int64(9 * X), np.float32(np.int64(9 * X))),
    "booleans": (X > 0, np.float32(X > 0)),
    "float64": (X.astype(np.float64), X),
    "Fortran order": (np.asfortranarray(X), X),
    "every other column": (np.repeat(X, 2, axis=1)[:, ::2], X),
    "read-only": (read_only(X.copy()), X),
    "int64 indices": (with_long_indices(sp.csr_array(X)), sp.csr_array(X)),
    "columns": (sp.csc_array(X), sp.csr_array(X)),
    "coordinates": (sp.coo_array(X), sp.csr_array(X)),
}


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", ODD)
@pytest.mark.parametrize("cls", METHODS)
def test_scores_are_finite(cls, name):
    rows, y = ODD[name]
    estimator = brief(cls).fit(rows, y)
    assert np.isfinite(estimator.decision_function(rows)).all()
    assert set(estimator.predict(rows)) <= set(Y)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("cls", METHODS)
def test_the_form_of_the_samples_does_not_matter(cls, name):
    rows, usual = FORMS[name]
    estimator, expected = brief(cls).fit(rows, Y), brief(cls).fit(usual, Y)
    assert learnt(estimator) == learnt(expected)
    assert estimator.decision_function(rows).tobytes() == expected.decision_function(usual).tobytes()
