"""Conjugates: equation 4, proposition 3.1 and the pair of theorem 3.1, by a general solver.

The convex conjugate of a loss at a point b, the supremum of ⟨b, a⟩ less the loss over all a, as linear programmes give
it, for 5 classes and random b of two kinds: in the top-k simplex, where equation 4 has it equal to what b has outside
of the own class, with the sign changed, and outside, where it is infinite. "exceptions" counts points at which that is
not so, of the loss as printed in the paper, an average over all classes, the own one among them. Proposition 3.1 says
that the supremum stays the same over those a whose own entry is 0, if b has 0 there; counted is where it does not, of
the loss as printed and of that which is trained here, over all other classes (docs/errata.md). The formulas of the
definition and of equation 4 are blanks in the text at hand, and are those that the proof of lemma 3.1 needs. Last, of
16 random samples of 4 classes at C = 10: the least primal objective of the loss as printed, by a quadratic programme,
and the dual that training reaches, which the theorem has as its pair. All are statements of mathematics, shown and not
scored. Source: Lapin, Hein and Schiele 2015, sections 2 and 3.
"""

from functools import cache

import numpy as np
import pandas as pd
from scipy.optimize import linprog

from manyclass.exhibits.lapin2015.primal import least
from manyclass.methods.topk_svm import TopKSVM
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive

KS, CLASSES, POINTS = (1, 2, 3), 5, 40  # half of the points are in the simplex
OWN = 0  # the class of the sample
TOLERANCE = 1e-7
UNBOUNDED = 3  # linprog's status
ALL, OTHERS = "as printed", "over the others"
PAIR = {"n": 16, "d": 3, "n_classes": 4, "C": 10.0}  # of theorem 3.1
OPEN = 1e-3  # relative, where the document stops
STATEMENTS = ("conjugates", "y-compatible", "printed-pair-closes")


def points(k, own: bool) -> tuple[np.ndarray, np.ndarray]:
    """Random b float64 (POINTS, CLASSES), 0 in the own entry or not; and which of them are in the top-k simplex."""
    draws = np.random.default_rng(derive("exhibit", "lapin2015_conjugate"))
    B = draws.exponential(size=(500 * POINTS, CLASSES)) ** 2
    B[:, OWN] *= own
    B *= draws.uniform(0, 1.2, size=(len(B), 1)) / B.sum(axis=1, keepdims=True)
    total = B.sum(axis=1)
    inside = (total <= 1) & (B.max(axis=1) <= total / k)
    chosen = np.concatenate([np.flatnonzero(each)[: POINTS // 2] for each in (inside, ~inside)])
    return B[chosen], inside[chosen]


def conjugate(b, k, entries, held: bool) -> float:
    """The supremum of ⟨b, a⟩ less max(0, mean of the k largest h_j), h_j = a_j + 1 but for the own class: h = a there.

    Parameters
    ----------
    b : ndarray (CLASSES,)
    k : int
    entries : sequence of int
        The classes over which the loss goes.
    held : bool
        Whether a is 0 at the own class.

    Raises
    ------
    RuntimeError
        When the linear programme has neither a solution nor none.
    """
    m, c = len(entries), np.array([float(j != OWN) for j in entries])
    # of a, the loss u ≥ 0, t and s ≥ 0: k u ≥ k t + Σ s with s_j ≥ a_j + c_j - t, the sum of the k largest
    cost = np.concatenate([-b, [1.0, 0.0], np.zeros(m)])
    above = np.concatenate([np.zeros(len(b)), [-k, k], np.ones(m)])
    of_a, of_t = np.eye(len(b))[list(entries)], np.column_stack([np.zeros(m), -np.ones(m)])
    rows = np.vstack([above, np.column_stack([of_a, of_t, -np.eye(m)])])
    free = [(None, None)] * len(b)
    if held:
        free[OWN] = (0, 0)
    bounds = [*free, (0, None), (None, None), *[(0, None)] * m]
    solved = linprog(cost, A_ub=rows, b_ub=np.concatenate([[0.0], -c]), bounds=bounds)
    if solved.status == UNBOUNDED:
        return np.inf
    if not solved.success:
        raise RuntimeError(f"linear programme: {solved.message}")
    return -solved.fun


@cache
def counted(k) -> dict[str, int]:
    """Exceptions from equation 4, and from proposition 3.1 of either loss."""
    B, inside = points(k, own=True)
    stated = np.where(inside, B[:, OWN] - B.sum(axis=1), np.inf)
    wrong = [_differ(conjugate(b, k, range(CLASSES), held=False), each) for b, each in zip(B, stated)]
    B, _ = points(k, own=False)
    counts = {"equation 4": sum(wrong)}
    for loss, entries in ((ALL, range(CLASSES)), (OTHERS, range(1, CLASSES))):
        both = ([conjugate(b, k, entries, held) for b in B] for held in (False, True))
        counts[loss] = sum(_differ(free, held) for free, held in zip(*both))
    return counts


@cache
def pair(k) -> tuple[float, float]:
    """The least primal objective of the loss as printed, and the largest dual one, but for a small gap of training."""
    n, d, n_classes, C = PAIR.values()
    X = np.random.default_rng(derive("exhibit", "lapin2015_pair")).standard_normal((n, d))
    y = np.arange(n) % n_classes
    dual = TopKSVM(k, "alpha", C=C, tol=OPEN / 100, max_iter=20_000, random_state=0).fit(X, y).certificates_[-1].dual
    return least(X, y, n_classes, k, C, own=True), dual


def table(results):
    """One row a k."""
    names = {"equation 4": "exceptions from equation 4"} | {
        loss: f"exceptions from proposition 3.1, loss {loss}" for loss in (ALL, OTHERS)
    }
    rows = [{"k": k, "points": POINTS} | {names[what]: n for what, n in counted(k).items()} for k in KS]
    for row in rows:
        primal, dual = pair(row["k"])
        row |= {"least primal, loss as printed": round(primal, 2), "largest dual": round(dual, 2)}
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test equation 4, and proposition 3.1 and theorem 3.1 of the loss as printed, k by k."""
    listed = []
    for k in KS:
        for statement, what, text in (
            ("conjugates", "equation 4", "the conjugate is that of equation 4, infinite outside of the top-k simplex"),
            ("y-compatible", ALL, "the loss as printed has the same conjugate with the own entry of a held at 0"),
        ):
            wrong = counted(k)[what]
            said = f"{wrong} of {POINTS} points are exceptions"
            listed.append(claim.exact(statement, f"k = {k}: {text}", wrong == 0, said))
    return [*listed, *map(_closes, KS)]


def _closes(k):
    primal, dual = pair(k)
    text = f"k = {k}: the least primal objective of the loss as printed is the largest of the dual printed with it"
    said = f"{primal:.2f} and {dual:.2f}"
    return claim.exact("printed-pair-closes", text, primal - dual <= OPEN * primal, said, printed="P = D")


def _differ(a, b) -> bool:
    return bool(a != b and not abs(a - b) <= TOLERANCE)
