"""Regions of the spatial pyramid, descriptor by descriptor."""

import numpy as np
import pytest
from image_bags import bags

from manyclass.features.regions import QUARTERS, STRIPES, WHOLE, count, descriptors, regions


@pytest.mark.parametrize(("pyramid", "R"), [(WHOLE, 1), (STRIPES, 4), (QUARTERS, 5), (((2, 3), (1, 2)), 8)])
def test_each_descriptor_lies_in_one_cell_of_every_grid(pyramid, R):
    assert count(pyramid) == R
    X = bags(6)
    found = regions(X, pyramid)
    for i, image in enumerate(X):
        for t, (across, down) in enumerate(image[:, -2:].tolist()):
            first, expected = 0, []
            for rows, columns in pyramid:
                cells = [(r, c) for r in range(rows) for c in range(columns)]
                inside = [
                    r / rows <= down < (r + 1) / rows and c / columns <= across < (c + 1) / columns for r, c in cells
                ]
                expected.append(first + inside.index(True))
                first += len(cells)
            assert found[:, i, t].tolist() == expected


def test_the_edge_of_an_image_is_in_its_last_stripe():
    X = np.zeros((1, 2, 3), np.float32)
    X[0, 1, 1:] = np.nextafter(np.float32(1), np.float32(0))
    assert regions(X, STRIPES)[:, 0].tolist() == [[0, 0], [1, 3]]
    assert regions(X, QUARTERS)[:, 0].tolist() == [[0, 0], [1, 4]]


@pytest.mark.parametrize("shape", [(4, 7), (0, 3, 5), (3, 0, 5), (2, 3, 2)])
def test_what_is_no_bag_is_refused(shape):
    with pytest.raises(ValueError, match=r"have the shape \(n, L, d \+ 2\), not"):
        descriptors(np.zeros(shape, np.float32))
