"""The SVMs with an ℓ2 penalty against LIBLINEAR and LIBSVM: the same objective, to within a hundredth."""

import copy

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import brief, indicator, learnt, samples
from sklearn.svm import SVC, LinearSVC

from manyclass.methods.multiclass_svm import MulticlassSVM
from manyclass.methods.ranking_svm import RankingSVM
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.methods.weighted_ranking_svm import WeightedRankingSVM

JOINT = [MulticlassSVM, RankingSVM, WeightedRankingSVM]
N_CLASSES = 5
LONG = {"step": 1.0, "schedule": "decreasing", "random_state": 0}
EXACT = {"tol": 1e-6, "max_iter": 100_000}


def uneven(seed=0, sizes=(90, 60, 30, 20, 20), d=8, noise=1.2):
    """X (n, d) of about unit length, y of these class sizes, hard to tell apart."""
    rng = np.random.default_rng(seed)
    y = rng.permutation(np.repeat(np.arange(len(sizes)), sizes))
    X = rng.normal(size=(len(sizes), d))[y] + noise * rng.normal(size=(len(y), d))
    return (X / np.sqrt(d)).astype(np.float32), y


def hinge(a):
    return np.maximum(0, 1 - a)


def penalised(W, loss, penalty):
    return penalty / 2 * (W.astype(float) ** 2).sum() + loss


def multiclass(W, X, y, penalty):
    f = X.astype(float) @ W.T
    right = f[np.arange(len(y)), y]
    return penalised(W, ((f + (np.arange(f.shape[1]) != y[:, None])).max(1) - right).mean(), penalty)


def triplets(W, X, y, penalty):
    f = X.astype(float) @ W.T
    wrong = np.arange(f.shape[1]) != y[:, None]
    return penalised(W, hinge(f[np.arange(len(y)), y][:, None] - f)[wrong].mean(), penalty)


def binary(w, b, X, sign, weights, penalty):
    """λ/2 ‖w‖² and the hinges of one class, with these weights of positives and negatives, which sum to 1."""
    losses = hinge(sign * (X.astype(float) @ w + b))
    return penalised(w, weights[0] * losses[sign > 0].mean() + weights[1] * losses[sign < 0].mean(), penalty)


def check(objective, best):
    """Within a hundredth of the optimum, and not below it."""
    assert 0.9999 * best <= objective <= 1.01 * best


def crammer_singer(X, y, penalty):
    C = 1 / (penalty * len(y))
    return LinearSVC(multi_class="crammer_singer", C=C, fit_intercept=False, **EXACT).fit(X, y).coef_


@pytest.mark.parametrize("penalty", [0.003, 0.03])
def test_multiclass_is_that_of_liblinear(penalty):
    X, y = uneven()
    ours = MulticlassSVM(penalty=penalty, intercept=0.0, max_iter=300, **LONG).fit(X, y)
    check(multiclass(ours.coef_, X, y, penalty), multiclass(crammer_singer(X, y, penalty), X, y, penalty))


