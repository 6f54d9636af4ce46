"""Bags of descriptors taken apart: descriptors, places, and the regions of a spatial pyramid."""

import numpy as np

# Grids of a pyramid, (rows, columns) each.
WHOLE = ((1, 1),)
STRIPES = ((1, 1), (3, 1))  # Perronnin et al. 2012, section 5.1: the entire image and three horizontal stripes
QUARTERS = ((1, 1), (2, 2))  # Deng et al. 2011, section 5


def descriptors(bags) -> np.ndarray:
    """Descriptors of all images: float32 (n, L, d), a view.

    Raises
    ------
    ValueError
        If ``bags`` is no array (n, L, d + 2) of at least one image and one descriptor.
    """
    if bags.ndim != 3 or bags.shape[2] < 3 or not bags.size:
        raise ValueError(f"bags of descriptors have the shape (n, L, d + 2), not {bags.shape}")
    return bags[:, :, :-2]


def count(pyramid) -> int:
    """Number of regions, R."""
    return sum(rows * columns for rows, columns in pyramid)


def regions(bags, pyramid) -> np.ndarray:
    """Regions that each descriptor lies in, one of every grid.

    Parameters
    ----------
    bags : float32 (n, L, d + 2)
        The images.
    pyramid : sequence of (int, int)
        Rows and columns of each grid.

    Returns
    -------
    int32 (grids, n, L)
        Numbers of the regions: grid by grid, row by row.
    """
    across, down = bags[:, :, -2], bags[:, :, -1]
    numbers, first = np.empty((len(pyramid), *across.shape), np.int32), 0
    for grid, (rows, columns) in enumerate(pyramid):
        numbers[grid] = first + (down * rows).astype(np.int32) * columns + (across * columns).astype(np.int32)
        first += rows * columns
    return numbers
