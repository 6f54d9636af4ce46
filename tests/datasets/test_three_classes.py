"""The plane's three classes: the lecture's W separates them, and no line separates the middle one from the others."""

import numpy as np
import pytest
from scipy.optimize import linprog

from manyclass.datasets.three_classes import SCALES, W
from manyclass.protocol.data.make import generate


@pytest.mark.parametrize("scale", SCALES)
def test_the_printed_matrix_separates(scale):
    split = generate("three_classes", scale)
    for part in (split.train, split.valid, split.test):
        np.testing.assert_array_equal((part.X @ W.T).argmax(axis=1), part.Y.indices)
    np.testing.assert_array_equal(split.bayes_ranking[:, 0], split.test.Y.indices)


def separable(X, y, g):
    """Whether some line, through the origin or not, has class g on one side alone: a feasible linear program."""
    sign = np.where(y == g, 1, -1)[:, None]
    A = sign * np.column_stack([X, np.ones(len(X))])
    return linprog(np.zeros(3), A_ub=-A, b_ub=-np.ones(len(X)), bounds=(None, None)).status == 0


@pytest.mark.parametrize("scale", ["smoke", "standard"])
def test_only_the_middle_class_has_no_line(scale):
    train = generate("three_classes", scale).train
    assert [separable(train.X.astype(float), train.Y.indices, g) for g in range(3)] == [True, False, True]
