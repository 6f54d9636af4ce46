"""Newton's step on class vectors whose losses are smoothed by a projection of the dual variables."""

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.pairs.class_sums import add_pairs
from manyclass.methods.base.pairs.loss import PairLoss
from manyclass.methods.base.pairs.projection import PairDuals
from manyclass.methods.base.samples import rows_of

# Of the three kinds of pairs those with a sample's own class and with another; the last are the latter at their bound.
RIGHT, WRONG = 0, 1
SAMPLES_AT_A_TIME = 512
# Classes are solved for together whose pairs are as many, when filled up to a multiple of this.
FILLED_UP = 8


def newton_step(X, y, loss: PairLoss, rho: float, duals: PairDuals, gradient: np.ndarray) -> np.ndarray:
    """The step δ (G, d) with H δ = -gradient, H the generalised Hessian of ½‖W‖² + `PairDuals.value` at X Wᵀ.

    Each class has a block of H for itself, of the pairs that move; that both sums stay equal, and that a bound moves
    with them, adds a matrix of rank three.

    Parameters
    ----------
    X : float32 array or CSR array (n, d)
        The samples.
    y : ndarray (n,) of int32
        Their classes, 0..G-1.
    loss, rho, duals
        See `manyclass.methods.base.pairs.projection.project`.
    gradient : ndarray (G, d) of float64
    """
    n_classes, pairs = len(gradient), _pairs(y, len(gradient), loss, duals)
    sums = np.stack([class_sums(X, np.ones(len(samples)), samples, of, n_classes) for samples, of in pairs])
    sides = np.stack([gradient, *sums], axis=2)
    samples, classes = (np.concatenate(each) for each in zip(pairs[RIGHT], pairs[WRONG]))
    weights = np.repeat((loss.steepness(rho), rho), [len(pairs[kind][0]) for kind in (RIGHT, WRONG)])
    found = solutions(X, samples, classes, weights, sides)
    solved, solved_sums = found[:, :, 0], np.moveaxis(found[:, :, 1:], 2, 0)
    coupling = _coupling(loss, rho, duals, [len(samples) for samples, _ in pairs])
    inner = np.einsum("kgd,lgd->kl", sums, solved_sums)
    share = np.linalg.solve(np.eye(3) + coupling @ inner, coupling @ np.einsum("kgd,gd->k", sums, solved))
    return np.einsum("k,kgd->gd", share, solved_sums) - solved


def class_sums(X, values: np.ndarray, samples: np.ndarray, classes: np.ndarray, n_classes: int) -> np.ndarray:
    """Σ values x_i of each class, float64 (G, d), over pairs of a sample and a class."""
    sums = np.zeros((n_classes, X.shape[1]))
    add_pairs(rows_of(X), values, samples, classes.astype(np.int64, copy=False), sums)
    return sums


def _pairs(y, n_classes, loss, duals) -> list[tuple[np.ndarray, np.ndarray]]:
    """Samples and classes of the pairs of each kind; those of RIGHT and WRONG move with their scores."""
    right = np.flatnonzero((duals.right > 0.0) & (duals.right < loss.most))
    capped = duals.wrong >= loss.bound(duals.total)
    return [(right, y[right]), *(np.divmod(duals.places[kind], n_classes) for kind in (~capped, capped))]


def solutions(X, samples: np.ndarray, classes: np.ndarray, weights: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """(1 + Σ weight x xᵀ)⁻¹ of each class's pairs times its ``sides``, float64 (G, d, r): by the smaller matrix.

    Parameters
    ----------
    X : float32 array or CSR array (n, d)
        The samples.
    samples, classes : ndarray (m,) of int64
        The sample and the class of each pair.
    weights : ndarray (m,) of float64
    sides : ndarray (G, d, r) of float64
    """
    order = np.argsort(classes, kind="stable")
    samples, weights, solved = samples[order], weights[order], sides.copy()
    indptr = np.searchsorted(classes[order], np.arange(len(sides) + 1))
    filled = -(-np.diff(indptr) // FILLED_UP) * FILLED_UP
    for size in np.unique(filled[filled > 0]):
        alike = np.flatnonzero(filled == size)
        solve = _by_samples if size < X.shape[1] else _by_features
        for some in np.split(alike, range(0, len(alike), max(SAMPLES_AT_A_TIME // size, 1))[1:]):
            places = indptr[some, None] + np.arange(size)
            own = places < indptr[some + 1, None]
            places = np.where(own, places, 0)
            solved[some] = solve(X, samples[places], np.where(own, weights[places], 0.0), sides[some])
    return solved


def _by_samples(X, samples, weights, sides):
    """Of c classes with ``samples`` (c, p), by p equations each; those without weight only fill up."""
    rows = _dense(X, samples)
    rows[weights == 0.0] = 0.0
    across = rows.transpose(0, 2, 1)
    blocks, diagonal = rows @ across, np.arange(samples.shape[1])
    blocks[:, diagonal, diagonal] += 1.0 / np.where(weights > 0.0, weights, 1.0)
    return sides - across @ np.linalg.solve(blocks, rows @ sides)


def _by_features(X, samples, weights, sides):
    """The same by d equations each."""
    blocks = np.tile(np.eye(X.shape[1]), (len(samples), 1, 1))
    for first in range(0, samples.shape[1], SAMPLES_AT_A_TIME):
        some = np.s_[:, first : first + SAMPLES_AT_A_TIME]
        rows = _dense(X, samples[some])
        blocks += (rows * weights[some][:, :, None]).transpose(0, 2, 1) @ rows
    return np.linalg.solve(blocks, sides)


def _dense(X, samples) -> np.ndarray:
    """Rows of ``samples`` (c, p), float64 (c, p, d)."""
    rows = X[samples.ravel()].astype(np.float64)
    return (rows.toarray() if sp.issparse(rows) else rows).reshape(*samples.shape, -1)


def _coupling(loss, rho, duals, numbers):
    """What the levels and the sum, changing with the scores, add to the Hessian between the three sums of pairs.

    The sums of scores of the pairs that move, and of the capped ones, change the level of the right pairs, that of the
    wrong ones, and the sum: three linear equations, that either kind has this sum and that a larger would gain nothing.
    """
    slope, of_right, of_wrong = loss.slope(duals.total), loss.steepness(rho), rho
    n_right, n_wrong, n_capped = numbers
    equations = [
        [of_right * n_right, 0.0, 1.0],
        [0.0, -of_wrong * n_wrong, slope * n_capped - 1.0],
        [1.0, 1.0 - slope * n_capped, loss.bend(duals.total) * duals.excess - slope * slope * n_capped / rho],
    ]
    changes = -np.linalg.pinv(equations) * [of_right, of_wrong, slope]
    return changes * np.array([[of_right], [-of_wrong], [slope]])
