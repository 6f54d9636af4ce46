"""Maps of winners: colours, depths, marks and dots are where the numbers say."""

import numpy as np
import pytest
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure

from manyclass.report import winners

LOOKS = [("#0072B2", "L"), ("#D55E00", "S")]


@pytest.fixture
def ax():
    return Figure().subplots()


def test_colour_depth_and_dots(ax):
    winner, margin = np.array([[0, 1], [1, 0]]), np.array([[winners.FULL, 0.0], [2 * winners.FULL, winners.FULL]])
    decided = np.array([[True, False], [True, True]])
    winners.draw(ax, winner, margin, decided, LOOKS)
    (image,), (dots,) = ax.images, ax.lines
    shown = image.get_array()
    assert np.allclose(shown[0, 0], to_rgb("#0072B2"))
    assert np.allclose(shown[1, 0], to_rgb("#D55E00"))
    assert np.allclose(1 - shown[0, 1], winners.FAINTEST * (1 - np.array(to_rgb("#D55E00"))))
    assert image.origin == "lower"
    assert dots.get_xydata().tolist() == [[0.75, 0.25]]


def test_every_region_has_its_mark_once_and_inside(ax):
    winner = np.zeros((10, 10), dtype=int)
    winner[:5, :5] = winner[7:, 7:] = 1
    winners.draw(ax, winner, np.ones((10, 10)), np.ones((10, 10), dtype=bool), LOOKS)
    marks = [(text.get_text(), *text.get_position()) for text in ax.texts]
    assert [mark for mark, *_ in marks] == ["L", "S", "S"]
    assert all(LOOKS[winner[int(10 * y), int(10 * x)]][1] == mark for mark, x, y in marks)
    np.testing.assert_allclose([at for _, *at in marks[1:]], [[0.25, 0.25], [0.85, 0.85]])


def test_the_key_names_who_is_best_with_marks_and_depths_then_who_never_is():
    figure = Figure()
    winners.key(figure, {"LDA": LOOKS[0]}, ["Wsabie"], (1, 1))
    (legend,) = figure.legends
    first, deeper, *depths, head, never = (text.get_text() for text in legend.get_texts())
    assert (first, head, never) == ("L  LDA", "nowhere the best:", "Wsabie")
    shades = [patch.get_facecolor()[0] for patch in legend.get_patches()[2:5]]
    assert shades == sorted(shades, reverse=True) and shades[-1] == winners.GREY[0]
    assert "deeper" in deeper and len(depths) == len(shades) == 3
