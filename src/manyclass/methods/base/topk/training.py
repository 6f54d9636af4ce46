"""How the top-k SVMs are trained, whatever their scores are made of."""

import warnings
from collections.abc import Iterator

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.methods.base.certificate import Certificate
from manyclass.methods.base.certified import CertifiedClassifier
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import AT_LEAST_ONE, N_JOBS, NOT_NEGATIVE, POSITIVE, one_of
from manyclass.methods.base.samples import one_class_each
from manyclass.methods.base.state import columns, from_columns, rebuilt
from manyclass.methods.base.topk.dual_ascent import EVALUATED_AT_A_TIME, DualAscent

# Training ends where its later half, of so many epochs at least, has lowered the gap by less than this share. A gap can
# rest for a hundred epochs and close a thousand later; what rests for half of all has come to its end.
STALLED_AFTER, LEAST_FALL = 100, 0.01
# By so much of both, at most, rounding raises a dual objective above the primal one.
ROUNDING = 1e-3
# Dual variables of a sample that are not zero, at most: for a forecast; elsewhere there is no bound but the classes.
SUPPORT = 64


class TopKTraining(CertifiedClassifier):
    """Base of the top-k SVMs: subclasses give `_ascent`, which trains, and `_publish`, which keeps what it found."""

    citation = "Lapin, Hein & Schiele (2015)"
    search = {"C": Ladder([0.1, 0.3, 1.0, 3.0, 10.0], reach=12)}
    _parameter_constraints = {
        "k": [AT_LEAST_ONE],
        "loss": one_of("alpha", "beta"),
        "C": [POSITIVE],
        "tol": [NOT_NEGATIVE],
        "max_iter": [AT_LEAST_ONE],
        "accelerated": ["boolean"],
        "random_state": ["random_state"],
        "n_jobs": N_JOBS,
    }
    gamma = 0.0
    certified_every = 5  # epochs: the duality gap costs about as much as one

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """Class vectors in float32 and float64, and of a sample the dual variables that are not zero and k losses."""
        vectors = (56 if self.accelerated else 24) * n_classes * n_features
        duals = n_samples * (48 + 8 * min(n_classes, SUPPORT) + 24 * self.k)
        return vectors + duals + 16 * EVALUATED_AT_A_TIME * (n_features + n_classes)

    def _passes(self, X, y, taken_up=None) -> Iterator["TopKTraining"]:
        """Train, yielding after every epoch; ends at ``tol``."""
        X, Y = self._samples(X, y)
        y = one_class_each(Y)
        if self.k >= len(self.classes_):
            raise ValueError(f"k={self.k} must be at most {len(self.classes_) - 1}, the number of other classes")
        ascent = self._ascent(X, y)
        self.dual_gap_, self.certificates_, self._training = np.inf, [], None
        if taken_up is not None:
            self._go_on(ascent, y, taken_up)
            yield self
        while ascent.state.epochs < self.max_iter and self.dual_gap_ > self.tol and not self._stalled():
            ascent.epoch()
            self.n_iter_ = ascent.state.epochs
            due = self.n_iter_ % self.certified_every == 0
            if due or self.n_iter_ == self.max_iter:
                self.certificates_.append(ascent.certify(refresh=due))
                self.dual_gap_ = self._certified_gap(ascent)
            self._publish(ascent, y, best=due or self.dual_gap_ <= self.tol)
            self._training = ascent.tree()
            yield self
        if self.dual_gap_ > self.tol:
            warnings.warn(self._not_converged(ascent), ConvergenceWarning, stacklevel=4)

    def _training_tree(self):
        return {"ascent": self._training, "certificates": columns(self.certificates_, Certificate)}

    def _go_on(self, ascent: DualAscent, y: np.ndarray, arrays: dict[str, np.ndarray]) -> None:
        """Start from a `_training_tree`'s arrays, and show the model as it was then."""
        ascent.go_on(arrays, "ascent")
        self.certificates_ = from_columns(rebuilt(columns([], Certificate), arrays, "certificates"))
        self._training, self.n_iter_ = ascent.tree(), ascent.state.epochs
        if self.certificates_:
            self.dual_gap_ = self.certificates_[-1].gap
        self._publish(ascent, y, best=self.n_iter_ % self.certified_every == 0 or self.dual_gap_ <= self.tol)

    def _ascent(self, X, y: np.ndarray) -> DualAscent:
        """What trains on X (n, d) and the classes y int32 (n,)."""
        raise NotImplementedError

    def _publish(self, ascent: DualAscent, y: np.ndarray, best: bool) -> None:
        """Keep the model as it is now, or the ``best``, of which the last certificate speaks."""
        raise NotImplementedError

    def _loss(self) -> Alpha | Beta:
        """The loss of the parameters; for k = 1 the two are one, and β's knows a lower bound of the threshold."""
        kind = Alpha if self.loss == "alpha" and self.k > 1 else Beta
        return kind(int(self.k), float(self.C), float(self.gamma))

    def _certified_gap(self, ascent: DualAscent) -> float:
        """The last gap; FloatingPointError if it is negative beyond rounding, and so bounds nothing."""
        last = self.certificates_[-1]
        if last.gap < -ROUNDING and last.gap < -ascent.float32_gap():
            above = f"the dual objective {last.dual:.4g} is above the primal one, {last.primal:.4g}"
            raise FloatingPointError(f"{above}, and bounds nothing: is the kernel positive semidefinite?")
        return last.gap

    def _stalled(self) -> bool:
        """Whether the gap no longer falls."""
        later = max(STALLED_AFTER // self.certified_every, len(self.certificates_) // 2)
        gaps = [certificate.gap for certificate in self.certificates_[-1 - later :]]
        return len(gaps) > later and gaps[-1] > (1 - LEAST_FALL) * gaps[0]

    def _not_converged(self, ascent: DualAscent) -> str:
        gap = f"the relative duality gap {{}} {self.dual_gap_:.2g} after {{}} epochs, above tol={self.tol:g}"
        if self._stalled():
            return f"{gap.format('stays at', self.n_iter_)}; float32 scores can leave {ascent.float32_gap():.1g} open"
        return f"{gap.format('is', f'max_iter={self.max_iter}')}; more epochs or a smaller C close it"
