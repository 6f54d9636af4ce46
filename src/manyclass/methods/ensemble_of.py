"""Ensembles: models of one kind from different random draws, scores summed (Gupta et al. 2014, section 8.3)."""

from collections.abc import Iterator

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import validate_data

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.samples import require
from manyclass.methods.wsabie import Wsabie


class EnsembleOf(ManyClassClassifier):
    """f(x; g) = the sum of the members' f, which is that of their concatenated embeddings and prototypes.

    Parameters
    ----------
    estimator : Wsabie or WsabiePP
        What each member is a copy of, but for its random state; None: a default Wsabie.
    members : int or None
        How many; None: as many as come to the G·d parameters of a linear model, and from 2 to 4.
    max_iter : int or None
        Passes over the training samples; None: the estimator's own.
    random_state : int, RandomState instance or None
        From which the members' are derived.

    Attributes
    ----------
    members_ : list
        The fitted members.
    """

    citation = "Gupta, Bengio & Weston (2014), section 8.3"

    def __init__(self, estimator=None, members=None, max_iter=None, random_state=None):
        self.estimator = estimator
        self.members = members
        self.max_iter = max_iter
        self.random_state = random_state

    def passes(self, X, y) -> Iterator["EnsembleOf"]:
        """Train like `fit`, yielding the estimator, ready to predict, after every pass of all members."""
        rows, labels = self._samples(X, y)
        estimator = Wsabie() if self.estimator is None else self.estimator
        if self.members is not None:
            require(self, members=(1, np.inf))
        self.members_ = [clone(estimator) for _ in range(self.members or _as_large_as_linear(estimator, labels, self))]
        for member, seed in zip(self.members_, self._seeds(len(self.members_))):
            member.set_params(random_state=int(seed.generate_state(1)[0]))
            if self.max_iter is not None:
                member.set_params(max_iter=self.max_iter)
        for _ in zip(*(member.passes(X, y) for member in self.members_)):
            self.n_iter_ = self.members_[0].n_iter_
            yield self

    def _scores(self, X):
        return sum(member._scores(X) for member in self.members_)


def _as_large_as_linear(estimator, labels, ensemble) -> int:
    """How many members have together about G·d parameters, from 2 to 4 as in the document."""
    d = ensemble.n_features_in_
    one = estimator.dimensions * (labels.n_classes + d)
    return int(np.clip(round(labels.n_classes * d / one), 2, 4))
