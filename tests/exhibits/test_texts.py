"""What finds texts of a figure that lie on another or are cut off; it looks at all figures in ``test_exhibits.py``."""

from drawn_texts import beyond, overlapping, texts
from matplotlib.figure import Figure


def test_what_overlaps_or_is_cut_off_is_found():
    figure = Figure(figsize=(3, 2))
    for x, word in ((0.1, "first"), (0.12, "second"), (0.95, "beyond")):
        figure.text(x, 0.5, word)
    ax = figure.add_axes((0.2, 0.7, 0.2, 0.2))
    ax.set_xticks([0, 5], ["shown", "not within"])
    ax.set(xlim=(0, 1), yticks=[])
    said = texts(figure)
    assert overlapping(said) == [("second", "first")]
    assert beyond(said, figure) == ["beyond"]
    assert {text for text, _ in said} == {"first", "second", "beyond", "shown"}
