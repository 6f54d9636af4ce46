"""Top-k SVM: Crammer and Singer's at k = 1, certified by its duality gap, and what the parameters do."""

import itertools
import re
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from method_samples import indicator, learnt, samples
from scipy.optimize import minimize
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC

from manyclass.kernels.topk.sdca import update_samples
from manyclass.methods.base.certificate import Certificate
from manyclass.methods.base.topk import dual_ascent
from manyclass.methods.topk_svm import TopKSVM

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
ALL = [(loss, k, gamma) for loss in ("alpha", "beta") for k in (1, 2, 7) for gamma in (0.0, 0.2)]


def objective(W, X, y, C, k=1, loss="alpha", literal=False):
    """Primal objective in float64, from the definitions; ``literal`` counts the true class in."""
    S = X.astype(float) @ W.T
    h = 1 + S - S[np.arange(len(y)), y][:, None]
    h[np.arange(len(y)), y] = 0 if literal else -np.inf
    largest = -np.sort(-h, axis=1)[:, :k]
    losses = np.maximum(0, largest.mean(1)) if loss == "alpha" else np.maximum(0, largest).mean(1)
    return 0.5 * (W**2).sum() + C * losses.sum()


def dual_objective(A, X, y, C, gamma):
    """The same in the dual, of A float64 (n, G), or of as much of it as is best."""
    sums, curve = A[np.arange(len(y)), y].sum(), ((A.T @ X) ** 2).sum() + gamma / C * (np.minimum(A, 0) ** 2).sum()
    share = min(1.0, sums / curve)
    return share * sums - 0.5 * share**2 * curve


@pytest.mark.parametrize("C", [0.1, 1.0])
def test_with_k_one_it_is_the_svm_of_crammer_and_singer(C):
    """Their solver works in float64. Float32 scores leave up to 1.5e-6 open here, so that every BLAS reaches 1e-5."""
    X, y = samples(n_classes=5)
    theirs = LinearSVC(multi_class="crammer_singer", fit_intercept=False, C=C, tol=1e-9, max_iter=10**6).fit(X, y)
    optimum = objective(theirs.coef_, X, y, C)
    ours = TopKSVM(C=C, tol=1e-5, max_iter=4000, random_state=0).fit(X, y)
    last = ours.certificates_[-1]
    assert ours.dual_gap_ <= 1e-5
    assert last.dual <= optimum * (1 + 1e-9)
    assert optimum * (1 - 1e-9) <= last.primal <= optimum / (1 - 1e-5)
    assert objective(ours.coef_.astype(float), X, y, C) == pytest.approx(last.primal, rel=1e-12)


@pytest.mark.parametrize("accelerated", [False, True])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize(("loss", "k", "gamma"), ALL)
def test_the_gap_is_never_negative_and_closes(loss, k, gamma, form, accelerated):
    X, y = samples()
    how = {"tol": 1e-5, "max_iter": 1500, "accelerated": accelerated, "random_state": 0}
    model = TopKSVM(k, loss, C=0.3, gamma=gamma, **how).fit(form(X), y)
    gaps = [certificate.gap for certificate in model.certificates_]
    assert min(gaps) >= 0
    assert model.dual_gap_ == gaps[-1] <= 1e-5


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
@pytest.mark.parametrize(("loss", "k", "gamma"), ALL)
def test_a_certificate_pairs_the_best_of_both_objectives(loss, k, gamma, form):
    """Also where rounding lets both rise and fall: the gap never rises, and what is published has that objective."""
    X, y = samples(n=120)
    model = TopKSVM(k, loss, C=0.3, gamma=gamma, tol=0, max_iter=400, random_state=0)
    duals, previous = [], np.inf
    for each in model.passes(form(X), y):
        if each.n_iter_ % 5 == 0:
            last = each.certificates_[-1]
            duals.append(dual_objective(each.dual_coef_.toarray(), X, y, 0.3, gamma))
            assert last.dual == pytest.approx(max(duals), rel=1e-12)
            assert 0 <= last.gap == each.dual_gap_ <= previous
            previous = last.gap
            if gamma == 0:
                primal = objective(each.coef_.astype(float), X, y, 0.3, k, loss)
                assert last.primal == pytest.approx(primal, rel=1e-12)


