"""Margins as large as the error is costly, by projected stochastic gradients (Hazan & Singer, lecture 11)."""

import numpy as np

from manyclass.kernels.common.costs import ZeroOne
from manyclass.kernels.sgd.class_weights import MaxViolator
from manyclass.methods.base.class_costs import cost_matrix, path_lengths
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.base.parameters import POSITIVE, one_of
from manyclass.methods.base.sgd.projected import ProjectedClassifier


class CostSensitiveSVM(ProjectedClassifier):
    """The loss is max_r γ Δ(y, r) + z_r - z_y, an upper bound of what the predicted class costs, if γ = 1.

    A step moves the right class and the one of that maximum. As printed, the bound is max_r Δ(r, ŷ) + z_r - z_y,
    which bounds nothing; implemented is Δ(y, r), which the derivation is for. Of a sample with several right classes
    one is drawn, and the others are never the maximum. Costs from a tree are computed on the way; nothing of size
    (G, G) is stored.

    Parameters
    ----------
    step : float
        η0.
    margin : float
        γ, the margin that an error of cost 1 asks for; above 0, as no class would violate at W = 0 without it.
    costs : {"tree", "equal"}, array-like (G, G) or None
        Δ(y, r) in row y: the edges on the path between the classes in ``tree``, 1 for all r ≠ y, or any others that are
        positive but for a diagonal of 0. None: "tree" if there is one, else "equal".
    tree : int array-like (nodes,) or None
        Parent of each node, -1 for the root; the leaves are nodes 0..G-1, in the order of ``classes_``.
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
    n_jobs : int or None
        Threads, with the same result whatever their number; None is 1, -1 all cores.
    """

    citation = "Dekel, Keshet & Singer (2004); Hazan & Singer, COS324, lecture 11"
    # The margin is none of it: margin, radius and step multiplied by one number give W multiplied by it.
    search = {  # tuned together: the larger the costs, the larger both must be
        "step": Ladder([1000.0, 10_000.0, 100_000.0], factor=10),
        "radius": Ladder([5.0, 20.0, 80.0], factor=4),
        "average_from": [1],
    }
    _parameter_constraints = {
        **ProjectedClassifier._parameter_constraints,
        "margin": [POSITIVE],
        "costs": [*one_of("tree", "equal"), "array-like", None],
        "tree": ["array-like", None],
    }

    def __init__(
        self,
        step=1.0,
        margin=1.0,
        costs=None,
        tree=None,
        power=1.0,
        radius=np.inf,
        penalty=0.0,
        batch_size=10,
        replacement=False,
        average_from=None,
        intercept=0.0,
        max_iter=20,
        random_state=None,
        n_jobs=None,
    ):
        super().__init__(
            step,
            power,
            radius,
            penalty,
            batch_size,
            replacement,
            average_from,
            intercept,
            max_iter,
            random_state,
            n_jobs,
        )
        self.margin = margin
        self.costs = costs
        self.tree = tree

    def _weights(self, n_classes):
        return MaxViolator(float(self.margin), self._costs(n_classes))

    def _costs(self, n_classes):
        if self.costs is not None and not isinstance(self.costs, str):
            return cost_matrix(self.costs, n_classes)
        if self.costs == "equal" or (self.costs is None and self.tree is None):
            return ZeroOne()
        if self.tree is None:
            raise ValueError("costs='tree' needs a tree: the parent of each node")
        return path_lengths(self.tree, n_classes)
