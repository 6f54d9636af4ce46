"""How figures look: sizes, bytes, confusion matrices, histograms, curves."""

import io
from itertools import cycle, islice

import matplotlib as mpl
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from manyclass.report import confusion, curves, histograms, style


@pytest.fixture
def ax():
    with style.context():
        yield Figure().subplots()


def test_style_does_not_leak_nor_listen():
    with mpl.rc_context({"font.size": 30, "svg.hashsalt": None}):
        with style.context():
            assert mpl.rcParams["font.size"] == 8
            assert mpl.rcParams["svg.hashsalt"] == "manyclass"
        assert mpl.rcParams["font.size"] == 30


def test_no_text_below_eight_points():
    sizes = {name: size for name, size in style.STYLE.items() if "size" in name and "marker" not in name}
    assert len(sizes) >= 6
    assert min(sizes.values()) >= 8


def test_looks_are_distinct_for_more_curves_than_there_are_colours():
    assert len(set(style.COLOURS)) == len(set(style.MARKERS)) == 7
    looks = zip(cycle(style.COLOURS), cycle(style.MARKERS), cycle(style.LINES))
    assert len({str(look) for look in islice(looks, 42)}) == 42


@pytest.mark.parametrize(("count", "columns"), [(1, 2), (3, 2), (4, 2), (4, 1)])
def test_panels_are_as_many_as_asked(count, columns):
    figure, axes = style.panels(count, columns)
    assert len(axes) == len(figure.axes) == count
    assert figure.get_size_inches()[0] == (style.PAGE if min(count, columns) > 1 else style.COLUMN)


@pytest.mark.parametrize(
    ("ends", "labels"),
    [
        ((0.1, 2), "0.1 0.2 0.5 1 2"),
        ((0.9, 50), "1 2 5 10 20 50"),
        ((1, 70), "1 3 10 30"),
        ((0.01, 10), "0.01 0.1 1 10"),
        ((0.9, 4), "1 1.5 2 3"),
        ((2.2, 4.5), "2.5 3 4"),
        ((0.89, 1.45), "0.9 1 1.1 1.2 1.3"),
        ((500, 20_000), "500 1,000 2,000 5,000 10,000 20,000"),
    ],
)
def test_labels_of_logarithmic_axes_have_no_powers_and_are_few(ax, ends, labels):
    ax.set(xscale="log", xlim=ends)
    style.plain_log(ax.xaxis)
    shown = zip(ax.get_xticks(), (label.get_text() for label in ax.get_xticklabels()))
    assert [text for place, text in shown if ends[0] <= place <= ends[1]] == labels.split()


def test_millions_are_written_out(ax):
    ax.set(xscale="log", xlim=(2e5, 5e6))
    style.plain_log(ax.xaxis)
    assert {"0.5 M", "1 M", "2 M"} <= {label.get_text() for label in ax.get_xticklabels()}


def test_same_numbers_same_bytes():
    def draw():
        with style.context():
            figure, axes = style.panels(2)
            curves.draw(axes[0], {"a": np.ones((3, 4))})
            confusion.draw(axes[1], np.arange(9), np.arange(9), 9, [3, 6])
            return style.images(figure)

    svg, png = draw()
    assert (svg, png) == draw()
    assert b"matplotlib.org/" not in png
    assert b"<dc:date>" not in svg


@given(st.integers(1, 700), st.integers(0, 2**32 - 1))
def test_coarse_matrix_is_the_grouped_confusion_matrix(classes, seed):
    rng = np.random.default_rng(seed)
    true, predicted = rng.integers(0, classes, (2, 50))
    share = confusion.coarse(true, predicted, classes)
    groups = min(classes, confusion.CELLS)
    assert share.shape == (groups, groups)
    expected = np.zeros((groups, groups))
    for g, h in zip(true, predicted):
        expected[g * groups // classes, h * groups // classes] += 1
    seen = expected.sum(axis=1) > 0
    np.testing.assert_allclose(share[seen], expected[seen] / expected[seen].sum(axis=1, keepdims=True))
    assert np.isnan(share[~seen]).all()


def paths(*groups):
    """Paths of a tree with a root, branches, twigs and the classes below: one number a twig."""
    rows, node, number = [], 1000, 0
    for branch in groups:
        node += 1
        above = node
        for twig in branch:
            node += 1
            rows += [[999, above, node, number + i] for i in range(twig)]
            number += twig
    return np.array(rows)


def test_blocks_are_the_finest_that_can_be_told_apart(monkeypatch):
    tree = paths((2, 3), (4,), (1, 1))
    monkeypatch.setattr(confusion, "BLOCKS", 5)
    assert confusion.blocks(tree).tolist() == [2, 5, 9, 10]
    monkeypatch.setattr(confusion, "BLOCKS", 4)
    assert confusion.blocks(tree).tolist() == [5, 9]
    monkeypatch.setattr(confusion, "BLOCKS", 2)
    assert confusion.blocks(tree).tolist() == []


def test_a_class_high_in_the_tree_is_a_block_of_its_own():
    tree = np.array([[9, 7, 0], [9, 7, 1], [9, 2, -1], [9, 8, 3], [9, 8, 4]])
    assert 2 in confusion.blocks(tree)
    assert 3 in confusion.blocks(tree)


def test_matrix_spans_the_classes_and_marks_each_block(ax):
    image = confusion.draw(ax, np.arange(500), np.arange(500), 500, [100, 300])
    assert ax.get_xlim() == (0, 500)
    assert ax.get_ylim() == (500, 0)
    assert image.get_array().shape == (confusion.CELLS, confusion.CELLS)
    assert len(ax.lines) == 3


def test_histogram_shares_sum_to_all_classes_with_samples(ax):
    values = np.array([0, 0, 0.5, 1, np.nan])
    histograms.draw(ax, {"a": values, "b": None})
    share = ax.patches[0].get_data().values
    assert share.sum() == pytest.approx(100)
    assert share[0] == share[-1] * 2 == 50
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["a, mean 37.5 %", "b: no result"]
    assert "square-root" in ax.get_ylabel()


def test_a_failure_keeps_the_looks_of_the_others(ax):
    curves.draw(ax, {"a": None, "b": np.ones((3, 2))})
    assert [line.get_color() for line in ax.lines] == [style.COLOURS[1]]


def test_curves_stand_where_they_are_told(ax):
    curves.draw(ax, {"a": np.ones((3, 2))}, [0.25, 4])
    curves.draw(ax, {"a": np.ones((3, 2))})
    assert [line.get_xdata().tolist() for line in ax.lines] == [[0.25, 4], [1, 2]]


def test_common_legend_names_everything_once():
    with style.context():
        figure, axes = style.panels(2)
        for ax, names in zip(axes, ("ab", "bc")):
            curves.draw(ax, {name: np.ones((3, 2)) for name in names})
        style.legend(figure, axes)
        figure.savefig(io.BytesIO())
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b", "c"]


@pytest.mark.parametrize("width", [style.COLUMN, style.PAGE])
@pytest.mark.parametrize("length", [5, 20, 40])
def test_a_legend_fits_the_figure(width, length):
    with style.context():
        figure, axes = style.panels(2, columns=2 if width == style.PAGE else 1)
        for number in range(5):
            axes[0].plot([0, 1], [0, number], label=f"{number}".ljust(length, "o"))
        style.legend(figure, axes)
        FigureCanvasAgg(figure).draw()
        extent = figure.legends[0].get_window_extent()
    assert extent.x0 > -1 and extent.x1 < figure.bbox.x1 + 1  # pixels
