"""What the methods trained by stochastic steps share: the loop over passes, and its checks."""

import warnings
from collections.abc import Callable, Iterator

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.rng import new_state
from manyclass.kernels.common.rows import Dense, Sparse
from manyclass.kernels.sgd.rule import Counts
from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.diagnostics import violating_share
from manyclass.methods.base.samples import labels_of, rows_of

# A pass that leaves more than this share of the samples unused teaches next to nothing.
ABSORBED = 0.8


class StochasticClassifier(ManyClassClassifier):
    """Trained in passes of n random draws each; subclasses give the first values and the pass (`_begin`).

    Their default step, margin and radius suit standardised features.

    Attributes
    ----------
    history_ : list of Counts
        What every pass did: updates, ignored samples, classes tried.
    """

    adaptation = "adagrad"
    margin: float | None = None  # of the loss, where it is a parameter

    def passes(self, X, y) -> Iterator["StochasticClassifier"]:
        """Train like `fit`, yielding the estimator, ready to predict, after every pass over the samples."""
        self._validate_params()
        X, Y = self._samples(X, y)
        to_start, to_draw = self._seeds(2)
        one_pass, state = self._begin(rows_of(X), labels_of(Y), to_start), new_state(to_draw)
        self.history_ = []
        for done in range(self.max_iter):
            self.history_.append(one_pass(done * X.shape[0], state))
            self.n_iter_ = done + 1
            self._check_pass(X.shape[0])
            yield self

    def diagnostics(self, train, test) -> dict[str, object]:
        """``violating_share`` of the training samples, where the loss has a margin to choose."""
        return {} if self.margin is None else {"violating_share": violating_share(self, train)}

    def _begin(self, rows: Dense | Sparse, labels: Labels, seed) -> Callable[[int, np.ndarray], Counts]:
        """Give the model its first values; return one pass, a function of (steps made so far, state)."""
        raise NotImplementedError

    def _check_pass(self, n: int) -> None:
        """Raise FloatingPointError if the model overflows; warn once if a pass goes almost unused."""
        squares = [np.einsum("ij,ij->i", array, array) for array in self._arrays()]
        if not np.isfinite(np.concatenate(squares)).all():
            raise FloatingPointError(
                f"step={self.step} is too large: the model overflows in pass {self.n_iter_}; "
                "take a smaller step or scale the features of X down"
            )
        ignored = [counts.ignored / n for counts in self.history_]
        if ignored[-1] > ABSORBED >= max(ignored[:-1], default=0):
            warnings.warn(
                f"last violators made {ignored[-1]:.0%} of pass {self.n_iter_} go unused; "
                "a larger burn_in or fewer last_violators lets the classes separate first",
                ConvergenceWarning,
                stacklevel=3,
            )
