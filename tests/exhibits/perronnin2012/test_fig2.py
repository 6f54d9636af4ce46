"""The curves of figure 2."""

from types import SimpleNamespace

import numpy as np
from fake_results import CONFIG

from manyclass.exhibits.perronnin2012 import fig2
from manyclass.protocol.trial.early_stopping import checkpoints
from manyclass.protocol.trial.record import CandidateRecord, Record


def test_the_last_value_of_a_curve_stands():
    trained = Record("a", "b", "c", 0, "ok", candidates=[CandidateRecord({}, valid=[0.1, 0.3])], winner=0)
    failed = Record("a", "b", "c", 1)
    store = SimpleNamespace(config=CONFIG, seeds=range(2), records=lambda trial: [trained, failed])
    first, second = fig2.curve(store, "none")
    assert first.tolist() == [10.0, 30.0] + [30.0] * (len(checkpoints(fig2.passes(CONFIG))) - 2)
    assert np.isnan(second).all()
