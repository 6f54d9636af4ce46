"""Confusion matrices of the best method of each data set of table 8.

Rows: true classes, columns: predicted classes, both in the order of the class tree and grouped to fit;
colour: share of a row, on a log scale, white below 1 %. Squares: branches of the tree. Best: the run of table
8 with the highest validation accuracy. A sample with several labels counts in the row of the label predicted,
else of its first.
"""

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import table8
from manyclass.protocol.metrics import predictions
from manyclass.protocol.selection import Run

METHODS = tuple(table8.PRINTED)


def trials(config):
    """Trials of table 8's eight rows."""
    return [table8.row_trial(config, dataset, row) for dataset in table8.SETS for row in METHODS]


def figure(results):
    """One panel a data set."""
    from manyclass.report import style

    shown, axes = style.panels(len(table8.SETS), height=3.3)
    images = [_panel(results, ax, dataset) for ax, dataset in zip(axes, table8.SETS)]
    for ax in axes[::2]:
        ax.set_ylabel("true class, in tree order")
    for ax in axes[2:]:
        ax.set_xlabel("predicted class, in tree order")
    drawn = [image for image in images if image is not None]
    if drawn:
        label = "share of the true classes' samples"
        shown.colorbar(drawn[0], ax=axes, label=label, shrink=0.6, extend="min")
    return shown


def _panel(results, ax, dataset):
    from manyclass.report import confusion

    runs = {row: base.best(results, table8.row_trial(results.config, dataset, row)) for row in METHODS}
    runs = {row: run for row, run in runs.items() if isinstance(run, Run)}
    if not runs:
        ax.set_title(f"{dataset}: no method succeeded")
        return None
    row = max(runs, key=lambda row: runs[row].valid)
    predicted = results.predicted(table8.row_trial(results.config, dataset, row), runs[row].seed)
    data = results.data(dataset)
    Y, tree = data.test.Y, data.tree
    borders = [] if tree is None else confusion.blocks(tree.paths[: Y.shape[1]])
    ax.set_title(f"{dataset}: {table8.NAMES[row]}, {100 * runs[row].test['accuracy']:.1f} %")
    return confusion.draw(ax, predictions.true_class(Y, predicted), predicted, Y.shape[1], borders)
