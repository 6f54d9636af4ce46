"""Means of classes, and the covariance of the samples around them: one for all classes, summed in float64.

The samples are read in blocks, so that no copy of them is made. Features are scaled to variance one, which leaves a
covariance whose entries can be compared and, to any linear rule that follows from it, changes nothing.
"""

from typing import NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.linalg import eigh

from manyclass.methods.base.threads import cuts, in_threads

ROWS, PANEL = 256, 512  # samples and features of a block
NUMBERS = 2**14  # of a block of sparse rows
RANK = 1e-10  # of the largest variance: a direction with less is constant but for rounding
VARIES = 1e-12  # of a feature's mean square: with less variance it is constant but for rounding to float32


class Pooled(NamedTuple):
    """What discriminant analysis needs of the samples; of N labels of G classes, d features.

    Parameters
    ----------
    sizes : float64 (G,)
        Samples of each class; one of several right classes counts in each.
    mean, scale : float64 (d,)
        Of all N; the standard deviation, inf for a feature that does not vary.
    means : float64 (G, d)
        Means of the classes less ``mean``, over ``scale``: 0 for a feature that does not vary.
    within : float64 (d, d)
        Sum over all labels of r rᵀ, where r is a sample, scaled, less the mean of the class.
    """

    sizes: np.ndarray
    mean: np.ndarray
    scale: np.ndarray
    means: np.ndarray
    within: np.ndarray

    @property
    def covariance(self) -> np.ndarray:
        """``within`` over N, float64 (d, d)."""
        return self.within / self.sizes.sum()

    @property
    def n_varying(self) -> int:
        """Features that vary."""
        return int(np.isfinite(self.scale).sum())


def pooled(X, Y: sp.csr_array, n_jobs: int | None = None) -> Pooled:
    """The means and the scatter of rows X float32 (n, d), dense or CSR, with right classes Y (n, G)."""
    sizes = np.bincount(Y.indices, minlength=Y.shape[1]).astype(np.float64)
    # Sums of squares about a point far from the samples would cancel; sparse rows have most of their entries at 0.
    origin = np.zeros(X.shape[1]) if sp.issparse(X) else X.mean(axis=0, dtype=np.float64)
    means = _class_sums(X, Y, origin) / sizes[:, None]
    shift, scatter = sizes @ means / sizes.sum(), _scatter(X, np.diff(Y.indptr), origin, n_jobs)
    square = np.diag(scatter) / sizes.sum()
    variance, mean = square - shift**2, origin + shift
    scale = np.sqrt(np.where(variance > VARIES * (variance + mean**2), variance, np.inf))
    scatter -= (means.T * sizes) @ means
    scatter /= scale
    scatter /= scale[:, None]
    return Pooled(sizes, mean, scale, (means - shift) / scale, scatter)


def ledoit_wolf(X, Y: sp.csr_array, found: Pooled) -> float:
    """Share ρ of the shrinkage towards a multiple of I with the least expected error (Ledoit & Wolf 2004).

    Of the covariance of all samples, scaled, around the means of their classes; the means are taken for known.
    """
    n, p, covariance = found.sizes.sum(), found.n_varying, found.covariance
    squares = np.square(covariance).sum()
    distance = squares / p - (np.trace(covariance) / p) ** 2 if p else 0.0
    error = (_fourth_powers(X, Y, found) / n - squares) / (n * p) if p else 0.0
    return float(np.clip(error / distance, 0, 1)) if distance > 0 else 0.0


def principal_components(found: Pooled, number: int) -> np.ndarray:
    """Directions in which the samples vary most: float64 (d, at most number).

    What they have to be multiplied by are samples whose features are scaled; components are those of features that are
    not. Directions in which nothing varies are none.
    """
    scale = np.where(np.isfinite(found.scale), found.scale, 0)
    covariance = found.covariance + (found.means.T * (found.sizes / found.sizes.sum())) @ found.means
    covariance *= scale
    covariance *= scale[:, None]
    first = max(0, len(scale) - number)
    variances, directions = eigh(covariance, subset_by_index=[first, len(scale) - 1], overwrite_a=True)
    varies = variances > RANK * variances[-1]
    return scale[:, None] * directions[:, varies]


def _dense(rows, origin: np.ndarray) -> np.ndarray:
    """Rows less the origin, float64."""
    return (rows.toarray() if sp.issparse(rows) else rows) - origin


def _class_sums(X, Y, origin) -> np.ndarray:
    """Sums of each class's samples less the origin: float64 (G, d)."""
    sums = np.zeros((Y.shape[1], X.shape[1]))
    for block in cuts(X.shape[0], max(ROWS, Y.shape[1])):  # as every block adds to all of the sums
        sums += Y[block].T @ _dense(X[block], origin)
    return sums


def _scatter(X, weights, origin, n_jobs) -> np.ndarray:
    """Sum of weight · x xᵀ over the rows less the origin (which is 0 where they are sparse): float64 (d, d)."""
    n, d = X.shape
    scatter = np.zeros((d, d))
    if sp.issparse(X):
        numbers = max(NUMBERS, d * d)  # as every block adds to all of the sums
        for block in cuts(n, max(1, n * numbers // max(X.nnz, 1))):
            rows = X[block].astype(np.float64)
            scatter += (sp.diags_array(weights[block].astype(np.float64)) @ rows).T.dot(rows).toarray()
        return scatter

    def fill(panel: slice) -> None:
        for block in cuts(n, ROWS):
            rows = X[block, : panel.stop] - origin[: panel.stop]
            scatter[: panel.stop, panel] += rows.T @ (rows[:, panel] * weights[block, None])
        scatter[panel, : panel.start] = scatter[: panel.start, panel].T

    in_threads(fill, cuts(d, PANEL), n_jobs)
    return scatter


def _fourth_powers(X, Y, found: Pooled) -> float:
    """Sum over all labels of ‖r‖⁴, r as in `Pooled`."""
    sample, total = np.repeat(np.arange(X.shape[0]), np.diff(Y.indptr)), 0.0
    for block in cuts(len(sample), ROWS):
        r = _dense(X[sample[block]], found.mean) / found.scale - found.means[Y.indices[block]]
        total += np.square(np.einsum("ij,ij->i", r, r)).sum()
    return float(total)
