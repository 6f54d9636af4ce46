"""A training that is taken up: from the state after any of its passes it goes on to the same bytes."""

import copy
import io

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, brief, learnt, samples

from manyclass.methods.max_margin_sgd import MaxMarginSGD
from manyclass.methods.multiclass_svm import MulticlassSVM
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.recall_at_k import RecallAtK
from manyclass.methods.softmax_regression import SoftmaxRegression
from manyclass.methods.top_push import TopPush
from manyclass.methods.topk_entropy import TopKEntropy
from manyclass.methods.topk_svm import TopKSVM
from manyclass.methods.warp_ranking import WarpRanking
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.methods.wsabie_pp import WsabiePP

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
RESUMABLE = [cls for cls in METHODS if cls.resumable]
ANEW = [cls for cls in METHODS if not cls.resumable]
# What a state must hold where it does not by default.
OTHERS = [
    (MulticlassSVM, {"average": True, "penalty": 0.1}),
    (MulticlassSVM, {"schedule": "decreasing", "penalty": 0.1, "reweight": True}),
    (MaxMarginSGD, {"average_from": 1, "replacement": True, "intercept": 1.0}),
    (OneVsRestSVM, {"average": True, "adaptation": "counting"}),
    (WeightedOneVsRest, {"balance": None, "average": True}),
    (WeightedOneVsRest, {"average": True}),
    (WsabiePP, {"adaptation": "adagrad_by_element", "burn_in": 2}),
    (WsabiePP, {"radius": 1.0, "initial": "ball"}),
    (SoftmaxRegression, {"penalty": 0.01, "tol": 1e-9}),
    (SoftmaxRegression, {"penalty": 0.01, "tol": 1e-9, "solver": "lbfgs", "intercept": 1.0}),
    (SoftmaxRegression, {"solver": "lbfgs"}),
    (TopKEntropy, {"max_iter": 12, "tol": 0.0}),
    (TopKEntropy, {"max_iter": 6, "tol": 0.0, "warm_start": True, "intercept": 1.0}),
    (RecallAtK, {"max_iter": 30, "tol": 0.0, "k": 2, "C": 10.0}),
    (TopPush, {"max_iter": 30, "tol": 0.0, "C": 10.0}),
    (TopKSVM, {"max_iter": 12, "k": 2}),
    (TopKSVM, {"max_iter": 12, "accelerated": False}),
    (TopKSVM, {"max_iter": 6, "updates": "single"}),
]
# How sparse rows lay out a state, the defaults show; the kernels of these are seldom compiled for them elsewhere.
SETTINGS = [(cls, {}, form) for cls in RESUMABLE for form in (np.asarray, sp.csr_array)]
SETTINGS += [(*other, np.asarray) for other in OTHERS]
TAKEN_UP = 8  # states of a training, at most, from which it is taken up: from each it is gone on with to the end


def shown(estimator):
    """All that is seen of an estimator after a pass, but for seconds."""
    names = ("n_iter_", "history_", "dual_gap_", "last_violators_", "drawn_by_class_", "ignored_by_class_")
    seen = {name: np.asarray(getattr(estimator, name)).tolist() for name in names if hasattr(estimator, name)}
    certificates = [each._replace(seconds=0) for each in getattr(estimator, "certificates_", [])]
    return learnt(estimator), seen, certificates


def stored(state):
    """The arrays as a file keeps them."""
    file = io.BytesIO()
    np.savez(file, **state)
    with np.load(io.BytesIO(file.getvalue()), allow_pickle=False) as found:
        return dict(found)


@pytest.mark.parametrize(("cls", "params", "form"), SETTINGS)
def test_training_goes_on_from_any_pass_to_the_same_bytes(cls, params, form):
    """By an estimator of another seed, so that nothing but the state decides, and another number of threads."""
    X, y = samples(density=0.4)
    X, alone = form(X), brief(cls, **params)
    after, states = [], []
    for _ in alone.passes(X, y):
        after.append(shown(alone))
        states.append(stored(alone.training_state()))
    assert len(after) >= 2
    for number, done in enumerate(range(0, len(states), -(-len(states) // TAKEN_UP))):
        resumed = brief(cls, **{"random_state": 1, "n_jobs": 1 + number % 2, **params})
        assert [shown(resumed) for _ in resumed.passes(X, y, states[done])] == after[done:]


@pytest.mark.parametrize("cls", RESUMABLE)
def test_who_asks_for_the_state_changes_nothing(cls):
    X, y = samples()
    asked = brief(cls)
    for _ in asked.passes(X, y):
        asked.training_state()
    assert learnt(asked) == learnt(brief(cls).fit(X, y))


@pytest.mark.parametrize("cls", METHODS)
def test_there_is_a_state_only_between_passes_that_can_be_taken_up(cls):
    X, y = samples()
    estimator = brief(cls)
    assert estimator.training_state() is None
    next(estimator.passes(X, y))
    assert (estimator.training_state() is not None) == cls.resumable
    copied = copy.deepcopy(estimator)
    assert (copied.training_state() is not None) == cls.resumable
    assert estimator.fit(X, y).training_state() is None


@pytest.mark.parametrize("cls", ANEW)
def test_others_refuse_a_state(cls):
    with pytest.raises(ValueError, match=f"^{cls.__name__} cannot take up a training: leave out the state$"):
        next(brief(cls).passes(*samples(), {}))


@pytest.mark.parametrize("cls", RESUMABLE)
def test_a_state_of_other_samples_is_refused(cls):
    X, y = samples()
    other = brief(cls)
    next(other.passes(X[:, :-1], y))
    with pytest.raises(ValueError, match="^not a state of this training: .*array"):
        next(brief(cls).passes(X, y, other.training_state()))
    with pytest.raises(ValueError, match="^not a state of this training: it has no array"):
        next(brief(cls).passes(X, y, {}))


@pytest.mark.parametrize(("cls", "params"), [(TopKSVM, {"random_state": 0}), (TopPush, {})])
def test_a_warm_start_is_in_the_state(cls, params):
    """What began from the solution of another C goes on where it was, by an estimator without that solution."""
    X, y = samples()
    params = {"warm_start": True, "tol": 1e-9, "max_iter": 4, **params}
    first = cls(C=0.1, **params).fit(X, y)
    alone = copy.deepcopy(first).set_params(C=1.0)
    after = []
    for _ in alone.passes(X, y):
        after.append(shown(alone))
        if alone.n_iter_ == 2:
            state = stored(alone.training_state())
    resumed = cls(C=1.0, **params)
    assert [shown(resumed) for _ in resumed.passes(X, y, state)] == after[1:]
    cold = cls(C=1.0, **params | {"warm_start": False})
    assert after != [shown(cold) for _ in cold.passes(X, y)]


def test_a_state_needs_no_memory_of_its_own():
    X, y = samples()
    estimator = WarpRanking(random_state=0, max_iter=2)
    next(estimator.passes(X, y))
    held = [array for array in estimator.training_state().values() if np.shares_memory(array, estimator.coef_)]
    assert len(held) == 1
