"""The directions near which class vectors lie: by few of them most classes can be told to be no violators.

Classes outnumber what their vectors are learnt from, so what m elements can hold is mostly in fewer directions. Which
ones is settled once a pass, as it decides only how fast violators are found, not which.
"""

import numpy as np

# The share of the squared lengths that directions have to hold. Measured with 15,589 classes and m = 256: by .95 a pass
# takes .6 of its time, while with .92 so many classes are left in doubt, and scored again, that nothing is gained.
HELD = 0.93
# Products of shorter rows than these hardly run faster.
SHORTEST = 32


def main_directions(beta: np.ndarray) -> np.ndarray:
    """The leading eigenvectors of βᵀβ, a quarter of all or half; none where those hold too little.

    Parameters
    ----------
    beta : ndarray (G, m) of float32
        Class vectors.

    Returns
    -------
    ndarray (h, m) of float32
        Orthonormal rows. h + 1 is m / 4 or m / 2, so that one coordinate is left for the length of the rest; or h is 0.
    """
    m, largest = beta.shape[1], np.abs(beta).max(initial=0)
    widths = [width for width in (m // 4, m // 2) if width >= SHORTEST]
    if not widths or largest == 0:
        return np.zeros((0, m), np.float32)
    scaled = beta / largest  # so that no square overflows
    held, directions = np.linalg.eigh((scaled.T @ scaled).astype(np.float64))
    held, directions = np.cumsum(held[::-1]), directions.T[::-1]
    h = next((width - 1 for width in widths if held[width - 2] >= HELD * held[-1]), 0)
    return np.ascontiguousarray(directions[:h], np.float32)
