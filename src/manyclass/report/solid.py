"""How a body in three variables looks: faces and edges from zero to its corners, and points in it."""

from itertools import combinations

import numpy as np
from mpl_toolkits.mplot3d.art3d import Poly3DCollection

from manyclass.report.style import COLOURS


def draw(ax, corners, points):
    """Draw the hull of zero and ``corners`` (at most four corners in all), and ``points`` in it.

    Parameters
    ----------
    ax : mpl_toolkits.mplot3d.Axes3D
        Where.
    corners : ndarray, shape (corners, 3)
        Corners other than zero.
    points : ndarray, shape (n, 3)
        Drawn as dots.
    """
    all_corners = np.vstack([np.zeros(3), corners])
    faces = [np.array(face) for face in combinations(all_corners, 3)]
    if faces:
        ax.add_collection3d(Poly3DCollection(faces, facecolor=COLOURS[0], alpha=0.15))
    for a, b in combinations(all_corners, 2):
        ax.plot(*np.array([a, b]).T, color=COLOURS[0], linewidth=1.2)
    ax.scatter(*points.T, color=COLOURS[1], s=2, depthshade=False)
    for axis, name in zip("xyz", ("x₁", "x₂", "x₃")):
        getattr(ax, f"set_{axis}lim")(0, 1)
        getattr(ax, f"set_{axis}ticks")([0, 0.5, 1] if axis == "z" else [0.5])  # ends would meet at the corners
        getattr(ax, f"set_{axis}label")(name, labelpad=-6)
        ax.tick_params(axis=axis, pad=-3)
    ax.view_init(elev=22, azim=38)
    ax.set_box_aspect((1, 1, 1), zoom=0.85)
