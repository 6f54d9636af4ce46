"""Headroom: how close one-vs-all SVMs come to the best linear classifier of a set.

Test accuracy in percent, mean over draws of the data and 95 % interval: the document's one-vs-all SVMs, the most
accurate classifier with linear boundaries by validation, draw by draw, of table 8's rows and baselines, which stands
for the best that a linear one can do; and the former over the latter. Those with an embedding are among them, as their
boundaries are linear, but no ensemble and no tree. Best: which it was, and in how many draws. Last the gain of Wsabie++
on one-vs-all, in percent, which the document has as least where one-vs-all has the least headroom. † marks a sweep that
ended at an edge. Source: Gupta, Bengio and Weston 2014, section 9.2.
"""

from collections import Counter

import numpy as np
import pandas as pd

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.gupta2014 import rising, table8
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim

ENSEMBLES = ("ensemble_of/wsabie", "ensemble_of/wsabie_pp")
TREES = (baselines.PLT.row, baselines.HSM.row)
CLOSE = 0.95  # of the best linear classifier's accuracy
STATEMENTS = ("web21k-headroom",)


def trials(config):
    """Table 8's linear rows and baselines."""
    return [trial for dataset in gupta.SETS for trial in rows(config, dataset).values()]


def rows(config, dataset) -> dict:
    """Trials of the linear classifiers by their name in table 8."""
    of_table = {gupta.NAMES.get(row, row): trial for row, trial in table8.rows(config, dataset).items()}
    left_out = {gupta.NAMES[row] for row in ENSEMBLES} | {*TREES}
    return {name: trial for name, trial in of_table.items() if name not in left_out}


def table(results):
    """One row a data set."""
    return pd.DataFrame([_row(results, dataset) for dataset in gupta.SETS], dtype=object)


def claims(results):
    """Test that one-vs-all is close to the best linear classifier on 21k web, and closer there than elsewhere."""
    shares = {dataset: share(results, dataset) for dataset in gupta.SETS}
    near, stated = table8.LEAST, {"printed": "hypothesis, no number"}
    text = f"{near}: one-vs-all SVMs have at least {CLOSE:.0%} of the accuracy of the best linear classifier"
    listed = [claim.between("web21k-headroom", text, shares[near], CLOSE, np.inf, on=near, **stated)]
    for other in (dataset for dataset in gupta.SETS if dataset != near):
        text = f"one-vs-all SVMs come closer to the best linear classifier on {near} than on {other}"
        both = shares[near], shares[other]
        listed.append(claim.greater("web21k-headroom", text, *both, on=(near, other), show="{:+.3f}".format, **stated))
    return listed


def share(results, dataset) -> np.ndarray:
    """Accuracy of one-vs-all SVMs over that of the best linear classifier: float64 (seeds,); nan without either.

    All are nan where one of them still rises.
    """
    best, names = best_linear(results, dataset)
    ours = rising.accuracy_unless_rising(results, _one_vs_all(results, dataset))
    return statistics.ratio(ours, base.unless(_any_rises(results, dataset, names), best))


def best_linear(results, dataset) -> tuple[np.ndarray, list[str | None]]:
    """Test accuracy in percent of the linear classifier that is best on validation, float64 (seeds,), and its name.

    nan, and None, for a draw on which none has a result.
    """
    declared = rows(results.config, dataset)
    valid = np.array([_valid(results.records(trial)) for trial in declared.values()])
    tests = [100 * results.test(trial) for trial in declared.values()]
    places = zip(valid.argmax(axis=0), valid.max(axis=0))
    names = [[*declared][place] if np.isfinite(top) else None for place, top in places]
    return statistics.best_by(valid, tests), names


def _any_rises(results, dataset, names) -> bool:
    """Whether a classifier of these names, one for each draw, still rises on its draw."""
    declared = rows(results.config, dataset)
    of_draws = [(declared[name], draw) for draw, name in enumerate(names) if name]
    return any(base.still_rises(results.records(trial)[draw].best, trial) for trial, draw in of_draws)


def _valid(records) -> list[float]:
    return [record.valid if record.best else -np.inf for record in records]


def _one_vs_all(results, dataset):
    return gupta.row_trial(results.config, dataset, gupta.ONE_VS_ALL)


def _row(results, dataset):
    best, names = best_linear(results, dataset)
    ahead = gupta.row_trial(results.config, dataset, "wsabie_pp")
    both = ahead, _one_vs_all(results, dataset)
    ours, theirs = (rising.accuracy_unless_rising(results, each) for each in both)
    counted = Counter(filter(None, names)).most_common()
    rises = _any_rises(results, dataset, names)
    return {
        "data set": dataset,
        "one-vs-all SVMs, %": rising.cell(results, _one_vs_all(results, dataset)),
        "best linear, %": base.marked_where(rises, statistics.mean_interval(best)),
        "best": ", ".join(f"{name} {count}" for name, count in counted) or None,
        "one-vs-all over best": statistics.mean_interval(share(results, dataset)),
        "Wsabie++ on one-vs-all, %": statistics.mean_interval(statistics.gain(ours, theirs)),
    }
