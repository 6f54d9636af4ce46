"""Both kinds of steps on the problems of pairs: one optimum, and certificates that hold at every step."""

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import samples
from sklearn.svm import SVC

from manyclass.methods.base.pairs import solver as pair_solver
from manyclass.methods.base.pairs.interior_point import InteriorPoint, _level
from manyclass.methods.base.pairs.recall_loss import recall_loss
from manyclass.methods.base.pairs.recall_problem import RecallProblem
from manyclass.methods.base.pairs.solver import PairSolver
from manyclass.methods.base.pairs.top_push_problem import TopPushProblem
from manyclass.methods.recall_at_k import RecallAtK
from manyclass.methods.top_push import TopPush

N, G = 60, 4
X, Y = samples(n=N, d=4, n_classes=G)
PROBLEMS = {
    "top_push": lambda X, C: TopPushProblem(X, Y, G, C),
    "recall_at_1": lambda X, C: RecallProblem(X, Y, G, C, 1),
}
BOTH = pytest.mark.parametrize("name", PROBLEMS)


def solved(problem, tol, most=3000):
    """A solver after the step at which the gap is small enough."""
    solver = PairSolver(problem)
    while not solver.certificates or (solver.certificates[-1].gap > tol and len(solver.certificates) < most):
        solver.step()
    return solver


@pytest.fixture
def at_once(monkeypatch):
    """An interior point after a few steps, and not where it is wanted alone."""
    monkeypatch.setattr(pair_solver, "AUGMENTED_STEPS", 3)


@BOTH
@pytest.mark.parametrize("C", [0.05, 1.0, 20.0])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_an_interior_point_ends_where_augmented_lagrangians_do(name, C, form, monkeypatch):
    problem = PROBLEMS[name](form(X), C)
    ends = []
    for steps in (10**9, 3):
        monkeypatch.setattr(pair_solver, "AUGMENTED_STEPS", steps)
        ends.append(solved(problem, 1e-6))
    first, second = (each.certificates[-1] for each in ends)
    assert max(first.gap, second.gap) <= 1e-6 and isinstance(ends[1]._steps, InteriorPoint)
    assert second.primal == pytest.approx(first.primal, rel=2e-6)
    np.testing.assert_allclose(ends[1].best, ends[0].best, atol=3e-3 * np.abs(ends[0].best).max())
    duals = [each.dual for end in ends for each in end.certificates]
    assert max(duals) <= min(first.primal, second.primal) * (1 + 1e-9)


@BOTH
def test_no_pair_counts_unseen_and_all_that_is_seen_stays_inside(name, at_once):
    solver = PairSolver(PROBLEMS[name](X, 100.0))
    for _ in range(25):
        solver.step()
        if isinstance(solver._steps, InteriorPoint):
            state = solver._steps.state
            scores = X.astype(float) @ state.W.T
            scores[np.arange(N), Y] = scores.ravel()[state.places] = -np.inf
            assert scores.max() < state.level
            bounded = np.isfinite(state.right.most)
            for boxed in (state.right, state.wrong):
                assert all((part > 0.0).all() for part in boxed.arrays[: 4 if bounded else 3] if part.any())
                np.testing.assert_allclose(boxed.values + boxed.room, boxed.most)


def test_with_a_large_c_recall_is_a_support_vector_machine_of_two_classes_still():
    C = 1e3
    model = RecallAtK(1, C=C, tol=1e-5, max_iter=500).fit(X, Y)
    assert model.dual_gap_ <= 1e-5
    pairs = np.einsum("gh,id->ighd", np.eye(G), X.astype(float)).reshape(N * G, -1)
    theirs = SVC(kernel="linear", C=2 * C, tol=1e-6).fit(pairs, np.eye(G, dtype=bool)[Y].ravel())
    W, scores = theirs.coef_.reshape(G, -1) / 2, X @ theirs.coef_.reshape(G, -1).T / 2
    own = np.eye(G, dtype=bool)[Y]
    problem = RecallProblem(X, Y, G, C, 1)
    _, objective = problem.best_multiple(W, scores[own], np.sort(scores[~own])[: -N - 1 : -1])
    assert model.certificates_[-1].primal == pytest.approx(objective, rel=1e-3)
    assert model.certificates_[-1].dual <= objective


@pytest.mark.parametrize(("cls", "C"), [(TopPush, 1e2), (TopPush, 1e6), (RecallAtK, 1e2), (RecallAtK, 1e6)])
def test_however_large_c_is_tens_of_steps_are_enough(cls, C):
    model = cls(C=C, max_iter=pair_solver.AUGMENTED_STEPS + 100).fit(X, Y)
    assert 0.0 <= model.dual_gap_ <= model.tol


def test_no_pair_stands_at_the_level_where_rounding_would_put_it():
    own, near = np.zeros(3), np.array([1e20, 2e30])
    assert _level(own, near, 1.0, np.inf, 1e-3) > near.max()


@pytest.mark.parametrize("cls", [TopPush, RecallAtK])
def test_it_goes_on_to_the_same_bytes_on_either_side_of_the_change(cls, at_once):
    def shown(model):
        return model.coef_.tobytes(), [each._replace(seconds=0.0) for each in model.certificates_]

    alone, after, states = cls(C=100.0, max_iter=12, tol=0.0), [], []
    with pytest.warns(match="above tol"):
        for _ in alone.passes(X, Y):
            after.append(shown(alone))
            states.append(alone.training_state())
    for done, state in enumerate(states):
        resumed = cls(C=100.0, max_iter=12, tol=0.0)
        with pytest.warns(match="above tol"):
            assert [shown(resumed) for _ in resumed.passes(X, Y, state)] == after[done:]


@BOTH
def test_where_there_is_no_way_to_go_augmented_lagrangians_go_on(name, at_once, monkeypatch):
    monkeypatch.setattr(InteriorPoint, "step", lambda self: False)
    solver = solved(PROBLEMS[name](X, 1.0), 1e-4)
    assert solver.certificates[-1].gap <= 1e-4
    assert not isinstance(solver._steps, InteriorPoint)


def test_with_more_guesses_few_steps_are_enough_too():
    """There is no interior point for these; the best multiple of W has a primal objective that W has much later."""
    k, (X, y) = 5, samples(n=400)
    model = RecallAtK(k=k, warm_start=True)
    for C in (1.0, 100.0, 1e4, 1e6):
        model.set_params(C=C).fit(X, y)
        assert model.n_iter_ <= 150
        assert 0.0 <= model.dual_gap_ <= model.tol
    W = model.coef_.astype(np.float64)
    scores, own = X.astype(np.float64) @ W.T, np.arange(8) == y[:, None]
    loss = recall_loss(scores[own], np.sort(scores[~own])[: -k * len(y) - 1 : -1])
    assert 0.5 * np.vdot(W, W) + 1e6 * loss == pytest.approx(model.certificates_[-1].primal, rel=model.tol)
