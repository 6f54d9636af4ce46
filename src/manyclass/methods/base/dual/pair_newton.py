"""Newton's step on class vectors whose losses are smoothed by a projection of the dual variables."""

import numpy as np
import scipy.sparse as sp
from scipy.linalg.lapack import dposv

from manyclass.methods.base.dual.pair_loss import PairLoss
from manyclass.methods.base.dual.pair_projection import PairDuals

# Of the three kinds of pairs those with a sample's own class and with another; the last are the latter at their bound.
RIGHT, WRONG = 0, 1
SAMPLES_AT_A_TIME = 256


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
    n_classes, pairs = len(gradient), _pairs(y, len(gradient), loss, duals)
    sums = np.stack([class_sums(X, np.ones(len(samples)), samples, of, n_classes) for samples, of in pairs])
    samples, weights, indptr = _by_class(pairs, (loss.steepness(rho), rho), n_classes)
    solved, solved_sums = np.empty_like(gradient), np.empty_like(sums)
    for g in range(n_classes):
        own, sides = slice(indptr[g], indptr[g + 1]), np.vstack([gradient[g : g + 1], sums[:, g]]).T
        each = _block_solution(X, samples[own], weights[own], sides)
        solved[g], solved_sums[:, g] = each[:, 0], each[:, 1:].T
    coupling = _coupling(loss, rho, duals, [len(samples) for samples, _ in pairs])
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


def _pairs(y, n_classes, loss, duals) -> list[tuple[np.ndarray, np.ndarray]]:
    """Samples and classes of the pairs of each kind; those of RIGHT and WRONG move with their scores."""
    right = np.flatnonzero((duals.right > 0.0) & (duals.right < loss.most))
    capped = duals.wrong >= loss.bound(duals.total)
    return [(right, y[right]), *(np.divmod(duals.places[kind], n_classes) for kind in (~capped, capped))]


def _by_class(pairs, weights, n_classes):
    """Samples of the pairs that move, class by class, by how much they do, and where those of each class begin."""
    samples, classes = (np.concatenate(each) for each in zip(pairs[RIGHT], pairs[WRONG]))
    weights = np.repeat(weights, [len(pairs[kind][0]) for kind in (RIGHT, WRONG)])
    order = np.argsort(classes, kind="stable")
    return samples[order], weights[order], np.searchsorted(classes[order], np.arange(n_classes + 1))


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
    rows = rows.astype(np.float64)
    return rows.toarray() if sp.issparse(rows) else rows


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