@pytest.mark.parametrize("how", [True, "updates"])
def test_reweighted_multiclass_minimises_the_mean_over_classes(how):
    """Equation 4 is the plain loss of samples in which those of small classes are repeated until all are as large."""
    X, y = uneven()
    repeated = np.repeat(np.arange(len(y)), 180 // np.bincount(y)[y])
    even, penalty = (X[repeated], y[repeated]), 0.01
    ours, plain = (
        MulticlassSVM(penalty=penalty, reweight=reweight, intercept=0.0, max_iter=300, **LONG).fit(X, y).coef_
        for reweight in (how, False)
    )
    best = multiclass(crammer_singer(*even, penalty), *even, penalty)
    check(multiclass(ours, *even, penalty), best)
    assert multiclass(plain, *even, penalty) > 1.02 * best


def test_ranking_is_a_binary_svm_of_triplets():
    """x in the block of the right class less x in that of a wrong one (Kesler), half of them turned round."""
    X, y = uneven(sizes=(30, 20, 10, 10, 10))
    unit, penalty = np.eye(N_CLASSES), 0.02
    pairs = np.array([np.kron(unit[g] - unit[h], x) for x, g in zip(X, y) for h in range(N_CLASSES) if h != g])
    sign = np.where(np.arange(len(pairs)) % 2, 1, -1)
    theirs = LinearSVC(loss="hinge", C=1 / (penalty * len(pairs)), fit_intercept=False, **EXACT)
    W = theirs.fit(sign[:, None] * pairs, sign).coef_.reshape(N_CLASSES, -1)
    ours = RankingSVM(penalty=penalty, intercept=0.0, max_iter=4000, **LONG).fit(X, y)
    check(triplets(ours.coef_, X, y, penalty), triplets(W, X, y, penalty))


def binary_svm(X, sign, weights, penalty, intercept):
    """LIBLINEAR without a bias; with one LIBSVM, which does not penalise it. Both weigh the two sides."""
    each = {1: weights[0] / (sign > 0).sum(), -1: weights[1] / (sign < 0).sum()}
    if intercept:
        return SVC(kernel="linear", C=1 / penalty, class_weight=each, tol=1e-6).fit(X, sign)
    return LinearSVC(loss="hinge", C=1 / penalty, class_weight=each, fit_intercept=False, **EXACT).fit(X, sign)


@pytest.mark.parametrize("balance", [None, 1.0, 3.0])
@pytest.mark.parametrize(("intercept", "average"), [(0.0, False), (1.0, False), (0.0, True)])
def test_one_vs_rest_is_a_binary_svm_a_class(balance, intercept, average):
    X, y = uneven()
    penalty = 0.03
    ours = WeightedOneVsRest(balance, penalty=penalty, intercept=intercept, average=average, max_iter=800, **LONG)
    ours.fit(X, y)
    for g in range(N_CLASSES):
        sign = np.where(y == g, 1, -1)
        rho = (y == g).mean() if balance is None else 1 / (1 + balance)
        theirs = binary_svm(X, sign, (rho, 1 - rho), penalty, intercept)
        best = binary(theirs.coef_[0], np.ravel(theirs.intercept_)[0], X, sign, (rho, 1 - rho), penalty)
        check(binary(ours.coef_[g], ours.intercept_[g], X, sign, (rho, 1 - rho), penalty), best)


@pytest.mark.parametrize("balance", [None, N_CLASSES - 1])
def test_classes_of_one_size_need_no_weights(balance):
    """With as many negatives per positive as there are, both are LIBLINEAR's plain one-vs-rest."""
    X, y = uneven(sizes=(40,) * N_CLASSES)
    penalty = 0.03
    theirs = LinearSVC(loss="hinge", C=1 / (penalty * len(y)), fit_intercept=False, **EXACT).fit(X, y)
    ours = WeightedOneVsRest(balance, penalty=penalty, intercept=0.0, max_iter=500, **LONG).fit(X, y)
    for g in range(N_CLASSES):
        problem = 0.0, X, np.where(y == g, 1, -1), (1 / N_CLASSES, 1 - 1 / N_CLASSES), penalty
        check(binary(ours.coef_[g], *problem), binary(theirs.coef_[g], *problem))


def test_a_small_fixed_step_ends_near_the_optimum_and_a_large_one_around_it():
    """Strategy (ii)."""
    X, y = uneven()
    best = multiclass(crammer_singer(X, y, 0.03), X, y, 0.03)
    settings = {"penalty": 0.03, "intercept": 0.0, "max_iter": 300, "random_state": 0}
    small, large = (
        multiclass(MulticlassSVM(step=step, **settings).fit(X, y).coef_, X, y, 0.03) for step in (0.003, 0.1)
    )
    check(small, best)
    assert large > 1.05 * best


def test_the_decreasing_step_is_the_documents():
    """η_t = 1 / (λ (t + t0)) with t0 = 1 / (λ η_0): if every step pushes, w is their sum over λ (t + t0)."""
    X, y, penalty = np.eye(2, dtype=np.float32), np.arange(2), 1e-3
    settings = {"step": 999.0, "penalty": penalty, "schedule": "decreasing", "intercept": 0.0, "random_state": 0}
    model = MulticlassSVM(max_iter=50, **settings)
    for done, _ in enumerate(model.passes(1e-3 * X, y), start=1):
        updated = sum(counts.updated for counts in model.history_)
        assert updated == 2 * done
        pushed = np.abs(model.coef_).sum() * penalty * (2 * done - 1 + 1000 / 999) / (2 * 1e-3)
        assert pushed == pytest.approx(updated, rel=1e-4)


@pytest.mark.parametrize("cls", [*JOINT, WeightedOneVsRest])
def test_the_heuristic_s_first_step_is_the_root_of_the_length_that_vectors_may_have(cls):
    """Bottou: 1 / √λ is as long as vectors get, its root is typical, and t0 = 1 / (λ η_0)."""
    for step in (1e-3, 1.0):
        made = cls(penalty=1e-4, step=step, schedule="optimal")._steps()
        assert (made.eta0, made.decay) == pytest.approx((10.0, 1e-3))


@pytest.mark.parametrize("reweight", [False, True, "updates"])
def test_the_exact_rank_takes_all_classes_of_every_sample(reweight):
    X, y = uneven()
    settings = {"penalty": 0.01, "step": 0.3, "schedule": "decreasing", "max_iter": 30, "random_state": 0}
    exact, estimated = (
        WeightedRankingSVM(rank=rank, reweight=reweight, **settings).fit(X, y) for rank in ("exact", "estimated")
    )
    assert {counts.tries for counts in exact.history_} == {len(y) * (N_CLASSES - 1)}
    assert max(counts.tries for counts in estimated.history_) < len(y) * N_CLASSES
    assert exact.score(X, y) == pytest.approx(estimated.score(X, y), abs=0.05)


@pytest.mark.parametrize("cls", JOINT)
def test_one_class_gets_what_the_other_gives(cls):
    X, y = samples()
    model = brief(cls, penalty=0.01).fit(X, y)
    np.testing.assert_allclose(model.coef_.sum(0), 0, atol=1e-5 * np.abs(model.coef_).max())
    np.testing.assert_allclose(model.intercept_.sum(), 0, atol=1e-5 * np.abs(model.intercept_).max())


@pytest.mark.parametrize("cls", JOINT)
def test_reweighting_shows_every_class_as_often(cls):
    """The constant feature alone, every step made: biases count how often a class was the right one."""
    y = np.repeat([0, 1], [190, 10])
    settings = {"step": 1e-6, "max_iter": 20, "random_state": 0}
    plain, reweighted = (cls(reweight=r, **settings).fit(np.zeros((200, 1)), y).intercept_[0] for r in (False, True))
    assert plain / 1e-6 == pytest.approx(4000 * 0.9, rel=0.02)
    assert abs(reweighted) / 1e-6 < 4 * np.sqrt(4000)


def test_all_samples_are_used_for_every_class_with_all_its_labels():
    X = np.eye(3, dtype=np.float32)
    Y = indicator([{0, 1}, {1}, {2, 0}], 3)
    model = brief(WeightedOneVsRest, balance=None, step=0.25, max_iter=30, intercept=0.0).fit(X, Y)
    np.testing.assert_array_equal(model.coef_.T, np.where(Y.toarray(), 1, -1))
    assert sum(counts.tries for counts in model.history_) == 2 * 3 * 30


@pytest.mark.parametrize("cls", [*JOINT, WeightedOneVsRest])
def test_a_schedule_that_cannot_be(cls):
    X, y = samples()
    with pytest.raises(ValueError, match="^schedule='decreasing' is .* it needs a penalty above 0$"):
        brief(cls, schedule="decreasing").fit(X, y)
    with pytest.raises(ValueError, match="^step=2.0 times penalty=0.5 must be below 1"):
        brief(cls, step=2.0, penalty=0.5).fit(X, y)


@pytest.mark.parametrize("cls", JOINT)
def test_the_average_is_over_all_steps(cls):
    """Every step adds as much to the same entries: their mean over T steps is what (T + 1) / 2 steps make."""
    X, y = 1e-3 * np.eye(2, dtype=np.float32), np.arange(2)
    for intercept in (0.0, 1.0):
        settings = {"step": 2.0**-10, "intercept": intercept, "max_iter": 50, "random_state": 0}
        last, mean = (cls(average=average, **settings).fit(X, y) for average in (False, True))
        pushed = 2 * 2.0**-10 * 1e-3
        assert np.abs(last.coef_).sum() == pytest.approx(pushed * 100, rel=1e-4)
        assert np.abs(mean.coef_).sum() == pytest.approx(pushed * 101 / 2, rel=1e-4)


@pytest.mark.parametrize(("cls", "form"), [*((cls, np.asarray) for cls in JOINT), (RankingSVM, sp.csr_array)])
def test_averages_go_on_from_a_copy_of_the_state(cls, form):
    X, y = samples(density=0.4)
    X, settings = form(X), {"average": True, "penalty": 0.1}
    stopped = brief(cls, **settings)
    problem, state = stopped._start(X, y)
    for _ in range(2):
        stopped._pass(problem, state)
    stopped._pass(problem, copy.deepcopy(state))
    assert learnt(stopped) == learnt(brief(cls, **settings).fit(X, y)) != learnt(brief(cls, penalty=0.1).fit(X, y))


@pytest.mark.parametrize("cls", JOINT)
def test_vectors_of_sparse_rows_are_one_array_by_feature(cls):
    """What is trained, published and multiplied with sparse rows lies in memory once, features first."""
    X, y = samples(density=0.4)
    model = brief(cls)
    problem, state = model._start(sp.csr_array(X), y)
    model._pass(problem, state)
    assert model.coef_.T.flags.c_contiguous
    assert np.shares_memory(model.coef_, state.model.discriminant.beta)


def test_with_a_large_fixed_step_the_average_ends_nearer_to_the_optimum():
    X, y = uneven()
    best = multiclass(crammer_singer(X, y, 0.03), X, y, 0.03)
    settings = {"penalty": 0.03, "step": 0.1, "intercept": 0.0, "max_iter": 50, "random_state": 0}
    last, mean = (
        multiclass(MulticlassSVM(average=average, **settings).fit(X, y).coef_, X, y, 0.03) for average in (False, True)
    )
    assert 0.9999 * best <= mean < last
