"""Training in chunks: what becomes of the accuracy where a tenth of a pass is read at a time.

Where a training part is larger than memory, what a pass draws is drawn before it, and read a chunk of the draws at a
time. Here that is done where it need not be: rows of table 8 at the parameters of each draw's own winner, with all
samples in memory and with a tenth of a pass at a time, by other random numbers. One-vs-all SVMs have a constant feature
(ours). Test accuracy in percent and the difference, mean over draws of the data and 95 % interval; † marks a sweep that
ended at an edge. Ours; how the document reads its samples it does not say. Source of the rows: Gupta, Bengio and Weston
2014, table 8.
"""

import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014.rising import accuracy_unless_rising, cell
from manyclass.protocol.claims import claim
from manyclass.protocol.data.size import size

SET, CHUNKS = "imagenet16k", 10
ROWS = ("one_vs_rest", "auc_ranking", "wsabie", "wsabie_pp")
MARGIN = 0.5  # points of accuracy that count as none
STATEMENTS = ("chunks-change-nothing",)


def both(config, row):
    """The trial of a row as it is in table 8, and in chunks."""
    plain = gupta.row_trial(config, SET, row)
    rows = -(-size(SET, config["scale"]).train // CHUNKS)
    return plain, gupta.trial(config, SET, row, "chunks", search={}, depends_on=plain, chunk_rows=rows)


def trials(config):
    """Two trials a row."""
    return [trial for row in ROWS for trial in both(config, row)]


def table(results):
    """One row a method."""
    return pd.DataFrame([_row(results, row) for row in ROWS], dtype=object)


def claims(results):
    """Test that each method is as accurate."""
    return [_as_accurate(results, row) for row in ROWS]


def _accuracies(results, row):
    return [accuracy_unless_rising(results, trial) for trial in both(results.config, row)]


def _row(results, row):
    plain, in_chunks = both(results.config, row)
    before, after = _accuracies(results, row)
    return {
        "method": gupta.NAMES[row],
        "all samples, %": cell(results, plain),
        f"{CHUNKS} chunks, %": cell(results, in_chunks),
        "difference": statistics.mean_interval(after - before),
    }


def _as_accurate(results, row):
    text = f"{gupta.NAMES[row]} has the same accuracy in {CHUNKS} chunks (within {MARGIN})"
    after, before = reversed(_accuracies(results, row))
    return claim.equivalent("chunks-change-nothing", text, after, before, MARGIN, on=SET)
