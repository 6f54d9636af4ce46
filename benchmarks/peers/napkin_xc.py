"""napkinXC (Jasinska-Kobus et al. 2020): a public library of label trees with probabilities at their nodes."""

from tempfile import TemporaryDirectory

import numpy as np
import scipy.sparse as sp


class NapkinXC:
    """Its "HSM", hierarchical softmax, or "PLT", a probabilistic label tree, on one thread.

    `prepare` makes the sparse matrix that it reads. Its models are folders: fitting includes writing one and reading it
    again, as predicting needs it.

    Parameters
    ----------
    kind : {"HSM", "PLT"}
        The model.
    **options
        Of the model's constructor.
    """

    def __init__(self, kind, **options):
        self.kind = kind
        self.options = options

    def prepare(self, X, y):
        """Keep the samples as napkinXC reads them."""
        self._samples = sp.csr_matrix(X), y.tolist()
        return self

    def fit(self, X, y):
        """Train on what was prepared."""
        from napkinxc import models

        self._folder = TemporaryDirectory()
        self._model = getattr(models, self.kind)(self._folder.name, threads=1, seed=0, **self.options)
        self._model.fit(*self._samples)
        self._model.load()
        return self

    def predict(self, X) -> np.ndarray:
        """The class of each row."""
        return np.array(self._model.predict(sp.csr_matrix(X), top_k=1), np.int64)[:, 0]
