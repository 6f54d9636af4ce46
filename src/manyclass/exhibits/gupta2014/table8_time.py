"""Time of table 8: accuracy against what training costs, and against how large the model is.

Medians over draws of the data: seconds that training the winner took, an ensemble's of all its members, and the numbers
that its model stores. Accuracy as in gupta2014/table8, whose trials these are; † marks a row whose sweep ended at an
edge. One-vs-all SVMs are the document's, without a constant feature. Operations, which do not depend on the machine,
are in gupta2014/training_cost. Ours; the document says of time that every method took about a week on 16k ImageNet, and
up to a month on 97k web data. Source: Gupta, Bengio and Weston 2014, sections 8.3 and 9.2.
"""

import pandas as pd

from manyclass.exhibits import base, cost_time
from manyclass.exhibits.gupta2014 import table8
from manyclass.exhibits.gupta2014 import trials as gupta

applies, trials, note = gupta.at_every_scale, table8.trials, cost_time.note


def table(results):
    """One row a data set and method."""
    rows = [
        cost_time.row(
            {"data set": dataset, "method": gupta.NAMES.get(row, row)},
            base.cell(results, trial),
            results.records(trial),
        )
        for dataset in gupta.sets(results.config)
        for row, trial in table8.rows(results.config, dataset).items()
        if row not in gupta.WITH_CONSTANT  # their points would lie on those of the rows as printed
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """One row of panels a data set, one column a cost."""
    return cost_time.figure(table(results))
