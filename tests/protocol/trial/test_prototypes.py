"""Estimators that are made already, such as Pipelines, in the place of classes."""

import numpy as np
import pytest
from sklearn.decomposition import TruncatedSVD
from sklearn.ensemble import VotingClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC
from trials import modules_of, own, trial

from manyclass.protocol.data import storage
from manyclass.protocol.seeds import derive
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.estimators import Prototype

PIPELINE = (
    "from sklearn.decomposition import TruncatedSVD\nfrom sklearn.pipeline import make_pipeline\n"
    "from sklearn.svm import LinearSVC\nOwn = make_pipeline(TruncatedSVD(1), LinearSVC())\n"
)


def test_a_pipeline_is_swept_by_the_names_of_its_steps_and_is_the_same_as_by_hand(data, tmp_path):
    named = own(tmp_path, PIPELINE)[:2]
    record = trial(data, tmp_path, *named, "--search", '{"linearsvc__C": [0.1, 10.0]}', method="mine")
    assert [each.params for each in record.candidates] == [{"linearsvc__C": 0.1}, {"linearsvc__C": 10.0}]
    state = int(derive("trial", "blobs", "mine", 0).generate_state(1)[0])
    by_hand = make_pipeline(
        TruncatedSVD(1, random_state=state), LinearSVC(C=record.best.params["linearsvc__C"], random_state=state)
    )
    split = storage.read(data)
    scores = by_hand.fit(split.train.X, split.train.Y.indices).decision_function(split.test.X)
    np.testing.assert_array_equal(np.load(tmp_path / "0.npz")["ranked"], np.argsort(-scores, axis=1, kind="stable"))


@pytest.mark.parametrize(
    "made",
    [
        OneVsRestClassifier(LogisticRegression()),
        VotingClassifier([("one", GaussianNB()), ("other", LogisticRegression())]),
        make_pipeline(StandardScaler(), GaussianNB()),
    ],
    ids=lambda made: type(made).__name__,
)
def test_copies_have_their_own_parameters(made):
    name = next(name for name in made.get_params() if name.endswith(("C", "var_smoothing")))
    copy = Prototype(made)(**{name: 0.25})
    assert copy is not made and copy.get_params()[name] == 0.25 != made.get_params()[name]
    assert type(copy) is type(made) and name in estimators.takes(Prototype(made))


def test_seeds_are_given_where_nobody_has_set_any():
    prototype = Prototype(make_pipeline(TruncatedSVD(1, random_state=7), LinearSVC()))
    params = prototype(random_state=3).get_params()
    assert (params["truncatedsvd__random_state"], params["linearsvc__random_state"]) == (7, 3)
    assert prototype(random_state=3, linearsvc__random_state=5).get_params()["linearsvc__random_state"] == 5
    assert "random_state" in prototype.takes()
    assert "random_state" not in Prototype(make_pipeline(TruncatedSVD(1, random_state=7), GaussianNB())).takes()


def test_what_is_imported_as_it_is_made_stands_for_a_class(tmp_path):
    (tmp_path / "of_mine.py").write_text(PIPELINE)
    with modules_of(tmp_path):
        assert isinstance(estimators.load("mine", "of_mine:Own"), Prototype)


def test_one_of_the_packages_is_trained_pass_by_pass(data, tmp_path):
    code = "from manyclass.methods.one_vs_rest import OneVsRestSVM\nOwn = OneVsRestSVM(step=0.1)\n"
    record = trial(data, tmp_path, *own(tmp_path, code), "--passes", "3", "--no-halving", method="mine")
    assert record.best.passes == [1, 2, 3]
