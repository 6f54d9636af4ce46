"""Rows of table 8 that still rise: whose winners more passes might make better, so that no claim is made on them."""

import numpy as np

from manyclass.exhibits import base
from manyclass.protocol.trial.sweep import late_checkpoint
from manyclass.report.tables import Interval

# By more than such a share of itself a winner's validation accuracy rises over the last third of all passes, or from
# the last checkpoint before that, where more of them would have gained.
RISES = 0.02
MARKED = (
    f"{base.RISING} marks a row of which with some draw validation accuracy rose by more than a fiftieth of itself over"
    " the last third of all passes; no claim is made on it."
)


def still_rises(trial, record) -> bool:
    """Whether a draw's winner, which made all passes, might be better after more; not if it was stopped once flat.

    Nor where there are so few that none is stopped, as at smoke scale.

    Parameters
    ----------
    trial : Trial
    record : Record
    """
    winner = record.best
    few = 0 < trial.least_passes == trial.passes
    if winner is None or few or (winner.n_passes or winner.passes[-1]) < trial.passes:
        return False
    before = [valid for at, valid in zip(winner.passes, winner.valid) if at <= late_checkpoint(trial.passes)]
    return bool(before) and winner.valid[-1] > (1 + RISES) * before[-1]


def accuracy_unless_rising(results, trial) -> np.ndarray:
    """Test accuracy in percent of each draw's winner, float64 (seeds,); nan for a failure.

    All are nan where one still rises: the others alone would be those that happen to end high.
    """
    return base.unless(_any_rises(results, trial), 100 * results.test(trial))


def _any_rises(results, trial) -> bool:
    return any(still_rises(trial, record) for record in results.records(trial))


def cell(results, trial) -> Interval | str:
    """The number of a row (`base.cell`), marked where it still rises."""
    return base.marked_where(_any_rises(results, trial), base.cell(results, trial))
