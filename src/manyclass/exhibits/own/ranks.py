"""Own comparison: mean ranks over the data sets.

On every data set the methods are ranked by their mean test accuracy, 1 the highest, equal ones sharing their ranks;
the mean rank is over data sets. "p, Friedman": that all methods are alike (Friedman's test). "p against the best": of
the difference to the method with the lowest mean rank, by Wilcoxon's signed-rank test with Holm's correction over all
pairs of methods. Each data set counts once, by its mean: its draws or splits are no data sets of their own. A method
without a result on some data set is not ranked.
"""

from itertools import combinations

import numpy as np
import pandas as pd
from scipy import stats

from manyclass.exhibits import statistics
from manyclass.exhibits.own import comparison
from manyclass.protocol.claims.interval import ERROR
from manyclass.protocol.claims.verdicts import holm
from manyclass.protocol.results import failure
from manyclass.report.tables import Probability

LEVEL = 2 * ERROR


def applies(config):
    """Ranks need two methods on two data sets."""
    return not lacks(config)


def lacks(config) -> str:
    """Say what there is too little of; nothing where ranks can be made."""
    n_sets, n_methods = _sizes(config)
    enough = n_sets > 1 and n_methods > 1
    return "" if enough else "ranks two methods or more on two data sets or more of own.compare"


def title(config):
    """Take the configured title."""
    return f"{comparison.title(config)}: mean ranks"


def note(config):
    """Say whether methods can be told apart at all, and whether winners were trained anew."""
    return "" if lacks(config) else f"{_told_apart(config)} {comparison.refitted(config)}".rstrip()


def _told_apart(config) -> str:
    n_sets, n_methods = _sizes(config)
    if n_sets >= (fewest := fewest_sets(n_methods)):
        return "own/rank_diagram shows which methods cannot be told apart."
    return (
        f"{n_sets} data sets cannot tell {n_methods} methods apart, whatever is measured: it takes {fewest}."
        " So there is no critical difference diagram."
    )


trials = comparison.trials


def fewest_sets(n_methods) -> int:
    """The fewest data sets on which the test can tell two of so many methods apart.

    If one is better on all n, the signed-rank test has p = 2/2ⁿ, which Holm's correction multiplies by the pairs.
    """
    n_pairs = n_methods * (n_methods - 1) / 2
    return int(np.ceil(1 + np.log2(n_pairs / LEVEL)))


def table(results):
    """One row a method, from the lowest mean rank; then those that are not ranked, and Friedman's test."""
    measured, failed = accuracies(results)
    rank, p = mean_ranks(measured), pairs(measured)
    order = rank.sort_values(kind="stable").index
    rows = [
        {"method": name, "mean rank": rank[name], "data sets": len(measured)}
        | {"highest on": int((measured[name] == measured.max(axis=1)).sum())}
        | {"p against the best": Probability(p[frozenset((name, order[0]))]) if name != order[0] else None}
        for name in order
    ]
    rows += [{"method": name, "mean rank": f"not ranked: {why}"} for name, why in failed.items()]
    if (alike := friedman(measured)) is not None:
        rows.append({"method": "all", "p, Friedman": Probability(alike)})
    return pd.DataFrame(rows, dtype=object)


def accuracies(results) -> tuple[pd.DataFrame, dict[str, str]]:
    """Mean test accuracy by data set and method; and of the methods that lack one, the first reason."""
    means, failed = {}, {}
    for dataset in comparison.compared(results.config)["datasets"]:
        for method, trial in comparison.by_method(results.config, dataset).items():
            if why := failure(results.records(trial)):
                failed.setdefault(method, f"{dataset}: {why}")
            means.setdefault(method, {})[dataset] = 100 * statistics.mean(results.test(trial))
    return pd.DataFrame(means).drop(columns=list(failed)), failed


def mean_ranks(measured) -> pd.Series:
    """Mean rank of every column of accuracies; equal ones share their ranks."""
    return measured.rank(axis=1, ascending=False).mean()


def friedman(measured) -> float | None:
    """Friedman's p that the columns are alike; None of fewer than three, for which it is not made."""
    if measured.shape[1] < 3 or not np.ptp(measured.to_numpy(), axis=1).any():
        return None
    return float(stats.friedmanchisquare(*measured.to_numpy().T).pvalue)


def pairs(measured) -> dict[frozenset, float]:
    """Wilcoxon's signed-rank p of every pair of columns, after Holm's correction."""
    both = list(combinations(measured.columns, 2))
    p = holm([_signed_rank((measured[one] - measured[other]).to_numpy()) for one, other in both])
    return dict(zip(map(frozenset, both), p.tolist()))


def _signed_rank(differences) -> float:
    return float(stats.wilcoxon(differences).pvalue) if differences.any() else 1.0


def _sizes(config) -> tuple[int, int]:
    compared = comparison.compared(config)
    return len(compared.get("datasets", [])), len(compared.get("methods", []))
