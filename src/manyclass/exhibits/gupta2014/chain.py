"""The last violator of a class as a Markov chain: the document's formulas, and what its rule says.

Everything takes `Fraction` numbers as well as floats. Source: Gupta, Bengio and Weston 2014, figure 3.
"""

import itertools
import math

import numpy as np


def printed(p, q) -> tuple:
    """Stationary shares of no last violator, g and h by the document's formulas, for p_g = p and p_h = q."""
    relative = 1, _relative(p, q), _relative(q, p)
    return tuple(share / sum(relative) for share in relative)


def transition(*p) -> list[list]:
    """Transition probabilities by the rule of section 6.2, for classes that violate independently.

    State 0 is no last violator, state v + 1 that it is class v. If the last violator violates, it stays; else
    the next one is uniform among the violators, or none if there are none.
    """
    matrix = [[p[0] * 0 for _ in range(len(p) + 1)] for _ in range(len(p) + 1)]
    for pattern in itertools.product((False, True), repeat=len(p)):
        chance = math.prod(share if violates else 1 - share for share, violates in zip(p, pattern))
        violators = [v + 1 for v, violates in enumerate(pattern) if violates]
        for state, row in enumerate(matrix):
            following = [state] if state in violators else violators or [0]
            for end in following:
                row[end] += chance / len(following)
    return matrix


def stationary(matrix) -> np.ndarray:
    """Stationary distribution of a transition matrix: its left eigenvector of the eigenvalue 1, float64."""
    values, vectors = np.linalg.eig(np.array(matrix, dtype=float).T)
    vector = vectors[:, np.argmin(abs(values - 1))].real
    return vector / vector.sum()


def _relative(p, q):
    """P(LV = g) / P(no LV) as printed."""
    return p * (2 + q - p * q) / (2 * (p - 1) * (p * q - 1))


def is_stationary(shares, matrix) -> bool:
    """Whether a transition leaves the shares as they are, exactly: of `Fraction` numbers, no rounding enters."""
    following = [sum(share * row[end] for share, row in zip(shares, matrix)) for end in range(len(shares))]
    return following == list(shares)
