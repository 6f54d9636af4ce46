"""Counting what exceeds a threshold, against NumPy's comparisons."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from manyclass.kernels.common.exceeding import count_wrong_above
from manyclass.kernels.common.labels import Labels


@given(st.data())
def test_counts_the_wrong_classes_above_every_threshold(data):
    """Equal scores, infinite ones and those that are not numbers too; a sample may have any number of right classes."""
    n, n_classes = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 70))
    scores = data.draw(arrays(np.float32, (n, n_classes), elements=st.floats(width=32)))
    wrong = data.draw(arrays(bool, (n, n_classes)))
    sample, right = np.nonzero(~wrong)
    known = Labels(np.append(0, np.cumsum((~wrong).sum(axis=1))).astype(np.int32), right.astype(np.int32), n_classes)
    thresholds = data.draw(arrays(np.float32, len(right), elements=st.sampled_from([*scores.ravel(), np.float32(0)])))
    counts = np.full(len(right), -1)
    count_wrong_above(scores, known, thresholds, counts)
    above = (scores[sample] > thresholds[:, None]) & wrong[sample]
    np.testing.assert_array_equal(counts, above.sum(axis=1))
