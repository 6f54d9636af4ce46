"""Whose samples are trained on and whose are ignored: easy classes and confusable ones.

On 21k web data, Wsabie++ by the rule as printed with Q = 8, which the document's validation chose; other parameters are
those of table 8's winner, but for step and margin, which are swept anew. Spearman's rank correlations over the classes,
of what befell each class in the last pass with how well it is told apart on the test part: mean over draws of the data
and 95 % interval. Of the samples drawn with the class as the right one, some have a violator; of those some update the
model, and the others a last violator makes go unused: these are ignored. Confusion within the concept: share of the
class's samples taken for a synonym of it; most classes have none. † marks sweeps that ended at an edge. Source: Gupta,
Bengio and Weston 2014, sections 6.2.1 and 6.3.
"""

from typing import NamedTuple

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import table7
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics.classification import class_accuracy
from manyclass.protocol.metrics.confusion import correct

SET, METHOD, Q = "web21k", "wsabie_pp", 8
STATEMENTS = "easy-classes-updated-more", "ignored-are-confusable"


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
COUNTED = "drawn", "updated", "ignored"


def trial(config, order=Q):
    """Declare the trial: from table 8's winner, with the order held."""
    search = {"step": Ladder([0.1, 0.3, 1.0]), "margin": Ladder([0.3, 1.0, 3.0])}
    declared = {"search": search, "depends_on": gupta.row_trial(config, SET, METHOD)}
    return gupta.trial(config, SET, METHOD, f"order{order}", gupta.setting(order, 0), **declared)


def trials(config):
    """The one trial."""
    return [trial(config)]


def table(results):
    """One row a correlation, and how much is ignored in all."""
    records = results.records(trial(results.config))
    mark, failure = base.edge_mark(records), stored.failure(records)
    shares = np.array([np.nan if record.best is None else record.best.ignored[-1] for record in records])
    measured = correlations(results) | {"share of all samples ignored": shares}
    rows = [(name, failure or statistics.spread(values, mark)) for name, values in measured.items()]
    return pd.DataFrame(rows, columns=["over classes", "rank correlation, or share"], dtype=object)


def claims(results):
    """Test that easy classes have a last violator less and update more often, and confusable ones are ignored more."""
    measured = correlations(results)
    easy = "easy-classes-updated-more"
    tested = (
        (easy, NONE_STORED, "classes of higher accuracy have a last violator stored less often"),
        (easy, UPDATED, "of the samples of classes of higher accuracy more update the model"),
        (easy, UPDATED_OF_VIOLATED, "of those of them with a violator more update the model"),
        ("ignored-are-confusable", CONFUSED, "classes more confused within their concept have more samples ignored"),
    )
    return [
        claim.between(
            statement, f"{SET}, as printed with Q = {Q}: {text} (rank correlation above 0)", measured[name], 0, np.inf,
            on=SET, printed="no number", show="{:+.2f}".format,
        )
        for statement, name, text in tested
    ]  # fmt: skip


def correlations(results) -> dict[str, np.ndarray]:
    """Rank correlation over the classes of each draw, float64 (seeds,), of each of `PAIRS`; nan for a failure."""
    records = results.records(trial(results.config))
    draws = [None if record.best is None else _of_draw(results, record.seed) for record in records]
    return {
        name: np.array([np.nan if draw is None else correlation(getattr(draw, a), getattr(draw, b)) for draw in draws])
        for name, (a, b) in PAIRS.items()
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
    return _share(count, total)


def _of_draw(results, seed) -> ByClass:
    of_trial, data = trial(results.config), results.data(SET, seed)
    predicted, Y = results.predicted(of_trial, seed), data.test.Y
    drawn, updated, ignored = (results.array(of_trial, seed, f"{name}_by_class") for name in COUNTED)
    return ByClass(
        accuracy=class_accuracy(predicted, Y),
        within_concept=within_concept(predicted, Y, table7.concepts(data.names)),
        updated=_share(updated, drawn),
        updated_of_violated=_share(updated, updated + ignored),
        ignored=_share(ignored, drawn),
        without_last_violator=(results.array(of_trial, seed, "last_violators") < 0).astype(float),
    )


def _share(count, total) -> np.ndarray:
    return np.divide(count, total, out=np.full(len(total), np.nan), where=total > 0)
