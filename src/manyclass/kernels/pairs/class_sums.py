"""What pairs of a sample and a class add to the class vectors."""

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.common.rows import add_to


@kernel
def add_pairs(rows, values, samples, classes, sums):
    """Add ``values`` times x_i to the row of each pair's class.

    Parameters
    ----------
    rows : Dense or Sparse
        X, n rows of d features.
    values : float64 (m,)
    samples, classes : int64 (m,)
        Which sample and which class each pair is of.
    sums : float64 (G, d)
        Changed in place.
    """
    for e in range(values.shape[0]):
        add_to(rows, samples[e], values[e], sums[classes[e]])
