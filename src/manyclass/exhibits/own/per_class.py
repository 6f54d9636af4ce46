"""Own comparison: accuracy class by class.

How many classes have which accuracy on the test part, in the best run of each method (the winner with the highest
validation accuracy of all draws): one row of panels a method, one column a data set. The share of classes stands on a
square-root scale, since most of many classes can be near zero, and a few far from it; the tick is their mean accuracy.
"""

from manyclass.exhibits import base
from manyclass.exhibits.own import comparison
from manyclass.report import histograms, style

PANEL = 2.3  # inches, the least that the legend of a panel takes

applies, trials, note = comparison.applies, comparison.trials, comparison.refitted


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: accuracy class by class"


def figure(results):
    """Draw the accuracies of the classes, one row of panels a method, one column a data set."""
    wanted = comparison.compared(results.config)
    sets, methods = wanted["datasets"], wanted["methods"]
    shown, axes = style.panels(
        len(sets) * len(methods), len(sets), height=1.4, width=max(style.PAGE, PANEL * len(sets)), sharex=True
    )
    for column, dataset in enumerate(sets):
        accuracies = base.class_accuracies(results, comparison.by_method(results.config, dataset))
        for ax, method in zip(axes[column :: len(sets)], methods):
            histograms.draw(ax, {method: accuracies.get(method)})
            ax.set_title(dataset if method == methods[0] else "", loc="left")
            ax.set_xlabel(ax.get_xlabel() if method == methods[-1] else "")
    return shown
