"""Validation against test: whether what was chosen on the validation part is as accurate on the test part.

The rows of table 8 that the document has: accuracy in percent of each draw's winner on either part, and the difference,
each a mean over the four sets, so that the chance of one set's parts of ten thousand samples counts less: mean over
draws and 95 % interval. † marks rows of which a sweep ended at an edge. Source: Gupta, Bengio and Weston 2014,
footnote 2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import table8
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure

ROWS = tuple(table8.PRINTED)
MARGIN = 0.5  # points, within which accuracies are similar
STATEMENTS = ("valid-test-similar",)


def trials(config):
    """A trial a row and set."""
    return [gupta.row_trial(config, dataset, row) for row in ROWS for dataset in gupta.SETS]


def table(results):
    """One row a method."""
    return pd.DataFrame([_row(results, row) for row in ROWS], dtype=object)


def claims(results):
    """Test by method that both accuracies are similar."""
    stated = {"on": gupta.SETS, "printed": "statistically similar"}
    text = "accuracies on validation and test part differ by less than {} points, in the mean over the four sets"
    return [
        claim.equivalent("valid-test-similar", f"{gupta.NAMES[row]}: {text.format(MARGIN)}", *both, MARGIN, **stated)
        for row, both in ((row, accuracies(results, row)) for row in ROWS)
    ]


def accuracies(results, row) -> tuple[np.ndarray, np.ndarray]:
    """On validation and on test in percent, means over the sets: float64 (seeds,) each; nan where one has failed."""
    of_sets = [gupta.row_trial(results.config, dataset, row) for dataset in gupta.SETS]
    valid = [[record.valid for record in results.records(each)] for each in of_sets]
    test = [results.test(each) for each in of_sets]
    return tuple(100 * np.mean(np.array(part, dtype=float), axis=0) for part in (valid, test))


def _row(results, row):
    records = [
        each for dataset in gupta.SETS for each in results.records(gupta.row_trial(results.config, dataset, row))
    ]
    if reason := failure(records):
        return {"method": gupta.NAMES[row], "validation, %": reason}
    (valid, test), mark = accuracies(results, row), base.edge_mark(records)
    cells = {"validation, %": valid, "test, %": test, "difference, points": valid - test}
    return {"method": gupta.NAMES[row], **{name: statistics.mean_interval(each, mark) for name, each in cells.items()}}