def test_it_stops_where_rounding_keeps_the_gap_open():
    X, y = samples()
    line = r"^the relative duality gap stays at (\S+) after (\d+) epochs, above tol=0; .* can leave (\S+) open$"
    with pytest.warns(ConvergenceWarning, match=line) as told:
        model = TopKSVM(tol=0, max_iter=20_000, random_state=0).fit(X, y)
    gap, epochs, bound = re.match(line, str(told[0].message)).groups()
    assert int(epochs) == model.n_iter_ < 20_000
    assert float(gap) == pytest.approx(model.dual_gap_, rel=0.05)  # told with two digits, the bound with one
    largest = np.abs(X.astype(float) @ model.coef_.T).max(axis=1).sum()
    assert float(bound) == pytest.approx(2**-23 * largest / model.certificates_[-1].primal, rel=0.5)
    assert 0 < model.dual_gap_ < float(bound)


@pytest.mark.parametrize("rests, stalled", [(19, False), (45, False), (61, True)])
def test_it_goes_on_unless_the_later_half_of_training_left_the_gap_as_it_was(rests, stalled):
    model = TopKSVM()
    gaps = [0.9**number for number in range(60)]
    gaps += rests * gaps[-1:]
    model.certificates_ = [Certificate(5 * number, 0.0, 1.0, 1 - gap) for number, gap in enumerate(gaps, 1)]
    assert model._stalled() == stalled


@pytest.mark.parametrize("accelerated", [False, True])
@pytest.mark.parametrize("loss", ["alpha", "beta"])
def test_class_vectors_are_made_of_the_dual_variables(loss, accelerated):
    X, y = samples()
    for epochs in (5, 7):  # just set anew, and two epochs of updates later
        model = TopKSVM(3, loss, max_iter=epochs, tol=0, accelerated=accelerated, random_state=0).fit(X, y)
        A = model.dual_coef_.toarray()
        np.testing.assert_allclose(A.sum(1), 0, atol=1e-12)
        np.testing.assert_allclose(model.coef_, A.T @ X, atol=1e-5 * np.abs(model.coef_).max())
        x = -np.where(np.arange(8) == y[:, None], 0, A)
        assert (x >= 0).all() and x.max() > 0 and (x.sum(1) <= 1 + 1e-15).all()
        bound = x.sum(1, keepdims=True) if loss == "alpha" else 1
        assert (x <= bound / 3 * (1 + 1e-15)).all()


def quadratic_programme(X, y, C, n_classes, literal):
    """Least primal objective of α, k = 2: every pair of h, and zero, is below twice a sample's slack."""
    n, d = X.shape
    rows = []
    for i, g in itertools.product(range(n), itertools.combinations(range(n_classes), 2)):
        row = np.zeros((n_classes, d))
        if not literal and y[i] in g:
            continue
        for j in set(g) - {y[i]}:
            row[j] += X[i]
            row[y[i]] -= X[i]
        rows.append((row.ravel(), np.eye(n)[i], len(set(g) - {y[i]})))
    A, slack, ones = (np.array(part, float) for part in zip(*rows))
    M = np.hstack([-A, 2 * slack])
    size = n_classes * d
    solution = minimize(
        lambda v: 0.5 * v[:size] @ v[:size] + C * v[size:].sum(), np.append(np.zeros(size), np.ones(n)),
        jac=lambda v: np.append(v[:size], np.full(n, C)), bounds=[(None, None)] * size + [(0, None)] * n,
        constraints={"type": "ineq", "fun": lambda v: M @ v - ones, "jac": lambda v: M},
        method="SLSQP", options={"ftol": 1e-9, "maxiter": 1000},
    )  # fmt: skip
    assert solution.success
    return solution.fun


