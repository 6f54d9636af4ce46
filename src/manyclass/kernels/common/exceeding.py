"""Which of many scores, float32 (G,), exceed a threshold, and how many. Not a number exceeds none."""

from manyclass.kernels.common.dispatch import inner_kernel, kernel

# So many scores are compared together, and looked at one by one only where what is searched is among them.
CHUNK = 32


@inner_kernel
def n_above(scores, first, last, threshold):
    """How many of the scores ``first`` up to ``last`` do: counting runs in vector registers, a search would not."""
    count = 0
    for g in range(first, last):
        count += scores[g] > threshold
    return count


@inner_kernel
def nth_above(scores, threshold, n):
    """The number of the n-th score that exceeds a threshold, counting from 0; there are more than n."""
    n_classes = scores.shape[0]
    for first in range(0, n_classes, CHUNK):
        last = min(first + CHUNK, n_classes)
        above = n_above(scores, first, last, threshold)
        if above <= n:
            n -= above
            continue
        for g in range(first, last):
            if scores[g] > threshold:
                if n == 0:
                    return g
                n -= 1
    return -1


@inner_kernel
def highest_above(scores, threshold):
    """The number of the highest score, the first of equal ones, or -1 if it does not exceed the threshold."""
    n_classes, hardest, highest = scores.shape[0], -1, threshold
    for first in range(0, n_classes, CHUNK):
        last = min(first + CHUNK, n_classes)
        if n_above(scores, first, last, highest) > 0:
            for g in range(first, last):
                if scores[g] > highest:
                    hardest, highest = g, scores[g]
    return hardest


@kernel
def count_wrong_above(scores, labels, thresholds, counts):
    """Fill ``counts`` int64 (m,) with how many wrong classes of a sample exceed the threshold of each right one.

    ``scores`` are floats (n, G), C-ordered, and ``thresholds`` (m,) of their type, one for each right class of each
    sample, in the order of ``labels``.
    """
    for i in range(scores.shape[0]):
        row, first, last = scores[i], labels.indptr[i], labels.indptr[i + 1]
        for j in range(first, last):
            counts[j] = n_above(row, 0, row.shape[0], thresholds[j])
            for k in range(first, last):
                counts[j] -= row[labels.classes[k]] > thresholds[j]
