"""How a figure looks: fonts, colours, markers, widths, and images whose bytes depend on the numbers alone."""

import io
from contextlib import contextmanager

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

COLUMN, PAGE = 3.4, 7.0  # widths in inches of one column and of a page of two
MILLION = 1_000_000
FINE = {  # labels of an axis of less than a power of ten, by how many times the least is the largest
    2: (1, 1.1, 1.2, 1.3, 1.5, 1.7, 2, 2.2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9),
    3: (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8),
    8: (1, 1.5, 2, 3, 5, 7),
}
FEW = 60  # times the least of an axis is the largest where three labels a power of ten have room
MANY = 1000  # likewise of two
PER_INCH, HANDLE = 14, 8  # characters of a legend, and how many of them a line with its marker takes

# Okabe and Ito's colours, which the colour-blind can tell apart; without their yellow, too pale for lines
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
# One fewer, so that two curves look the same only after 42 of them.
LINES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (3, 1)))

STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "axes.titlesize": 9,
    "axes.labelsize": 8,
    "xtick.labelsize": 8,
    "ytick.labelsize": 8,
    "legend.fontsize": 8,
    "figure.titlesize": 9,
    "legend.frameon": False,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.prop_cycle": mpl.cycler(color=COLOURS),
    "lines.linewidth": 1.2,
    "lines.markersize": 4,
    "savefig.dpi": 200,
    "svg.fonttype": "path",
    "svg.hashsalt": "manyclass",
    "image.interpolation": "none",
}


@contextmanager
def context():
    """Draw in the project's style, whatever the user's own settings are."""
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        yield


def panels(count, columns=2, height=2.4, width=PAGE, **options):
    """Make a figure of `count` panels in reading order.

    Returns
    -------
    figure : matplotlib.figure.Figure
    axes : list of matplotlib.axes.Axes, of length `count`
    """
    columns = min(count, columns)
    rows = -(-count // columns)
    size = (width if columns > 1 else min(width, COLUMN), rows * height)
    figure = Figure(figsize=size, layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, **options).ravel().tolist()
    for unused in axes[count:]:
        unused.remove()
    return figure, axes[:count]


def plain_log(*axes):
    """Give logarithmic axes (``ax.xaxis``, ``ax.yaxis``) labels without powers in them, no more than have room.

    They stand at 1, 2 and 5 times powers of ten, at 1 and 3 times them where there are more of these, and at powers of
    ten alone where there are many. An axis of less than a power of ten has more, which show that it is logarithmic.
    """
    for axis in axes:
        axis.set_major_locator(_Places())
        axis.set_major_formatter(FuncFormatter(_written_out))
        axis.set_minor_locator(NullLocator())


class _Places(LogLocator):
    """Where labels are, by the range that an axis shows once it is drawn."""

    def tick_values(self, vmin, vmax):
        shown = vmax / vmin
        limits = FINE | {FEW: (1, 2, 5), MANY: (1, 3)}
        self.set_params(subs=next((subs for limit, subs in limits.items() if shown < limit), (1,)))
        return super().tick_values(vmin, vmax)


def _written_out(value, place) -> str:
    """A label such as 0.5, 2,000 or 0.5 M, for millions."""
    return f"{value / MILLION:g} M" if value >= MILLION / 10 else f"{value:,g}"


def legend(figure, axes):
    """Put one legend for all `axes` above the figure; what has the same name looks the same."""
    handles = {}
    for ax in axes:
        for handle, label in zip(*ax.get_legend_handles_labels()):
            handles.setdefault(label, handle)
    if handles:
        fitting = int(PER_INCH * figure.get_figwidth() / (max(map(len, handles)) + HANDLE))
        ncols = max(1, min(len(handles), 4, fitting))
        figure.legend(handles.values(), handles.keys(), loc="outside upper center", ncols=ncols)


def images(figure) -> tuple[bytes, bytes]:
    """Draw a figure as SVG and as PNG, without date or program version: same numbers, same bytes."""
    svg, png = io.BytesIO(), io.BytesIO()
    figure.savefig(svg, format="svg", metadata={"Date": None, "Creator": None})
    figure.set_layout_engine("none")  # the layout is made, which takes longer than to draw
    figure.savefig(png, format="png", metadata={"Software": None})
    return svg.getvalue(), png.getvalue()
