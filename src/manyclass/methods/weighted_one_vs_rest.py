"""One-vs-rest SVMs, reweighted or not, by stochastic gradients (Perronnin et al. 2012: w-OVR and u-OVR)."""

import numpy as np

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.losses import WeightedHinge
from manyclass.kernels.common.rows import Sparse
from manyclass.kernels.sgd.negative_sampling import BalancedNegatives
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import POSITIVE, one_of
from manyclass.methods.base.sgd.binary import biases_of, panels, penalised, vectors_of
from manyclass.methods.base.sgd.one_vs_rest import drawn_bytes, draws, pass_on_all, pass_on_drawn
from manyclass.methods.base.sgd.penalised import HINGE, PenalisedClassifier
from manyclass.methods.base.sgd.stochastic import Problem


class WeightedOneVsRest(PenalisedClassifier):
    """Each class its own binary SVM on ρ/N₊ Σ₊ |1 - f|₊ + (1 - ρ)/N₋ Σ₋ |1 + f|₊, where ρ = 1/(1 + balance).

    The weights come from biased sampling (equation 3, section 4.2): for every positive of a class, ``balance``
    draws from all other samples, on average. Unlike in `OneVsRestSVM`, that is the same for large classes
    and small ones. Or they are weights of the updates, and every sample is used for every class, which section 4.2
    names as the alternative. Without a balance every sample is used for every class, unweighted: u-OVR.

    A class's problem counts its own steps, t of the schedule. All problems take their draws from the same samples.
    The document takes the vectors as the last step leaves them; ``average`` is not in it.

    Parameters
    ----------
    balance : float or None
        β, negatives per positive (w-OVR); None: all samples, unweighted (u-OVR).
    step : float
        Step size η, the first one if it decreases.
    penalty : float
        λ of the ℓ2 penalty; 0 for none, where stopping early is the regularisation (strategy iii).
    schedule : {"fixed", "decreasing", "optimal"}
        η_t = η (strategy ii), or 1 / (λ (t + t0)) with t0 = 1 / (λ η) (strategy i). "optimal", as scikit-learn's
        SGDClassifier has it: the same with the t0 of Bottou's heuristic, by which η_0 is λ^(-1/4), whatever ``step``.
    balance_by : {"sampling", "updates"}
        Whether samples are drawn as often as their weight says, or all are used and their updates multiplied by it,
        which is 1 in the mean over the samples of a class's problem.
    intercept : float
        Value of a constant feature, whose weights are not penalised; 0 for none.
    average : bool
        Whether class vectors and biases are the means over all steps, as with ``average=True`` in scikit-learn's
        SGDClassifier; our option.
    max_iter : int
        Passes; in one, a class meets as many positives as it has, on average, and with "updates" all other samples.
    random_state : int, RandomState instance or None
        Draws.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    """

    citation = "Perronnin, Akata, Harchaoui & Schmid (2012), table 1 and equation 3: OVR"
    search = {  # tuned together: the more negatives, the smaller a step may be
        "step": Ladder([0.03, 0.1, 0.3]),
        "balance": Ladder([1, 8, 32], factor=2, high="rivals", whole=True),
    }
    _parameter_constraints = {
        **PenalisedClassifier._parameter_constraints,
        "balance": [POSITIVE, None],
        "balance_by": one_of("sampling", "updates"),
        "average": ["boolean"],
    }

    def __init__(
        self,
        balance=4.0,
        step=0.1,
        penalty=0.0,
        schedule="fixed",
        balance_by="sampling",
        intercept=1.0,
        average=False,
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        self.balance = balance
        self.step = step
        self.penalty = penalty
        self.schedule = schedule
        self.balance_by = balance_by
        self.intercept = intercept
        self.average = average
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def pass_bytes(self, n_samples) -> int:
        """The draws of a pass that are there at a time."""
        return 4 * n_samples if self._uses_all else drawn_bytes(n_samples, self.balance)

    @property
    def _uses_all(self) -> bool:
        """Whether every sample is used for every class."""
        return self.balance is None or self.balance_by == "updates"

    def _problem(self, rows, labels):
        loss = weighted_hinge(labels, self.balance) if self._uses_all and self.balance is not None else HINGE
        negatives = None if self._uses_all else balanced(labels, self.balance)
        return Problem(rows, labels, (loss, self._steps(), negatives))

    def _initial_model(self, problem, seed):
        zeros = panels if self._uses_all and isinstance(problem.rows, Sparse) else penalised
        size = problem.labels.n_classes, self.n_features_in_
        return zeros(*size, self.intercept, self.penalty, self.average)

    def _epoch(self, problem, state, first):
        rows, labels, (loss, steps, negatives) = problem
        if negatives is None:
            samples = draws(labels, state.generator)
            return pass_on_all(rows, labels, state.model, loss, steps, samples, self.n_jobs)
        return pass_on_drawn(rows, labels, state.model, loss, steps, negatives, state.generator, self.n_jobs)

    def _publish(self, problem, state):
        self._show(vectors_of(state.model), biases_of(state.model))


def balanced(labels: Labels, balance: float) -> BalancedNegatives:
    """So many negatives per positive of every class; none for a class that all samples have."""
    n = len(labels.indptr) - 1
    others = n - np.bincount(labels.classes, minlength=labels.n_classes)
    fewest = others[others > 0].min()
    acceptance = np.where(others > 0, fewest / np.maximum(others, 1), 0.0)
    return BalancedNegatives(float(balance) * n / float(fewest), acceptance)


def weighted_hinge(labels: Labels, balance: float) -> WeightedHinge:
    """The hinge with the weights of equation 3 for every class, of mean one over the samples."""
    n, rho = len(labels.indptr) - 1, 1 / (1 + balance)
    positives = np.bincount(labels.classes, minlength=labels.n_classes)
    weights = (rho * n / np.maximum(positives, 1), (1 - rho) * n / np.maximum(n - positives, 1))
    return WeightedHinge(HINGE.margin, *(each.astype(np.float32) for each in weights))
