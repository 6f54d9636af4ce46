"""The paths and the names that figure 2 picks."""

import numpy as np
import pytest
from fake_results import CONFIG

from manyclass.datasets.base import Tree
from manyclass.exhibits.deng2011 import fig2


def test_paths_shown_are_long_and_right_and_of_two_classes():
    classes = [np.arange(4), np.array([0, 1]), np.array([2, 3]), *np.arange(4)[:, None], np.array([], int)]
    paths = np.array([[0, 7, -1], [0, 1, 4], [0, 1, 3], [0, 1, 3], [0, 2, 5], [0, 2, -1]])
    assert fig2.chosen(paths, classes, np.array([0, 0, 0, 0, 2, 2])) == [2, 4]
    assert fig2.chosen(paths[:1], classes, np.array([0])) == [0, 0]


def test_names_shown_include_the_right_class():
    assert 63 in (some := fig2._some(np.arange(100), 63))
    assert len(some) == fig2.SHOWN
    assert some == sorted(some)
    assert fig2._some(np.array([3, 8]), 8) == [3, 8]


def test_distances_by_hand():
    """Classes 0, 1 and 2, 3 are siblings: two edges apart, four from the others."""
    tree = Tree(np.array([4, 4, 5, 5, 6, 6, -1], np.int32))
    classes = [np.arange(4), np.array([0, 1]), np.array([2, 3]), np.array([0]), np.array([1])]
    paths, of_sample = np.array([[0, 1, 3], [0, 1, -1], [0, 2, -1]]), np.array([0, 1, 0])
    found = fig2.distances(paths, classes, of_sample, tree)
    assert found[:2] == pytest.approx([10 / 3, (2 + 2 + 4) / 3])
    assert np.isnan(found[2])  # but for the right class itself nothing is left


@pytest.mark.parametrize(
    ("distances", "verdict"),
    [((6.0, 5.0, 2.0), "reproduced"), ((6.0, 6.5, 2.0), "not reproduced"), ((2.0, 5.0, 6.0), "not reproduced")],
)
def test_paths_align_where_every_step_comes_nearer(fake, monkeypatch, distances, verdict):
    monkeypatch.setattr(fig2, "distances", lambda *of: np.array(distances))
    claim, of_other = fig2.claims(fake)
    assert claim.on != of_other.on
    assert (claim.n, claim.verdict) == (CONFIG["seeds"], verdict)


def test_samples_are_named_and_arrows_touch_no_text(fake):
    figure = fig2.figure(fake)
    figure.draw_without_rendering()
    titles = [ax.get_title(loc="left") for ax in figure.axes]
    assert [title.partition(":")[0] for title in titles] == ["sample 1", "sample 2"]
    for ax in figure.axes:
        arrows = [text for text in ax.texts if text.get_text() == ""]
        boxes = [text.get_window_extent() for text in ax.texts if text.get_text()]
        assert arrows
        for arrow in arrows:
            (start, _), (end, _) = arrow.arrow_patch.get_window_extent().get_points()
            assert start < end
            middle = arrow.arrow_patch.get_window_extent().y0
            assert not any(box.x1 > start and box.x0 < end and box.y0 < middle < box.y1 for box in boxes)
