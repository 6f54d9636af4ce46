"""Classes of somebody else train whatever their attributes are called, and a failure of theirs is told in full."""

import json
from dataclasses import fields

import pytest
from trials import own, run, trial

from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.protocol.trial.candidate import Candidate, Checkpoint, Outcome
from manyclass.protocol.trial.estimators import Prototype, in_passes, resumable
from manyclass.protocol.trial.record import CandidateRecord, Record

NAMED_AS_OURS = """
import numpy as np
from sklearn.base import BaseEstimator
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def __init__(self, passes=1, path="C", warm_start=True, resumable=True, diagnostics="none", late=3, C=1.0):
        super().__init__()
        self.passes, self.path, self.warm_start, self.resumable = passes, path, warm_start, resumable
        self.diagnostics, self.late, self.C = diagnostics, late, C

    def fit(self, X, y):
        self.history_ = {history}
        self.outputs_, self.n_parameters_ = np.zeros(3), [1, 2]
        return super().fit(X, y)
"""


@pytest.mark.parametrize("history", ['[{"loss": 0.5, "tries": 1}]', '{"loss": [0.5]}', "np.ones(3)"])
@pytest.mark.parametrize("halving", [(), ("--no-halving",)])
@pytest.mark.parametrize("made", ["", "Own = Own()\n"])
def test_attributes_that_are_called_as_ours_are_none_of_ours(data, tmp_path, history, halving, made):
    told = own(tmp_path, NAMED_AS_OURS.replace("{history}", history) + made)[:2]
    search = ("--search", '{"passes": [1, 2], "C": [0, 1]}', "--snapshot-every", "0", *halving)
    record = trial(data, tmp_path, *told, *search, method="own")
    assert record.status == "ok", record.error
    assert [candidate.error for candidate in record.candidates] == [None] * 4
    assert record.outputs == {} and record.n_parameters is None and record.best.updated == []


def test_a_class_or_an_estimator_of_ours_is_known_as_such():
    for ours in (OneVsRestSVM, OneVsRestSVM(), Prototype(OneVsRestSVM())):
        assert in_passes(ours) and resumable(ours)


BROKEN = """
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def {where}(self, *given):
        return self.of_mine_()

    def of_mine_(self):
        raise IndexError("beyond the end")
"""


@pytest.mark.parametrize("where", ["__init__", "fit", "predict", "diagnostics"])
@pytest.mark.parametrize("refit", [(), ("--refit",)])
def test_the_log_says_where_a_users_own_method_broke_and_the_record_a_line(data, tmp_path, where, refit):
    done = run(data, tmp_path / "0.json", *own(tmp_path, BROKEN.format(where=where)), *refit, method="own")
    assert "in of_mine_" in done.stderr and done.stderr.count("\nIndexError: beyond the end\n") == 1
    error = Record.read(tmp_path / "0.json").error
    assert "IndexError: beyond the end" in error and "\n" not in error
    assert done.stderr.splitlines()[-1] == f"failed: {error}"


REFIT_ALONE = BROKEN.format(where="fit").replace(
    "return self.of_mine_()", "return super().fit(*given) if len(given[0]) < 100 else self.of_mine_()"
)


def test_the_log_says_where_training_the_winner_anew_broke(data, tmp_path):
    done = run(data, tmp_path / "0.json", *own(tmp_path, REFIT_ALONE), "--refit", method="own")
    assert "in of_mine_" in done.stderr
    assert Record.read(tmp_path / "0.json").error.endswith("refit on train and validation: IndexError: beyond the end")


NOT_IN_SNAPSHOTS = {"estimator", "training", "swept", "edges", "arrays", "kept", "noted"}


def test_what_is_known_of_a_candidate_comes_back_from_a_snapshot_and_goes_into_the_record():
    """A new field is either a fact or named above; a record's are all there."""
    names = {each.name for each in fields(Outcome)}
    assert {each.name for each in fields(Candidate)} == names | NOT_IN_SNAPSHOTS
    candidate = Candidate({"C": 1.0}, None, None)
    candidate.checkpoints = [Checkpoint(1, 0.5, 0.25, n_tries=2.0), Checkpoint(3, 1.5, 0.75, n_tries=1.0)]
    for name in names - {"params", "checkpoints"}:
        setattr(candidate, name, f"said of {name}")
    facts = json.loads(json.dumps(candidate.facts()))
    assert facts.keys() == names
    assert Outcome.from_facts(facts).facts() == candidate.facts()
    record = candidate.record()
    assert (record.passes, record.valid, record.n_tries, record.updated) == ([1, 3], [0.25, 0.75], [2.0, 1.0], [])
    once = {each.name for each in fields(CandidateRecord)} & names - {"params"}
    assert once and all(getattr(record, name) == f"said of {name}" for name in once)
