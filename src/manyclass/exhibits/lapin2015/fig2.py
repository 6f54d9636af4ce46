"""Figure 2: the top-k simplex in three variables, for k = 1, 2 and 3.

The set 0 ≤ x_j ≤ Σx / k, Σx ≤ 1, in which the dual variables of a sample lie: with k = 1 the standard simplex, with
k = 2 a part of it, with k = 3 a piece of the diagonal. Dots: where random points are projected to, as in training;
many fall on corners and edges. Tested, not drawn, is the biased projection (ρ = 1), too, by updates of training itself
from zero, of samples whose scores are the points; those are float32. Training walks from one event to the next; both
projections are tested by the document's exhaustive search over pairs of set sizes as well. All are statements of
mathematics, which are shown and not scored.
Source: Lapin, Hein and Schiele 2015, section 2 and figure 2.
"""

from functools import cache
from itertools import combinations

import numpy as np

from manyclass.exhibits.lapin2015 import exhaustive
from manyclass.exhibits.lapin2015.given_scores import ascent_on
from manyclass.methods.base.topk.dual_variables import dual_matrix
from manyclass.methods.base.topk.functions import projections
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive
from manyclass.report import solid, style

KS, DOTS, TESTED = (1, 2, 3), 150, 5000
ROUNDING, TOLERANCE = 1e-12, 1e-9
ROUNDING_OF_UPDATES = 1e-5  # of float32 scores and dual variables
STATEMENTS = ("projection-exact", "projection-zero", "bias-orthogonal", "bias-no-effect", "simplex-nested")


def corners(k) -> np.ndarray:
    """The set's corners other than zero, float64 (corners, 3): 1/k at k of the three places."""
    return np.array([[1 / k if j in places else 0.0 for j in range(3)] for places in combinations(range(3), k)])


def projected(k, n) -> tuple[np.ndarray, np.ndarray]:
    """Random points and their projections, float64 (n, 3) each."""
    points = np.random.default_rng(derive("exhibit", "lapin2015_fig2")).normal(0.3, 0.6, (n, 3))
    return points, projections(points, k)


def biased(points, k) -> np.ndarray:
    """Their biased projections, ρ = 1, as an update from zero makes them: float64 (n, 3)."""
    own = points.shape[1]
    ascent = ascent_on(np.column_stack([points - 1, np.zeros(len(points))]), np.full(len(points), own), 1.0, k)
    ascent.epoch()
    return -dual_matrix(ascent.state.duals, np.full(len(points), own), own + 1).toarray()[:, :own]


@cache
def searched(k, rho) -> np.ndarray:
    """The projections of the same points by the document's exhaustive search, float64 (TESTED, 3)."""
    return exhaustive.project(projected(k, TESTED)[0], k, rho)


def figure(results):
    """Three panels, the set's faces and edges, and projections."""
    shown, axes = style.panels(len(KS), columns=3, height=2.5, subplot_kw={"projection": "3d"})
    for ax, k in zip(axes, KS):
        solid.draw(ax, corners(k), projected(k, DOTS)[1])
        ax.set_title(f"k = {k}", pad=-6)  # it would touch the edge of the figure
    return shown


def claims(results):
    """Test that projections are the nearest points of the set, where they are zero, and that the set shrinks with k."""
    both = {k: projected(k, TESTED) for k in KS}
    outside = sum(int((~_inside(nearest, k)).sum()) for k, (_, nearest) in both.items())
    worst = max(_largest_product(k, *both[k]) for k in KS)
    wrong = sum(int(((_sums(points, k) <= 0) == nearest.any(axis=1)).sum()) for k, (points, nearest) in both.items())
    moved = max(float(np.abs(projections(both[k + 1][1], k) - both[k + 1][1]).max()) for k in KS[:-1])
    n = TESTED * len(KS)
    return [
        claim.exact(
            "projection-exact",
            "every projection lies in the set 0 ≤ x_j ≤ Σx / k, Σx ≤ 1",
            outside == 0,
            f"{outside} of {n} points do not",
        ),
        claim.exact(
            "projection-exact",
            "at every projection the angle to each corner of the set is right or obtuse: it is the nearest point",
            worst <= TOLERANCE,
            f"largest product {worst:.1g}",
        ),
        claim.exact(
            "projection-zero",
            "the projection is zero where the k largest entries sum to at most zero, and nowhere else",
            wrong == 0,
            f"{wrong} of {n} points are exceptions",
        ),
        claim.exact(
            "simplex-nested",
            "the set of k + 1 lies in that of k: projected again, its points stay",
            moved <= TOLERANCE,
            f"moved by at most {moved:.1g}",
        ),
        _standard(*both[1]),
        *_of_updates(both),
        *_of_search(both),
        *_of_bias(),
    ]


