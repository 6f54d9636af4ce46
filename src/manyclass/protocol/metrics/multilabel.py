"""Metrics of extreme classification, where a sample has several labels: precision, gain and propensities at k.

``ranked``, int (n, K), are class numbers of each sample, best first, without repetition, and ``Y``, a csr_array (n, G),
is the indicator of the given labels, at least one a sample. Each function gives a value for every k up to K.
"""

import numpy as np

from manyclass.protocol.metrics.ranking import given


def precision(ranked, Y) -> np.ndarray:
    """P@k: share of given labels among the first k classes, the mean over samples: float64 (K,)."""
    hits = given(ranked, Y).mean(axis=0)
    return np.cumsum(hits) / np.arange(1, len(hits) + 1)


def ndcg(ranked, Y) -> np.ndarray:
    """nDCG@k: Σ 1 / log₂(1 + place) over hits in the first k places, relative to the best ranking: float64 (K,).

    The mean over samples. The best ranking has the sample's own labels first, as many as there are up to k.
    """
    hit = given(ranked, Y)
    discount = 1 / np.log2(np.arange(2, hit.shape[1] + 2))
    n_hits = np.minimum(np.diff(Y.indptr)[:, None], np.arange(1, hit.shape[1] + 1))
    return (np.cumsum(hit * discount, axis=1) / np.cumsum(discount)[n_hits - 1]).mean(axis=0)


def propensity_scored_precision(ranked, Y, weights) -> np.ndarray:
    """PSP@k relative to the best ranking: what the first k hits weigh, of what k labels could: float64 (K,).

    Jain, Prabhu & Varma (2016): 1/k Σ y_l / p_l over the first k classes, the mean over samples, divided by the same of
    the ranking that has the sample's labels of largest weight first.

    Parameters
    ----------
    ranked : int (n, K)
    Y : csr_array (n, G)
    weights : float64 (G,)
        `inverse_propensities`.
    """
    weights = np.asarray(weights, dtype=float)
    scored = np.where(given(ranked, Y), weights[ranked], 0).sum(axis=0)
    return np.cumsum(scored) / np.cumsum(_heaviest(Y, weights, len(scored)))


def _heaviest(Y, weights, most) -> np.ndarray:
    """What the samples' labels weigh together, those in each place of their order by weight: float64 (most,)."""
    sample = np.repeat(np.arange(Y.shape[0]), np.diff(Y.indptr))
    order = np.lexsort((-weights[Y.indices], sample))
    place = np.arange(Y.nnz) - Y.indptr[:-1][sample]
    return np.bincount(place, weights=weights[Y.indices][order], minlength=most)[:most]


def inverse_propensities(Y, A=0.55, B=1.5) -> np.ndarray:
    """1 / p_l = 1 + C (N_l + B)^-A with C = (log N - 1)(B + 1)^A: how much a hit of each class weighs.

    p_l models how likely a right label is to be given at all: the likelier, the more samples have it (Jain, Prabhu &
    Varma 2016, section 4; A and B as there for sets without values of their own).

    Parameters
    ----------
    Y : csr_array (N, G)
        Indicator of the labels of all samples that are not tested.
    A, B : float

    Returns
    -------
    float64 (G,)

    Raises
    ------
    ValueError
        If there are so few samples that weights would not be positive.
    """
    n, counts = Y.shape[0], np.bincount(Y.indices, minlength=Y.shape[1])
    if n < 3:
        raise ValueError(f"propensities need at least 3 samples, since log N - 1 must be positive; there are {n}")
    return 1 + (np.log(n) - 1) * (B + 1) ** A * (counts + B) ** -A
