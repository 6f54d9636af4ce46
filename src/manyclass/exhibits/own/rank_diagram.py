"""Own comparison: which methods the data sets tell apart.

A critical difference diagram: methods at their mean rank over the data sets, 1 the best; a bar joins methods no two of
which differ, by Wilcoxon's signed-rank test with Holm's correction over all pairs at 5 %. Ranks and p values stand in
own/ranks, which says too why a method is missing. The diagram is made where there are data sets enough for the test to
tell methods apart.
"""

from manyclass.exhibits.own import comparison, ranks
from manyclass.report import rank_axis, style

trials, note = comparison.trials, comparison.refitted


def applies(config):
    """Fewer data sets could tell nothing apart, whatever is measured."""
    return not lacks(config)


def lacks(config) -> str:
    """Say what there is too little of; nothing where the diagram can say something."""
    if short := ranks.lacks(config):
        return short
    compared = comparison.compared(config)
    n_sets, n_methods = len(compared["datasets"]), len(compared["methods"])
    fewest = ranks.fewest_sets(n_methods)
    return "" if n_sets >= fewest else f"needs {fewest} data sets to tell {n_methods} methods apart, and has {n_sets}"


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: methods that the data sets tell apart"


def figure(results):
    """One axis of ranks."""
    measured, failed = ranks.accuracies(results)
    rank = ranks.mean_ranks(measured).sort_values(kind="stable")
    shown, (ax,) = style.panels(1, height=0.8 + 0.16 * len(rank))
    shown.set_figwidth(style.PAGE)
    rank_axis.draw(ax, rank.to_dict(), joined(list(rank.index), ranks.pairs(measured)))
    return shown


def joined(order, p) -> list[tuple[str, str]]:
    """The longest runs of methods, from the best to the worst of each, no two of which differ.

    Parameters
    ----------
    order : list of str
        The methods by mean rank.
    p : dict of frozenset to float
        Of every pair of them.
    """
    runs, reached = [], 0
    for first in range(len(order)):
        last = first
        while last + 1 < len(order) and all(
            p[frozenset((order[last + 1], each))] > ranks.LEVEL for each in order[first : last + 1]
        ):
            last += 1
        if last > max(first, reached):
            runs.append((order[first], order[last]))
            reached = last
    return runs