def _standard(points, nearest):
    """For k = 1 the set is x ≥ 0 with Σx ≤ 1: beside zero the nearest point is the positive part, or sums to 1."""
    expected = np.maximum(points, 0)
    large = expected.sum(axis=1) > 1
    expected[large] = exhaustive.knapsack(points[large], 1.0)
    apart = float(np.abs(nearest - expected).max())
    text = "k = 1: projections are those onto the standard simplex with a sum of at most 1"
    return claim.exact("simplex-nested", text, apart <= TOLERANCE, f"at most {apart:.1g} apart")


def _of_updates(both):
    """The same of the biased projection: it is the nearest in its sense, and zero where that is stated."""
    worst, outside, wrong = 0.0, 0, 0
    for k, (points, _) in both.items():
        x = biased(points, k)
        outside += int((~_inside(x, k, ROUNDING_OF_UPDATES)).sum())
        worst = max(worst, _largest_product(k, points - x.sum(axis=1, keepdims=True), x))
        wrong += int(((_sums(points, k) <= 0) & x.any(axis=1)).sum())
    text = "every update from zero ends in the set, and no corner is downhill: it is the biased projection"
    said = f"{outside} of {TESTED * len(KS)} points outside, largest product {worst:.1g}"
    exact = claim.exact("projection-exact", text, not outside and worst <= ROUNDING_OF_UPDATES, said)
    text = "the biased projection is zero where the k largest entries sum to at most zero"
    said = f"{wrong} of {TESTED * len(KS)} points are exceptions"
    return [exact, claim.exact("projection-zero", text, wrong == 0, said)]


def _of_search(both):
    """The same of the document's algorithm, with bias and without."""
    listed = []
    for rho, name in ((0.0, "projection"), (1.0, "biased projection")):
        outside, worst = 0, 0.0
        for k, (points, _) in both.items():
            x = searched(k, rho)
            outside += int((~_inside(x, k)).sum())
            worst = max(worst, _largest_product(k, points - rho * x.sum(axis=1, keepdims=True), x))
        text = f"what exhaustive search finds is in the set, and no corner is downhill: it is the {name}"
        said = f"{outside} of {TESTED * len(KS)} points outside, largest product {worst:.1g}"
        listed.append(claim.exact("projection-exact", text, not outside and worst <= TOLERANCE, said))
    return listed


def _of_bias():
    """What ρ = 1 does to the sum of the entries, and that it does nothing where the sum is 1."""
    pairs = [(searched(k, 0.0), searched(k, 1.0)) for k in KS]
    plain, bent = (np.concatenate(each) for each in zip(*pairs))
    free, sums = bent.sum(axis=1) < 1 - TOLERANCE, (plain.sum(axis=1), bent.sum(axis=1))
    larger = int((free & plain.any(axis=1) & (sums[1] >= sums[0])).sum())
    said = f"{larger} of {int((free & plain.any(axis=1)).sum())} points are exceptions"
    text = "with bias the entries have a smaller sum, nearer to orthogonal to 1, wherever it is below 1 and was not 0"
    orthogonal = claim.exact("bias-orthogonal", text, larger == 0, said)
    moved = float(np.abs(plain - bent)[~free].max(initial=0.0))
    said = f"{int((~free).sum())} points, moved by at most {moved:.1g}"
    text = "where the biased projection has the sum 1 it is the one without bias"
    return [orthogonal, claim.exact("bias-no-effect", text, not free.all() and moved <= TOLERANCE, said)]


def _inside(points, k, rounding=ROUNDING) -> np.ndarray:
    """Whether the points are in the set, but for rounding: bool (n,)."""
    total = points.sum(axis=1)
    return (points >= 0).all(axis=1) & (total <= 1 + rounding) & (points <= total[:, None] / k + rounding).all(axis=1)


def _largest_product(k, points, nearest) -> float:
    """The largest of the products of what was moved and the ways from there to the corners."""
    every = (*corners(k), np.zeros(3))
    return max(float(((points - nearest) * (corner - nearest)).sum(axis=1).max()) for corner in every)


def _sums(points, k) -> np.ndarray:
    """Sum of the k largest entries, float64 (n,)."""
    return np.sort(points, axis=1)[:, -k:].sum(axis=1)
