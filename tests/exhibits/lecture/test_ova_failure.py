"""One-vs-all on made-up records: what is read off the decision lines."""

from dataclasses import replace

import numpy as np
import pytest
from fake_results import CONFIG, change_candidates, verdicts
from sklearn.svm import SVC

from manyclass.exhibits.lecture import ova_failure
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest
from manyclass.protocol.data import make


@pytest.mark.parametrize(("intercept", "share", "verdict"), [(0.5, 100, "not reproduced"), (-0.5, 0, "reproduced")])
def test_the_middle_class_is_read_off_the_lines(fake, intercept, share, verdict):
    """Test samples are at the origin, so that intercepts decide: the middle class is found or not."""
    lines = {"decision_lines": [[0.0, 0.0, 0.0], [0.0, 0.0, intercept], [0.0, 0.0, -1.0]]}
    trial = ova_failure.trial(CONFIG, ova_failure.ALONE)
    plain = ova_failure.METHODS[ova_failure.PLAIN][1]

    def planted(candidate, seed):
        return replace(candidate, diagnostics=lines) if plain.items() <= candidate.params.items() else candidate

    change_candidates(fake, trial, planted)
    row = ova_failure.table(fake).set_index(["classifier", "λ"]).loc[(ova_failure.PLAIN, ova_failure.DRAWN)]
    assert row["middle class found, %"].mean == share
    assert row["its own predictor positive, %"].mean == share
    assert verdicts(ova_failure.claims(fake), "less than a tenth of it its own") == {verdict}


def test_a_table_reads_the_data_of_each_draw_once(fake, monkeypatch):
    """It has eighty numbers of each."""
    read, data = [], fake.data
    monkeypatch.setattr(fake, "data", lambda dataset, seed: read.append(seed) or data(dataset, seed))
    ova_failure.table(fake)
    assert read == list(fake.seeds)


@pytest.mark.parametrize("failing", ova_failure.FAILS)
def test_to_fail_is_not_to_separate(fake, failing):
    """With intercepts and without are statements of their own, at each λ that is judged."""
    held = ova_failure.METHODS[failing][1]

    def planted(candidate, seed):
        accuracy = 0.994 if held.items() <= candidate.params.items() else 0.996
        return replace(candidate, test=candidate.test | {"accuracy": accuracy})

    change_candidates(fake, ova_failure.trial(CONFIG, failing), planted)
    for name in ova_failure.FAILS:
        verdict = "reproduced" if name == failing else "not reproduced"
        claims = [each for each in ova_failure.claims(fake) if each.statement == ova_failure.FAILS[name]]
        assert [each.verdict for each in claims] == [verdict] * len(ova_failure.JUDGED)


@pytest.mark.parametrize("name", ova_failure.METHODS)
def test_by_validation_the_best_penalty_of_a_form_counts(fake, name):
    best = ova_failure.PENALTIES[1]

    def better_there(candidate, seed):
        valid = 0.9 if candidate.params["penalty"] == best else 0.1
        return replace(candidate, valid=[valid], test=candidate.test | {"accuracy": valid})

    change_candidates(fake, ova_failure.trial(CONFIG, name), better_there)
    assert ova_failure._accuracy(fake, name, ova_failure.CHOSEN).tolist() == [90.0] * len(fake.seeds)
    assert ova_failure._accuracy(fake, name, ova_failure.LEAST).tolist() == [10.0] * len(fake.seeds)


@pytest.mark.parametrize(
    ("valid", "mark"),
    [([0.9, 0.8], "†"), ([0.9, 0.9], ""), ([0.8, 0.9], ""), ([0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.91], "†")],
)
def test_a_penalty_of_validation_at_an_end_is_marked_where_the_next_is_worse(fake, valid, mark):
    of_penalty = dict(zip(ova_failure.PENALTIES, [*valid, *[0.1] * 7]))

    def planted(candidate, seed):
        return replace(candidate, valid=[of_penalty[candidate.params["penalty"]] if seed == 1 else 0.5])

    change_candidates(fake, ova_failure.trial(CONFIG, ova_failure.ALONE), planted)
    assert ova_failure._edge(fake, ova_failure.ALONE) == mark
    rows = ova_failure.table(fake).set_index("classifier").loc[ova_failure.ALONE]
    assert rows["λ"].iloc[-1] == f"by validation{mark}"
    claims = [each for each in ova_failure.claims(fake) if f"than {ova_failure.ALONE}" in each.text]
    by_validation = [each.text for each in claims if "λ by validation" in each.text]
    assert by_validation and all(text.startswith("†") == bool(mark) for text in by_validation)
    assert not any("†" in each.text for each in claims if each.text not in by_validation)


