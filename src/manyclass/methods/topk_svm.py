"""Top-k multiclass SVM by stochastic dual coordinate ascent (Lapin, Hein & Schiele 2015)."""

import scipy.sparse as sp
from sklearn.utils.validation import check_is_fitted

from manyclass.kernels.topk.losses import Alpha
from manyclass.methods.base.certified import refuse_other_samples
from manyclass.methods.base.diagnostics import mean_margins
from manyclass.methods.base.parameters import AT_LEAST_ONE, NOT_NEGATIVE, one_of
from manyclass.methods.base.topk.dual_ascent import DualAscent, SingleClassAscent
from manyclass.methods.base.topk.dual_variables import dual_matrix
from manyclass.methods.base.topk.training import TopKTraining

MARGINS = 11  # to the best other classes: one more than the guesses that are counted


class TopKSVM(TopKTraining):
    """min ½‖W‖² + C Σ_i φ(W x_i), where φ forgives a class that is among the k best-scored.

    With h_j = 1 + s_j - s_y for the classes j ≠ y, the loss α is max(0, mean of the k largest h_j) (equation 3)
    and β, which is no smaller, the mean of the k largest max(0, h_j) (equation 5). With k = 1 both are the
    multiclass SVM of Crammer & Singer.

    As printed, equation (3) averages over all classes, h_y = 0 among them; implemented is the average over the
    others, as only then does the duality gap close.

    Samples are updated in sweeps, each in a new order. One whose dual variables an update has left as they were rests
    for one sweep, then for 3, 7, 15 and so on as long as they stay; the gap is that of all samples. There is no
    intercept; a constant feature is one.

    Raises ValueError where a sample has several right classes, or k > G - 1, or ``updates`` are of single classes and
    the loss is smoothed, or α with k > 1.

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
        bound, where the later half of training, of a hundred epochs or more, has lowered the gap by less than 1 %.
    max_iter : int
        Most epochs, of n updates each.
    accelerated : bool
        Whether ascent is accelerated (Shalev-Shwartz & Zhang 2014), which takes a fraction of the epochs where C is
        large; if not, the updates are the document's, of samples that rest for a while where they have nothing to
        gain, and the gap is that of the best multiple of the dual variables.
    warm_start : bool
        Whether `fit` starts from the dual variables of the last one, times the best share of them, the ratio of the
        two C at most, and of the two k where it has grown.
    random_state : int, RandomState instance or None
        The orders of the samples.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    updates : {"joint", "single"}
        Whether an update is the best of all dual variables of a sample together, as in the document, or, to compare
        with, of those of one class, at the expense of one other: of the pair that gains most. "single" is for β and
        k = 1 without smoothing; from zero the set of α has no such move.
    certified_every : int
        Epochs from one computation of the duality gap to the next; each costs about as much as an epoch.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors W: those of the last epoch, but where that was one of the ``certified_every``, and where
        ``tol`` ended training, those of the least primal objective that was computed.
    dual_gap_ : float
        (P - D) / max(|P|, |D|) when it was last computed, every ``certified_every`` epochs and at the end; it never
        rises.
    certificates_ : list of Certificate
        The least primal and the largest dual objective so far, each time, with the epochs and the seconds of training
        up to there.
    """

    path = "C"
    resumable = True
    _parameter_constraints = {
        **TopKTraining._parameter_constraints,
        "gamma": [NOT_NEGATIVE],
        "updates": one_of("joint", "single"),
        "certified_every": [AT_LEAST_ONE],
        "warm_start": ["boolean"],
    }

    def __init__(
        self,
        k=1,
        loss="alpha",
        C=1.0,
        gamma=0.0,
        tol=1e-3,
        max_iter=200,
        accelerated=True,
        warm_start=False,
        random_state=None,
        n_jobs=None,
        updates="joint",
        certified_every=5,
    ):
        self.k = k
        self.loss = loss
        self.C = C
        self.gamma = gamma
        self.tol = tol
        self.max_iter = max_iter
        self.accelerated = accelerated
        self.warm_start = warm_start
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.updates = updates
        self.certified_every = certified_every

    def diagnostics(self, train, test) -> dict[str, object]:
        """Beside what all certified classifiers say of the ``solution``, what training did and what margins are.

        ``changed``, the class vectors that updates have changed, each as often as it was, and ``margins`` of the test
        samples, see `mean_margins`.
        """
        said = super().diagnostics(train, test)["solution"]
        return {"solution": said | {"changed": self._changed, "margins": mean_margins(self, test, MARGINS)}}

    def _ascent(self, X, y) -> DualAscent:
        loss = self._loss()
        if self.updates == "single" and (self.gamma > 0 or isinstance(loss, Alpha)):
            raise ValueError("updates='single' need loss='beta' or k=1, and gamma=0")
        kind = DualAscent if self.updates == "joint" else SingleClassAscent
        of_all = {"n_jobs": self.n_jobs, "accelerated": self.accelerated}
        ascent = kind(X, y, len(self.classes_), loss, *self._seeds(1), **of_all)
        if self.warm_start and hasattr(self, "_duals"):
            refuse_other_samples(self._y, y)
            # Those of a class are at most C/k, and updates of single classes leave the others' as they are.
            ascent.start_from(self._duals, self.C / self._C * min(1, self._k / self.k))
        return ascent

    def _publish(self, ascent, y, best) -> None:
        self.coef_ = ascent.best if best else ascent.coef
        self._duals, self._y, self._C, self._k = ascent.state.duals, y, self.C, self.k
        self._changed = ascent.changed

    @property
    def dual_coef_(self) -> sp.csr_array:
        """A float64 (n, G), of which W = Aᵀ X: the dual variables as they were last updated."""
        check_is_fitted(self)
        return dual_matrix(self._duals, self._y, len(self.classes_))
