"""Means with intervals by name: what is drawn where, and what is not."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from manyclass.report import dots, points, rank_axis
from manyclass.report.tables import Interval


@pytest.fixture
def ax():
    return Figure().subplots()


def test_dots_stand_from_above_and_failures_say_why(ax):
    cells = {"a": Interval(40.0, 2.0, 3, 3), "b": "timeout: over 60 seconds", "c": Interval(50.0, np.nan, 1, 3, "†")}
    dots.draw(ax, cells, {"c"})
    assert [label.get_text() for label in ax.get_yticklabels()] == ["a", "b", "c†"]
    low, high = ax.get_ylim()
    assert low > high
    assert [text.get_text() for text in ax.texts] == ["timeout"]
    first, last = (container[0] for container in ax.containers)
    assert (first.get_xydata()[0].tolist(), last.get_xydata()[0].tolist()) == ([40, 0], [50, 2])
    assert first.get_markerfacecolor() == "white" != last.get_markerfacecolor()
    ends = ax.containers[0][2][0].get_segments()[0][:, 0]
    np.testing.assert_allclose(ends, [38, 42])


@pytest.mark.parametrize(("value", "drawn"), [(45.0, 1), (1.0, 0), (np.nan, 0)])
def test_a_line_is_drawn_within_the_picture_alone(ax, value, drawn):
    dots.draw(ax, {"a": Interval(40.0, 2.0, 3, 3), "b": Interval(50.0, 2.0, 3, 3)}, set())
    limits = ax.get_xlim()
    dots.mark(ax, value, "floor", ":")
    assert len(ax.get_legend_handles_labels()[1]) == drawn
    assert ax.get_xlim() == limits


@pytest.mark.parametrize("costs", [(640, 650), (1, 1e6)])
def test_an_axis_of_costs_has_a_decade_at_least(ax, costs):
    named = {str(cost): (cost, Interval(50.0, 1.0, 3, 3)) for cost in costs} | {"unknown": (None, "failed")}
    points.draw(ax, named, points.looks(named))
    low, high = ax.get_xlim()
    assert low < min(costs) and max(costs) < high and high / low > 9.99
    assert [container.get_label() for container in ax.containers] == [*map(str, costs)]
    assert not any("$" in label.get_text() for label in ax.get_xticklabels())  # no powers


def test_ranks_stand_on_their_axis_and_bars_join_their_ends(ax):
    ranks = {"a": 1.2, "b": 2.1, "c": 2.7}
    rank_axis.draw(ax, ranks, [("b", "c")])
    assert [line.get_xdata()[0] for line in ax.lines[:3]] == [*ranks.values()]
    assert [text.get_text().strip() for text in ax.texts] == ["a (1.20)", "b (2.10)", "c (2.70)"]
    start, end = ax.lines[3].get_xdata()
    assert ranks["a"] < start < ranks["b"] and ranks["c"] < end
    heights = [line.get_ydata()[-1] for line in ax.lines]
    assert 0 < heights[3] < min(heights[:3])
