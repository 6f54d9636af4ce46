"""Groups of classes that are confused: spectral clustering (Bengio, Weston & Grangier 2010)."""

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import eigsh
from sklearn.cluster import KMeans

from manyclass.methods.base.threads import one_thread_of_libraries

# Below so many classes all eigenvectors are as quickly found as the largest.
SMALL = 256


def groups(affinity: sp.csr_array, n_groups: int, rng: np.random.Generator, scaling: str = "rows") -> np.ndarray:
    """Put each class into one of the groups, none of which is empty, by k-means of rows of eigenvectors.

    Parameters
    ----------
    affinity : csr_array (K, K) of float64
        Symmetric, not negative, zero on the diagonal.
    n_groups : int
        Q, at most K.
    rng : numpy.random.Generator
        First vector of the eigensolver, first centres of k-means, and where classes go that are like no other.
    scaling : {"rows", "degrees"}
        What is done to a class's row of the eigenvectors of D^-½ A D^-½: it is scaled to length one (Ng, Jordan & Weiss
        2001), or divided by the root of the class's degree (Shi & Malik 2000, the eigenvectors of D⁻¹ A), which leaves
        the classes that are confused with few others far out, in small groups.

    Returns
    -------
    ndarray (K,) of int64
        A class that has no affinity to any other goes to a group that is smallest; where a group is empty even so,
        it gets half of a largest one.
    """
    degrees = np.asarray(affinity.sum(axis=1)).ravel()
    connected, isolated = np.flatnonzero(degrees > 0), rng.permutation(np.flatnonzero(degrees == 0))
    group = np.empty(len(degrees), np.int64)
    group[connected] = np.arange(len(connected))
    if len(connected) > n_groups:
        with one_thread_of_libraries():  # sums in another order would be other groups
            points = _embedding(affinity[connected][:, connected], degrees[connected], n_groups, rng, scaling)
            group[connected] = _clusters(points, n_groups, rng)
    sizes = np.bincount(group[connected], minlength=n_groups)
    for g in isolated:
        group[g] = sizes.argmin()
        sizes[group[g]] += 1
    while not sizes.all():
        largest = rng.permutation(np.flatnonzero(group == sizes.argmax()))
        group[largest[: len(largest) // 2]] = sizes.argmin()
        sizes = np.bincount(group, minlength=n_groups)
    return group


def _embedding(affinity, degrees, dimensions, rng, scaling):
    """The scaled rows of the eigenvectors of D^-½ A D^-½ with the largest eigenvalues: float64 (K, dimensions)."""
    root = sp.diags_array(1 / np.sqrt(degrees))
    normalised = root @ affinity @ root
    if len(degrees) < max(SMALL, 3 * dimensions):
        vectors = np.linalg.eigh(normalised.toarray())[1][:, -dimensions:]
    else:
        vectors = eigsh(normalised, dimensions, which="LA", v0=rng.standard_normal(len(degrees)))[1]
    if scaling == "degrees":
        return vectors / np.sqrt(degrees)[:, None]
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
