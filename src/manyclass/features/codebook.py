"""Visual words: learnt by k-means, and looked up."""

import numpy as np
from sklearn.cluster import MiniBatchKMeans


def learn(descriptors, words, random_state) -> np.ndarray:
    """Centres of ``words`` clusters of the descriptors (n, L, d): float32 (words, d)."""
    rows = descriptors.reshape(-1, descriptors.shape[-1])
    if len(rows) < words:
        raise ValueError(f"{len(rows)} descriptors are too few to learn {words} words from")
    means = MiniBatchKMeans(words, n_init=1, compute_labels=False, random_state=random_state).fit(rows)
    return means.cluster_centers_.astype(np.float32)


def nearest(descriptors, words, neighbours) -> np.ndarray:
    """Numbers of the nearest words of each descriptor, in no order.

    Parameters
    ----------
    descriptors : float32 (n, L, d)
        Descriptors.
    words : float32 (V, d)
        The codebook.
    neighbours : int
        How many, at most V.

    Returns
    -------
    int64 (n, L, neighbours)
    """
    rows = descriptors.reshape(-1, words.shape[1])
    near = rows @ words.T - 0.5 * np.einsum("vd,vd->v", words, words)
    if neighbours == 1:
        best = near.argmax(axis=1)
    elif neighbours == len(words):
        best = np.broadcast_to(np.arange(neighbours), near.shape)
    else:
        best = np.argpartition(near, -neighbours, axis=1)[:, -neighbours:]
    return best.reshape(*descriptors.shape[:2], neighbours)
