"""Confusion matrices of the best method of each data set of table 8.

Rows: true classes, columns: predicted classes, both in the order of the class tree and grouped to fit; colour: share of
a row, on a log scale, white below 1 %, and all along a row without a test sample. Squares: branches of the tree. Best:
of the document's eight rows of table 8, not of ours and the baselines, the one with the highest mean validation
accuracy over draws of the data; shown is its best run, on that run's draw. A sample with several labels counts in the
row of the label predicted, else of its first.
"""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import table8
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.metrics.confusion import true_class
from manyclass.protocol.selection import best_run, succeeded
from manyclass.report import confusion, style

METHODS = tuple(table8.PRINTED)


def trials(config):
    """Trials of table 8's eight rows."""
    return [gupta.row_trial(config, dataset, row) for dataset in gupta.SETS for row in METHODS]


def figure(results):
    """One panel a data set."""
    shown, axes = style.panels(len(gupta.SETS), height=3.3)
    images = [_panel(results, ax, dataset) for ax, dataset in zip(axes, gupta.SETS)]
    for ax in axes[::2]:
        ax.set_ylabel("true class, in tree order")
    for ax in axes[2:]:
        ax.set_xlabel("predicted class, in tree order")
    images = [image for image in images if image is not None]
    if images:
        label = "share of the true classes' samples"
        shown.colorbar(images[0], ax=axes, label=label, shrink=0.6, extend="min")
    return shown


def _panel(results, ax, dataset):
    rows = {row: gupta.row_trial(results.config, dataset, row) for row in METHODS}
    valid = {
        row: statistics.mean([record.valid for record in succeeded(results.records(rows[row]))]) for row in METHODS
    }
    if not any(np.isfinite(list(valid.values()))):
        ax.set_title(f"{dataset}: no method succeeded")
        return None
    row = max(valid, key=lambda row: np.nan_to_num(valid[row], nan=-1))
    run = best_run(results.records(rows[row]))
    data, predicted = results.data(dataset, run.seed), results.predicted(rows[row], run.seed)
    Y, tree = data.test.Y, data.tree
    borders = [] if tree is None else confusion.blocks(tree.paths[: Y.shape[1]])
    ax.set_title(f"{dataset}: {gupta.NAMES[row]}, {100 * run.test['accuracy']:.1f} %")
    return confusion.draw(ax, true_class(predicted, Y), predicted, Y.shape[1], borders)
