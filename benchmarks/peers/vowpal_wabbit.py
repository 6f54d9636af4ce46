"""Vowpal Wabbit (Langford et al.), as its command line would be used, through its Python package."""

from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import scipy.sparse as sp


class VowpalWabbit:
    """Training from its binary cache, which `prepare` makes beforehand: no text is parsed while the clock runs.

    Parameters
    ----------
    reduction : str
        The option that takes the number of classes: "oaa", "ect", "recall_tree".
    options : str
        Further options, such as "--loss_function hinge".
    passes : int
        Over the samples, all of which are trained on.
    learning_rate : float
        VW's -l.
    """

    def __init__(self, reduction="oaa", options="", passes=1, learning_rate=0.5):
        self.reduction = reduction
        self.options = options
        self.passes = passes
        self.learning_rate = learning_rate

    def prepare(self, X, y):
        """Write the samples as text, and have VW make its cache of them."""
        self._folder = TemporaryDirectory()
        text, self._cache = Path(self._folder.name, "samples.txt"), Path(self._folder.name, "cache")
        classes = int(y.max()) + 1
        text.write_text("\n".join(f"{label + 1} |{row}" for label, row in zip(y, as_text(X))) + "\n")
        # A weight of every class for every feature and the constant, with room against collisions.
        bits = int(np.ceil(np.log2(classes * (X.shape[1] + 1)))) + 2
        self._arguments = f"--{self.reduction} {classes} {self.options} -b {max(bits, 18)} --quiet --holdout_off"
        self._workspace(f"-d {text} --cache_file {self._cache} -k").finish()
        return self

    def fit(self, X, y):
        """Train on what was prepared."""
        rate = f"-l {self.learning_rate} --passes {self.passes}"
        self.model_ = self._workspace(f"--cache_file {self._cache} {rate}")
        return self

    def predict(self, X) -> np.ndarray:
        """The class of each row."""
        return np.array([self.model_.predict(f"|{row}") for row in as_text(X)]) - 1

    def _workspace(self, arguments):
        from vowpalwabbit import Workspace

        return Workspace(f"{self._arguments} {arguments}")


def as_text(X):
    """The features of each row, as VW reads them."""
    X = sp.csr_array(X)
    for start, end in zip(X.indptr[:-1], X.indptr[1:]):
        yield "".join(f" {j}:{x:.6g}" for j, x in zip(X.indices[start:end], X.data[start:end]))
