"""One-vs-rest linear SVMs by stochastic gradients (Gupta, Bengio & Weston 2014, section 8.3)."""

from manyclass.kernels.common.losses import Hinge
from manyclass.kernels.sgd.negative_sampling import UniformNegatives
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import POSITIVE, one_of
from manyclass.methods.base.samples import with_constant
from manyclass.methods.base.sgd.binary import in_ball, vectors_of
from manyclass.methods.base.sgd.linear import LinearClassifier
from manyclass.methods.base.sgd.one_vs_rest import drawn_bytes, pass_on_drawn
from manyclass.methods.base.sgd.steps import ADAPTATIONS, accumulators, steps
from manyclass.methods.base.sgd.stochastic import Problem

MOST_NEGATIVES = 64  # a positive, where the balance is left open


class OneVsRestSVM(LinearClassifier):
    """Each class its own binary SVM: |b - β_gᵀx|₊ for its samples, |b + β_gᵀx|₊ for ``balance`` others.

    With ``balance=1`` it is "one-vs-all 1+:1-" of Gupta et al. (2014). For a chosen balance they refer to w-OVR of
    Perronnin et al. (2012), which is `WeightedOneVsRest`; here negatives are drawn uniformly for a drawn sample, as
    AUC sampling draws them, so that of uneven classes a rare one has more of them for a positive than a frequent one.

    As printed, f(x; g) = β_gᵀx. The document's features, kernel principal components of histogram intersections,
    are not centred; where they are, a class cannot score below zero for most of the others without a threshold.
    So a constant feature is implemented; ``intercept=0`` is as printed.

    Parameters
    ----------
    step : float
        Step size λ, divided by adagrad's root (one scalar per class).
    margin : float
        b of the hinge.
    radius : float
        C of the constraint ‖β_g‖ ≤ C; inf for none.
    balance : float or None
        Negatives per positive, on average, at most G - 1; None: 64, or G - 1 if that is less.
    intercept : float
        Value of a constant feature beside those of X, inside the ball with them; 0 for none.
    initial : {"ball", "zeros"}
        Class vectors before the first step: uniform in the ball of ``radius``, or zero, which takes a margin above 0.
    adaptation : {"adagrad", "counting", "fixed"}
        How steps shrink: by adagrad, by the root of the number of updates, or not.
    average : bool
        Whether class vectors are the means over all steps, as with ``average=True`` in scikit-learn's SGDClassifier;
        our option, the document's are those that the last step leaves.
    max_iter : int
        Passes over the training samples.
    random_state : int, RandomState instance or None
        Initial values and draws.
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    """

    citation = "Gupta, Bengio & Weston (2014), section 8.3; Perronnin et al. (2012)"
    # Of a sweep begun on few samples (see `manyclass.protocol.trial.pilot`): what goes with the number of steps. Margin
    # and constant feature are of the scores, and a fit takes the better part of an hour on all samples.
    swept_again = ("step", "balance")
    search = [
        # Together, since the best step of one negative a positive is another than that of many.
        {
            "step": Ladder([0.03, 0.1, 0.3]),
            "margin": Ladder([0.03, 0.1, 0.3]),
            "balance": Ladder([1, 8, 32], factor=2, low=1, high="rivals", whole=True),
        },
        {"intercept": Ladder([0.25, 0.5, 1.0], factor=2)},
    ]
    _parameter_constraints = {
        **LinearClassifier._parameter_constraints,
        "balance": [POSITIVE, None],
        "adaptation": one_of(*ADAPTATIONS),
        "average": ["boolean"],
    }

    def __init__(
        self,
        step=0.1,
        margin=0.1,
        radius=1.0,
        balance=None,
        intercept=0.5,
        initial="ball",
        adaptation="adagrad",
        average=False,
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        self.step = step
        self.margin = margin
        self.radius = radius
        self.balance = balance
        self.intercept = intercept
        self.initial = initial
        self.adaptation = adaptation
        self.average = average
        self.max_iter = max_iter
        self.random_state = random_state
        self.n_jobs = n_jobs

    def pass_bytes(self, n_samples) -> int:
        """The draws of a pass that are there at a time."""
        return drawn_bytes(n_samples, self.balance or MOST_NEGATIVES)

    def _problem(self, rows, labels):
        others = labels.n_classes - 1
        balance = min(MOST_NEGATIVES, others) if self.balance is None else self.balance
        if balance > others:
            raise ValueError(f"balance={balance} must be at most {others}, the number of other classes")
        rule = Hinge(float(self.margin)), steps(self.step, self.adaptation), UniformNegatives(float(balance))
        return Problem(with_constant(rows, self.intercept), labels, rule)

    def _initial_model(self, problem, seed):
        w = self._initial_vectors(problem.labels.n_classes, seed)
        return in_ball(w, accumulators(len(w), self.adaptation), self.radius, self.average)

    def _epoch(self, problem, state, first):
        rng = state.generator
        return pass_on_drawn(problem.rows, problem.labels, state.model, *problem.rule, rng, self.n_jobs)

    def _publish(self, problem, state):
        self._show(vectors_of(state.model))
