"""The objectives of linear SVMs: by hand, and least where LIBLINEAR minimises them."""

import numpy as np
import pytest
from scipy.sparse import csr_array

from manyclass.datasets.base import Part
from manyclass.methods.max_margin_sgd import MaxMarginSGD
from manyclass.methods.multiclass_svm import MulticlassSVM
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.peers.liblinear import LinearSVC

EXACT = {"fit_intercept": False, "loss": "hinge", "tol": 1e-6, "max_iter": 100_000, "random_state": 0}
LONG = {"penalty": 0.01, "schedule": "decreasing", "step": 1.0, "intercept": 0.0, "max_iter": 300, "random_state": 0}


def samples(n=200, classes=4, d=6):
    rng = np.random.default_rng(0)
    y = rng.permutation(np.arange(n) % classes)
    X = (rng.normal(size=(classes, d))[y] + rng.normal(size=(n, d))).astype(np.float32) / 2
    return Part(X, csr_array(np.eye(classes, dtype=np.int8)[y])), y


def by_hand(W, b, X, y, penalty):
    """Sample by sample, as equation 1 and section 3.1 print it."""
    multiclass = one_vs_rest = 0.0
    for x, right in zip(X.astype(float), y):
        f = [w @ x + c for w, c in zip(W.astype(float), b.astype(float))]
        multiclass += max((g != right) + f[g] for g in range(len(f))) - f[right]
        one_vs_rest += sum(max(0, 1 - (1 if g == right else -1) * f[g]) for g in range(len(f)))
    norm = penalty / 2 * (W.astype(float) ** 2).sum()
    return {"multiclass": norm + multiclass / len(y), "one_vs_rest": norm + one_vs_rest / len(y)}


def objective(model, part):
    return model.diagnostics(part, part).get("objective")


@pytest.mark.parametrize("at_a_time", [2**22, 30])
def test_is_the_printed_sum(monkeypatch, at_a_time):
    monkeypatch.setattr("manyclass.methods.base.scores.SCORES_AT_A_TIME", at_a_time)
    part, y = samples()
    model = WeightedOneVsRest(penalty=0.01, max_iter=3, random_state=0).fit(part.X, part.Y)
    expected = by_hand(model.coef_, model.intercept_, part.X, y, 0.01)
    assert objective(model, part) == pytest.approx(expected, rel=1e-5)


def test_liblinear_minimises_its_own():
    """C = 1 / (λ n): each of its two machines has the least of the objective that it is named after."""
    part, y = samples()
    C = 1 / (0.01 * len(y))
    joint = objective(LinearSVC(multi_class="crammer_singer", C=C, **EXACT).fit(part.X, y), part)
    single = objective(LinearSVC(multi_class="ovr", C=C, **EXACT).fit(part.X, y), part)
    ours = objective(MulticlassSVM(**LONG).fit(part.X, y), part)
    assert joint["multiclass"] < min(ours["multiclass"], single["multiclass"])
    assert single["one_vs_rest"] < min(ours["one_vs_rest"], joint["one_vs_rest"])
    assert ours["multiclass"] < 1.02 * joint["multiclass"]


def test_others_have_none():
    part, y = samples()
    assert objective(MulticlassSVM(max_iter=1).fit(part.X, y), part) is None
    assert objective(LinearSVC(loss="squared_hinge").fit(part.X, y), part) is None
    assert objective(MaxMarginSGD(penalty=0.1, max_iter=1).fit(part.X, y), part) is None
    several = Part(part.X, csr_array(np.maximum(part.Y.toarray(), np.eye(4, dtype=np.int8)[0])))
    assert objective(MulticlassSVM(penalty=0.1, max_iter=1).fit(part.X, y), several) is None
    two, y = samples(classes=2)
    assert objective(MulticlassSVM(penalty=0.1, max_iter=1).fit(two.X, two.Y), two) is None
    assert objective(LinearSVC(loss="hinge").fit(two.X, y), two) is None
