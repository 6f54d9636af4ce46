"""The lecture's methods against LIBLINEAR, LogisticRegression and SLSQP; what their parameters do; costs and trees."""

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import brief, learnt, samples
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from manyclass.methods.cost_sensitive_svm import CostSensitiveSVM
from manyclass.methods.max_margin_sgd import MaxMarginSGD
from manyclass.methods.softmax_regression import SoftmaxRegression

METHODS = [SoftmaxRegression, MaxMarginSGD, CostSensitiveSVM]
TREE = np.array([8, 8, 9, 9, 10, 10, 11, 12, 13, 13, 13, 12, 13, -1])  # eight classes; 6 hangs lower than 7
G, PENALTY = 8, 0.02
EQUAL = 1 - np.eye(G)
LONG = {"step": 1 / PENALTY, "penalty": PENALTY, "average_from": 150, "max_iter": 300, "random_state": 0}


def data(n=160, d=6):
    X, y = samples(n, d, G, seed=3)
    return X / np.sqrt(d), y


def log_loss(W, X, y):
    z = X.astype(float) @ W.T
    z -= z.max(axis=1, keepdims=True)
    return (np.log(np.exp(z).sum(axis=1)) - z[np.arange(len(y)), y]).mean()


def hinge(W, X, y, costs=EQUAL):
    z = X.astype(float) @ W.T
    return ((z + costs[y]).max(axis=1) - z[np.arange(len(y)), y]).mean()


def objective(W, loss, penalty=PENALTY):
    return penalty / 2 * (W.astype(float) ** 2).sum() + loss


def check(value, best):
    """Within a thousandth of the optimum, and not below it."""
    assert 0.99999 * best <= value <= 1.001 * best


@pytest.mark.parametrize("radius", [np.inf, 100.0])
def test_softmax_is_logistic_regression(radius):
    X, y = data()
    theirs = LogisticRegression(C=1 / (PENALTY * len(y)), fit_intercept=False, tol=1e-8, max_iter=1000).fit(X, y)
    ours = SoftmaxRegression(radius=radius, **LONG).fit(X, y)
    best = objective(theirs.coef_, log_loss(theirs.coef_, X, y))
    check(objective(ours.coef_, log_loss(ours.coef_, X, y)), best)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), atol=0.01)


@pytest.mark.parametrize("radius", [np.inf, 100.0])
@pytest.mark.parametrize("method", [MaxMarginSGD(), CostSensitiveSVM()])
def test_max_margin_is_that_of_crammer_and_singer(method, radius):
    X, y = data()
    exact = {"C": 1 / (PENALTY * len(y)), "fit_intercept": False, "tol": 1e-7, "max_iter": 100_000}
    theirs = LinearSVC(multi_class="crammer_singer", **exact).fit(X, y)
    ours = method.set_params(radius=radius, **LONG).fit(X, y)
    check(objective(ours.coef_, hinge(ours.coef_, X, y)), objective(theirs.coef_, hinge(theirs.coef_, X, y)))


def test_in_the_ball_the_softmax_is_the_constrained_optimum():
    X, y = data()
    rho = 1.5

    def value(w):
        return log_loss(w.reshape(G, -1), X, y)

    room = {"type": "ineq", "fun": lambda w: rho**2 - (w.reshape(G, -1) ** 2).sum(axis=1)}
    theirs = minimize(value, np.zeros(G * X.shape[1]), constraints=[room], method="SLSQP", options={"maxiter": 300})
    settings = {"step": 200.0, "average_from": 100, "max_iter": 400, "random_state": 0}
    ours = SoftmaxRegression(radius=rho, **settings).fit(X, y)
    assert theirs.success
    lengths = np.linalg.norm(theirs.x.reshape(G, -1), axis=1)
    assert lengths.max() == pytest.approx(rho, rel=1e-3)
    check(log_loss(ours.coef_, X, y), value(theirs.x))
    free = SoftmaxRegression(**settings).fit(X, y).coef_
    assert np.linalg.norm(free, axis=1).max() > 1.5 * rho


