"""A forest plot shows every test where its numbers are."""

import matplotlib as mpl
import numpy as np
import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from manyclass.report import forest, style

COLUMNS = ["statement", "label", "scale", "mean", "low", "high", "range_low", "range_high", "printed_value",
           "verdict", "scored"]  # fmt: skip
INF, NAN = np.inf, np.nan
TESTS = pd.DataFrame(
    [
        ("order (table 8): partly", "A is above B", "difference", 1.5, 1.0, 2.0, 0, INF, 0.7, "reproduced", "yes"),
        ("order (table 8): partly", "B is above C", "difference", 0.1, -2.0, 2.2, 0, INF, NAN, "undecided", "yes"),
        ("tie (text): reproduced", "A as B", "difference", -0.1, -0.2, 0.0, -1, 1, 0.0, "reproduced", "ours"),
        ("size (text): not reproduced", "twice", "ratio", 1.2, 1.1, 1.4, 2, 4, 2.5, "not reproduced", "yes"),
        ("share (text): reproduced", "a share", "value", 0.5, 0.4, 0.6, 0.2, 0.7, 0.45, "reproduced", "yes"),
        ("share (text): reproduced", "an angle", "value", 60.0, 59.0, 61.0, 50, INF, NAN, "reproduced", "yes"),
        ("share (text): reproduced", "far off", "value", 90.0, 80.0, 95.0, 0, 1, NAN, "not reproduced", "yes"),
        ("share (text): reproduced", "one draw", "value", 0.5, NAN, NAN, 0, 1, NAN, "undecided", "yes"),
    ],
    columns=COLUMNS,
)


@pytest.fixture
def drawn():
    with style.context():
        figure = forest.draw(TESTS)
        FigureCanvasAgg(figure).draw()
        yield figure


def rows(ax):
    """Labels of an axis from above, with the lines drawn at each."""
    lines = {}
    for line in ax.lines:
        if len(set(line.get_ydata())) == 1 and line.get_transform() == ax.transData:
            lines.setdefault(line.get_ydata()[0], []).append(line)
    return {label.get_text(): lines.get(place, []) for place, label in zip(ax.get_yticks(), ax.get_yticklabels())}


def marked(lines, marker):
    return [line.get_xdata()[0] for line in lines if line.get_marker() == marker]


def test_there_is_a_part_for_each_scale(drawn):
    assert [ax.get_xlabel() for ax in drawn.axes] == list(forest.PARTS.values())
    assert [ax.get_xscale() for ax in drawn.axes] == ["asinh", "log", "linear"]


def test_every_test_has_its_row_below_its_statement(drawn):
    assert list(rows(drawn.axes[0])) == [
        "order (table 8): partly", "A is above B", "B is above C", "tie (text): reproduced", "A as B",
    ]  # fmt: skip
    weights = [label.get_fontweight() for label in drawn.axes[0].get_yticklabels()]
    assert weights == ["bold", "normal", "normal", "bold", "normal"]
    top, bottom = drawn.axes[0].get_ylim()[::-1]
    assert top < 0 < 4 < bottom  # first row above


def test_means_intervals_and_printed_numbers_are_drawn_where_they_are(drawn):
    lines = rows(drawn.axes[0])["A is above B"]
    assert marked(lines, "o") == [1.5]
    assert marked(lines, "+") == [0.7]
    assert [1.0, 2.0] in [list(line.get_xdata()) for line in lines]
    assert marked(rows(drawn.axes[1])["twice"], "X") == [1.2]


def test_values_stand_on_their_claimed_range(drawn):
    of = rows(drawn.axes[2])
    np.testing.assert_allclose(marked(of["a share"], "o"), [(0.5 - 0.2) / 0.5])
    np.testing.assert_allclose(marked(of["a share"], "+"), [(0.45 - 0.2) / 0.5])
    np.testing.assert_allclose(marked(of["an angle"], "o"), [60 / 50])


def test_a_mean_beyond_the_axis_is_an_arrow_at_its_end(drawn):
    ax = drawn.axes[2]
    assert marked(rows(ax)["far off"], ">") == [ax.get_xlim()[1]]


def test_one_far_ratio_leaves_the_others_their_room():
    ratios = [(f"{n}", 1.1, 1.05, 1.15, 1.02, 1.3) for n in range(20)] + [("far", 900.0, 800.0, 1000.0, 500.0, 2000.0)]
    columns = ["label", "mean", "low", "high", "range_low", "range_high"]
    tests = pd.DataFrame(ratios, columns=columns).assign(
        statement="s", scale="ratio", printed_value=[NAN] * 20 + [700.0], verdict="reproduced", scored="yes"
    )
    (ax,) = forest.draw(tests).axes
    left, right = ax.get_xlim()
    assert left < 1 < 1.3 < right < 5
    heads = [line for line in rows(ax)["far"] if line.get_marker() == ">"]
    assert len({line.get_color() for line in heads}) == 3  # range, mean, printed number
    assert {line.get_xdata()[0] for line in heads} == {right}
    assert np.sum((left < ax.get_xticks()) & (ax.get_xticks() < right)) >= 3


