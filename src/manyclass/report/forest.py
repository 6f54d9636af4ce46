"""How a forest plot looks: one row a test, its interval on the claimed range, grouped by statement.

Three parts of one figure, below each other, as the tests' scales differ: differences, on an axis that is even around
zero and logarithmic beyond, so that small ones can be told from none beside large ones; ratios on a logarithmic axis,
on which most numbers are; and other values on an axis where the claimed range reaches from 0 to 1.
"""

import textwrap

import numpy as np
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import NullLocator

from manyclass.report.style import COLOURS, plain_log

# Blue, vermilion and orange differ in lightness as well, and each has a marker of its own.
LOOKS = {
    "reproduced": (COLOURS[0], "o"),
    "not reproduced": (COLOURS[1], "X"),
    "undecided": (COLOURS[4], "s"),
}
PARTS = {
    "difference": "differences, in the unit of each test (even around 0, logarithmic beyond)",
    "ratio": "ratios",
    "value": "other values: claimed range from 0 to 1, or in units of its one end",
}
WIDTH, ROW, HEAD, MARGIN = 11.0, 0.17, 0.75, 0.6  # inches: a line, what stands around each part, the legend
LABEL, SHADE, GRID = 100, "#D9D9D9", "#EBEBEB"  # characters of a line of a label
LONG = 40  # lines from which on the axis has its numbers above as well
REPEAT = 30  # lines from which on it has them again, beside the name of a statement
BULK, BESIDE = (0.1, 0.9), 0.5  # quantiles of the numbers of ratios; what is shown beside them, as a share of the range
AGAIN = {"ha": "center", "va": "center", "color": "0.35", "bbox": {"facecolor": "white", "linewidth": 0, "pad": 0.5}}
UNKNOWN = {"linestyle": ":", "linewidth": 0.9}
SPAN = 3.0  # widths of the claimed range that the axis of values shows on either side of it
NUMBERS = ("mean", "low", "high", "range_low", "range_high", "printed_value")


def draw(tests, without=()) -> Figure:
    """Draw the tests of a document.

    Parameters
    ----------
    tests : pandas.DataFrame
        One row a test, in the order in which they shall stand: columns "statement" (heads the rows that follow each
        other), "label", "scale" ("difference", "ratio", "value"), "mean", "low", "high", "range_low", "range_high",
        "printed_value" (float64, nan where there is none), "verdict", and "scored", which is "yes" for filled markers.
    without : sequence of str
        Statements none of whose tests has a number, named below.

    Returns
    -------
    matplotlib.figure.Figure
        As high as the rows want it: a row has a line, or as many as its label needs.
    """
    parts = [(scale, tests[tests["scale"] == scale]) for scale in PARTS]
    parts = [(scale, _rows(rows)) for scale, rows in parts if len(rows)]
    lengths = [sum(map(_lines, rows)) for _, rows in parts] or [1]
    below = [line for statement in without for line in textwrap.wrap(f"{statement}; no number", LABEL)]
    height = MARGIN + HEAD * len(lengths) + ROW * (sum(lengths) + len(below))
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    axes = figure.subplots(len(lengths), 1, squeeze=False, height_ratios=lengths).ravel()
    for ax, (scale, rows) in zip(axes, parts):
        _part(ax, scale, rows)
    if not parts:
        axes[0].set_axis_off()
        axes[0].text(0.5, 0.5, "no test has a number", ha="center", transform=axes[0].transAxes)
    if below:
        figure.supxlabel("\n".join(below), x=0.01, ha="left", fontsize="medium", fontweight="bold")
    figure.legend(handles=_handles(), loc="outside upper center", ncols=4)
    return figure


def _rows(tests) -> list:
    """Rows of a part: a text for each statement, then its tests, a dict each."""
    rows = []
    for name, of_it in tests.groupby("statement", sort=False):
        rows += [name, *of_it.to_dict("records")]
    return rows


def _part(ax, scale, rows) -> None:
    """One part: rows from above, their labels at the left."""
    lines = np.array([_lines(row) for row in rows])
    middles = np.cumsum(lines) - (lines + 1) / 2
    places = {place: row for place, row in zip(middles, rows) if not isinstance(row, str)}
    if scale == "value":
        places = {place: row | _relative(row) for place, row in places.items()}
    _limits(ax, scale, np.array([row[name] for row in places.values() for name in NUMBERS]))
    for place, row in places.items():
        _test(ax, place, row)
    ax.set_ylim(lines.sum() - 0.4, -0.6)
    ax.set_yticks(middles, [_label(row) for row in rows])
    for label, row in zip(ax.get_yticklabels(), rows):
        label.set_fontweight("bold" if isinstance(row, str) else "normal")
    ax.tick_params(axis="y", length=0, pad=8)  # an arrow head at the left end has room
    ax.tick_params(axis="x", labeltop=lines.sum() > LONG)
    ax.grid(axis="x", color=GRID, linewidth=0.6)
    ax.set_axisbelow(True)
    _repeat(ax, [middle for middle, row in zip(middles, rows) if isinstance(row, str)], lines.sum())
    ax.set_xlabel(PARTS[scale])
    ax.spines["left"].set_visible(False)


def _repeat(ax, heads, end) -> None:
    """Write the numbers of the axis again at the names of statements, `heads`, that are far from the last ones."""
    ticks = ax.get_xticks()
    numbers = dict(zip(ticks, ax.xaxis.get_major_formatter().format_ticks(ticks)))
    left, right = ax.get_xlim()
    last = 0.0
    for head in heads:
        if min(head - last, end - head) > REPEAT:
            last = head
            for tick in ticks[(left <= ticks) & (ticks <= right)]:
                ax.text(tick, head, numbers[tick], **AGAIN)


