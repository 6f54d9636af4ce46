"""Kernels: the kernelised top-k SVM with a linear kernel, against the linear form.

Of every draw the first samples of indoor67, with the loss α, k = 5 and C = 1, both trained to a relative gap of .00001:
the largest score on test samples, the largest difference of any, and how far the two could be apart at most by what
their certificates leave open, the product of ‖x‖ and Σ √(2 (P - D)), as both objectives are 1-strongly convex in W.
A statement of mathematics, shown and not scored. Source: Lapin, Hein and Schiele 2015, section 3.
"""

from functools import cache

import numpy as np
import pandas as pd

from manyclass.exhibits.lapin2015.trials import SETS
from manyclass.methods.kernel_topk_svm import KernelTopKSVM
from manyclass.methods.topk_svm import TopKSVM
from manyclass.protocol.claims import claim

SAMPLES = 400
SOLVED = {"k": 5, "C": 1.0, "tol": 1e-5, "max_iter": 5000, "random_state": 0}
ROUNDING = 1e-5  # of scores, relative to the largest
STATEMENTS = ("kernels",)


def datasets(config):
    """The document's smallest set."""
    return [SETS[0]]


@cache
def measured(results) -> np.ndarray:
    """Of every draw the largest score, difference, and bound of it: float64 (seeds, 3); trained once for all shown."""
    return np.array([_of_draw(results.data(SETS[0], seed)) for seed in results.seeds])


def table(results):
    """One row a draw."""
    names = "largest score", "largest difference", "left open by both gaps"
    return pd.DataFrame([{"draw": draw} | dict(zip(names, row)) for draw, row in enumerate(measured(results))])


def claims(results):
    """Test that no score differs by more than the certificates allow."""
    score, difference, bound = measured(results).T
    said = f"largest difference {difference.max():.1g} of scores up to {score.max():.2g}; left open {bound.max():.1g}"
    text = "no score differs by more than the gaps of both leave open"
    within = bool((difference <= bound + ROUNDING * score).all())
    return [claim.exact("kernels", text, within, said, on=SETS[0])]


def _of_draw(split):
    X, y, test = split.train.X[:SAMPLES], split.train.Y.indices[:SAMPLES], split.test.X[:SAMPLES]
    models = [TopKSVM(**SOLVED).fit(X, y), KernelTopKSVM(kernel="linear", **SOLVED).fit(X, y)]
    linear, kernel = (model.decision_function(test) for model in models)
    ends = [model.certificates_[-1] for model in models]
    left = sum(np.sqrt(2 * max(0.0, end.primal - end.dual)) for end in ends)
    longest = np.linalg.norm(np.asarray(test, dtype=float), axis=1).max()
    return float(np.abs(linear).max()), float(np.abs(kernel - linear).max()), float(left * longest)
