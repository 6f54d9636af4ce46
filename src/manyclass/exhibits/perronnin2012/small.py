"""Small set: a penalty, or stopping early alone, on as many images as PASCAL VOC 2007 has.

Mean over classes of top-1 accuracy in percent of w-OVR on Fisher vectors of 64 Gaussians, which leave .8 images per
feature (at smoke scale, on bags of words), mean ± half of the 95 % interval over draws of the data. Explicit: a
penalty, with a decreasing or a fixed step, whichever is better on the validation part, and stopping early as well;
implicit: no penalty, a fixed step, and stopping early. Steps, penalties and negatives per positive are chosen by
validation. †: a sweep whose best value is the last one tried. The document does not say what its numbers measure:
presumably mean average precision, of photographs with several labels. Source: Perronnin, Akata, Harchaoui and Schmid
2012, section 5.2.
"""

import pandas as pd

from manyclass.exhibits.perronnin2012.fig2 import LADDERS
from manyclass.exhibits.perronnin2012.trials import BETAS, SMALL, accuracy_by_draw, cell, svm_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial
from manyclass.report.tables import Exact

STATEMENTS = ("explicit-better-when-small",)
FEATURES = "voc2007"
EXPLICIT = [{"schedule": ["decreasing", "fixed"], **LADDERS}, BETAS]
PRINTED = {"explicit": 62.1, "implicit": 60.2}


def trials(config) -> list[Trial]:
    """With a penalty, and without."""
    return list(_trials(config).values())


def features(config) -> str:
    """The variant of the small set."""
    return "n1000" if config["scale"] == "smoke" else FEATURES


def _trials(config) -> dict[str, Trial]:
    return {
        "explicit": svm_trial(config, "w-OVR", features(config), SMALL, variant="explicit", search=EXPLICIT),
        "implicit": svm_trial(config, "w-OVR", features(config), SMALL),
    }


def table(results):
    """One row a kind of regularisation."""
    rows = [
        {"regularisation": name, "printed": Exact(PRINTED[name]), "accuracy, %": cell(results, trial)}
        for name, trial in _trials(results.config).items()
    ]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test that the penalty gains."""
    declared = _trials(results.config)
    explicit, implicit = (accuracy_by_draw(results, trial) for trial in declared.values())
    said = {"on": declared["explicit"].dataset, "printed": "62.1 against 60.2", "printed_value": 62.1 - 60.2}
    text = "a penalty, with stopping early, is more accurate than stopping early alone"
    return [claim.greater("explicit-better-when-small", text, explicit, implicit, **said)]
