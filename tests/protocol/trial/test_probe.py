"""Along the axes through a winner a higher peak is found, where a sweep has stood on a lower one."""

import shutil
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.trial.spec import Spec, Trial
from manyclass.protocol.trial.worker import work
from manyclass.workflow import probe

PEAKS = """
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.neighbors import NearestCentroid


class Peaks(ClassifierMixin, BaseEstimator):
    def __init__(self, step=1.0, kind="plain"):
        self.step, self.kind = step, kind

    def fit(self, X, y):
        self.best_ = NearestCentroid().fit(X, y)
        self.classes_ = self.best_.classes_
        return self

    def predict(self, X):
        right = {low} if self.step == 1 else {high} if self.step >= 300 else 1
        best = self.best_.predict(X)
        return np.where(np.arange(len(best)) % 10 < right, best, np.roll(best, len(best) // 2))
"""
STEPS = Ladder([0.3, 1.0, 3.0], factor=10)


def swept(data, folder, monkeypatch, low, high, search):
    """A plan and a trial of which the first draw has been swept."""
    (folder / f"peaks_{low}_{high}.py").write_text(PEAKS.format(low=low, high=high))
    monkeypatch.syspath_prepend(folder)
    trial = Trial("blobs", "peaks", search=search, passes=1, factory=f"peaks_{low}_{high}:Peaks")
    paths = SimpleNamespace(
        results=str(folder),
        record=lambda address, seed: f"{folder}/trial/{address}/{seed}.json",
        data=lambda name, seed: str(data),
    )
    plan = SimpleNamespace(paths=paths, trials={trial.address: trial})
    out = Path(plan.paths.record(trial.address, 0))
    out.parent.mkdir(parents=True)
    spec = Spec(data, "peaks", "default", 0, out, 1, np.inf, search=search, factory=trial.factory)
    record, arrays = work(spec)
    record.write(out, arrays)
    return plan, trial, record


@pytest.mark.parametrize(("low", "high", "missed"), [(4, 10, True), (10, 4, False)])
def test_a_peak_that_a_sweep_has_missed_is_found(data, tmp_path, monkeypatch, low, high, missed):
    plan, trial, record = swept(data, tmp_path, monkeypatch, low, high, {"step": STEPS, "kind": ["plain", "other"]})
    assert probe.sweep(plan, replace(trial, chunk_rows=7))[0].chunk_rows == 7  # read as it was
    assert record.best.params["step"] == 1.0 and not record.best.edges
    winner, other, ahead = probe.probe(*probe.sweep(plan, trial))
    assert winner.params == record.best.params and (other.params["step"] >= 300) == missed == (ahead > probe.AHEAD)
    assert ("A HIGHER PEAK" in probe.line(trial.address, (winner, other, ahead))) == missed


def test_all_trials_that_were_swept_are_looked_at(data, tmp_path, monkeypatch, capsys):
    plan, trial, _ = swept(data, tmp_path, monkeypatch, 4, 9, {"step": STEPS})
    others = Trial("blobs", "lda"), Trial("blobs", "lda", "series", series={"shrinkage": [0.1]})
    others += (replace(trial, variant="held", fixed={"step": 1.0}),)
    Path(plan.paths.record(others[-1].address, 0)).parent.mkdir()
    shutil.copy(plan.paths.record(trial.address, 0), plan.paths.record(others[-1].address, 0))
    plan.trials |= {each.address: each for each in others}
    monkeypatch.setattr(probe, "plan_of", lambda options: plan)
    probe.main([])
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("blobs/peaks/default: winner ") and "A HIGHER PEAK at {'step': 300.0}" in line
    plan.trials.pop(trial.address)
    with pytest.raises(SystemExit, match="run the workflow first"):
        probe.main([])
