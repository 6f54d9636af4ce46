"""Groups of classes by where their samples lie: balanced k-means of class means."""

import numpy as np
from scipy.optimize import linear_sum_assignment
from sklearn.cluster import KMeans
from sklearn.metrics.pairwise import euclidean_distances

from manyclass.methods.base.threads import one_thread_of_libraries


def balanced_clusters(points: np.ndarray, n_clusters: int, rng: np.random.Generator) -> np.ndarray:
    """Clusters of equal size, but for one, about the centres that k-means finds.

    Of all such clusters about these centres those with the least sum of squared distances: an assignment problem, whose
    solution takes time that grows as K³ at the worst.

    Parameters
    ----------
    points : ndarray (K, d)
    n_clusters : int
        Q, at most K. The larger clusters are those that are largest without the constraint.
    rng : numpy.random.Generator
        First centres.

    Returns
    -------
    ndarray (K,) of int64
    """
    with one_thread_of_libraries():  # sums in another order would be other clusters
        means = KMeans(n_clusters, n_init=4, random_state=int(rng.integers(2**31))).fit(points)
        distances = euclidean_distances(points, means.cluster_centers_, squared=True)
    largest = np.argsort(-np.bincount(means.labels_, minlength=n_clusters), kind="stable")
    places = np.resize(largest, len(points))  # the cluster of each place
    return places[linear_sum_assignment(distances[:, places])[1]]
