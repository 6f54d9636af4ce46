"""Claims on an order: whether what is measured has the printed one, in pairs and as a whole."""

from itertools import pairwise, product

import numpy as np
from scipy import stats

from manyclass.protocol.claims.claim import Claim, between, greater

CORRELATED = 0.8  # rank correlation above which two orders are the same for the most part


def in_order(statement, text, values, printed, *, on=()) -> list[Claim]:
    """Test whether what is measured has the printed order.

    Neighbours of the printed order are compared in pairs; what is printed alike is no pair, and is compared with its
    neighbours above and below. Of three or more, Spearman's correlation of the printed and the measured numbers is
    taken within each draw, and its mean held against `CORRELATED`.

    Parameters
    ----------
    statement : str
        Id of the statement tested.
    text : str
        What is ordered, in a few words: "imagenet16k, accuracy".
    values : dict of str to array-like, shape (n,)
        Measured values by name.
    printed : dict of str to float
        Printed values by the same names.

    Returns
    -------
    list of Claim
        The pairs from the largest down, then the correlation.

    Raises
    ------
    ValueError
        If the names differ, or are fewer than two, or if so many are printed alike that no measured order could be
        correlated with the printed one as claimed.
    """
    if set(values) != set(printed) or len(printed) < 2:
        raise ValueError(f"{statement}: {text}: an order wants the same names, two or more, measured and printed")
    levels = [[name for name in printed if printed[name] == level] for level in sorted(set(printed.values()))[::-1]]
    pairs = [pair for above, below in pairwise(levels) for pair in product(above, below)]
    claims = [
        greater(
            statement, f"{text}: {a} is above {b}", values[a], values[b], on=on,
            printed=f"{printed[a]:g} against {printed[b]:g}", printed_value=printed[a] - printed[b],
        )
        for a, b in pairs
    ]  # fmt: skip
    return claims if len(printed) < 3 else [*claims, _correlated(statement, text, values, printed, on)]


def rank_correlation_step(n) -> float:
    """By how much Spearman's correlation of `n` ranks changes where two neighbours change places.

    Correlations of few ranks come in such steps, and are often the same in all draws.
    """
    return 12 / (n * (n**2 - 1))


def _correlated(statement, text, values, printed, on) -> Claim:
    """Test whether the printed and the measured order agree for the most part.

    Their variance is taken to be at least that of their steps.
    """
    ranks = np.arange(len(printed)), sorted(printed.values())
    if not stats.spearmanr(*ranks).statistic > CORRELATED:
        raise ValueError(f"{statement}: {text}: with so many printed alike no order is correlated above {CORRELATED}")
    measured = np.array([np.atleast_1d(np.asarray(values[name], dtype=float)) for name in printed])
    complete = np.isfinite(measured).all(axis=0)
    correlations = np.where(complete, 0.0, np.nan)  # what is all alike has no order
    for draw in np.flatnonzero(complete & (np.ptp(measured, axis=0) > 0)):
        correlations[draw] = stats.spearmanr(list(printed.values()), measured[:, draw]).statistic
    text, said = f"{text}: rank correlation of printed and measured", f"1, ours to beat {CORRELATED}"
    stated = {"on": on, "printed": said, "printed_value": 1.0, "resolution": rank_correlation_step(len(printed))}
    return between(statement, text, correlations, CORRELATED, np.inf, **stated)
