"""Top-k multiclass SVM by stochastic dual coordinate ascent (Lapin, Hein & Schiele 2015)."""

import warnings
from collections.abc import Iterator

import numpy as np
import scipy.sparse as sp
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted

from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.methods.base.dual.certified import CertifiedClassifier
from manyclass.methods.base.dual.dual_ascent import DualAscent, dual_matrix
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import AT_LEAST_ONE, N_JOBS, NOT_NEGATIVE, POSITIVE, one_of
from manyclass.methods.base.samples import one_class_each

# The duality gap costs about as much as an epoch, a fifth of training if it is computed after every fifth.
CERTIFIED_EVERY = 5
# Training ends where so many computations of the gap in a row have lowered it by less than this share.
STALLED_AFTER, LEAST_FALL = 20, 0.01


class TopKSVM(CertifiedClassifier):
    """min ½‖W‖² + C Σ_i φ(W x_i), where φ forgives a class that is among the k best-scored.

    With h_j = 1 + s_j - s_y for the classes j ≠ y, the loss α is max(0, mean of the k largest h_j) (equation 3)
    and β, which is no smaller, the mean of the k largest max(0, h_j) (equation 5). With k = 1 both are the
    multiclass SVM of Crammer & Singer.

    As printed, equation (3) averages over all classes, h_y = 0 among them; implemented is the average over the
    others, as only then does the duality gap close.

    Samples are updated in sweeps, each in a new order. One whose dual variables an update has left as they were rests
    for one sweep, then for 3, 7, 15 and so on as long as they stay; the gap is that of all samples. There is no
    intercept; a constant feature is one.

    Raises ValueError where a sample has several right classes, or k > G - 1.

    Parameters
    ----------
    k : int
        The guesses that are forgiven, at most G - 1.
    loss : {"alpha", "beta"}
        Which of the two upper bounds of the top-k error.
    C : float
        Weight of the losses; 1/(λn) in the document.
    gamma : float
        Smoothing: the loss is the maximum of ⟨h, x⟩ - γ/2 ‖x‖² over the set of the dual variables; 0 for none.
    tol : float
        Relative duality gap at which training ends. Scores are float32, and what rounding them leaves open is a few
        1e-7 to 1e-6 where samples are few or C is small, up to 1e-3 where C makes the losses of thousands of
        samples count and hardly any is left, and 1e-8 with ``gamma``. Training ends with a warning, which tells that
        bound, where the gap falls by less than 1 % in a hundred epochs.
    max_iter : int
        Most epochs, of n updates each.
    warm_start : bool
        Whether `fit` starts from the dual variables of the last one, times the ratio of the two C.
    random_state : int, RandomState instance or None
        The orders of the samples.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors W: those of the last epoch, but after every fifth, and where ``tol`` ended training, those of
        the least primal objective that was computed.
    dual_gap_ : float
        (P - D) / max(|P|, |D|) when it was last computed, every five epochs and at the end; it never rises.
    certificates_ : list of Certificate
        The least primal and the largest dual objective so far, each time, with the epochs and the seconds of training
        up to there.
    """

    citation = "Lapin, Hein & Schiele (2015)"
    search = {"C": Ladder([0.1, 1.0, 10.0], factor=10)}
    path = "C"
    _parameter_constraints = {
        "k": [AT_LEAST_ONE],
        "loss": one_of("alpha", "beta"),
        "C": [POSITIVE],
        "gamma": [NOT_NEGATIVE],
        "tol": [NOT_NEGATIVE],
        "max_iter": [AT_LEAST_ONE],
        "warm_start": ["boolean"],
        "random_state": ["random_state"],
        "n_jobs": N_JOBS,
    }

    def __init__(
        self,
        k=1,
        loss="alpha",
        C=1.0,
        gamma=0.0,
        tol=1e-3,
        max_iter=200,
        warm_start=False,
        random_state=None,
        n_jobs=None,
    ):
        self.k = k
        self.loss = loss
        self.C = C
        self.gamma = gamma
        self.tol = tol
        self.max_iter = max_iter
        self.warm_start = warm_start
        self.random_state = random_state
        self.n_jobs = n_jobs

    def _passes(self, X, y) -> Iterator["TopKSVM"]:
        """Train, yielding after every epoch; ends at ``tol``."""
        X, Y = self._samples(X, y)
        y = one_class_each(Y)
        if self.k >= len(self.classes_):
            raise ValueError(f"k={self.k} must be at most {len(self.classes_) - 1}, the number of other classes")
        ascent = DualAscent(X, y, len(self.classes_), self._loss(), *self._seeds(1), n_jobs=self.n_jobs)
        if self.warm_start and hasattr(self, "_duals"):
            self._resume(ascent, y)
        self.dual_gap_, self.certificates_ = np.inf, []
        while ascent.state.epochs < self.max_iter and self.dual_gap_ > self.tol and not self._stalled():
            ascent.epoch()
            self.coef_, self.n_iter_ = ascent.coef, ascent.state.epochs
            self._duals, self._y, self._C = ascent.state.duals, y, self.C
            due = self.n_iter_ % CERTIFIED_EVERY == 0
            if due or self.n_iter_ == self.max_iter:
                self.certificates_.append(ascent.certify(refresh=due))
                self.dual_gap_ = self.certificates_[-1].gap
            if due or self.dual_gap_ <= self.tol:
                self.coef_ = ascent.best
            yield self
        if self.dual_gap_ > self.tol:
            warnings.warn(self._not_converged(ascent), ConvergenceWarning, stacklevel=4)

    @property
    def dual_coef_(self) -> sp.csr_array:
        """A float64 (n, G), of which W = Aᵀ X: the dual variables as they were last updated."""
        check_is_fitted(self)
        return dual_matrix(self._duals, self._y, len(self.classes_))

    def _stalled(self) -> bool:
        """Whether the gap no longer falls."""
        gaps = [certificate.gap for certificate in self.certificates_[-1 - STALLED_AFTER :]]
        return len(gaps) > STALLED_AFTER and gaps[-1] > (1 - LEAST_FALL) * gaps[0]

    def _not_converged(self, ascent: DualAscent) -> str:
        gap = f"the relative duality gap {{}} {self.dual_gap_:.2g} after {{}} epochs, above tol={self.tol:g}"
        if self._stalled():
            return f"{gap.format('stays at', self.n_iter_)}; float32 scores can leave {ascent.float32_gap():.1g} open"
        return f"{gap.format('is', f'max_iter={self.max_iter}')}; more epochs or a smaller C close it"

    def _loss(self) -> Alpha | Beta:
        """The loss of the parameters; for k = 1 the two are one, and β's knows a lower bound of the threshold."""
        kind = Alpha if self.loss == "alpha" and self.k > 1 else Beta
        return kind(int(self.k), float(self.C), float(self.gamma))

    def _resume(self, ascent: DualAscent, y: np.ndarray) -> None:
        if not np.array_equal(self._y, y):
            raise ValueError("warm_start=True needs the samples of the last fit, in their order: y has changed")
        ascent.start_from(self._duals, self.C / self._C)
