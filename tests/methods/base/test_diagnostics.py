"""What models say of themselves: violating classes counted one by one, and by the steps of AUC sampling; lines."""

from types import SimpleNamespace

import numpy as np
import pytest
from scipy.sparse import csr_array

from manyclass.datasets.base import Part
from manyclass.methods.auc_ranking import AUCRanking
from manyclass.methods.base.diagnostics import decision_lines, mean_margins, violators
from manyclass.methods.multiclass_svm import MulticlassSVM
from manyclass.methods.nearest_means import NearestMeans


def part(n=300, classes=7, d=5):
    """Samples of which some have two right classes."""
    rng = np.random.default_rng(0)
    Y = np.zeros((n, classes), np.int8)
    Y[np.arange(n), np.arange(n) % classes] = 1
    Y[::3, 0] = 1
    return Part(rng.normal(size=(n, d)).astype(np.float32), csr_array(Y))


def by_hand(scores, margin, Y):
    """Mean over samples and their right classes of the share of wrong classes above the threshold."""
    means = []
    for f, y in zip(scores, Y.toarray() > 0):
        wrong = f[~y]
        means.append(np.mean([np.mean(wrong > f[g] - margin) for g in np.flatnonzero(y)]))
    return np.mean(means)


@pytest.mark.parametrize("at_a_time", [2**22, 50])
def test_counts_the_violators_of_every_right_class(monkeypatch, at_a_time):
    monkeypatch.setattr("manyclass.methods.base.scores.SCORES_AT_A_TIME", at_a_time)
    data = part()
    model = AUCRanking(margin=0.5, max_iter=2, random_state=0).fit(data.X, data.Y)
    expected = by_hand(model.decision_function(data.X), np.float32(0.5), data.Y)
    found = violators(model, data)
    assert found.share() == pytest.approx(expected, abs=1e-6)
    said = {"violating_share": found.share(), "updated_ranks": found.updated_ranks()}
    assert model.diagnostics(data, data) == said


@pytest.mark.parametrize("at_a_time", [2**22, 50])
def test_ranks_are_weighted_by_how_often_a_step_updates(monkeypatch, at_a_time):
    """By drawing: AUC sampling draws one wrong class, WARP as many as there are classes, until one violates."""
    monkeypatch.setattr("manyclass.methods.base.scores.SCORES_AT_A_TIME", at_a_time)
    data, margin, rng = part(), 0.5, np.random.default_rng(2)
    scores = rng.normal(size=data.Y.shape)
    ranks = {"auc": [], "warp": []}
    for f, y in zip(scores, data.Y.toarray() > 0):
        for g in np.flatnonzero(y):
            drawn = rng.choice(f[~y], size=(1200 // y.sum(), len(f))) > f[g] - margin
            rank = 1 + (f[~y] > f[g]).sum()
            ranks["auc"] += [rank] * int(drawn[:, 0].sum())
            ranks["warp"] += [rank] * int(drawn.any(axis=1).sum())
    blocks = iter(np.split(scores, [*range(max(1, at_a_time // 7), len(scores), max(1, at_a_time // 7))]))
    model = SimpleNamespace(margin=margin, decision_function=lambda X: next(blocks))
    found = violators(model, data).updated_ranks()
    assert found == {name: pytest.approx(np.mean(each), rel=0.01) for name, each in ranks.items()}
    assert found["warp"] < found["auc"]


def test_without_a_violator_nothing_is_updated():
    data = part()
    model = SimpleNamespace(margin=0.5, decision_function=lambda X: data.Y.toarray().astype(float))
    assert violators(model, data).updated_ranks() == {}


def test_two_classes_have_one_score():
    data = part(classes=2)
    data = Part(data.X, csr_array(np.eye(2, dtype=np.int8)[np.arange(300) % 2]))
    scores = np.random.default_rng(1).normal(size=300)
    model = SimpleNamespace(margin=0.5, decision_function=lambda X: scores[: len(X)])
    assert violators(model, data).share() == by_hand(np.column_stack([-scores / 2, scores / 2]), 0.5, data.Y)


def test_is_the_share_of_steps_that_update_where_the_model_hardly_moves():
    data = part(n=20_000, classes=30)
    model = AUCRanking(step=1e-6, margin=0.3, max_iter=1, random_state=0).fit(data.X, data.Y)
    share, n = violators(model, data).share(), data.X.shape[0]
    assert 0.1 < share < 0.9
    assert model.history_[0].updated / n == pytest.approx(share, abs=5 * np.sqrt(share * (1 - share) / n) + 0.005)


def test_nothing_to_say_of_a_classifier_without_a_margin():
    data = part()
    for model in (NearestMeans(), MulticlassSVM(max_iter=1)):
        assert model.fit(data.X, data.Y).diagnostics(data, data) == {}


@pytest.mark.parametrize("classes", [2, 7])
def test_margins_are_those_to_the_other_classes_in_falling_order(monkeypatch, classes):
    monkeypatch.setattr("manyclass.methods.base.scores.SCORES_AT_A_TIME", 50)
    X, y = part().X, np.arange(300) % classes
    data = Part(X, csr_array(np.eye(classes, dtype=np.int8)[y]))
    model = NearestMeans().fit(X, y)
    scores = model.decision_function(X).astype(float)
    if classes == 2:
        scores = np.column_stack([-scores / 2, scores / 2])
    listed = [f[g] - np.sort(np.delete(f, g))[::-1][:4] for f, g in zip(scores, y)]
    assert mean_margins(model, data, 4) == pytest.approx(np.mean(listed, axis=0), abs=1e-5)


def test_lines_are_drawn_of_few_classes_in_the_plane():
    W, b = np.float32([[1, 2], [3, 4], [5, 6]]), np.float32([7, 8, 9])
    assert decision_lines(W, b) == {"decision_lines": [[1.0, 2.0, 7.0], [3.0, 4.0, 8.0], [5.0, 6.0, 9.0]]}
    assert decision_lines(W.T, b[:2]) == decision_lines(np.ones((17, 2)), np.ones(17)) == {}
