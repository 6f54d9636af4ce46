"""Maps of winners: colours, depths and dots are where the numbers say."""

import numpy as np
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from manyclass.report import winners


def test_colour_depth_and_dots():
    ax = Figure().subplots()
    winner, margin = np.array([[0, 1], [1, 0]]), np.array([[winners.FULL, 0.0], [2 * winners.FULL, winners.FULL]])
    decided = np.array([[True, False], [True, True]])
    winners.draw(ax, winner, margin, decided, ["#0072B2", "#D55E00"])
    (image,), (dots,) = ax.images, ax.lines
    shown = image.get_array()
    assert np.allclose(shown[0, 0], to_rgb("#0072B2"))
    assert np.allclose(shown[1, 0], to_rgb("#D55E00"))
    assert np.allclose(1 - shown[0, 1], winners.FAINTEST * (1 - np.array(to_rgb("#D55E00"))))
    assert image.origin == "lower"
    assert dots.get_xydata().tolist() == [[0.75, 0.25]]