def _limits(ax, scale, numbers) -> None:
    """Limits around the finite numbers and the value of no difference; of ratios and values, around most of them."""
    if scale == "ratio":
        ax.set_xscale("log")
        ends = np.log(np.append(numbers[np.isfinite(numbers) & (numbers > 0)], 1.0))
        low, high = np.quantile(ends, BULK)
        ends = np.append(np.clip(ends, low - BESIDE * (high - low), high + BESIDE * (high - low)), 0.0)
        margin = 0.05 * max(np.ptp(ends), 0.1)
        ax.set_xlim(*np.exp([ends.min() - margin, ends.max() + margin]))
        plain_log(ax.xaxis)
    else:
        ends = np.append(numbers[np.isfinite(numbers)], 0.0)
        ends = np.clip(ends, -SPAN, 1 + SPAN) if scale == "value" else ends
        margin = 0.05 * (np.ptp(ends) or 1.0)
        ax.set_xlim(ends.min() - margin, ends.max() + margin)
    if scale == "difference":
        far = np.abs(ends[ends != 0])
        width = float(np.quantile(far, 0.25)) if len(far) else 1.0  # shares stand beside percentage points
        ax.set_xscale("asinh", linear_width=width)
        ticks = _ticks(*ax.get_xlim(), width)
        ax.set_xticks(ticks, [f"{tick:g}".replace("-", "−") for tick in ticks])
        ax.xaxis.set_minor_locator(NullLocator())
    ax.axvline(scale == "ratio", color="black", linewidth=0.5)


def _ticks(left, right, width) -> list[float]:
    """Ticks of an axis that is even up to `width`: 0, and 1, 2 and 5 times powers of ten where there is room."""
    powers = 10.0 ** np.arange(np.floor(np.log10(width)) - 2, np.ceil(np.log10(max(-left, right))) + 1)
    steps = sorted(sign * times * power for power in powers for times in (1, 2, 5) for sign in (1, -1))
    room = 0.06 * (np.arcsinh(right / width) - np.arcsinh(left / width))
    ticks = [0.0]
    for step in sorted(steps, key=abs):
        if (
            left <= step <= right
            and np.abs(np.arcsinh(step / width) - np.arcsinh(np.array(ticks) / width)).min() > room
        ):
            ticks.append(step)
    return sorted(ticks)


def _test(ax, place, test) -> None:
    """One row: the claimed range shaded, the interval, the mean, and the printed number as a cross.

    What is beyond the axis is an arrow head at its end; a mean without an interval has a dotted line all across.
    """
    left, right = ends = ax.get_xlim()
    low, high = np.clip([test["range_low"], test["range_high"]], left, right)
    ax.barh(place, high - low, left=low, height=0.84, color=SHADE, linewidth=0, zorder=0)
    if low == high:
        _beyond(ax, test["range_low"], place, 4, color="#999999")
    colour, marker = LOOKS[test["verdict"]]
    if np.isnan(test["low"]):
        ax.plot(ends, [place, place], color=colour, **UNKNOWN, zorder=1)
    ax.plot([test["low"], test["high"]], [place, place], color=colour, solid_capstyle="butt", zorder=2)
    look = {"color": colour, "markerfacecolor": colour if test["scored"] == "yes" else "white", "zorder": 3}
    if not _beyond(ax, test["mean"], place, 5, **look):
        ax.plot(test["mean"], place, marker=marker, markersize=5, clip_on=False, **look)
    if not _beyond(ax, test["printed_value"], place, 3, color="black", zorder=4):
        ax.plot(test["printed_value"], place, marker="+", markersize=6, color="black", zorder=4)


def _beyond(ax, value, place, size, **look) -> bool:
    """Draw an arrow head at the end of the axis that a value is beyond, if it is; return whether."""
    left, right = ax.get_xlim()
    if left <= value <= right or np.isnan(value):
        return False
    at, marker = (left, "<") if value < left else (right, ">")
    ax.plot(at, place, marker=marker, markersize=size, clip_on=False, **look)
    return True


def _relative(test) -> dict:
    """Numbers of a test on the axis of values: the claimed range from 0 to 1, or in units of its one end."""
    low, high = test["range_low"], test["range_high"]
    both = np.isfinite([low, high])
    if both.all():
        shift, width = low, high - low
    else:
        shift, width = 0.0, abs(low if both[0] else high) if both.any() else 1.0
    return {name: (test[name] - shift) / (width or 1.0) for name in NUMBERS}


def _label(row) -> str:
    return "\n".join(textwrap.wrap(row if isinstance(row, str) else row["label"], LABEL))


def _lines(row) -> int:
    return _label(row).count("\n") + 1


def _handles() -> list:
    """Legend: verdicts, whether they are scored, and what else is drawn."""
    handles = [
        Line2D([], [], color=colour, marker=marker, markersize=5, label=verdict)
        for verdict, (colour, marker) in LOOKS.items()
    ]
    grey = {"color": "#555555", "marker": "o", "markersize": 5, "linestyle": "none"}
    handles.append(Line2D([], [], **grey, markerfacecolor="white", label="hollow: not scored"))
    handles.append(Line2D([], [], color="black", marker="+", markersize=6, linestyle="none", label="printed"))
    handles.append(Line2D([], [], **UNKNOWN, color="#555555", label="no interval"))
    return [*handles, Patch(color=SHADE, linewidth=0, label="claimed range")]
