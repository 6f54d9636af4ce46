"""Splitting classes into groups of those confused with each other: spectral clustering of a sparse graph."""

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import eigsh
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

# Below so many classes all eigenvectors are as quickly found as the largest.
SMALL = 256


def groups(affinity: sp.csr_array, n_groups: int, rng: np.random.Generator) -> np.ndarray:
    """Put each class into one of the groups, none of which is empty (Ng, Jordan & Weiss 2001).

    Parameters
    ----------
    affinity : csr_array (K, K) of float64
        Symmetric, not negative, zero on the diagonal.
    n_groups : int
        Q, at most K.
    rng : numpy.random.Generator
        First vector of the eigensolver, first centres of k-means, and where classes go that are like no other.

    Returns
    -------
    ndarray (K,) of int64
        A class that has no affinity to any other goes to a group that is smallest; where a group is empty even so,
        it gets half of a largest one.
    """
    degrees = np.asarray(affinity.sum(axis=1)).ravel()
    tied, loose = np.flatnonzero(degrees > 0), rng.permutation(np.flatnonzero(degrees == 0))
    found = np.empty(len(degrees), np.int64)
    found[tied] = np.arange(len(tied))
    if len(tied) > n_groups:
        with threadpool_limits(1):  # sums in another order would be other groups
            points = _embedding(affinity[tied][:, tied], degrees[tied], n_groups, rng)
            found[tied] = _clusters(points, n_groups, rng)
    sizes = np.bincount(found[tied], minlength=n_groups)
    for each in loose:
        found[each] = sizes.argmin()
        sizes[found[each]] += 1
    while not sizes.all():
        largest = rng.permutation(np.flatnonzero(found == sizes.argmax()))
        found[largest[: len(largest) // 2]] = sizes.argmin()
        sizes = np.bincount(found, minlength=n_groups)
    return found


def _embedding(affinity, degrees, dimensions, rng):
    """Rows of length one of the largest eigenvectors of D^-½ A D^-½: float64 (K, dimensions)."""
    root = sp.diags_array(1 / np.sqrt(degrees))
    normalised = root @ affinity @ root
    if len(degrees) < max(SMALL, 3 * dimensions):
        vectors = np.linalg.eigh(normalised.toarray())[1][:, -dimensions:]
    else:
        vectors = eigsh(normalised, dimensions, which="LA", v0=rng.standard_normal(len(degrees)))[1]
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), np.finfo(float).tiny)


def _clusters(points, n_clusters, rng):
    """Clusters of the points by k-means; where points coincide some may be empty."""
    distinct = len(np.unique(points, axis=0))
    means = KMeans(min(n_clusters, distinct), n_init=4, random_state=int(rng.integers(2**31)))
    return means.fit_predict(points)


def affinity_of(counts: sp.csr_array) -> sp.csr_array:
    """(C + Cᵀ) / 2 of a confusion matrix (K, K), without the diagonal, which says nothing of two classes."""
    mean = sp.coo_array((counts + counts.T) / 2)
    other = mean.row != mean.col
    return sp.csr_array((mean.data[other], (mean.row[other], mean.col[other])), shape=mean.shape)
