"""Means with their intervals, in looks that an exhibit chooses: those by position are `manyclass.report.curves`'.

An exhibit has reason to where one figure shows two kinds of things, so that a colour must not stand for both, or where
several bands at the same places would lie upon each other.
"""


def curve(ax, x, band, look, label) -> None:
    """Draw a line through the means and a band of the intervals.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x : sequence of k numbers
    band : ndarray of shape (3, k), or None
        As of `manyclass.exhibits.statistics.band`; None, where nothing succeeded, is not drawn.
    look : tuple
        Colour, marker and line.
    label : str
        For the legend.
    """
    if band is not None:
        mean, low, high = band
        colour, marker, line = look
        ax.plot(x, mean, color=colour, marker=marker, linestyle=line, label=label)
        ax.fill_between(x, low, high, color=colour, alpha=0.2, linewidth=0)


def bars(ax, x, band, look, label) -> None:
    """Draw the means, joined by a line unless that is "none", with a bar for each interval; arguments as of `curve`."""
    if band is not None:
        mean, low, high = band
        colour, marker, line = look
        error = [mean - low, high - mean]
        ax.errorbar(x, mean, yerr=error, color=colour, marker=marker, linestyle=line, capsize=2, label=label)
