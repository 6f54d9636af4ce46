"""The top-k multiclass SVM in its kernelised form (Lapin, Hein & Schiele 2015, section 3)."""

import numpy as np
from sklearn.metrics.pairwise import PAIRWISE_KERNEL_FUNCTIONS, pairwise_kernels

from manyclass.methods.base.parameters import one_of
from manyclass.methods.base.topk.kernel_ascent import KernelAscent
from manyclass.methods.base.topk.training import TopKTraining

PRECOMPUTED = "precomputed"
INDEFINITE = {"additive_chi2", "sigmoid"}  # for which a dual objective bounds nothing
KERNELS = sorted(PAIRWISE_KERNEL_FUNCTIONS.keys() - INDEFINITE)


class KernelTopKSVM(TopKTraining):
    """min ½‖W‖² + C Σ_i φ(W x_i), for x_i in the feature space of a kernel: W = Aᵀ X, and scores are Aᵀ K.

    Losses, updates and certificates are those of `TopKSVM`, with the scores of all training samples kept in the place
    of W. The Gram matrix of the n training samples and the scores, n (n + G) numbers, are held in memory, and an update
    takes n additions for each class that it changes.

    Raises ValueError where a sample has several right classes, k > G - 1, or a precomputed matrix is not square;
    FloatingPointError where a certificate shows that the kernel is not positive semidefinite.

    Parameters
    ----------
    k : int
        The guesses that are forgiven, at most G - 1.
    loss : {"alpha", "beta"}
        Which of the two upper bounds of the top-k error.
    C : float
        Weight of the losses; 1/(λn) in the document.
    kernel : str
        One of scikit-learn's pairwise kernels but "additive_chi2" and "sigmoid", which are not positive semidefinite;
        or "precomputed": X then holds the kernel of the samples and those trained on, (n, n) for `fit`, and has to be.
    kernel_params : dict or None
        Parameters of the kernel.
    tol : float
        Relative duality gap at which training ends.
    max_iter : int
        Most epochs, of n updates each.
    accelerated : bool
        As of `manyclass.methods.topk_svm.TopKSVM`.
    random_state : int, RandomState instance or None
        The orders of the samples.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.

    Attributes
    ----------
    dual_coef_ : ndarray (n, G) of float32
        A: of the last epoch, but after every fifth, and where ``tol`` ended training, that of the least primal
        objective that was computed.
    X_fit_ : array or CSR array (n, d) of float32
        The training samples; not where the kernel is precomputed.
    dual_gap_, certificates_
        As of `TopKSVM`.
    """

    _parameter_constraints = {
        **TopKTraining._parameter_constraints,
        "kernel": one_of(PRECOMPUTED, *KERNELS),
        "kernel_params": [dict, None],
    }

    def __init__(
        self,
        k=1,
        loss="alpha",
        C=1.0,
        kernel="rbf",
        kernel_params=None,
        tol=1e-3,
        max_iter=200,
        accelerated=True,
        random_state=None,
        n_jobs=None,
    ):
        self.k = k
        self.loss = loss
        self.C = C
        self.kernel = kernel
        self.kernel_params = kernel_params
        self.tol = tol
        self.max_iter = max_iter
        self.accelerated = accelerated
        self.random_state = random_state
        self.n_jobs = n_jobs

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """The Gram matrix, in float64 too while it is made, and scores of all samples in the place of W."""
        return super().training_bytes(n_samples, n_samples, n_classes, density) + 16 * n_samples**2

    def _ascent(self, X, y) -> KernelAscent:
        if self.kernel == PRECOMPUTED and X.shape[0] != X.shape[1]:
            raise ValueError(f"X {X.shape} must be square, the kernel of the training samples with each other")
        self.X_fit_ = None if self.kernel == PRECOMPUTED else X
        K = np.ascontiguousarray(self._kernel(X))
        of_all = {"n_jobs": self.n_jobs, "accelerated": self.accelerated}
        return KernelAscent(K, y, len(self.classes_), self._loss(), *self._seeds(1), **of_all)

    def _publish(self, ascent, y, best) -> None:
        self.dual_coef_ = (ascent.best if best else ascent.coef).toarray().astype(np.float32)
        self._norm = ascent.length(best)

    def _length(self):
        return self._norm

    def _kernel(self, X) -> np.ndarray:
        """The kernel of the rows of X and the training samples: float32 (rows, n)."""
        if self.kernel == PRECOMPUTED:
            return X.toarray() if hasattr(X, "toarray") else X
        K = pairwise_kernels(X, self.X_fit_, metric=self.kernel, **(self.kernel_params or {}))
        return (K.toarray() if hasattr(K, "toarray") else K).astype(np.float32, copy=False)

    @property
    def n_parameters_(self) -> int:
        """Numbers that the fitted model stores, those of the training samples among them."""
        return self.dual_coef_.size + (0 if self.X_fit_ is None else self.X_fit_.size)

    def _arrays(self):
        return [self.dual_coef_]

    def _scorer(self, X):
        return lambda rows: self._kernel(rows) @ self.dual_coef_

    def __sklearn_tags__(self):
        """Say when X is a matrix of pairs."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.kernel == PRECOMPUTED
        return tags
