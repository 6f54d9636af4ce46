"""How a critical difference diagram looks: names at their mean ranks, bars between those that do not differ."""

from manyclass.report.style import COLOURS

LEVEL, STEP, BAR = -0.6, 1.0, 0.35  # heights, downwards: of the first name, from name to name, from bar to bar


def draw(ax, ranks, joined) -> None:
    """Draw the axis of ranks on top, names left and right of it, and the bars below it.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    ranks : dict of str to float
        Mean ranks, ascending.
    joined : list of (str, str)
        Ends of the bars.
    """
    n, space = len(ranks), 0.1
    below = BAR * (len(joined) + 1)
    half = (n + 1) // 2
    for place, (name, rank) in enumerate(ranks.items()):
        left = place < half
        height = below + STEP * (place if left else n - 1 - place)
        end = 1 - space if left else n + space
        ax.plot([rank, rank, end], [0, height, height], color="0.3", linewidth=0.8)
        ax.text(
            end,
            height,
            f"{name} ({rank:.2f}) " if left else f" {name} ({rank:.2f})",
            va="center",
            ha="right" if left else "left",
        )
    for number, (first, last) in enumerate(joined, 1):
        ax.plot([ranks[first] - 0.04, ranks[last] + 0.04], 2 * [BAR * number], color=COLOURS[1], linewidth=3)
    ax.set(
        xlim=(1 - space, n + space),
        ylim=(below + STEP * half, 0),
        xticks=range(1, n + 1),
        yticks=[],
        xlabel="mean rank",
    )
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.spines[["left", "bottom"]].set_visible(False)
    ax.spines["top"].set_visible(True)
