"""Scores of all classes for a whole block of samples, a little out of date, and what makes them exact.

Where hardly a class violates, a step looks through all of them. One matrix product scores every class for
every sample of a block in a fraction of the time; the steps in between move z and a few class vectors, and a
class that has not moved can only violate now if its old score was within ‖z - z_seen‖ of doing so (triangle
and Cauchy-Schwarz inequalities). Those few are scored again, so the violators found are the true ones.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.discriminants import exceeds
from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.labels import is_correct, n_correct
from manyclass.kernels.common.rng import below
from manyclass.kernels.common.rows import dot, dot_dense
from manyclass.kernels.embedding.bounds import affine, limit
from manyclass.kernels.embedding.products import copy
from manyclass.kernels.sgd.violator_sampling import patience, survey

# Classes per matrix product: scores are transposed while they are still in the fastest cache.
PANEL = 256
# What scoring a class for one more sample costs, in uniform tries.
PRICE = 0.25
FEWEST_TRIES = 4

PATIENCE, SCORED, SPENT, SAVED = range(4)


class Outlook(NamedTuple):
    """What is known of a block's samples.

    ``X`` float32 (K, m) are the embedded samples as of now, ``seen`` as of when ``scores`` float32 (K, G)
    were computed.

    ``ledger`` float64 (4,): the number of uniform tries before the scores are looked at, whether they have
    been computed for this block, what that has cost, and what it has saved, both in uniform tries.
    """

    X: np.ndarray
    seen: np.ndarray
    scores: np.ndarray
    ledger: np.ndarray


@kernel
def new_outlook(Z, n_classes):
    """No scores yet, for the samples embedded as the rows of ``Z`` float32 (K, m)."""
    ledger = np.zeros(4)
    ledger[PATIENCE] = n_classes // 4
    return Outlook(Z, np.zeros_like(Z), np.zeros((Z.shape[0], n_classes), np.float32), ledger)


@kernel
def renew(outlook):
    """Forget the block's scores; double the patience if they cost more than they saved, or halve it."""
    ledger = outlook.ledger
    if ledger[SCORED]:
        ledger[PATIENCE] *= 0.5 if ledger[SAVED] > ledger[SPENT] else 2.0
        most = 3 * outlook.scores.shape[1] // 4  # so that scores after it are no dearer than the tries they save
        ledger[PATIENCE] = min(max(ledger[PATIENCE], FEWEST_TRIES), most)
    ledger[SCORED] = ledger[SPENT] = ledger[SAVED] = 0.0


@kernel
def touch(outlook, g):
    """Class ``g`` has moved: what its scores were says nothing any more."""
    if outlook.ledger[SCORED]:
        for b in range(outlook.scores.shape[0]):
            outlook.scores[b, g] = np.inf


@kernel
def look_ahead(outlook, discriminant, r):
    """Score all classes for the samples ``r`` and after, as they stand now."""
    n_samples, n_classes = outlook.scores.shape
    for b in range(r, n_samples):
        copy(outlook.X[b], outlook.seen[b])
    slope, offset = np.empty(PANEL, np.float32), np.empty(PANEL, np.float32)
    for first in range(0, n_classes, PANEL):
        last = min(first + PANEL, n_classes)
        inner = np.dot(discriminant.beta[first:last], outlook.seen[r:].T)
        for k in range(last - first):
            slope[k], offset[k] = affine(discriminant, first + k)
        for b in range(r, n_samples):
            scores = outlook.scores[b, first:last]
            for k in range(last - first):
                scores[k] = slope[k] * inner[k, b - r] + offset[k]
    outlook.ledger[SCORED] = 1.0
    outlook.ledger[SPENT] = PRICE * (n_samples - r) * n_classes


@dot.case(Outlook)
def _dot(outlook, r, w):
    return dot_dense(outlook.X[r], w)


@patience.case(Outlook)
def _patience(outlook, n_classes):
    return int(outlook.ledger[PATIENCE])


@survey.case(Outlook)
def _survey(outlook, discriminant, r, labels, i, threshold, state):
    if not outlook.ledger[SCORED]:
        look_ahead(outlook, discriminant, r)
    least = limit(discriminant, outlook.X[r], outlook.seen[r], threshold)
    scores = outlook.scores[r]
    chosen, count = -1, 0
    for first in range(0, labels.n_classes, PANEL):
        last = min(first + PANEL, labels.n_classes)
        if n_above(scores[first:last], least) == 0:
            continue
        for g in range(first, last):
            if scores[g] > least and exceeds(discriminant, outlook, r, g, threshold) and not is_correct(labels, i, g):
                count += 1
                if below(state, count) == 0:  # reservoir sampling
                    chosen = g
    left, wrong = labels.n_classes - outlook.ledger[PATIENCE], labels.n_classes - n_correct(labels, i)
    outlook.ledger[SAVED] += min(left, wrong / count) if count else left
    return chosen, count


@kernel
def n_above(scores, least):
    """How many of the scores exceed ``least``: counting runs in vector registers, a search would not."""
    count = 0
    for k in range(scores.shape[0]):
        count += scores[k] > least
    return count
