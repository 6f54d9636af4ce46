"""Probabilistic label tree of napkinXC, a public library of label trees (Jasinska-Kobus et al. 2020)."""

from collections.abc import Iterator

import numpy as np
from sklearn.utils.validation import validate_data

from manyclass.methods.base.samples import checked_indicator, is_indicator
from manyclass.peers.napkinxc_hsm import ROWS, HierarchicalSoftmax


class ProbabilisticLabelTree(HierarchicalSoftmax):
    """The same tree as `HierarchicalSoftmax`, but every child has a binary logistic regression of its own.

    It says whether a sample of the parent belongs to the child; so that the leaves' probabilities need not sum to one,
    and a sample may have several right classes.
    All else, and the attributes, are as there.

    Parameters
    ----------
    children : int
        Children of a node, also of the lowest.
    C : float
        LIBLINEAR's weight of the losses.
    beam : int or None
        Nodes kept at every level in prediction; None: the most probable leaves are found exactly, best first.
    random_state : int, RandomState instance or None
        First clusters, orders.
    """

    _kind = "PLT"

    def __init__(self, children=8, C=10.0, beam=None, random_state=None):
        super().__init__(children, C, random_state)
        self.beam = beam

    def fit(self, X, y):
        """Train on X (n, d), dense or sparse, and y: labels (n,), or an indicator matrix (n, G) of right classes.

        Raises
        ------
        ImportError
            Where napkinXC is not installed.
        ValueError
            For NaN or infinity, wrong shapes, fewer than two classes, a class without samples.
        """
        if not is_indicator(y):
            return super().fit(X, y)
        X = validate_data(self, X, **ROWS)
        Y = checked_indicator(y, X.shape[0])
        self.classes_ = np.arange(Y.shape[1])
        return self._train(X, [each.tolist() for each in np.split(Y.indices, Y.indptr[1:-1])])

    def passes(self, X, y) -> Iterator["ProbabilisticLabelTree"]:
        """Train like `fit`, in one pass; estimators that have it are given the indicator matrix by the protocol."""
        yield self.fit(X, y)

    def _options(self):
        if self.beam is None:
            return super()._options() | {"tree_search_type": "exact"}
        return super()._options() | {"tree_search_type": "beam", "beam_search_width": int(self.beam)}
