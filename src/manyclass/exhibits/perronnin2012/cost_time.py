"""Time of training: the seconds that each trial's training takes, beside its accuracy and the size of its model.

The rows of perronnin2012/cost and the baselines of perronnin2012/table2: seconds of training up to the checkpoint at
which the winner was best, and the numbers that its model stores, medians over draws of the data; mean over classes of
top-1 accuracy, † where the best value of a sweep is the last one tried. The figure shows table 2's two sets. The
document reports about 400 days of processor time for w-OVR and about 500 for WAR. Source: Perronnin, Akata, Harchaoui
and Schmid 2012, section 5.3.
"""

import pandas as pd

from manyclass.exhibits import cost_time
from manyclass.exhibits.perronnin2012 import cost, table2
from manyclass.exhibits.perronnin2012.trials import FEATURES, cell, method_name

note = cost_time.note


def trials(config):
    """Those of `cost`, then the baselines of table 2."""
    return list(dict.fromkeys([*cost.trials(config), *table2.trials(config)]))


def table(results):
    """One row a trial."""
    beside = [each for kind in FEATURES for each in table2.rows(results.config, kind).items()]
    names = {trial: name for name, trial in beside}
    rows = [
        cost_time.row(
            {"data set": trial.dataset, "method": method_name(trial) or names[trial]},
            cell(results, trial),
            results.records(trial),
        )
        for trial in trials(results.config)
    ]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Panels for each of table 2's sets."""
    frame, sets = table(results), {trial.dataset for trial in table2.trials(results.config)}
    return cost_time.figure(frame[frame["data set"].isin(sets)])
