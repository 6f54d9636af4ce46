"""Time of training: the seconds that each trial's training takes.

The rows of perronnin2012/cost: seconds of training up to the checkpoint at which the winner was best, medians over
draws of the data. Seconds are measured, so that this table varies from run to run, and no claim rests on it. The
document reports about 400 days of processor time for w-OVR and about 500 for WAR. Source: Perronnin, Akata, Harchaoui
and Schmid 2012, section 5.3.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits.perronnin2012 import cost
from manyclass.exhibits.perronnin2012.trials import method_name
from manyclass.protocol.results import failure
from manyclass.protocol.selection import succeeded

trials = cost.trials


def table(results):
    """One row a trial."""
    return pd.DataFrame([_row(results, trial) for trial in trials(results.config)], dtype=object)


def _row(results, trial):
    records = results.records(trial)
    median = failure(records) or float(np.median([record.training_s for record in succeeded(records)]))
    return {"data set": trial.dataset, "method": method_name(trial), "seconds": median}
