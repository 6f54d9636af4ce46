"""Ensembles: models of one kind, drawn differently, their scores summed (Gupta et al. 2014, section 8.3)."""

from collections.abc import Iterator

import numpy as np
from sklearn.base import clone

from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.parameters import AT_LEAST_ONE, N_JOBS
from manyclass.methods.base.sgd.embedding import EmbeddingClassifier
from manyclass.methods.base.state import below
from manyclass.methods.base.threads import in_threads
from manyclass.methods.wsabie import Wsabie


class EnsembleOf(ManyClassClassifier):
    """f(x; g) = the sum of the members' f, which is that of their concatenated embeddings and prototypes.

    Parameters
    ----------
    estimator : Wsabie or WsabiePP
        What each member is a copy of, but for its random state; None: a default Wsabie.
    members : int or None
        How many; None: d/m, rounded, of m dimensions each, from 2 to 4, which come to the G·d parameters of a linear
        model but for their W, as in the document. Their m is the estimator's, but at most half of the features,
        rounded up: two members with all of them would be twice as large.
    max_iter : int or None
        Passes over the training samples; None: the estimator's own.
    random_state : int, RandomState instance or None
        From which the members' are derived.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    members_ : list
        The fitted members; their classes are the numbers 0..G-1 of ``classes_``.
    """

    resumable = True
    in_chunks = True
    citation = "Gupta, Bengio & Weston (2014), section 8.3"
    _parameter_constraints = {
        "estimator": [EmbeddingClassifier, None],
        "members": [AT_LEAST_ONE, None],
        "max_iter": [AT_LEAST_ONE, None],
        "random_state": ["random_state"],
        "n_jobs": N_JOBS,
    }

    def __init__(self, estimator=None, members=None, max_iter=None, random_state=None, n_jobs=None):
        self.estimator = estimator
        self.members = members
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _passes(self, X, y, taken_up=None) -> Iterator["EnsembleOf"]:
        """Train, yielding after every pass of all members, each of which is a thread's work."""
        X, Y = self._samples(X, y)
        estimator, members = self._sized(X.shape[1])
        seeds = self._seeds(members)
        self.members_ = [self._member(estimator, seed) for seed in seeds]
        states = [None if taken_up is None else below(str(i), taken_up) for i in range(len(seeds))]
        passes = [member.passes(X, Y, state, self._chunk_rows) for member, state in zip(self.members_, states)]
        while all(in_threads(lambda each: next(each, None), passes, self.n_jobs)):
            self.n_iter_ = self.members_[0].n_iter_
            self._training = self.members_
            yield self

    def _forget_training(self):
        super()._forget_training()
        for member in self.members_:
            member._forget_training()

    def _training_tree(self):
        return {i: member.training_state() for i, member in enumerate(self._training)}

    def _sized(self, n_features):
        """What each member is a copy of, and how many there are."""
        estimator = Wsabie() if self.estimator is None else self.estimator
        if self.members is not None:
            return estimator, self.members
        m = min(estimator.dimensions, -(-n_features // 2))
        return clone(estimator).set_params(dimensions=m), _as_large_as_linear(m, n_features)

    def _member(self, estimator, seed):
        member = clone(estimator).set_params(random_state=int(seed.generate_state(1)[0]))
        return member if self.max_iter is None else member.set_params(max_iter=self.max_iter)

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """The members, all at once."""
        estimator, members = self._sized(n_features)
        return members * estimator.training_bytes(n_samples, n_features, n_classes, density)

    def _arrays(self):
        return [array for member in self.members_ for array in member._arrays()]

    def _scorer(self, X):
        scorers = [member._scorer(X) for member in self.members_]
        return lambda rows: sum(score(rows) for score in scorers)


def _as_large_as_linear(m: int, d: int) -> int:
    """How many members of m dimensions come to d together, from 2 to 4 as in the document."""
    return int(np.clip(round(d / m), 2, 4))