def test_cost_sensitive_minimises_the_surrogate_of_its_costs():
    """Against the quadratic program in (W, ξ): least penalty plus mean ξ, where ξ_i ≥ Δ(y_i, r) + z_r - z_y."""
    X, y = data(n=32, d=3)
    costs, unit = path_lengths(), np.eye(G)
    A = np.array(
        [
            np.append(np.kron(unit[g] - unit[r], x), np.eye(len(y))[i])
            for i, (x, g) in enumerate(zip(X, y))
            for r in range(G)
        ]
    )
    needed = costs[y].ravel()
    n = G * X.shape[1]
    linear = np.append(np.zeros(n), np.full(len(y), 1 / len(y)))
    best = minimize(
        lambda v: PENALTY / 2 * v[:n] @ v[:n] + linear @ v,
        np.append(np.zeros(n), costs[y].max(axis=1)),
        jac=lambda v: linear + PENALTY * np.append(v[:n], np.zeros(len(y))),
        constraints={"type": "ineq", "fun": lambda v: A @ v - needed, "jac": lambda v: A},
        method="SLSQP",
    )
    assert best.success
    ours = CostSensitiveSVM(tree=TREE, **LONG).set_params(max_iter=1200).fit(X, y).coef_
    check(objective(ours, hinge(ours, X, y, costs)), best.fun)
    equal = CostSensitiveSVM(**LONG).fit(X, y).coef_
    assert objective(equal, hinge(equal, X, y, costs)) > 1.05 * best.fun


def path_lengths():
    """By a search over the edges of the tree."""
    edges = sp.coo_array((np.ones(len(TREE) - 1), (np.arange(len(TREE) - 1), TREE[:-1])), shape=(len(TREE),) * 2)
    return sp.csgraph.shortest_path(edges.tocsr(), directed=False)[:G, :G]


def test_a_tree_is_the_matrix_of_its_path_lengths():
    X, y = samples()
    tree, matrix = brief(CostSensitiveSVM, tree=TREE), brief(CostSensitiveSVM, costs=path_lengths())
    assert path_lengths().max() == 5
    assert learnt(tree.fit(X, y)) == learnt(matrix.fit(X, y))
    assert learnt(brief(CostSensitiveSVM, tree=TREE, costs="tree").fit(X, y)) == learnt(tree)


def test_equal_costs_are_the_fixed_margin_whatever_the_tree():
    X, y = samples()
    fixed = learnt(brief(MaxMarginSGD, margin=0.7).fit(X, y))
    for params in ({}, {"costs": "equal", "tree": TREE}, {"costs": 1 - np.eye(G)}):
        assert learnt(brief(CostSensitiveSVM, margin=0.7, **params).fit(X, y)) == fixed
    assert learnt(brief(CostSensitiveSVM, margin=0.7, tree=TREE).fit(X, y)) != fixed


