"""What users get wrong: one clear line that names the thing."""

import re

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import METHODS, STOCHASTIC, brief, indicator, samples
from sklearn.exceptions import NotFittedError

from manyclass.methods.auc_ranking import AUCRanking
from manyclass.methods.cost_sensitive_svm import CostSensitiveSVM
from manyclass.methods.max_margin_sgd import MaxMarginSGD
from manyclass.methods.nearest_means import NearestMeans
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.recall_at_k import RecallAtK
from manyclass.methods.top_push import TopPush
from manyclass.methods.warp_ranking import WarpRanking
from manyclass.methods.wsabie_pp import WsabiePP

X, Y = samples(n=40, d=4, n_classes=5)
EACH = [{g} for g in Y.tolist()]
NOT_A_COUNT = ["5", None, 2.5, float("nan"), -1]
NOT_POSITIVE = ["1", None, float("nan"), -1.0, 0, 0.0]
BAD = {
    "children": [1, 2.5],
    "depth": [0, 1.5],
    "rounds": [0, 1.5],
    "formulation": ["speed", None],
    "max_ambiguity": [0.0, -0.1],
    "max_loss": [-0.1, 1.0],
    "overlap": ["yes", None, 2],
    "first_partition": ["best", None, 1],
    "scaling": ["columns", None, 1],
    "splits": ["learnt", None, 1],
    "learning": ["apart", None, 1],
    "leaf_passes": [0, 1.5],
    "validation_fraction": [-0.1, 1.0],
    "shards": [0, 1.5],
    "dimensions": [*NOT_A_COUNT, 0],
    "max_iter": [*NOT_A_COUNT, 0],
    "last_violators": NOT_A_COUNT,
    "burn_in": NOT_A_COUNT,
    "step": [*NOT_POSITIVE, float("inf")],
    "first_step": [*NOT_POSITIVE, float("inf")],
    "margin": ["1", None, float("nan"), -1.0, float("inf")],
    "radius": NOT_POSITIVE,
    "balance": ["1", float("nan"), -1, 0, float("inf")],
    "intercept": ["1", None, float("nan"), -1.0, float("inf")],
    "initial": ["balls", None, 1],
    "penalty": ["1", None, float("nan"), -1.0, float("inf")],
    "schedule": ["falling", None, 1],
    "reweight": ["yes", None, 2],
    "balance_by": ["weights", None, 1],
    "adaptation": ["adam", None],
    "rank_weight": ["two", 1],
    "rank": ["two", None, 1],
    "violator": ["best", None, 1],
    "max_tries": ["5", 2.5, float("nan"), -1, 0],
    "random_state": ["zero", -1],
    "members": ["2", 0, 1.5],
    "k": [*NOT_A_COUNT, 0],
    "loss": ["gamma", None, 1],
    "C": [*NOT_POSITIVE, float("inf")],
    "gamma": ["1", None, float("nan"), -1.0, float("inf")],
    "tol": ["1", None, float("nan"), -1.0, float("inf")],
    "accelerated": ["yes", None, 2],
    "warm_start": ["yes", None, 1],
    "updates": ["pairs", None, 1],
    "certified_every": [0, -1, 1.5],
    "kernel": ["gauss", None, 1],
    "kernel_params": ["gamma", 1.0],
    "power": ["1", None, float("nan"), -0.5, 1.5],
    "batch_size": [*NOT_A_COUNT, 0],
    "replacement": ["yes", None, 2],
    "average": ["yes", None, 2],
    "average_from": ["1", float("nan"), -1.0, float("inf")],
    "solver": ["newton", None, 1],
    "violators": ["none", None, 1],
    "costs": ["none", 1.0],
    "tree": ["oak", 1],
    "beam": [*NOT_A_COUNT, 0],
    "temperature": ["hot", float("nan"), 0.0, -1.0],
    "priors": ["sizes", None, 1],
    "shrinkage": ["oas", float("nan"), -0.1, 1.1],
    "components": [*NOT_A_COUNT, 0],
    "n_jobs": [0, 1.5, "2", float("nan")],
    "estimator": ["wsabie", NearestMeans(), 3],
}
CASES = [
    pytest.param(cls, name, value, id=f"{cls.__name__}-{name}-{value!r}")
    for cls in METHODS
    for name in cls().get_params(deep=False)
    for value in BAD.get(name, ())
    if value is not None or cls().get_params()[name] is not None
]


@pytest.mark.parametrize("cls", METHODS)
def test_every_parameter_has_bad_values(cls):
    unknown = [name for name in cls().get_params(deep=False) if name not in BAD]
    assert not unknown, f"parameter {unknown[0]} of {cls.__name__} has no bad values in BAD: add some"


@pytest.mark.parametrize(("cls", "name", "value"), CASES)
def test_parameter(cls, name, value):
    line = rf"'{name}' parameter of {cls.__name__} must be .* Got .*{re.escape(repr(value))[:9]}"
    with pytest.raises(ValueError, match=line) as caught:
        cls(**{name: value}).fit(X, Y)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("cls", [WsabiePP, MaxMarginSGD, CostSensitiveSVM])
def test_from_zero_with_margin_zero_they_would_never_start(cls):
    with pytest.raises(ValueError, match=f"'margin' parameter of {cls.__name__} must be"):
        cls(margin=0).fit(X, Y)


@pytest.mark.parametrize("cls", [AUCRanking, WarpRanking, OneVsRestSVM])
def test_margin_zero_needs_class_vectors_that_differ(cls):
    with pytest.raises(ValueError, match="^margin=0: with initial='zeros' no class violates it, and none is"):
        brief(cls, margin=0, initial="zeros").fit(X, Y)
    assert brief(cls, margin=0).fit(X, Y).history_[0].updated > 0