def test_a_mean_without_an_interval_does_not_look_like_one_with_a_small_one(drawn):
    of = rows(drawn.axes[2])
    dotted = {label: [line for line in lines if line.get_linestyle() == ":"] for label, lines in of.items()}
    assert [label for label, lines in dotted.items() if lines] == ["one draw"]
    assert tuple(dotted["one draw"][0].get_xdata()) == drawn.axes[2].get_xlim()


def test_a_long_part_has_the_numbers_of_its_axis_again_beside_statements():
    many = pd.concat([TESTS[:2].assign(statement=f"statement {number}") for number in range(40)])
    for tests, again in ((TESTS, False), (many, True)):
        ax = forest.draw(tests).axes[0]
        heads = {place for place, label in zip(ax.get_yticks(), ax.get_yticklabels()) if "s" in label.get_text()}
        assert {text.get_position()[1] for text in ax.texts} <= heads
        assert bool(ax.texts) == again
    shown = {place: label.get_text() for place, label in zip(ax.get_xticks(), ax.get_xticklabels())}
    assert all(shown[text.get_position()[0]] == text.get_text() for text in ax.texts)


def test_the_claimed_range_is_shaded(drawn):
    ax = drawn.axes[0]
    bars = {
        round(bar.get_y() + bar.get_height() / 2): (bar.get_x(), bar.get_x() + bar.get_width()) for bar in ax.patches
    }
    assert bars[4] == (-1, 1)
    assert bars[1] == (0, ax.get_xlim()[1])


def test_verdicts_differ_in_colour_and_marker_and_what_is_not_scored_is_hollow(drawn):
    assert len({colour for colour, _ in forest.LOOKS.values()}) == len({mark for _, mark in forest.LOOKS.values()}) == 3
    of = rows(drawn.axes[0])
    (scored,) = [line for line in of["A is above B"] if line.get_marker() == "o"]
    (hollow,) = [line for line in of["A as B"] if line.get_marker() == "o"]
    assert scored.get_markerfacecolor() == scored.get_color() == hollow.get_color()
    assert hollow.get_markerfacecolor() == "white"
    named = [text.get_text() for text in drawn.legends[0].get_texts()]
    assert named == [*forest.LOOKS, "hollow: not scored", "printed", "no interval", "claimed range"]


def test_labels_do_not_overlap(drawn):
    renderer = drawn.canvas.get_renderer()
    for ax in drawn.axes:
        boxes = [label.get_window_extent(renderer) for label in ax.get_yticklabels()]
        assert all(above.y0 >= below.y1 - 1 for above, below in zip(boxes, boxes[1:]))
        assert all(box.x0 >= 0 for box in boxes)


def test_a_long_label_is_shown_whole_and_has_the_room_it_needs():
    long = " ".join(f"word{i}" for i in range(40))
    with style.context():
        figure = forest.draw(TESTS.replace({"label": {"A is above B": long}}))
        FigureCanvasAgg(figure).draw()
        height = forest.draw(TESTS).get_figheight()
    of = rows(figure.axes[0])
    shown = next(label for label in of if label.startswith("word0"))
    assert shown.split() == long.split() and shown.count("\n") >= 2
    assert marked(of[shown], "o") == [1.5]
    assert figure.get_figheight() == pytest.approx(height + shown.count("\n") * forest.ROW)
    test_labels_do_not_overlap(figure)


def test_the_figure_grows_with_its_rows():
    with style.context():
        heights = [forest.draw(pd.concat([TESTS] * times)).get_figheight() for times in (1, 5)]
    assert heights[1] == pytest.approx(heights[0] + 4 * len(TESTS) * forest.ROW)


def test_a_document_without_numbers_says_so():
    with style.context():
        figure = forest.draw(TESTS[:0])
    assert [text.get_text() for text in figure.axes[0].texts] == ["no test has a number"]


def test_a_statement_without_a_number_is_named_below():
    names = ["spread (figure 1): undecided", " ".join(f"word{i}" for i in range(40))]
    with style.context():
        figure = forest.draw(TESTS, names)
        FigureCanvasAgg(figure).draw()
        height = forest.draw(TESTS).get_figheight()
    shown = figure.get_supxlabel()
    lines = shown.split("\n")
    assert lines[0] == f"{names[0]}; no number" and " ".join(lines[1:]) == f"{names[1]}; no number"
    assert figure.get_figheight() == pytest.approx(height + len(lines) * forest.ROW)
    last = figure.axes[-1].xaxis.label.get_window_extent()
    assert all(text.get_window_extent().y1 <= last.y0 for text in figure.texts if text.get_text() == shown)


def test_an_image_depends_on_the_numbers_alone():
    with style.context():
        first, second = (style.images(forest.draw(TESTS)) for _ in range(2))
    assert first == second
    assert mpl.__version__.encode() not in first[0]


def test_differences_have_ticks_around_zero_that_do_not_touch(drawn):
    ax = drawn.axes[0]
    ticks = ax.get_xticks().tolist()
    assert ticks == sorted(ticks) and 0 in ticks and len(ticks) >= 4
    renderer = FigureCanvasAgg(drawn).get_renderer()
    boxes = [label.get_window_extent(renderer) for label in ax.get_xticklabels()]
    assert all(left.x1 < right.x0 for left, right in zip(boxes, boxes[1:]))