@pytest.mark.filterwarnings("ignore:The number of unique classes")
def test_a_tree_needs_no_square_matrix():
    n_classes = 3000
    X, y = np.random.default_rng(0).standard_normal((n_classes, 2)), np.arange(n_classes)
    tree = np.append(n_classes + np.arange(n_classes) // 30, [n_classes + 100] * 100 + [-1])
    model = CostSensitiveSVM(tree=tree, max_iter=1, batch_size=2)
    model.fit(X, y)
    tracemalloc.start()
    model.fit(X, y)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.1 * 4 * n_classes**2


@pytest.mark.parametrize(
    ("params", "line"),
    [
        ({"costs": np.ones((3, 3))}, r"costs has shape \(3, 3\); it must be \(8, 8\), a row a right class"),
        ({"costs": np.ones((8, 8))}, "costs must be finite, 0 on the diagonal and positive elsewhere"),
        ({"costs": np.zeros((8, 8))}, "costs must be finite, 0 on the diagonal and positive elsewhere"),
        ({"costs": "tree"}, "costs='tree' needs a tree: the parent of each node"),
        ({"tree": TREE[:7]}, "tree must give the number of each node's parent, -1 for the root"),
        ({"tree": TREE + 0.5}, "tree must give the number of each node's parent, -1 for the root"),
        ({"tree": np.where(TREE == 10, 8, TREE)}, "the leaves of tree must be its first 8 nodes, the classes"),
        ({"tree": np.where(TREE == -1, 12, TREE)}, "tree must have one root, -1, that is above all other nodes"),
        ({"tree": np.where(np.arange(14) == 9, -1, TREE)}, "tree must have one root, -1, that is above all other"),
    ],
)
def test_costs_that_cannot_be(params, line):
    with pytest.raises(ValueError, match=f"^{line}") as caught:
        brief(CostSensitiveSVM, **params).fit(*samples())
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("cls", METHODS)
def test_a_step_and_penalty_that_turn_the_vectors(cls):
    with pytest.raises(ValueError, match=r"^step=3.0 times penalty=0.5 must be at most 1$"):
        brief(cls, step=3.0, penalty=0.5).fit(*samples())


@pytest.mark.parametrize("cls", METHODS)
def test_the_average_is_over_the_updates_since_its_start(cls):
    """Of mini-batches that are whole passes: the W of every pass but the last, from T0 on."""
    X, y = samples()
    whole = {"batch_size": len(X), "max_iter": 6, "step": 2.0, "power": 0.5}
    kept = [each.coef_.copy() for each in brief(cls, **whole).passes(X, y)]
    averages = [each.coef_.copy() for each in brief(cls, average_from=2, **whole).passes(X, y)]
    for done, (last, average) in enumerate(zip(kept, averages), start=1):
        expected = np.mean(kept[1 : done - 1], axis=0) if done > 2 else last
        assert_allclose(average, expected, rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("cls", METHODS)
def test_a_batch_of_all_samples_does_not_depend_on_their_order(cls):
    X, y = samples()
    whole = {"batch_size": 10 * len(X), "max_iter": 2}
    first, other = (brief(cls, random_state=seed, **whole).fit(X, y).coef_ for seed in (0, 1))
    assert_allclose(first, other, atol=1e-5 * abs(first).max())


@pytest.mark.parametrize("cls", METHODS)
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_the_constant_is_a_column(cls, form):
    X, y = samples()
    appended = np.column_stack([X, np.full(len(X), 0.5, np.float32)])
    implicit, explicit = brief(cls, intercept=0.5).fit(form(X), y), brief(cls).fit(form(appended), y)
    assert_allclose(implicit.coef_, explicit.coef_[:, :-1], rtol=1e-4, atol=1e-5)
    assert_allclose(implicit.intercept_, 0.5 * explicit.coef_[:, -1], rtol=1e-4, atol=1e-5)


def test_updated_classes_are_all_or_at_most_the_violators_and_the_right_one():
    X, y = samples()
    for counts in brief(SoftmaxRegression).fit(X, y).history_:
        assert counts.n_classes_updated == G * len(X) == G * counts.updated
    for violators in ("max", "uniform", "by_margin"):
        for counts in brief(MaxMarginSGD, violators=violators).fit(X, y).history_:
            assert counts.n_classes_updated <= counts.tries + counts.updated
            assert (counts.n_classes_updated == 2 * counts.updated) == (violators == "max")
            assert (counts.n_classes_updated == counts.tries + counts.updated) == (violators != "max")


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_an_average_takes_what_is_forecast(form):
    X, y = samples(n=300, d=1000, n_classes=60)
    rows, estimator = form(X), MaxMarginSGD(average_from=1, max_iter=3, random_state=0)
    estimator.fit(rows, y)  # compiles
    tracemalloc.start()
    estimator.fit(rows, y)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1.1 * estimator.training_bytes(300, 1000, 60) + 1000 * len(X)


@pytest.mark.parametrize("cls", METHODS)
def test_they_say_nothing_of_a_violators_share(cls):
    """With costs, or weights of all classes, the plain margin is none of the loss."""
    X, y = data()
    assert "violating_share" not in brief(cls).fit(X, y).diagnostics(None, None)