@pytest.mark.parametrize("balance", [4.5, 5])
def test_balance_above_the_number_of_other_classes(balance):
    with pytest.raises(ValueError, match=f"^balance={balance} must be at most 4, the number of other classes$"):
        OneVsRestSVM(balance=balance).fit(X, Y)


@pytest.mark.filterwarnings("ignore:overflow encountered in cast:RuntimeWarning")
@pytest.mark.parametrize("cls", METHODS)
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize(
    ("value", "line"),
    [(np.nan, "Input X contains NaN"), (np.inf, "Input X contains inf"), (1e39, "too large for")],
)
def test_values(cls, form, value, line):
    bad = X.astype(np.float64)
    bad[3, 1] = value
    with pytest.raises(ValueError, match=line):
        brief(cls).fit(form(bad), Y)
    with pytest.raises(ValueError, match=line):
        brief(cls).fit(X, Y).predict(form(bad))


@pytest.mark.parametrize("cls", METHODS)
@pytest.mark.parametrize(
    ("X", "y", "line"),
    [
        (X[:, 0], Y, "Expected 2D array, got 1D array"),
        (X[:, 0], indicator(EACH, 5), "Expected 2D array, got 1D array"),
        (X[:, :0], Y, r"0 feature\(s\)"),
        (X[:0], Y[:0], r"0 sample\(s\)"),
        (X, Y[:-1], r"inconsistent numbers of samples: \[40, 39\]"),
        (X, indicator(EACH[:-1], 5), "X has 40 samples and y has 39"),
        (X, None, "y"),
        (X, np.zeros(40), "y holds one class only, 0.0"),
        (X, ["a"] * 40, "y holds one class only, 'a'"),
        (X, Y + 0.5 * np.arange(40) / 40, "continuous"),
        (X, np.where(Y == 1, np.nan, Y), "Input y contains NaN"),
        (X, np.eye(5)[Y][:-1], "X has 40 samples and y has 39"),
        (X, np.eye(6)[Y], "class 5 has no samples in y"),
        (X, np.eye(5)[Y] / 2, "y as an indicator matrix must hold 1 .* not 0.5"),
        (X, np.column_stack([Y, Y + 1]), "y as an indicator matrix must hold 1 .* not 2"),
        (X, np.array([["a", "b"]] * 40), "dtype='numeric' is not compatible with arrays of bytes/strings"),
        (X, np.eye(5)[Y][None], "Found array with dim 3"),
        (X, indicator([{0}] * 40, 1), "y has one class only"),
        (X, indicator(EACH, 6), "class 5 has no samples in y"),
        (X, indicator(EACH, 8), r"class 5 has no samples in y \(nor have 2 others\)"),
        (X, indicator([*EACH[:7], {}, *EACH[8:]], 5), "sample 7 has 0 of 5 classes in y"),
        (X, indicator([*EACH[:7], range(5), *EACH[8:]], 5), "sample 7 has 5 of 5 classes in y"),
        (X, 2 * indicator(EACH, 5), "y as an indicator matrix must hold 1 .* not 2"),
        (X, -indicator(EACH, 5), "y as an indicator matrix must hold 1 .* not -1"),
        (X, indicator(EACH, 5) * np.nan, "y contains NaN"),
    ],
)
def test_data(cls, X, y, line):
    with pytest.raises(ValueError, match=line):
        brief(cls).fit(X, y)


@pytest.mark.parametrize("cls", METHODS)
def test_prediction(cls):
    estimator = brief(cls)
    for call in (
        lambda: estimator.predict(X),
        lambda: estimator.predict_topk(X, 2),
        lambda: estimator.decision_function(X),
    ):
        with pytest.raises(NotFittedError, match="not fitted yet"):
            call()
    estimator.fit(X, Y)
    with pytest.raises(ValueError, match="X has 3 features, but .* is expecting 4"):
        estimator.predict(X[:, :3])
    for k in (0, -1, 6, 1.0, "2", None, np.nan):
        with pytest.raises(ValueError, match=rf"^k={re.escape(repr(k))} must be an integer in 1..5, the number"):
            estimator.predict_topk(X, k)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize("cls", [NearestMeans, WsabiePP, TopPush, RecallAtK])
def test_features_whose_squares_overflow(cls, form):
    with pytest.raises(FloatingPointError, match="^the features of X are too large for scores in float32; scale X"):
        brief(cls).fit(form(1e25 * X), Y)


def test_what_failed_to_fit_has_no_model():
    estimator = OneVsRestSVM(balance=2, random_state=0).fit(X, Y)
    for failing in (estimator, OneVsRestSVM()):
        with pytest.raises(ValueError, match="balance=100 must be at most 4"):
            failing.set_params(balance=100).fit(X, Y)
        with pytest.raises(NotFittedError, match="not fitted yet"):
            failing.predict(X)
    assert estimator.set_params(balance=2).fit(X, Y).score(X, Y) > 0.5


@pytest.mark.parametrize("cls", STOCHASTIC)
def test_a_step_so_large_that_the_model_overflows(cls):
    with pytest.raises(FloatingPointError, match=r"^step=1e\+30 is too large: the model overflows in pass 1; take"):
        brief(cls, step=1e30, radius=np.inf).fit(X, Y)


@pytest.mark.parametrize("step", [1e3, 1e6, 1e12])
@pytest.mark.parametrize("cls", STOCHASTIC)
def test_a_large_step_fails_or_stays_finite(cls, step):
    estimator = brief(cls, step=step)
    try:
        estimator.fit(X, Y)
    except FloatingPointError:
        return
    assert np.isfinite(estimator.decision_function(X)).all()
