"""The exponent of the time of projections."""

import numpy as np

from manyclass.exhibits.lapin2015 import projection_time


def test_the_exponent_is_that_of_the_times():
    ms = np.array([64, 256, 1024, 4096])
    times = np.array([projection_time.work(ms) ** 1.5, 7 * projection_time.work(ms)])
    np.testing.assert_allclose(projection_time.exponents(times, ms), [1.5, 1.0])
