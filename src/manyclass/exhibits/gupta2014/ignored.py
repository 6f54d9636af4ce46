"""Whose samples are trained on and whose are ignored: easy classes and confusable ones.

On all sets of table 8, Wsabie++ by the rule as printed with Q = 8, which the document's validation chose on three of
them; other parameters are those of table 8's winner, but for step and margin, which are swept anew. Spearman's rank
correlations over the classes, of what befell each class in the last pass with how well it is told apart on the test
part: mean over draws of the data and 95 % interval, at the end and of trainings that end early. Of the samples drawn
with the class as the right one, some have a violator; of those some update the model, and the others a last violator
makes go unused: these are ignored. Confusion within the concept: share of the class's samples taken for a synonym of
it; web classes have synonyms, though most of them none. † marks sweeps that ended at an edge. Source: Gupta, Bengio and
Weston 2014, sections 6.2.1 and 6.3.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import last_violators, table7
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.confusion import correct
from manyclass.protocol.metrics.ranking import class_accuracy
from manyclass.protocol.results import failure
from manyclass.protocol.trial.early_stopping import checkpoints
from manyclass.protocol.trial.spec import Trial

METHOD, Q = "wsabie_pp", 8
WITH_SYNONYMS = ("web21k", "web97k")
MOST = 108  # passes looked at: most of what is learnt is learnt by then, and each look is a training of its own
STATEMENTS = EASY, VIOLATED, CONFUSABLE = (
    "easy-classes-updated-more",
    "easy-violated-updated-more",
    "ignored-are-confusable",
)


class ByClass(NamedTuple):
    """What is known of each class: float64 (G,), nan where there is no sample to know it from.

    Test accuracy; the share of its test samples taken for a synonym; the share of its training samples that updated the
    model, the same of those with a violator, and the share that was ignored; and whether it has no last violator.
    """

    accuracy: np.ndarray
    within_concept: np.ndarray
    updated: np.ndarray
    updated_of_violated: np.ndarray
    ignored: np.ndarray
    without_last_violator: np.ndarray


PAIRS = {  # what is correlated with what: names as in the table, and fields of `ByClass`
    "accuracy of the class, having no last violator": ("accuracy", "without_last_violator"),
    "accuracy of the class, share of its samples that update": ("accuracy", "updated"),
    "accuracy of the class, share of its samples with a violator that update": ("accuracy", "updated_of_violated"),
    "confusion within its concept, share of its samples ignored": ("within_concept", "ignored"),
}
NONE_STORED, UPDATED, UPDATED_OF_VIOLATED, CONFUSED = PAIRS
IGNORED_OF_ALL = "share of all samples ignored"  # a row beside those of PAIRS
COUNTED = "drawn", "updated", "ignored"


def trial(config, dataset, order=Q):
    """Declare the trial of a set: from table 8's winner, with the order held."""
    search = {"step": Ladder([0.1, 0.3, 1.0]), "margin": Ladder([0.3, 1.0, 3.0])}
    declared = {"search": search, "depends_on": gupta.row_trial(config, dataset, METHOD)}
    return gupta.trial(config, dataset, METHOD, f"order{order}", last_violators.setting(order, 0), **declared)


def looks(config) -> list[int]:
    """Passes after which training is looked at."""
    return checkpoints(min(gupta.passes(config), MOST))


def trial_after(config, passes, chosen, variant="", **fixed):
    """Declare the training of so many passes with the parameters of a trial's winner, but for those that are given."""
    declared = {"search": {}, "passes": passes, "patience": 0, "depends_on": chosen}
    name = "-".join(filter(None, (chosen.variant, variant, f"after{passes}")))
    return gupta.trial(config, chosen.dataset, METHOD, name, chosen.fixed | fixed, **declared)


