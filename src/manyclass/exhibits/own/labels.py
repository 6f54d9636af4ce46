"""Own comparison: the metrics of extreme classification, where samples have several labels.

In percent, on the test part, for the first k classes: mean over draws of each draw's own winner, chosen by accuracy,
and half of the mean's 95 % interval, as in own/comparison. P@k: share of given labels among them; P@1 is the accuracy.
nDCG@k: the same with every place worth less than the one before, relative to the best ranking. PSP@k: propensity-scored
precision relative to the best ranking, in which a hit counts for more the rarer its class is (Jain, Prabhu & Varma
2016, A = 0.55, B = 1.5, classes counted over train and validation). †: with some draw the winner stands at the end of
the values tried; ‡: its training was stopped before it had converged; ↑: it was ended by the cap on passes. A method
that gives one prediction and no scores has k = 1 alone; "class prior" ranks by class size. Data sets of one label a
sample are left out where there are others.
"""

import numpy as np
import pandas as pd
from scipy.sparse import csr_array, vstack

from manyclass.exhibits import base, statistics
from manyclass.exhibits.own import comparison
from manyclass.exhibits.own.standing import overlap
from manyclass.protocol.data.card import GIVEN, prior_ranking
from manyclass.protocol.metrics.multilabel import inverse_propensities, ndcg, precision, propensity_scored_precision
from manyclass.protocol.trial.record import Record

SHOWN = [("P", 1), ("P", 3), ("P", 5), ("nDCG", 3), ("nDCG", 5), ("PSP", 1), ("PSP", 3), ("PSP", 5)]

applies, trials, note = comparison.applies, comparison.trials, comparison.refitted


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: precision at k"


def table(results):
    """One row a data set and method, then the data set's class prior."""
    rows = [row for dataset in _shown(results) for row in _of_set(results, dataset)]
    return pd.DataFrame(rows, dtype=object).dropna(axis="columns", how="all")


def measured(ranked, split) -> dict[str, float]:
    """What the table shows of one ranking of the test samples, in percent, by column.

    Parameters
    ----------
    ranked : int (n_test, K)
        Classes, best first.
    split : Split
        The draw.

    Returns
    -------
    dict of str to float
        Columns with k up to K.
    """
    weights = inverse_propensities(csr_array(vstack([split.train.Y, split.valid.Y], format="csr")))
    curves = {
        "P": precision(ranked, split.test.Y),
        "nDCG": ndcg(ranked, split.test.Y),
        "PSP": propensity_scored_precision(ranked, split.test.Y, weights),
    }
    return {f"{name}@{k}": 100 * float(curves[name][k - 1]) for name, k in SHOWN if k <= ranked.shape[1]}


def _shown(results) -> list[str]:
    sets = comparison.compared(results.config)["datasets"]
    return [name for name in sets if results.card(name)["multi_label"] > 0] or sets


def _of_set(results, dataset):
    for method, trial in comparison.by_method(results.config, dataset).items():
        yield {"data set": dataset, "method": method} | _of_trial(results, trial)
    card = results.card(dataset)
    draws = [results.data(dataset, seed) for seed in list(results.seeds)[: 1 if card["split"] == GIVEN else None]]
    of_prior = [measured(prior_ranking(draw), draw) for draw in draws]
    yield {"data set": dataset, "method": "class prior"} | _cells(of_prior, "", overlap(card))


def _of_trial(results, trial):
    records = results.records(trial)
    if not isinstance(base.best(results, trial), Record):
        return {"P@1": base.best(results, trial)}
    draws = [_of_record(results, trial, record) for record in records]
    return _cells(draws, comparison.marks(records, trial), overlap(results.card(trial.dataset), trial.refit))


def _of_record(results, trial, record) -> dict[str, float]:
    """Nothing of a draw without a winner."""
    if record.best is None:
        return {}
    return measured(results.ranked(trial, record.seed), results.data(trial.dataset, record.seed))


def _cells(draws, mark, wide) -> dict:
    """Mean and interval of each column, from one `measured` a draw."""
    columns = [f"{name}@{k}" for name, k in SHOWN]
    values = {column: np.array([draw.get(column, np.nan) for draw in draws]) for column in columns}
    return {column: statistics.mean_interval(values[column], mark, wide) for column in columns}
