"""Figure 2: the top-k simplex in three variables, for k = 1, 2 and 3.

The set 0 ≤ x_j ≤ Σx / k, Σx ≤ 1, in which the dual variables of a sample lie: with k = 1 the standard simplex, with
k = 2 a part of it, with k = 3 a piece of the diagonal. Dots: where random points are projected to, as in training;
many fall on corners and edges. Source: Lapin, Hein and Schiele 2015, figure 2.
"""

from itertools import combinations

import numpy as np

from manyclass.methods.base.dual.topk_functions import projections
from manyclass.protocol.claims import claim
from manyclass.protocol.seeds import derive
from manyclass.report import solid, style

KS, DOTS, TESTED = (1, 2, 3), 150, 5000
ROUNDING = 1e-12


def corners(k) -> np.ndarray:
    """The set's corners other than zero, float64 (corners, 3): 1/k at k of the three places."""
    return np.array([[1 / k if j in places else 0.0 for j in range(3)] for places in combinations(range(3), k)])


def projected(k, n) -> tuple[np.ndarray, np.ndarray]:
    """Random points and their projections, float64 (n, 3) each."""
    points = np.random.default_rng(derive("exhibit", "lapin2015_fig2")).normal(0.3, 0.6, (n, 3))
    return points, projections(points, k)


def figure(results):
    """Three panels, the set's faces and edges, and projections."""
    shown, axes = style.panels(len(KS), columns=3, height=2.5, subplot_kw={"projection": "3d"})
    for ax, k in zip(axes, KS):
        solid.draw(ax, corners(k), projected(k, DOTS)[1])
        ax.set_title(f"k = {k}")
    return shown


def claims(results):
    """Test that projections lie in the set, that it shrinks with k, and that no corner is nearer."""
    listed = []
    for k in KS:
        points, nearest = projected(k, TESTED)
        total = nearest.sum(axis=1, keepdims=True)
        inside = (nearest >= 0).all() and (total <= 1 + ROUNDING).all() and (nearest <= total / k + ROUNDING).all()
        text = f"k = {k}: every projection lies in the set 0 ≤ x_j ≤ Σx / {k}, Σx ≤ 1"
        listed.append(claim.exact(text, bool(inside), f"{TESTED} points"))
        worst = max(float(((points - nearest) * (corner - nearest)).sum(axis=1).max()) for corner in (*corners(k), 0.0))
        text = f"k = {k}: at every projection the angle to each corner of the set is right or obtuse: it is the nearest"
        listed.append(claim.exact(text, worst <= 1e-9, f"largest product {worst:.1g}"))
    for k in KS[:-1]:
        points = projected(k + 1, TESTED)[1]
        moved = np.abs(projections(points, k) - points).max()
        text = f"the set of k = {k + 1} lies in that of k = {k}: projected again, its points stay"
        listed.append(claim.exact(text, moved <= 1e-9, f"moved by at most {moved:.1g}"))
    return listed
