"""What the exhibits of all documents read off records: settings tuned by themselves, and courses of their winners."""

import numpy as np
from made_up_records import candidate, record

from manyclass.exhibits import base


def test_a_setting_is_tuned_on_validation_for_itself_alone():
    tried = [candidate(0.3, 0.9, last_violators=0)]
    tried += [candidate(t, v, last_violators=1, margin=t) for t, v in ((0.1, 0.2), (0.2, 0.1))]
    records = [record(0, tried), record(1, [])]
    np.testing.assert_allclose(base.accuracy(records, last_violators=1), [10, np.nan])
    np.testing.assert_allclose(base.accuracy(records, last_violators=0), [30, np.nan])
    np.testing.assert_allclose(base.accuracy(records), [30, np.nan])


def test_a_course_is_the_winners_and_as_long_as_is_asked():
    tried = [candidate(0.1, v, ignored, last_violators=1) for v, ignored in ((0.2, (0, 0.4)), (0.1, (0, 1)))]
    records = [record(0, tried), record(1, [])]
    np.testing.assert_allclose(base.course(records, "ignored", 3, last_violators=1), [[0, 40, np.nan], [np.nan] * 3])
    np.testing.assert_allclose(base.course(records, "valid", 1), [[20], [np.nan]])
