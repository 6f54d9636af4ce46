import numpy as np
import pytest

from manyclass.workflow.quantities import UNKNOWN, in_bytes, in_time, in_words


def test_a_quantity_is_written_in_its_largest_unit():
    assert [in_time(seconds) for seconds in (7.25, 90, 5400, 7.2e6)] == ["7.2 s", "1.5 min", "1.5 h", "2,000.0 h"]
    assert [in_bytes(size) for size in (2e6, 1.5e9, 4.7e12)] == ["2 MB", "1.5 GB", "4.7 TB"]
    assert in_time(np.nan) == in_bytes(np.nan) == UNKNOWN


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "1 minute"), (89, "1 minute"), (91, "2 minutes"), (3600, "1 hour"), (7320, "2 hours 2 minutes")],
)
def test_durations_are_in_words(seconds, words):
    assert in_words(seconds) == words
