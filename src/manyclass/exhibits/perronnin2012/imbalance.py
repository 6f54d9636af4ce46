"""Imbalance: what reweighting adds where class sizes differ more, by sampling and by weighting the updates.

On bags of 16 words of 50 classes, of which the largest has 1, 4 or 16 times the images of the smallest: test accuracy
(mean over classes) in percent. Of the joint methods: with every sample drawn as often; with every class drawn as often
(equation 4); and with samples drawn as they are and updates weighted in inverse proportion to their class's size. Of
one-vs-rest, in which a class's images face those of all others: every image used for every class (u-OVR); as many
negatives drawn as positives (w-OVR, β = 1, equation 3); and every image used, the updates weighted to the same effect.
First passes: mean validation accuracy after the first three passes, with the step that is best over them; of
one-vs-rest, those of the weighted updates, in each of which a class makes a step on every image, and by sampling after
as many steps. By how much sampling is ahead is judged in the mean over the settings in which the two differ. Mean ±
half of the 95 % interval over draws of the data. †: a sweep whose best value is the last one tried. The document has
ILSVRC 2010's sizes only, within a factor of 4. Source: Perronnin, Akata, Harchaoui and Schmid 2012, sections 3.2, 4.2
and 5.2, without numbers.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import (
    NATURAL,
    SMALL,
    accuracy_by_draw,
    cell,
    dataset_name,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.data.size import size
from manyclass.protocol.trial.spec import Trial

STATEMENTS = ("imbalance-decides", "sampling-faster-than-weighting")
JOINT, OVR = ("MUL", "RNK", "WAR"), "OVR"
SKEWS = {"skew1": 1, "skew4": 4, "skew16": 16}  # the largest class over the smallest
AS_DRAWN, SAMPLING, WEIGHTING = WAYS = ("as drawn", "by sampling", "by weighting")
OF_JOINT = {  # variant and fixed parameters
    AS_DRAWN: {},
    SAMPLING: {"variant": "reweighted", "fixed": {"reweight": True}},
    WEIGHTING: {"variant": "reweighted_updates", "fixed": {"reweight": "updates"}},
}
OF_OVR = {  # the method as the document names it, and what differs from it
    AS_DRAWN: ("u-OVR", {}),
    SAMPLING: (NATURAL, {}),
    WEIGHTING: ("u-OVR", {"variant": "weighted_updates", "fixed": {"balance": 1, "balance_by": "updates"}}),
}
FIRST = (1, 2, 3)  # passes
PRINTED = "one of the reasons, 4 against 999"
POINTS = "{:+.2f} points".format


def trial(config, skew, method, way) -> Trial:
    """Declare the trial of a method on one of the SKEWS, reweighted by one of the WAYS."""
    name, differs = OF_OVR[way] if method == OVR else (method, OF_JOINT[way])
    return svm_trial(config, name, skew, SMALL, **differs)


def trials(config) -> list[Trial]:
    """Every way for every method and set."""
    return [trial(config, skew, method, way) for skew in SKEWS for method in (*JOINT, OVR) for way in WAYS]


def table(results):
    """One row a set and method."""
    return pd.DataFrame([_row(results, skew, method) for skew in SKEWS for method in (*JOINT, OVR)], dtype=object)


def claims(results):
    """Test by method that reweighting adds more where sizes differ more, and in general that sampling is ahead."""
    smallest, *more = SKEWS
    listed = []
    for method in JOINT:
        text = f"{method}: reweighting adds more where sizes differ by {SKEWS[more[-1]]} than where they do not"
        gains = (added(results, skew, method) for skew in (more[-1], smallest))
        said = {"on": [dataset_name(SMALL, each) for each in (more[-1], smallest)], "printed": PRINTED}
        listed.append(claim.greater("imbalance-decides", text, *gains, show=POINTS, **said))
    return [*listed, _faster(results)]


def _faster(results):
    """Test that sampling is ahead of weighting in the mean over the settings in which the two differ."""
    _, *uneven = SKEWS
    settings = [*((method, skew) for method in JOINT for skew in uneven), *((OVR, skew) for skew in SKEWS)]
    means = [
        np.mean([first_passes(results, skew, method, way) for method, skew in settings], axis=0)
        for way in (SAMPLING, WEIGHTING)
    ]
    text = f"sampling is ahead of weighting in the first passes, mean over {len(settings)} settings"
    said = {"on": [dataset_name(SMALL, skew) for skew in SKEWS], "printed": "in general, faster convergence"}
    return claim.greater("sampling-faster-than-weighting", text, *means, show=POINTS, **said)


def added(results, skew, method) -> np.ndarray:
    """What drawing every class, or positives and negatives, as often adds in points: float64 (seeds,)."""
    ways = (trial(results.config, skew, method, way) for way in (SAMPLING, AS_DRAWN))
    return np.subtract(*(accuracy_by_draw(results, each) for each in ways))


def first_passes(results, skew, method, way) -> np.ndarray:
    """Mean validation accuracy in percent after the first passes, of each draw's fastest step: float64 (seeds,).

    nan where a draw has no result.

    After `FIRST` passes, or as many steps as one-vs-rest makes in them by weighting. The last checkpoint before counts,
    and where training kept an earlier one, its accuracy stands for those after it.
    """
    n_classes = size(dataset_name(SMALL, skew), results.config["scale"]).classes
    longer = n_classes / 2 if (method, way) == (OVR, SAMPLING) else 1
    records = results.records(trial(results.config, skew, method, way))
    return np.array([100 * _fastest(record, longer * np.array(FIRST)) for record in records])


def _fastest(record, passes) -> float:
    """The largest mean, over a draw's candidates, of the validation accuracy after so many passes."""
    means = [_after(each, passes).mean() for each in record.candidates if each.passes]
    return max(means) if record.best else np.nan


def _after(candidate, passes) -> np.ndarray:
    """Validation accuracy after so many passes, float64 (T,)."""
    return np.take(candidate.valid, np.searchsorted(candidate.passes, passes, side="right") - 1)


def _row(results, skew, method):
    row = {"largest class / smallest": SKEWS[skew], "method": method}
    for way in WAYS:
        row[way] = cell(results, trial(results.config, skew, method, way))
    row["added by sampling"] = statistics.mean_interval(added(results, skew, method))
    for way in (SAMPLING, WEIGHTING):
        row[f"first passes, {way}"] = statistics.mean_interval(first_passes(results, skew, method, way))
    return row
