"""Elsewhere: the document's four methods on sets that were made with nothing of it in view.

Mean over classes of top-1 and top-5 accuracy in percent, mean ± half of the 95 % interval over draws of the data;
spread: the best method's accuracy less the worst's, as a share of their mean. more_classes has 512 classes whose labels
are nearly all right; in label_noise none are wrong, or 40 %, of 300 classes; neither has images, words or Fisher
vectors. What the document says of its tables, the sets of these exhibits were chosen to show; here it is tested. Steps
and w-OVR's negatives per positive are chosen by validation. †: a sweep whose best value is the last one tried. Ours, on
Perronnin, Akata, Harchaoui and Schmid 2012, section 5 and the abstract.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import baselines, statistics
from manyclass.exhibits.perronnin2012 import table2
from manyclass.exhibits.perronnin2012.trials import (
    BY_BOTH,
    FOUR,
    MEASURES,
    accuracy_by_draw,
    cell,
    dataset_name,
    relative_span,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.spec import Trial

STATEMENTS = ("ranking-no-better", "multiclass-first-ranking-five", "weighted-always-best", "wrong-labels-widen")
RIGHT, WRONG = ("label_noise", "clean"), ("label_noise", "noise40")
SETS = ("more_classes", "512"), RIGHT, WRONG  # data set and variant


def trial(config, each, method) -> Trial:
    """Declare the trial of a method on one of the SETS."""
    dataset, variant = each
    return svm_trial(config, method, variant, dataset)


def rows(config, each) -> dict[str, Trial]:
    """The document's methods on one of the SETS, then the baselines that take little."""
    ours = {method: trial(config, each, method) for method in FOUR}
    return ours | baselines.simple(config, dataset_name(*each), "by_both", **BY_BOTH)


def trials(config) -> list[Trial]:
    """All rows on all sets."""
    return [declared for each in SETS for declared in rows(config, each).values()]


def accuracies(results, each, measure) -> dict[str, np.ndarray]:
    """Accuracy in percent by method, each of shape (seeds,)."""
    return {method: accuracy_by_draw(results, trial(results.config, each, method), measure) for method in FOUR}


def table(results):
    """One row a set and measure."""
    return pd.DataFrame([_row(results, each, measure) for measure in MEASURES for each in SETS], dtype=object)


def claims(results):
    """Test that w-OVR leads, where the multiclass SVM stands better, and (ours) that wrong labels set apart."""
    listed = [tested for each in SETS for tested in _on(results, each)]
    for measure in MEASURES:
        wrong, right = (relative_span(accuracies(results, each, measure)) for each in (WRONG, RIGHT))
        text = f"{measure}: the spread of the methods is larger with 40 % of the labels wrong than with none"
        said = {"on": [dataset_name(*each) for each in (WRONG, RIGHT)], "show": "{:+.1f} %".format}
        listed.append(claim.greater("wrong-labels-widen", text, wrong, right, **said))
    return listed


def _on(results, each):
    on = dataset_name(*each)
    values = {measure: accuracies(results, each, measure) for measure in MEASURES}
    for measure in MEASURES:
        yield from table2.no_better(measure, on, values[measure], {}, on)
        yield from table2.always_best(measure, on, values[measure], {}, on)
    yield table2.first_or_five(on, values, on)


def _row(results, each, measure):
    row = {"measure": measure, "data set": dataset_name(*each)}
    row |= {name: cell(results, declared, measure) for name, declared in rows(results.config, each).items()}
    return row | {"spread, % of the mean": statistics.mean_interval(relative_span(accuracies(results, each, measure)))}
