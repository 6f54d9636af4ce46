"""How near to the path of a sample the classes of a label tree are."""

from manyclass.kernels.common.dispatch import kernel


@kernel
def raise_classes(scores, rows, values, first, set_starts, set_classes):
    """Raise the score of every class to the largest value of a child that holds it, where that is more.

    Parameters
    ----------
    scores : float32 (n, G)
        Changed in place.
    rows : int64 (r,)
        The samples at a node.
    values : float32 (r, Q)
        Of its children, nodes ``first`` to ``first`` + Q - 1.
    set_starts : int32 (V + 1,)
    set_classes : int32
        The label sets of the nodes, one after the other.
    """
    for i in range(rows.shape[0]):
        of_sample = scores[rows[i]]
        for c in range(values.shape[1]):
            for k in range(set_starts[first + c], set_starts[first + c + 1]):
                g = set_classes[k]
                of_sample[g] = max(of_sample[g], values[i, c])
