"""One-vs-rest linear SVMs by stochastic gradients (Gupta, Bengio & Weston 2014, section 8.3)."""

from collections.abc import Callable

from manyclass.kernels.losses import Hinge
from manyclass.kernels.one_vs_rest import epoch
from manyclass.methods.base.linear import LinearClassifier
from manyclass.methods.base.steps import steps


class OneVsRestSVM(LinearClassifier):
    """Each class its own binary SVM: |b - β_gᵀx|₊ for its samples, |b + β_gᵀx|₊ for ``balance`` random others.

    With ``balance=1`` it is the documents' "one-vs-all 1+:1-"; a chosen balance is what Perronnin et al. (2012)
    call w-OVR.

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
    initial : {"ball", "zeros"}
        Class vectors before the first step: uniform in the ball of ``radius``, or zero.
    max_iter : int
        Passes over the training samples.
    random_state : int, RandomState instance or None
        Initial values and draws.
    """

    citation = "Gupta, Bengio & Weston (2014), section 8.3; Perronnin et al. (2012)"
    search = {
        "step": [0.01, 0.1, 1.0],
        "margin": [0.1, 1.0],
        "radius": [1.0, 10.0],
        "balance": [16, 32, 64, 128],
    }
    properties = {
        "loss": "separable hinge",
        "regularization": "ℓ2 constraint",
        "negatives": "chosen per validation set",
        "learning_rate": "adagrad",
        "confusion_loss": "no",
        "discriminant": "β_gᵀx",
    }

    def __init__(
        self, step=0.1, margin=1.0, radius=10.0, balance=None, initial="ball", max_iter=20, random_state=None
    ):
        self.step = step
        self.margin = margin
        self.radius = radius
        self.balance = balance
        self.initial = initial
        self.max_iter = max_iter
        self.random_state = random_state

    def _one_pass(self, n_classes: int) -> Callable:
        balance = min(64, n_classes - 1) if self.balance is None else self.balance
        if not 0 <= balance <= n_classes - 1:
            raise ValueError(f"balance={balance} must lie between 0 and {n_classes - 1}, the number of other classes")
        loss, sizes = Hinge(float(self.margin)), steps(self.step, self.adaptation)
        return lambda rows, labels, model, first, state: epoch(
            rows, labels, model, loss, sizes, float(balance), first, state
        )
