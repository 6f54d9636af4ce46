"""Newton's step on class vectors whose losses are smoothed by a projection of the dual variables."""

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.linalg.lapack import dposv

from manyclass.methods.base.dual.pair_loss import PairLoss
from manyclass.methods.base.dual.pair_projection import PairDuals

# Pairs with a sample's own class, with another, and those of the latter whose dual variables are at their bound.
RIGHT, WRONG, CAPPED = range(3)
SAMPLES_AT_A_TIME = 512


class Moving(NamedTuple):
    """Pairs whose dual variables change with their own scores, in the order of their classes.

    ``samples`` and ``kinds`` int64 (m,), the latter RIGHT or WRONG; those of class g stand from ``indptr`` int64
    (G + 1,) at g on. ``weights`` float64 (2,): by how much the dual variables of either kind change with a score.
    """

    samples: np.ndarray
    kinds: np.ndarray
    indptr: np.ndarray
    weights: np.ndarray


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
        See `manyclass.methods.base.dual.pair_projection.project`.
    gradient : ndarray (G, d) of float64
    """
    capped = duals.wrong >= loss.bound(duals.total)
    moving = _moving(y, len(gradient), loss, rho, duals, capped)
    sums = _sums(X, moving, np.divmod(duals.places[capped], len(gradient)))
    solved, solved_sums = np.empty_like(gradient), np.empty_like(sums)
    for g in range(len(gradient)):
        pairs = slice(moving.indptr[g], moving.indptr[g + 1])
        sides = np.vstack([gradient[g : g + 1], sums[:, g]]).T
        each = _block_solution(X, moving.samples[pairs], moving.weights[moving.kinds[pairs]], sides)
        solved[g], solved_sums[:, g] = each[:, 0], each[:, 1:].T
    coupling = _coupling(loss, rho, duals, moving, np.count_nonzero(capped))
    inner = np.einsum("kgd,lgd->kl", sums, solved_sums)
    share = np.linalg.solve(np.eye(3) + coupling @ inner, coupling @ np.einsum("kgd,gd->k", sums, solved))
    return np.einsum("k,kgd->gd", share, solved_sums) - solved


def class_sums(X, values: np.ndarray, samples: np.ndarray, classes: np.ndarray, n_classes: int) -> np.ndarray:
    """Σ values x_i of each class, float64 (G, d), over pairs of a sample and a class."""
    shares = sp.csr_array((values, (samples, classes)), shape=(X.shape[0], n_classes))
    sums = np.zeros((n_classes, X.shape[1]))
    for first in range(0, X.shape[0], SAMPLES_AT_A_TIME):
        block = slice(first, first + SAMPLES_AT_A_TIME)
        product = shares[block].T @ X[block].astype(np.float64)
        sums += product.toarray() if sp.issparse(product) else product
    return sums


def _sums(X, moving, capped) -> np.ndarray:
    """Sums of the samples of each kind and class, float64 (3, G, d); of ``capped`` are samples and classes given."""
    n_classes = len(moving.indptr) - 1
    classes, kinds = np.repeat(np.arange(n_classes), np.diff(moving.indptr)), moving.kinds
    pairs = [(moving.samples[kinds == kind], classes[kinds == kind]) for kind in (RIGHT, WRONG)]
    each = [class_sums(X, np.ones(len(samples)), samples, of, n_classes) for samples, of in [*pairs, capped]]
    return np.stack(each)


def _moving(y, n_classes, loss, rho, duals, capped):
    right = np.flatnonzero((duals.right > 0.0) & (duals.right < loss.most))
    wrong, classes = np.divmod(duals.places[~capped], n_classes)
    samples, classes = np.concatenate([right, wrong]), np.concatenate([y[right], classes])
    kinds, order = np.repeat([RIGHT, WRONG], [len(right), len(wrong)]), np.argsort(classes, kind="stable")
    indptr = np.searchsorted(classes[order], np.arange(n_classes + 1))
    return Moving(samples[order], kinds[order], indptr, np.array([1.0 / (1.0 / rho + loss.curve), rho]))


def _block_solution(X, samples, weights, sides):
    """(1 + Σ weight x xᵀ)⁻¹ times each column of ``sides`` (d, r), over some samples: by the smaller matrix."""
    p, d = len(samples), X.shape[1]
    if p == 0:
        return sides
    if p < d:
        rows = _dense(X[samples])
        block = rows @ rows.T
        block.flat[:: p + 1] += 1.0 / weights
        return sides - rows.T @ _solution(block, rows @ sides)
    block = np.eye(d)
    for first in range(0, p, SAMPLES_AT_A_TIME):
        some = slice(first, first + SAMPLES_AT_A_TIME)
        rows = _dense(X[samples[some]])
        block += (rows.T * weights[some]) @ rows
    return _solution(block, sides)


def _solution(matrix, sides):
    """Solve for a positive definite matrix; LAPACK itself, as what SciPy puts around it takes twice as long."""
    _, solution, failed = dposv(matrix, sides)
    if failed:
        raise np.linalg.LinAlgError("a class's system of equations is not positive definite")
    return solution


def _dense(rows) -> np.ndarray:
    """Rows of the samples in float64."""
    return (rows.toarray() if sp.issparse(rows) else rows).astype(np.float64)


def _coupling(loss, rho, duals, moving, n_capped):
    """What the levels and the sum, changing with the scores, add to the Hessian between the three sums of pairs.

    The sums of scores of the pairs that move, and of the capped ones, change the level of the right pairs, that of the
    wrong ones, and the sum: three linear equations, that either kind has this sum and that a larger would gain nothing.
    """
    slope, (of_right, of_wrong) = loss.slope(duals.total), moving.weights
    n_right, n_wrong = np.bincount(moving.kinds, minlength=2)
    equations = [
        [of_right * n_right, 0.0, 1.0],
        [0.0, -of_wrong * n_wrong, slope * n_capped - 1.0],
        [1.0, 1.0 - slope * n_capped, loss.bend(duals.total) * duals.excess - slope * slope * n_capped / rho],
    ]
    changes = -np.linalg.pinv(equations) * [of_right, of_wrong, slope]
    return changes * np.array([[of_right], [-of_wrong], [slope]])
