"""Hierarchical softmax of napkinXC, a public library of label trees (Jasinska-Kobus et al. 2020)."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted, validate_data

ROWS = {"accept_sparse": "csr", "dtype": np.float32}


class HierarchicalSoftmax(ClassifierMixin, BaseEstimator):
    """A tree of balanced k-means clusters of classes, with logistic regressions by LIBLINEAR at its nodes.

    What is no parameter here is as the library has it: rows of length one, a constant feature, small weights dropped.
    But LIBLINEAR's solver is the primal one: the dual one, the library's choice, draws random numbers without a seed.
    It predicts the most probable leaf, found best first. The library keeps models in folders; here the files' contents
    are what is learnt, so that a model can be pickled.

    Parameters
    ----------
    children : int
        Children of a node, also of the lowest.
    C : float
        LIBLINEAR's weight of the losses.
    random_state : int, RandomState instance or None
        First clusters, orders.

    Attributes
    ----------
    classes_ : ndarray (G,)
    files_ : dict of str to bytes
        What the library stores, by path.
    """

    _kind = "HSM"

    def __init__(self, children=8, C=10.0, random_state=None):
        self.children = children
        self.C = C
        self.random_state = random_state

    def fit(self, X, y):
        """Train on X (n, d), dense or sparse, and labels y (n,).

        Raises
        ------
        ImportError
            Where napkinXC is not installed.
        ValueError
            For NaN or infinity, wrong shapes and fewer than two classes.
        """
        X, y = validate_data(self, X, y, **ROWS)
        check_classification_targets(y)
        self.classes_, y = np.unique(y, return_inverse=True)
        if len(self.classes_) < 2:
            raise ValueError(f"y holds one class only, {self.classes_[0]!r}; training needs at least two")
        return self._train(X, y.tolist())

    def predict(self, X) -> np.ndarray:
        """The class of each row of X (n, d): labels (n,)."""
        return self.predict_topk(X, 1)[:, 0]

    def predict_topk(self, X, k: int) -> np.ndarray:
        """The k most probable classes of each row of X (n, d), best first: labels (n, k).

        Where the library finds fewer, the others follow in their own order.
        """
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, **ROWS)
        with TemporaryDirectory() as folder:
            for name, content in self.files_.items():
                file = Path(folder, name)
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(content)
            model = self._model(folder, 0)
            model.load()
            found = [each[:k] for each in model.predict(sp.csr_matrix(X), top_k=int(k))]  # a beam gives all it has
        for few in (each for each in found if len(each) < k):
            few += sorted(set(range(len(self.classes_))) - set(few))[: k - len(few)]
        return self.classes_[np.array(found, np.int64).reshape(X.shape[0], k)]

    def _train(self, X, labels: list):
        """Train on validated rows and, of each, the number of its class or a list of them."""
        seed = int(check_random_state(self.random_state).randint(2**31 - 1))
        with TemporaryDirectory() as folder:
            self._model(folder, seed).fit(sp.csr_matrix(X), labels)
            files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
            self.files_ = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
        return self

    def _model(self, folder, seed):
        from napkinxc import models

        return getattr(models, self._kind)(str(folder), **self._options(), seed=seed, threads=1)

    def _options(self) -> dict:
        """What the library is told of the tree, its nodes and its prediction."""
        tree = {"arity": int(self.children), "max_leaves": int(self.children)}
        return {**tree, "liblinear_c": float(self.C), "liblinear_solver": "L2R_LR"}

    def __sklearn_tags__(self):
        """Say that sparse X is welcome."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
