"""The batch class-confusion loss: train, see what is confused, train again (Gupta et al. 2014, section 3.3)."""

from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone

from manyclass.kernels.common.costs import ConfusionDiscounted
from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.parameters import AT_LEAST_ONE, N_JOBS, POSITIVE
from manyclass.methods.base.samples import hits
from manyclass.methods.base.sgd.embedding import EmbeddingClassifier
from manyclass.methods.base.sgd.linear import RankingClassifier
from manyclass.methods.base.state import below, rebuilt
from manyclass.methods.warp_ranking import WarpRanking

NO_CONFUSION = ConfusionDiscounted(np.zeros(0, np.float32), np.zeros(0, np.int32), np.zeros(0, np.int32))


class ClassConfusion(ManyClassClassifier):
    """A classifier trained twice, the second time with an error g→h weighted by 1 - P̂(h|g) of the first.

    P̂(h|g) is the share of the training samples labelled g that the first classifier takes for h (equation 7).
    The second starts from scratch, with draws of its own. Of a sample with several correct classes, the error
    is that of the class drawn for the step; to take it for another of its classes is no error.

    The second training makes as many passes as the plain classifier that it is to be compared with; those of
    the first are not counted among `passes` and ``n_iter_``.

    Parameters
    ----------
    estimator : AUCRanking, WarpRanking, Wsabie or WsabiePP
        What is trained, its ``max_iter`` the first classifier's passes; None: a default WarpRanking.
    step : float or None
        Step size of the second training, whose loss is another; None: the estimator's.
    margin : float or None
        Margin of the second training; None: the estimator's.
    max_iter : int or None
        Passes of the second training; None: as many as the first's.
    random_state : int, RandomState instance or None
        From which those of both trainings are derived.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    confusion_ : csr_array (G, G) of float32
        P̂(h|g) in row g, P̂(g|g) on the diagonal; rows sum to 1.
    estimator_ : estimator
        The second classifier; its classes are the numbers 0..G-1 of ``classes_``.
    history_ : list of Counts
        What every pass of the second training did.
    """

    resumable = True
    citation = "Gupta, Bengio & Weston (2014), section 3.3, equations 6 and 7"
    _parameter_constraints = {
        "estimator": [RankingClassifier, EmbeddingClassifier, None],
        "step": [POSITIVE, None],
        "margin": [POSITIVE, None],
        "max_iter": [AT_LEAST_ONE, None],
        "random_state": ["random_state"],
        "n_jobs": N_JOBS,
    }

    def __init__(self, estimator=None, step=None, margin=None, max_iter=None, random_state=None, n_jobs=None):
        self.estimator = estimator
        self.step = step
        self.margin = margin
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _passes(self, X, y, taken_up=None) -> Iterator["ClassConfusion"]:
        """Train twice, yielding after every pass of the second training."""
        X, Y = self._samples(X, y)
        for_first, for_second = self._seeds(2)
        if taken_up is None:
            self.confusion_ = class_confusion(self._copy(for_first).fit(X, Y).predict(X), Y)
        else:
            of_first = rebuilt({"confusion": NO_CONFUSION}, taken_up)["confusion"]
            self.confusion_ = sp.csr_array(tuple(of_first), shape=(Y.shape[1], Y.shape[1]))
        second = self._copy(for_second)
        second.costs = second_costs(self.confusion_)
        own = {"step": self.step, "margin": self.margin, "max_iter": self.max_iter}
        self.estimator_ = second.set_params(**{name: value for name, value in own.items() if value is not None})
        for _ in second.passes(X, Y, None if taken_up is None else below("second", taken_up)):
            self.n_iter_, self.history_ = second.n_iter_, second.history_
            self._training = second
            yield self

    def _forget_training(self):
        super()._forget_training()
        self.estimator_._forget_training()

    def _training_tree(self):
        return {"confusion": second_costs(self.confusion_), "second": self._training.training_state()}

    def _copy(self, seed):
        estimator = WarpRanking() if self.estimator is None else self.estimator
        copied = clone(estimator).set_params(random_state=int(seed.generate_state(1)[0]))
        return copied if self.n_jobs is None else copied.set_params(n_jobs=self.n_jobs)

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """Two classifiers, one after the other, and the confusions of the first: those of a sample, at most."""
        estimator = WarpRanking() if self.estimator is None else self.estimator
        of_one = estimator.training_bytes(n_samples, n_features, n_classes, density)
        return 2 * of_one + 48 * n_samples

    def _arrays(self):
        return self.estimator_._arrays()

    def _scorer(self, X):
        return self.estimator_._scorer(X)


def second_costs(confusion: sp.csr_array) -> ConfusionDiscounted:
    """The costs that a first classifier's confusion makes, of its own arrays."""
    return ConfusionDiscounted(confusion.data, confusion.indices, confusion.indptr)


def class_confusion(predicted: np.ndarray, Y: sp.csr_array) -> sp.csr_array:
    """Share P̂(h|g) of the samples given class g that are taken for h (Gupta et al. 2014, equation 7).

    Parameters
    ----------
    predicted : int (n,)
        Class taken for each sample; if it is one of several given to it, it counts as each of them.
    Y : csr_array (n, G)
        Indicator of the given classes, none of them empty.

    Returns
    -------
    csr_array (G, G) of float32
        Canonical, with int32 indices; rows sum to 1.
    """
    predicted_each = np.repeat(predicted, np.diff(Y.indptr))
    right = np.repeat(hits(predicted, Y), np.diff(Y.indptr))
    cells = (Y.indices, np.where(right, Y.indices, predicted_each).astype(np.int32))
    share = 1 / np.bincount(Y.indices, minlength=Y.shape[1])
    confusion = sp.coo_array((share[Y.indices], cells), shape=(Y.shape[1], Y.shape[1])).tocsr()
    return confusion.astype(np.float32)