def test_equation_3_as_printed_leaves_the_gap_open():
    """No W whatever brings the printed primal down to the printed dual; without the true class one does."""
    X, y = samples(n=16, d=3, n_classes=4, seed=2)
    model = TopKSVM(2, "alpha", C=10.0, tol=1e-5, max_iter=20_000, random_state=0).fit(X, y)
    dual, W = model.certificates_[-1].dual, model.coef_.astype(float)
    assert quadratic_programme(X, y, 10.0, 4, literal=False) == pytest.approx(dual, rel=2e-5)
    assert quadratic_programme(X, y, 10.0, 4, literal=True) > 1.05 * dual
    assert objective(W, X, y, 10.0, 2) == pytest.approx(dual, rel=2e-5)
    assert objective(W, X, y, 10.0, 2, literal=True) > 1.05 * dual


def test_a_path_of_C_goes_on_from_the_last():
    X, y = samples()
    warm = TopKSVM(2, tol=1e-4, max_iter=1000, warm_start=True, random_state=0)
    epochs = {"warm": 0, "cold": 0}
    for C in (0.1, 0.2, 0.4, 0.8):
        warm.set_params(C=C).fit(X, y)
        cold = TopKSVM(2, C=C, tol=1e-4, max_iter=1000, random_state=0).fit(X, y)
        epochs["warm"] += warm.n_iter_
        epochs["cold"] += cold.n_iter_
        assert min(certificate.gap for certificate in warm.certificates_) >= 0
        assert warm.certificates_[-1].primal == pytest.approx(cold.certificates_[-1].primal, rel=2e-4)
    assert epochs["warm"] < epochs["cold"]


def test_a_path_does_not_touch_what_was_never_written():
    X, y = samples()
    model = TopKSVM(2, warm_start=True, max_iter=3, random_state=0).fit(X, y)
    used = int((model._duals.start + model._duals.count).max())
    model._duals.values[used:].view(np.uint32)[:] = 0x7FA00000  # nan, of the kind that warns when it is multiplied
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        model.set_params(C=2.0).fit(X, y)
    assert np.isfinite(model.coef_).all()


def test_a_path_needs_the_same_labels():
    X, y = samples()
    model = TopKSVM(warm_start=True, max_iter=2).fit(X, y)
    with pytest.raises(ValueError, match="warm_start=True needs the samples of the last fit"):
        model.fit(X, y[::-1])