def at_times(config, dataset) -> dict[str, Trial]:
    """The trainings of a set that are looked at: soon after the first pass, later, and at the end."""
    end, stops = trial(config, dataset), looks(config)
    early = (stops[len(stops) // 4], stops[len(stops) // 2])
    return {f"after {passes}": trial_after(config, passes, end) for passes in early} | {"at the end": end}


def trials(config):
    """Every set at all times."""
    return [each for dataset in gupta.SETS for each in at_times(config, dataset).values()]


def pairs_of(dataset) -> dict[str, tuple[str, str]]:
    """Those of `PAIRS` that a set has."""
    return {name: PAIRS[name] for name in PAIRS if name != CONFUSED or dataset in WITH_SYNONYMS}


def table(results):
    """One row a set and correlation, and how much is ignored in all."""
    return pd.DataFrame([row for dataset in gupta.SETS for row in _rows(results, dataset)], dtype=object)


def _rows(results, dataset):
    names = [*pairs_of(dataset), IGNORED_OF_ALL]
    columns = {
        f"rank correlation, or share, {time}": _cells(results, each)
        for time, each in at_times(results.config, dataset).items()
    }
    return [
        {"data set": dataset, "over classes": name, **{title: cells[name] for title, cells in columns.items()}}
        for name in names
    ]


def _cells(results, of_trial) -> dict:
    """What the table says of one training, by the name of the row."""
    records = results.records(of_trial)
    measured = correlations(results, of_trial) | {IGNORED_OF_ALL: last_violators.ignored(records) / 100}
    mark, reason = base.edge_mark(records), failure(records)
    return {name: reason or statistics.mean_interval(values, mark) for name, values in measured.items()}


def claims(results):
    """Test that easy classes have a last violator less and update more often, and confusable ones are ignored more."""
    return [test for dataset in gupta.SETS for test in _claims(results, dataset)]


def _claims(results, dataset):
    listed = []
    tested = {
        NONE_STORED: (EASY, "classes of higher accuracy have a last violator stored less often"),
        UPDATED: (EASY, "of the samples of classes of higher accuracy more update the model"),
        UPDATED_OF_VIOLATED: (
            VIOLATED,
            "of the samples of classes of higher accuracy that have a violator more update the model",
        ),
        CONFUSED: (CONFUSABLE, "classes more confused within their concept have more samples ignored"),
    }
    for time, each in at_times(results.config, dataset).items():
        for name, values in correlations(results, each).items():
            statement, said = tested[name]
            text = f"{dataset}, as printed with Q = {Q}, {time}: {said} (rank correlation above 0)"
            stated = {"on": dataset, "printed": "no number", "show": "{:+.2f}".format}
            listed.append(claim.between(statement, text, values, 0, np.inf, **stated))
    return listed


def correlations(results, of_trial) -> dict[str, np.ndarray]:
    """Rank correlation over the classes of each draw, float64 (seeds,), of each of `pairs_of`; nan for a failure."""
    records = results.records(of_trial)
    draws = [None if record.best is None else _of_draw(results, of_trial, record.seed) for record in records]
    return {
        name: np.array([np.nan if draw is None else correlation(getattr(draw, a), getattr(draw, b)) for draw in draws])
        for name, (a, b) in pairs_of(of_trial.dataset).items()
    }


def correlation(a, b) -> float:
    """Spearman's correlation over the classes of which both are known; nan where either is the same for all."""
    known = np.isfinite(a) & np.isfinite(b)
    if known.sum() < 2 or np.ptp(a[known]) == 0 or np.ptp(b[known]) == 0:
        return np.nan
    return float(spearmanr(a[known], b[known]).statistic)


def within_concept(predicted, Y, concept) -> np.ndarray:
    """Share of each class's samples that are taken for another class of its concept: float64 (G,).

    Parameters
    ----------
    predicted : int (n,)
    Y : csr_array (n, G)
        Given labels; a sample that is taken for any of its own is no error.
    concept : int (G,)
        Number of the concept that each class names.

    Returns
    -------
    float64 (G,)
        nan for a class without samples.
    """
    each, taken = Y.indices, np.repeat(predicted, np.diff(Y.indptr))
    wrong = np.repeat(~correct(predicted, Y), np.diff(Y.indptr))
    synonym = wrong & (concept[taken] == concept[each])
    total = np.bincount(each, minlength=Y.shape[1])
    count = np.bincount(each, weights=synonym, minlength=Y.shape[1])
    return statistics.ratio(count, total)


def _of_draw(results, of_trial, seed) -> ByClass:
    data = results.data(of_trial.dataset, seed)
    predicted, Y = results.predicted(of_trial, seed), data.test.Y
    drawn, updated, ignored = (results.array(of_trial, seed, f"{name}_by_class") for name in COUNTED)
    return ByClass(
        accuracy=class_accuracy(predicted, Y),
        within_concept=within_concept(predicted, Y, table7.concepts(data.names)),
        updated=statistics.ratio(updated, drawn),
        updated_of_violated=statistics.ratio(updated, updated + ignored),
        ignored=statistics.ratio(ignored, drawn),
        without_last_violator=(results.array(of_trial, seed, "last_violators") < 0).astype(float),
    )
