"""Names beside points: where they stand; and which points are joined."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.figure import Figure

from manyclass.report import names, points, style
from manyclass.report.tables import Interval

NUMBERS = st.floats(0.1, 100)


@given(st.dictionaries(st.text(max_size=3), st.tuples(NUMBERS, NUMBERS), max_size=12))
def test_the_front_is_what_none_dominates(named):
    def dominated(name):
        cost, value = named[name]
        return any(c <= cost and v >= value and (c, v) != (cost, value) for c, v in named.values())

    front = points.front(named)
    assert {named[name] for name in front} == {named[name] for name in named if not dominated(name)}
    assert len({named[name] for name in front}) == len(front)
    assert [named[name] for name in front] == sorted(named[name] for name in front)


def drawn(named):
    with style.context():
        figure, (ax,) = style.panels(1, height=3.0)
        cells = {name: (cost, Interval(value, 0.5, 3, 3)) for name, (cost, value) in named.items()}
        points.draw(ax, cells, points.looks(named))
        names.write(figure)
    return figure, ax


def boxes(figure, ax):
    """Extents of the names, by name, and of the markers, float64 (n, 4) each."""
    figure.draw_without_rendering()
    markers = np.array([ax.transData.transform(each[0].get_xydata()[0]) for each in ax.containers])
    reach = 2 * figure.dpi / 72
    said = {text.get_text(): text.get_window_extent().extents for text in ax.texts}
    return said, np.hstack([markers - reach, markers + reach])


@settings(max_examples=15)
@given(st.lists(st.tuples(st.floats(1, 1e4), st.floats(0, 100)), min_size=1, max_size=9))
def test_few_names_cover_neither_each_other_nor_a_point(at):
    figure, ax = drawn({f"method {number}": each for number, each in enumerate(at)})
    said, markers = boxes(figure, ax)
    assert len(said) == len(at)
    of_names = np.array([*said.values()])
    together = names._overlaps(of_names, of_names)
    assert (together - np.diag(np.diag(together)) < 1).all()  # square pixel
    assert (names._overlaps(of_names, markers) < 1).all()
    left, low, right, high = ax.bbox.extents
    assert (of_names[:, :2] >= [left - 1, low - 1]).all() and (of_names[:, 2:] <= [right + 1, high + 1]).all()


def test_a_lone_name_stands_to_the_right_of_its_point_without_a_line():
    figure, ax = drawn({"alone": (10.0, 50.0)})
    said, ((x0, y0, x1, y1),) = boxes(figure, ax)
    left, low, _, high = said["alone"]
    assert x1 < left < x1 + 10 and (low + high) / 2 == pytest.approx((y0 + y1) / 2, abs=2)
    assert not [line for line in ax.lines if line.get_color() == names.LINE["color"]]


def test_a_name_is_nearest_to_its_own_point_or_a_line_leads_there():
    rng = np.random.default_rng(0)
    at = {f"m{number}": (10 ** rng.uniform(0, 0.3), rng.uniform(0, 20)) for number in range(9)}
    figure, ax = drawn(at | {"far": (100.0, 100.0)})
    said, _ = boxes(figure, ax)
    own = {each.get_label(): ax.transData.transform(each[0].get_xydata()[0]) for each in ax.containers}
    led = [line.get_xydata()[0].tolist() for line in ax.lines if line.get_color() == names.LINE["color"]]
    for name, box in said.items():
        far = dict(zip(own, names._distances(box, np.array([*own.values()]))))
        assert min(far, key=far.get) == name or ax.transData.inverted().transform(own[name]) in np.array(led)


def test_the_name_of_one_of_two_points_beside_each_other_stands_on_the_side_where_the_other_is_not():
    figure, ax = drawn({"a": (10.0, 50.0), "b": (12.0, 50.0), "left": (1.0, 0.0), "right": (100.0, 100.0)})
    said, _ = boxes(figure, ax)
    a, b = (ax.transData.transform((cost, 50.0))[0] for cost in (10.0, 12.0))
    assert said["a"][2] < a and b < said["b"][0]


@pytest.mark.parametrize("count", [names.MOST, names.MOST + 1])
def test_many_points_have_numbers_that_a_legend_explains(count):
    figure, ax = drawn({f"method {number}": (10.0**number, 50.0) for number in range(count)})
    beside = {text.get_text(): text.xy[0] for text in ax.texts}
    if count <= names.MOST:
        assert not figure.legends and set(beside) == {f"method {number}" for number in range(count)}
        return
    (legend,) = figure.legends
    explained = dict(text.get_text().split("  ") for text in legend.get_texts())
    assert {explained[number]: cost for number, cost in beside.items()} == {
        f"method {number}": 10.0**number for number in range(count)
    }


@pytest.mark.filterwarnings("error")  # of a layout without room for the panel
def test_the_legend_of_a_lone_panel_leaves_it_as_high_as_it_was():
    figure, ax = drawn({f"a long name of method {number}": (10.0**number, 50.0) for number in range(25)})
    assert ax.get_window_extent().height / figure.dpi > 2


def test_no_two_looks_are_the_same():
    ax = Figure().subplots()
    named = {str(number): (1.0 + number, Interval(50.0, 1.0, 3, 3)) for number in range(30)}
    points.draw(ax, named, points.looks(named))
    looks = {(each[0].get_color(), each[0].get_marker()) for each in ax.containers}
    assert len(looks) == len(ax.containers) == 30


@given(st.lists(st.tuples(*4 * [st.integers(0, 9)]), min_size=1, max_size=4))
def test_shared_areas_are_those_of_counted_cells(corners):
    some = np.array([[min(a, c), min(b, d), max(a, c), max(b, d)] for a, b, c, d in corners], dtype=float)
    grid = np.array(
        [[(x >= a) & (x < c) & (y >= b) & (y < d) for x in range(9) for y in range(9)] for a, b, c, d in some]
    )
    np.testing.assert_array_equal(names._overlaps(some, some), grid.astype(int) @ grid.T.astype(int))