def test_what_is_told_while_training():
    X, y = samples()
    model = TopKSVM(tol=1e-3, max_iter=400, random_state=0)
    told = [(each.n_iter_, len(each.certificates_)) for each in model.passes(X, y)]
    assert told == [(epoch, epoch // 5) for epoch in range(1, model.n_iter_ + 1)]
    assert [certificate.epochs for certificate in model.certificates_] == list(range(5, model.n_iter_ + 1, 5))
    assert all(a.seconds <= b.seconds for a, b in itertools.pairwise(model.certificates_))
    assert all(a.dual <= b.dual and a.primal >= b.primal for a, b in itertools.pairwise(model.certificates_))
    assert all(certificate.gap > 1e-3 for certificate in model.certificates_[:-1])
    assert model.dual_gap_ <= 1e-3


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_an_epoch_makes_as_many_updates_as_there_are_samples(form, monkeypatch):
    X, y = samples(n=120)
    updated = []

    def watched(problem, duals, sweeps, V, chosen, work):
        updated.extend(chosen.tolist())
        return update_samples(problem, duals, sweeps, V, chosen, work)

    monkeypatch.setattr(dual_ascent, "update_samples", watched)
    model = TopKSVM(tol=1e-6, max_iter=400, random_state=0).fit(form(X), y)
    assert len(updated) == model.n_iter_ * 120
    times = np.bincount(updated, minlength=120)
    assert 0 < times.min() < 0.5 * model.n_iter_ < model.n_iter_ < times.max()
    bound = np.bincount(model.dual_coef_.nonzero()[0], minlength=120) == 0  # right by more than the margin
    assert times[bound].mean() < 0.5 * times[~bound].mean()


@pytest.mark.parametrize("gamma", [0.0, 0.2])
@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_a_certificate_is_the_same_in_any_number_of_threads(form, gamma, monkeypatch):
    X, y = samples(n=240)
    monkeypatch.setattr(dual_ascent, "SAMPLES_OF_A_PIECE", 50)
    alone, together = (
        TopKSVM(2, gamma=gamma, max_iter=20, n_jobs=n_jobs, random_state=0).fit(form(X), y) for n_jobs in (1, 3)
    )
    assert learnt(alone) == learnt(together)
    primals, duals = zip(*[(each.primal, each.dual) for each in alone.certificates_])
    assert [(each.primal, each.dual) for each in together.certificates_] == list(zip(primals, duals))
    if gamma == 0:
        assert objective(alone.coef_.astype(float), X, y, 1.0, 2) == pytest.approx(primals[-1], rel=1e-12)


def test_it_warns_only_when_the_gap_stays_open():
    X, y = samples()
    with pytest.warns(ConvergenceWarning, match=r"^the relative duality gap is .* after max_iter=3 epochs, above tol="):
        TopKSVM(max_iter=3).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        TopKSVM(max_iter=1000).fit(X, y)


def test_k_and_loss_matter():
    X, y = samples(n=200)
    ways = [(1, "alpha"), (2, "alpha"), (3, "alpha"), (2, "beta"), (3, "beta")]
    assert len({learnt(TopKSVM(*way, max_iter=20, random_state=0).fit(X, y)) for way in ways}) == len(ways)
    one = {learnt(TopKSVM(1, loss, max_iter=3, random_state=0).fit(X, y)) for loss in ("alpha", "beta")}
    assert len(one) == 1


def test_several_right_classes_are_refused():
    X, y = samples(n=16)
    sets = [{g} for g in y.tolist()]
    sets[7] = {1, 7}
    with pytest.raises(ValueError, match="^sample 7 has 2 right classes in y; this method takes one a sample$"):
        TopKSVM().fit(X, indicator(sets, 8))


@pytest.mark.parametrize("k", [8, 9])
def test_k_leaves_a_class_out(k):
    with pytest.raises(ValueError, match=f"^k={k} must be at most 7, the number of other classes$"):
        TopKSVM(k).fit(*samples())


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_features_so_large_that_scores_overflow(form):
    X, y = samples()
    with pytest.raises(FloatingPointError, match=r"^C=1 is too large for the features of X: scores may overflow"):
        TopKSVM().fit(form(1e18 * X), y)


@pytest.mark.parametrize("size", [2.0**-20, 2.0**20])
def test_features_of_any_size(size):
    """With C in proportion, the problem is the same: W scales, the gap does not. Powers of two are not rounded."""
    X, y = samples()
    unit, scaled = (TopKSVM(2, C=C, max_iter=10, random_state=0) for C in (1.0, 1 / size**2))
    unit.fit(X, y)
    scaled.fit(np.float32(size) * X, y)
    np.testing.assert_allclose(scaled.coef_ * size, unit.coef_, atol=1e-5 * np.abs(unit.coef_).max())
    assert scaled.dual_gap_ == pytest.approx(unit.dual_gap_, rel=1e-4)


@pytest.mark.parametrize("every", [1, 3, 5])
def test_the_gap_is_computed_as_often_as_asked(every):
    X, y = samples()
    model = TopKSVM(k=2, C=1.0, tol=0, max_iter=7, accelerated=False, random_state=0, certified_every=every)
    with pytest.warns(ConvergenceWarning):
        model.fit(X, y)
    assert [each.epochs for each in model.certificates_] == sorted({*range(every, 8, every), 7})