def test_no_method_is_judged_by_its_last_iterate():
    for trial in ova_failure.trials(CONFIG):
        assert trial.fixed.get("average") or trial.fixed["average_from"] == trial.passes // 2


def test_signs_decide_only_where_one_is_positive():
    z = np.array([[1.0, -1, -1], [1, 2, -1], [-1, -2, -3], [-1, 1, -1]])
    assert ova_failure._right_by_sign(z, np.array([0, 1, 0, 0])).tolist() == [True, False, False, False]


def test_the_values_of_predictors_are_compared_with_their_signs(fake):
    """No predictor is positive, so that signs say nothing; the test samples are at the origin."""
    lines = {"decision_lines": [[0.0, 0.0, -2.0], [0.0, 0.0, -1.0], [0.0, 0.0, -3.0]]}
    held = ova_failure.METHODS[ova_failure.PLAIN][1]

    def plant(accuracy):
        def planted(candidate, seed):
            if not held.items() <= candidate.params.items():
                return candidate
            return replace(candidate, diagnostics=lines, test=candidate.test | {"accuracy": accuracy})

        change_candidates(fake, ova_failure.trial(CONFIG, ova_failure.PLAIN), planted)
        return verdicts(ova_failure.claims(fake), "by its highest score")

    assert plant(0.5) == {"reproduced"}
    assert plant(0.0) == {"not reproduced"}


@pytest.mark.parametrize("penalty", [1e-4, 0.03])
def test_one_vs_all_is_trained_to_the_optimum_of_its_problems(penalty):
    """The averaged class vectors against libsvm's, whose intercepts are not penalised either, by the objective."""
    trial = ova_failure.trial({"scale": "standard"}, ova_failure.ALONE)
    train = make.generate(ova_failure.SET, "standard", 0).train
    held = trial.fixed | {"penalty": penalty, "balance": None, "intercept": 1.0}
    ours = WeightedOneVsRest(**held, max_iter=trial.passes // 2, random_state=0).fit(train.X, train.Y.indices)
    n = len(train.X)
    for g in range(3):
        signs = np.where(train.Y.indices == g, 1, -1)
        exact = SVC(kernel="linear", C=1 / (penalty * n), tol=1e-6).fit(train.X, signs)

        def objective(w, b, signs=signs):
            return penalty / 2 * w @ w + np.maximum(0, 1 - signs * (train.X @ w + b)).mean()

        least = objective(exact.coef_[0], exact.intercept_[0])
        assert objective(ours.coef_[g].astype(float), float(ours.intercept_[g])) < 1.01 * least + 1e-3


def test_methods_look_like_no_class_and_their_bars_are_not_cut(fake):
    *planes, last = ova_failure.figure(fake).axes
    classes = {(line.get_color(), line.get_marker()) for ax in planes for line in ax.lines}
    methods = [container.lines[0] for container in last.containers]
    assert len({line.get_color() for line in methods}) == len(methods) == len(ova_failure.METHODS)
    assert not {line.get_color() for line in methods} & {colour for colour, _ in classes}
    assert not {line.get_marker() for line in methods} & {marker for _, marker in classes}
    heights = np.concatenate([bar[:, 1] for each in last.containers for bar in each.lines[2][0].get_segments()])
    assert last.get_ylim()[0] == 0
    assert heights.max() <= last.get_ylim()[1]
    assert [ax.get_title() for ax in planes if "best" in ax.get_title()] == ["one-vs-all,\nno intercepts, best λ"]
