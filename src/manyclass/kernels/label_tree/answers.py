"""Classes in the order of the paths that lead to them, each but once."""

import numpy as np

from manyclass.kernels.common.dispatch import kernel
from manyclass.kernels.label_tree.beam import NONE
from manyclass.kernels.softmax.exponentials import exp_not_positive


@kernel
def distinct_answers(leaves, answers, n_classes, ranked):
    """Rank classes by the best path to a leaf that answers them.

    Parameters
    ----------
    leaves : int32 (n, B)
        Ends of the paths of each sample, best first, `NONE` where there are no more.
    answers : int32 (V,)
        The class that a leaf answers, `NONE` for none.
    n_classes : int
    ranked : int32 (n, k)
        Overwritten with the k best classes, best first, `NONE` where no path leads to any more.
    """
    last = np.full(n_classes, NONE, np.int32)  # the last sample to rank the class
    for i in range(leaves.shape[0]):
        k, ranked[i] = 0, NONE
        for b in range(leaves.shape[1]):
            g = NONE if leaves[i, b] == NONE else answers[leaves[i, b]]
            if g != NONE and last[g] != i and k < ranked.shape[1]:
                ranked[i, k], last[g] = g, i
                k += 1


@kernel
def answers_by_share(beam, answers, temperature, n_classes, ranked):
    """Rank classes by the sum of the shares of all paths to a leaf that answers them, exp(score / T) each.

    Parameters
    ----------
    beam : Beam
        Paths of n samples.
    answers : int32 (V,)
        The class that a leaf answers, `NONE` for none.
    temperature : float32
        T, above 0.
    n_classes : int
    ranked : int32 (n, k)
        Overwritten with the k best classes, best first, that of the better path first of equals, `NONE` where no path
        leads to any more.
    """
    width = beam.nodes.shape[1]
    place = np.full(n_classes, NONE, np.int32)  # of a class among those that this sample has come to
    classes, shares = np.empty(width, np.int32), np.empty(width, np.float32)
    for i in range(beam.nodes.shape[0]):
        size, ranked[i] = 0, NONE
        for b in range(width):
            g = NONE if beam.nodes[i, b] == NONE else answers[beam.nodes[i, b]]
            if g != NONE:
                if place[g] == NONE:
                    place[g], classes[size], shares[size] = size, g, 0.0
                    size += 1
                shares[place[g]] += exp_not_positive((beam.scores[i, b] - beam.scores[i, 0]) / temperature)
        best = np.argsort(-shares[:size], kind="mergesort")  # which leaves equals in their order
        for rank in range(min(size, ranked.shape[1])):
            ranked[i, rank] = classes[best[rank]]
        for c in classes[:size]:
            place[c] = NONE
