"""Training in chunks: what becomes of the accuracy where samples are read a tenth at a time.

A training part that is larger than memory is read in chunks of consecutive samples, in random order, and each pass
draws from every chunk as many samples as it has. Here that is done where it need not be: rows of table 8 at the
parameters of each draw's own winner, drawing from all samples and from chunks of a tenth of them. Test accuracy in
percent and the difference, mean over draws of the data and 95 % interval; † marks a sweep that ended at an edge. Ours;
how the document reads its samples it does not say. Source of the rows: Gupta, Bengio and Weston 2014, table 8.
"""

import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.data.size import size

SET, CHUNKS = "imagenet16k", 10
ROWS = ("one_vs_rest", "auc_ranking", "wsabie", "wsabie_pp")
MARGIN = 0.5  # points of accuracy that count as none
STATEMENTS = ("chunks-change-nothing",)


def both(config, row):
    """The trial of a row as it is in table 8, and in chunks."""
    plain = gupta.row_trial(config, SET, row)
    rows = -(-size(SET, config.get("scale", "standard")).train // CHUNKS)
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
    return [100 * results.test(trial) for trial in both(results.config, row)]


def _row(results, row):
    plain, in_chunks = both(results.config, row)
    before, after = _accuracies(results, row)
    return {
        "method": gupta.NAMES[row],
        "all samples, %": base.cell(results, plain),
        f"{CHUNKS} chunks, %": base.cell(results, in_chunks),
        "difference": statistics.spread(after - before),
    }


def _as_accurate(results, row):
    text = f"{gupta.NAMES[row]} has the same accuracy in {CHUNKS} chunks (within {MARGIN})"
    after, before = reversed(_accuracies(results, row))
    return claim.equivalent("chunks-change-nothing", text, after, before, MARGIN, on=SET)
