"""Top-k entropy: softmax regression that forgives a class among the k best-scored (Lapin, Hein & Schiele 2016)."""

from manyclass.methods.base.certified import CertifiedClassifier
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import AT_LEAST_ONE, N_JOBS, NOT_NEGATIVE, POSITIVE
from manyclass.methods.base.quasi_newton.topk_entropy_objective import TopKEntropyObjective
from manyclass.methods.base.quasi_newton.training import QuasiNewtonTraining
from manyclass.methods.base.samples import labels_of, one_class_each, rows_of, with_constant


class TopKEntropy(QuasiNewtonTraining, CertifiedClassifier):
    """min ½ λ ‖W‖² plus the mean top-k entropy loss, of none of the five documents, by quasi-Newton steps.

    With a_j = s_j - s_y for the classes j ≠ y, the loss is the maximum of ⟨a, x⟩ plus the entropy of x and 1 - Σ x over
    the top-k simplex, the set of the dual variables of the top-k SVM's loss α. With k = 1 it is that of softmax
    regression, and so is all else: the constant feature, its penalty, the certificate.

    Raises ValueError where a sample has several right classes, or k > G - 1; FloatingPointError where scores overflow.

    Parameters
    ----------
    k : int
        The guesses that are forgiven, at most G - 1.
    penalty : float
        λ.
    intercept : float
        Value of a constant feature beside those of X; 0 for none.
    max_iter : int
        Most quasi-Newton steps, each a pass over the samples; a few dozen reach the optimum.
    tol : float
        Relative duality gap at which training ends; what is left of it in float32 is about 1e-6.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    warm_start : bool
        Whether `fit` starts from the last solution, for another penalty.

    Attributes
    ----------
    coef_ : ndarray (G, d) of float32
        The class vectors, but for their last element.
    intercept_ : ndarray (G,) of float32
        Their last element times the constant.
    dual_gap_ : float
        (P - D) / max(|P|, |D|) after the last step; P is no further than P - D from its optimum.
    certificates_ : list of Certificate
        The objective, and the largest dual one so far, after each step, with the CPU seconds of training up to there.
    """

    citation = "Lapin, Hein & Schiele (2016), Loss functions for top-k error"
    search = {"penalty": Ladder([3e-6, 1e-5, 3e-5], reach=12)}
    _parameter_constraints = {
        "k": [AT_LEAST_ONE],
        "penalty": [POSITIVE],
        "intercept": [NOT_NEGATIVE],
        "max_iter": [AT_LEAST_ONE],
        "tol": [NOT_NEGATIVE],
        "n_jobs": N_JOBS,
        "warm_start": ["boolean"],
    }

    def __init__(self, k=1, penalty=1e-5, intercept=0.0, max_iter=300, tol=1e-3, n_jobs=None, warm_start=False):
        self.k = k
        self.penalty = penalty
        self.intercept = intercept
        self.max_iter = max_iter
        self.tol = tol
        self.n_jobs = n_jobs
        self.warm_start = warm_start

    def _passes(self, X, y, taken_up=None):
        """Train, yielding after every step; ends at ``tol``."""
        X, Y = self._samples(X, y)
        one_class_each(Y)
        if self.k >= len(self.classes_):
            raise ValueError(f"k={self.k} must be at most {len(self.classes_) - 1}, the number of other classes")
        rows = with_constant(rows_of(X), self.intercept)
        at = labels_of(Y), self.n_features_in_, float(self.penalty), self.n_jobs, int(self.k)
        yield from self._until_certified(self._by_lbfgs(TopKEntropyObjective(rows, *at), taken_up))

    def _arrays(self):
        return [self._beta]
