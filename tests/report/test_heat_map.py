"""Heat maps of standardised numbers."""

import numpy as np
import pytest
from matplotlib.figure import Figure

from manyclass.report import heat_map, style

ROWS = ["a", "far", "b", "farther"]
NUMBERS = np.array([[0.0, 0.1], [5.0, 5.0], [0.1, 0.0], [6.0, np.nan]])


@pytest.fixture
def ax():
    with style.context():
        ax = Figure(layout="constrained").subplots()
        heat_map.draw(ax, np.nan_to_num(NUMBERS, nan=5.0), NUMBERS, ROWS, ["x", "y"], bold=["b"])
        yield ax


def test_rows_that_are_alike_stand_together(ax):
    order = [label.get_text().removeprefix("★ ") for label in ax.get_yticklabels()]
    assert sorted(order) == sorted(ROWS)
    assert abs(order.index("a") - order.index("b")) == 1
    shown = ax.images[0].get_array()
    np.testing.assert_allclose(shown[order.index("far")], 5)


def test_every_number_is_written_in_its_row(ax):
    order = [label.get_text().removeprefix("★ ") for label in ax.get_yticklabels()]
    written = {(text.get_position()[1], text.get_position()[0]): text.get_text() for text in ax.texts}
    assert written[order.index("far"), 0] == "5.00"
    assert written[order.index("farther"), 1] == "–"
    assert len(written) == NUMBERS.size


def test_bold_rows_have_a_star(ax):
    bold = [label.get_text() for label in ax.get_yticklabels() if label.get_weight() == "bold"]
    assert bold == ["★ b"]


def test_the_tree_has_a_join_for_every_row_but_one(ax):
    (tree,) = ax.child_axes
    assert len(tree.lines) == len(ROWS) - 1
    low, high = tree.get_xlim()
    assert low > high == 0
