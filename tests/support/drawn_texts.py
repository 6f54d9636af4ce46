"""The texts that a figure shows, and where they are."""

from unittest.mock import patch

import numpy as np
from matplotlib.text import Text

TOUCH = 1.0  # pixel that two boxes may share, since glyphs do not fill theirs


def texts(figure) -> list[tuple[str, np.ndarray]]:
    """Every text that is drawn, with its box float64 (4,): x0, y0, x1, y1 in pixels of the screen.

    A tick's label beyond the axis is none, which is why drawing is asked and not the figure.
    """
    drawn, draw = [], Text.draw

    def note(text, renderer, *arguments, **options):
        if text.get_visible() and text.get_text().strip():
            drawn.append((text, Text.get_window_extent(text, renderer).extents))
        return draw(text, renderer, *arguments, **options)

    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # the layout is made, which takes longer than to draw
    with patch.object(Text, "draw", note):
        figure.draw_without_rendering()
    return [(text.get_text(), box) for text, box in drawn]


def overlapping(said) -> list[tuple[str, str]]:
    """Pairs of a figure's texts that cover each other."""
    return [
        (one, other)
        for place, (one, box) in enumerate(said)
        for other, below in said[:place]
        if _share(box, below) and not (one == other and np.allclose(box, below))
    ]


def beyond(said, figure) -> list[str]:
    """Those of a figure's texts that reach beyond it."""
    left, low, right, high = figure.bbox.extents + np.array([-TOUCH, -TOUCH, TOUCH, TOUCH])
    return [text for text, box in said if box[0] < left or box[1] < low or box[2] > right or box[3] > high]


def _share(one, other) -> bool:
    shared = np.minimum(one[2:], other[2:]) - np.maximum(one[:2], other[:2])
    return bool((shared > TOUCH).all())
