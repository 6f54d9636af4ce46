"""Multinomial logistic regression by projected stochastic gradients (Hazan & Singer, lecture 11)."""

import time
from collections.abc import Iterator

import numpy as np
from scipy.special import softmax

from manyclass.kernels.sgd.class_weights import Softmax
from manyclass.methods.base.certified import certified
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import NOT_NEGATIVE, one_of
from manyclass.methods.base.quasi_newton.softmax_objective import SoftmaxObjective
from manyclass.methods.base.quasi_newton.training import QuasiNewtonTraining, scores_bytes
from manyclass.methods.base.samples import with_constant
from manyclass.methods.base.sgd.projected import ProjectedClassifier
from manyclass.methods.base.sgd.stochastic import Problem
from manyclass.methods.base.state import from_columns


class SoftmaxRegression(QuasiNewtonTraining, ProjectedClassifier):
    """The loss is -log P[y|x], with P[j|x] ∝ exp(z_j); every step moves all classes.

    As printed, the update w_j -= η p_j x has p_y = 1; implemented is the gradient, p_y = P[y|x] - 1. Of a sample with
    several right classes one is drawn, and the others are left out.

    Parameters
    ----------
    step : float
        η0.
    power : float
        η_t = η0 / t^power for update t; 1 as printed, 0 for a fixed step.
    radius : float
        ρ of the constraint ‖w_j‖ ≤ ρ; inf for none.
    penalty : float
        λ of the ℓ2 penalty ½ λ ‖W‖², which the lecture does not have; 0 for none.
    batch_size : int
        Samples of a mini-batch.
    replacement : bool
        Draw every sample at random, rather than shuffle all of them for each pass.
    average_from : float or None
        T0, in passes: the output is the average over the updates since; None: the last W.
    intercept : float
        Value of a constant feature beside those of X, inside the ball with them; 0 for none.
    max_iter : int
        Passes over the training samples.
    random_state : int, RandomState instance or None
        Draws.
    solver : {"sgd", "lbfgs"}
        Mini-batches as in the lecture, or, which is ours, one quasi-Newton step a pass, a few dozen of which reach the
        optimum. "lbfgs" knows no radius, and uses neither step, power, batch_size, replacement nor average_from; of
        several right classes it takes the mean loss.
    tol : float or None
        Relative duality gap at which training ends, also ours; it needs a penalty and no radius. None: after max_iter
        passes. The gap bounds how far the objective is above its optimum; what is left of it in float32 is about 1e-6.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    warm_start : bool
        Whether `fit` by "lbfgs" starts from the last solution, for another penalty.

    Attributes
    ----------
    dual_gap_ : float
        (P - D) / max(|P|, |D|) after the last pass, where it was computed: with ``tol``, and of "lbfgs" with a penalty.
        P - D, with the largest D so far, bounds how far the objective P is above its optimum.
    certificates_ : list of Certificate
        The objective, and the largest dual one so far, after each pass, with the CPU seconds of training up to there.
    """

    citation = "Hazan & Singer, COS324, lecture 11; suffix averaging: Rakhlin, Shamir & Sridharan (2012)"
    search = [
        {"step": Ladder([1000.0, 10_000.0, 100_000.0], factor=10), "average_from": [1]},
        {"radius": Ladder([5.0, 20.0, 80.0], factor=4)},
    ]
    _parameter_constraints = {
        **ProjectedClassifier._parameter_constraints,
        "solver": one_of("sgd", "lbfgs"),
        "tol": [NOT_NEGATIVE, None],
        "warm_start": ["boolean"],
    }

    def __init__(
        self,
        step=1.0,
        power=1.0,
        radius=np.inf,
        penalty=0.0,
        batch_size=10,
        replacement=False,
        average_from=None,
        intercept=0.0,
        max_iter=20,
        random_state=None,
        solver="sgd",
        tol=None,
        n_jobs=None,
        warm_start=False,
    ):
        listed = step, power, radius, penalty, batch_size, replacement, average_from, intercept, max_iter, random_state
        super().__init__(*listed, n_jobs)
        self.solver = solver
        self.tol = tol
        self.warm_start = warm_start

    @property
    def in_chunks(self) -> bool:
        """Whether `passes` can read the samples chunk by chunk: mini-batches can, the full gradient cannot."""
        return self.solver == "sgd"

    def _passes(self, X, y, taken_up=None):
        """As of `passes`; ends at ``tol``."""
        self._check_solver()
        by = self._by_sgd if self.solver == "sgd" else self._by_solver
        yield from self._until_certified(by(X, y, taken_up))

    def predict_proba(self, X) -> np.ndarray:
        """P[j|x] of each row of X (n, d): float32 (n, G)."""
        return softmax(self._scores(self._validated(X)), axis=1)

    def diagnostics(self, train, test) -> dict[str, object]:
        """``solution``, the gap and the certificates of a fit that has them."""
        return super().diagnostics(train, test) | ({"solution": certified(self)} if self.certificates_ else {})

    def training_bytes(self, n_samples, n_features, n_classes, density=1.0) -> int:
        """Of mini-batches those of class vectors and of the block of scores by which a gap is computed."""
        size = n_samples, n_features, n_classes, density
        if self.solver == "lbfgs":
            return super().training_bytes(*size)
        return ProjectedClassifier.training_bytes(self, *size) + scores_bytes(n_samples, n_classes)

    def _check_solver(self) -> None:
        if self.solver == "lbfgs" and self.radius < np.inf:
            raise ValueError(f"solver='lbfgs' knows no ball: radius={self.radius:g} must be inf, or the solver 'sgd'")
        if self.warm_start and self.solver != "lbfgs":
            raise ValueError("warm_start=True needs solver='lbfgs'")
        if self.tol is not None and not (self.penalty > 0 and self.radius == np.inf):
            raise ValueError("tol is a duality gap, which needs a penalty above 0 and no radius")

    def _objective(self, problem) -> SoftmaxObjective:
        penalty = float(self.penalty)
        return SoftmaxObjective(problem.rows, problem.labels, self.n_features_in_, penalty, self.n_jobs)

    def _by_solver(self, X, y, taken_up) -> Iterator[np.ndarray]:
        """Quasi-Newton steps."""
        problem, _ = self._start(X, y)
        self.history_ = []
        yield from self._by_lbfgs(self._objective(problem), taken_up)

    def _by_sgd(self, X, y, taken_up) -> Iterator[np.ndarray]:
        """Passes over mini-batches; with ``tol``, each is followed by the full gradient at the published W."""
        self._seconds = 0.0
        problem, state = self._begin(X, y, taken_up)
        objective = self._objective(problem)
        if taken_up is not None:
            yield self._beta
        for _ in range(state.n_passes, self.max_iter):
            started = time.process_time()
            self.history_.append(self._pass(problem, state))
            self._seconds += time.process_time() - started
            self._training = state
            self._check_pass(problem.n_samples)
            if self.tol is not None:
                self._certify(self._seconds, objective, *objective(objective.laid_out(self._beta)))
            yield self._beta

    def _training_tree(self):
        by_solver = QuasiNewtonTraining._training_tree(self)
        if self.solver == "lbfgs":
            return by_solver
        return by_solver | ProjectedClassifier._training_tree(self) | {"seconds": self._seconds}

    def _take_up(self, tree):
        self._seconds = tree["seconds"]
        self._show_certificates(from_columns(tree["certificates"]))
        return super()._take_up(tree)

    def _problem(self, rows, labels):
        if self.solver == "lbfgs":
            return Problem(with_constant(rows, self.intercept), labels, ())
        return super()._problem(rows, labels)

    def _weights(self, n_classes):
        return Softmax()
