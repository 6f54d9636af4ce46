"""Boundaries lie where two prototypes are nearest alike; a chain's drawing says what it is given."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from manyclass.report import chain, plane


@pytest.fixture
def ax():
    return Figure().subplots()


@pytest.mark.parametrize("seed", range(3))
def test_boundaries_are_where_the_two_nearest_are_alike(ax, seed):
    prototypes = np.random.default_rng(seed).uniform(-1, 1, (4, 2))
    ax.set(xlim=(-2, 2), ylim=(-2, 2))
    plane.boundaries(ax, prototypes, colors="k")
    drawn = np.concatenate([path.vertices for lines in ax.collections for path in lines.get_paths()])
    distances = np.sort(np.linalg.norm(drawn[:, None] - prototypes, axis=-1), axis=1)
    off = distances[:, 1] - distances[:, 0]
    assert np.median(off) < 1e-4
    assert off.max() < 4 / plane.FINENESS  # within a cell, where three meet
    crossed = np.linalg.norm(drawn[:, None] - prototypes, axis=-1).argsort(axis=1)[:, :2]
    assert {g for pair in crossed.tolist() for g in pair} == {0, 1, 2, 3}


def test_regions_are_where_each_line_scores_highest(ax):
    lines = np.array([[-1, 1, 0], [0, np.sqrt(2), 0.1], [1, 1, 0]])
    ax.set(xlim=(-2, 2), ylim=(-1, 2))
    plane.regions(ax, lines, ["red", "green", "blue"])
    (image,) = ax.images
    shown, (left, right, low, high) = np.asarray(image.get_array()), image.get_extent()
    assert (left, right, low, high) == (-2, 2, -1, 2)
    for x, y in np.random.default_rng(0).uniform((-2, -1), (2, 2), (200, 2)):
        scores = np.sort(lines @ [x, y, 1])
        if scores[-1] - scores[-2] > 0.05:
            row, column = ((y - low) / (high - low), (x - left) / (right - left))
            cell = shown[int(row * plane.FINENESS), int(column * plane.FINENESS)]
            assert cell == (lines @ [x, y, 1]).argmax()
    assert set(shown.ravel().tolist()) == {0, 1, 2}


def test_misclassified_samples_are_filled(ax):
    X, right = np.arange(6.0).reshape(3, 2), np.array([True, False, True])
    plane.samples(ax, X, right, "red", "o", "class 1")
    open_, filled = ax.lines
    assert (open_.get_markerfacecolor(), filled.get_markerfacecolor()) == ("none", "red")
    np.testing.assert_array_equal(np.column_stack(filled.get_data()), X[1:2])
    np.testing.assert_array_equal(np.column_stack(open_.get_data()), X[[0, 2]])


def test_a_chain_has_its_states_and_labels(ax):
    transitions = [("a", "b", "p", {"linestyle": "-"}), ("b", "a", "q", {}), ("b", "b", "1 - q", {"linestyle": ":"})]
    chain.draw(ax, {"a": (0, 0), "b": (1, 0)}, transitions)
    assert len(ax.patches) == 2
    texts = [text for text in ax.texts if text.get_text()]
    assert [text.get_text() for text in texts] == ["a", "b", "p", "q", "1 - q"]
    to, back, loop = (text.get_position() for text in texts[2:])
    assert to[1] > 0 > back[1]  # each label on its own arrow's side
    assert loop[0] > 1 + chain.RADIUS


def test_a_label_has_its_arrows_colour_and_heads_are_not_dotted(ax):
    chain.draw(ax, {"a": (0, 0), "b": (1, 0)}, [("a", "b", "p", {"color": "red", "linestyle": ":"})])
    assert [text.get_color() for text in ax.texts if text.get_text() == "p"] == ["red"]
    body, head = (text.arrow_patch for text in ax.texts if not text.get_text())
    assert (body.get_linestyle(), head.get_linestyle()) == (":", "-")
