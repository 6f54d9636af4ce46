"""Pairs with wrong classes that can matter where scores move, found in one look at all of them."""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.pairs.exceeding import exceeding

# The level that as many exceed as are wanted is read off every SPACING-th score: it is one that so many standard
# deviations more of them exceed. A prime, so that no class is left out.
SPACING, SAFE = 61, 6


class Candidates(NamedTuple):
    """Pairs at rising ``places`` int64 (m,), i·G + g, with ``scores`` and ``moves`` float64 (m,).

    No other pair has a score above ``floor`` after a share of its move that was looked at.
    """

    places: np.ndarray
    scores: np.ndarray
    moves: np.ndarray
    floor: float

    def at(self, share: float) -> np.ndarray:
        """Scores after this share of the moves, float64 (m,)."""
        return self.scores + share * self.moves


def candidates(scores, moves, shares: tuple[float, float], wanted: int, among: np.ndarray) -> Candidates:
    """At least so many pairs, those with the highest scores after either share of the moves: good between them, too.

    Parameters
    ----------
    scores, moves : ndarray (n, G) of float64
        Scores are -inf, and moves 0, at the samples' own classes.
    shares : tuple of float
        The first and the last.
    wanted : int
        If there are not so many, all pairs.
    among : ndarray of int64
        Places, rising, of pairs that are among them in any case.
    """
    least = wanted
    while True:
        level = _level(scores.ravel(), moves.ravel(), shares, wanted)
        places = exceeding(scores, moves, *shares, level)
        if len(places) >= least or level == -np.inf:
            break
        wanted *= 2
    places = np.sort(np.concatenate([places, among]), kind="stable")  # of two parts that are sorted
    places = places[np.diff(places, prepend=-1) > 0]
    return Candidates(places, scores.ravel()[places], moves.ravel()[places], level)


def _level(scores, moves, shares, wanted):
    """What about so many pairs exceed, and not fewer if those looked at are like the others."""
    some, moves = scores[::SPACING], moves[::SPACING]
    some = np.maximum(some + shares[0] * moves, some + shares[1] * moves)
    safe = int(wanted / SPACING + SAFE * np.sqrt(wanted / SPACING + 1))
    return np.partition(some, -safe)[-safe] if safe < len(some) else -np.inf
