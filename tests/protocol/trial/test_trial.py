"""What a trial's record says: candidates, winner, what the methods say of themselves, and why there is no result."""

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from trial_processes import run as run_processes
from trial_processes import seeds_of as seeds_of_process
from trials import call, command, own, run, trial

from manyclass.methods.class_confusion import ClassConfusion
from manyclass.methods.label_tree import LabelTree
from manyclass.protocol.trial.early_stopping import THRESHOLD, checkpoints
from manyclass.protocol.trial.record import Record
from manyclass.protocol.trial.spec import Spec
from manyclass.protocol.trial.worker import work


def test_a_trial_writes_its_record_and_its_ranking(data, tmp_path):
    assert run_processes(data, tmp_path / "0.json").returncode == 0
    record = Record.read(tmp_path / "0.json")
    assert record.status == "ok" and record.test["accuracy"] > 0.5 and record.n_parameters == 12
    assert (record.dataset, record.method, record.variant, record.seed) == ("blobs", "nearest_means", "default", 0)
    assert np.load(tmp_path / "0.npz")["ranked"].shape == (60, 3)


def test_without_halving_every_candidate_is_validated_after_every_pass_and_tested(data, tmp_path):
    grid = '{"step": [0.01, 0.1], "margin": [0.1, 0.3], "balance": [1, 2]}'
    record = trial(data, tmp_path, "--search", grid, "--passes", "4", "--no-halving", method="one_vs_rest")
    assert [len(candidate.valid) for candidate in record.candidates] == [4] * 8
    assert all(candidate.passes == [1, 2, 3, 4] and candidate.test for candidate in record.candidates)
    assert all(len(candidate.updated) == len(candidate.ignored) == 4 for candidate in record.candidates)
    assert [len(seconds) for seconds in record.timing.candidates] == [4] * 8
    for candidate in record.candidates:
        assert candidate.n_tries == [candidate.params["balance"] * passes for passes in (1, 2, 3, 4)]


def test_every_point_of_a_series_has_a_sweep_of_its_own_less_what_is_held(data, tmp_path):
    series = ("--series", '[{"balance": [2]}, {"balance": [1], "radius": [1.0, 2.0]}]')
    search = ("--search", '{"step": [0.1, 0.3], "margin": [9.0], "balance": [7]}', "--fixed", '{"margin": 0.1}')
    record = trial(data, tmp_path, *series, *search, "--passes", "1", method="one_vs_rest")
    points = [{"balance": 2}, {"balance": 1, "radius": 1.0}, {"balance": 1, "radius": 2.0}]
    assert [each.params for each in record.candidates] == [
        {"margin": 0.1, **point, "step": step} for point in points for step in (0.1, 0.3)
    ]


def test_groups_are_swept_one_after_the_other_from_the_winner(data, tmp_path):
    search = ("--search", '[{"step": [0.1, 0.3]}, {"margin": [0.1, 0.3, 1.0]}]', "--no-halving")
    record = trial(data, tmp_path, *search, "--passes", "1", method="one_vs_rest")
    first, second = record.candidates[:2]
    assert [first.params, second.params] == [{"step": 0.1, "margin": 0.3}, {"step": 0.3, "margin": 0.3}]
    best = max(first, second, key=lambda each: (each.valid[-1], -each.params["step"])).params["step"]
    assert {"step": best, "margin": 0.1} in [each.params for each in record.candidates]
    assert len(record.candidates) <= 6


FLAT_BUT_FOR = """
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

class Own(ClassifierMixin, BaseEstimator):
    def __init__(self, strength=1.0):
        self.strength = strength

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.X_, self.y_ = X, y
        return self

    def decision_function(self, X):
        nearest = ((X[:, None] - self.X_) ** 2).sum(axis=2).argmin(axis=1)
        scores = (self.y_[nearest][:, None] == self.classes_).astype(float)
        away = abs(np.log10(self.strength / {optimum}))
        wrong = np.arange(len(X)) < 10 * away
        scores[wrong] = 1 - scores[wrong]
        return scores

    def predict(self, X):
        return self.classes_[self.decision_function(X).argmax(axis=1)]
"""


@pytest.mark.parametrize(("optimum", "best"), [(1e2, 100.0), (1e-2, 0.01), (1.0, 1.0)])
def test_an_optimum_two_decades_off_the_start_values_is_found(data, tmp_path, optimum, best):
    arguments = own(tmp_path, FLAT_BUT_FOR.format(optimum=optimum))
    search = ("--search", '{"strength": {"start": [0.3, 1.0, 3.0], "factor": 3.1622776601683795}}')
    record = trial(data, tmp_path, *arguments, *search, method="own")
    assert record.best.params["strength"] == pytest.approx(best, rel=0.6) and record.best.edges == []


@pytest.mark.parametrize(
    "search", ['{"strength": {"start": [0.1, 1.0], "factor": 10, "reach": 1}}', '{"strength": [0.1, 1]}']
)
def test_a_winner_at_the_last_value_that_may_be_tried_is_at_an_edge(data, tmp_path, search):
    record = trial(data, tmp_path, *own(tmp_path, FLAT_BUT_FOR.format(optimum=1e3)), "--search", search, method="own")
    assert record.best.edges == ["strength"]
    assert record.best.params["strength"] == max(each.params["strength"] for each in record.candidates)


def test_at_a_natural_bound_there_is_no_edge(data, tmp_path):
    search = ("--search", '{"strength": {"start": [0.1, 1.0], "factor": 10, "high": 10}}')
    record = trial(data, tmp_path, *own(tmp_path, FLAT_BUT_FOR.format(optimum=1e3)), *search, method="own")
    assert (record.best.params, record.best.edges) == ({"strength": 10}, [])


def test_a_trial_that_stops_early(data, tmp_path):
    """Every candidate's curve ends at its best checkpoint, and its test result is that of the model there."""
    grid = '{"step": [0.01, 0.1], "balance": [1, 2]}'
    arguments = ("--search", grid, "--passes", "40", "--patience", "2")
    record = trial(data, tmp_path, *arguments, method="weighted_one_vs_rest")
    assert record.status == "ok"
    stops = checkpoints(40)
    for candidate in record.candidates:
        assert candidate.test and not candidate.dropped
        assert candidate.passes == stops[: len(candidate.passes)]
        assert max(candidate.valid) <= candidate.valid[-1] + THRESHOLD
        assert candidate.n_passes == min(40, stops[len(candidate.passes) + 1])
    assert record.valid == record.best.valid[-1] == max(c.valid[-1] for c in record.candidates)


def test_a_candidate_that_has_converged_stops_and_certifies_its_solution(data, tmp_path):
    """A warm start gives the same optimum as a cold one, in fewer passes."""
    found = {}
    for name, warm in (("cold", "false"), ("warm", "true")):
        arguments = ("--search", '{"C": [0.3, 0.6, 1.2]}', "--fixed", f'{{"warm_start": {warm}}}', "--passes", "900")
        found[name] = trial(data, tmp_path, *arguments, "--no-halving", method="topk_svm").candidates
    for warm, cold in zip(found["warm"], found["cold"]):
        assert warm.passes == list(range(1, len(warm.valid) + 1)) and len(warm.passes) < 900
        ours, theirs = warm.diagnostics["solution"], cold.diagnostics["solution"]
        assert 0 <= ours["gap"] <= 1e-3
        assert ours["norm"] == pytest.approx(theirs["norm"], rel=0.05)
        primal, dual = ours["certificates"][-1][2:]
        assert dual <= theirs["certificates"][-1][2] and primal - dual <= 1e-3 * primal
        assert warm.valid_metrics["accuracy"] == warm.valid[-1] and set(warm.valid_metrics) <= set(warm.test)
    assert sum(len(each.passes) for each in found["warm"]) < sum(len(each.passes) for each in found["cold"])


def test_a_trial_can_start_from_the_winner_of_the_same_method(data, tmp_path):
    """What it holds and what it sweeps change the winner's parameters; the rest of them stays."""
    grid = '{"dimensions": [2, 3], "step": [0.05, 0.5]}'
    run(data, tmp_path / "before.json", "--search", grid, "--passes", "2", method="wsabie_pp")
    winner = Record.read(tmp_path / "before.json").best.params
    arguments = ("--fixed", '{"step": 0.2}', "--search", '{"last_violators": [0, 1]}', "--passes", "2")
    record = trial(data, tmp_path, "--depends-on", tmp_path / "before.json", *arguments, method="wsabie_pp")
    assert [c.params for c in record.candidates] == [winner | {"step": 0.2, "last_violators": Q} for Q in (0, 1)]
    again = ("--search", '{"step": [0.07, 0.7]}', "--passes", "2")
    record = trial(data, tmp_path, "--depends-on", tmp_path / "before.json", *again, method="wsabie_pp")
    assert [c.params for c in record.candidates] == [winner | {"step": step} for step in (0.07, 0.7)]


def test_the_winner_leaves_what_it_says_of_its_classes(data, tmp_path):
    record = trial(data, tmp_path, "--search", '{"margin": [1.0, 3.0]}', "--passes", "3", method="wsabie_pp")
    arrays = np.load(tmp_path / "0.npz")
    assert all(list(candidate.diagnostics) == ["violating_share"] for candidate in record.candidates)
    assert sorted(arrays) == [
        "drawn_by_class",
        "ignored_by_class",
        "last_violators",
        "neighbours",
        "ranked",
        "updated_by_class",
    ]
    assert arrays["last_violators"].shape == (3,) and arrays["neighbours"].shape == (3, 2)
    assert all(set(row) == {0, 1, 2} - {g} for g, row in enumerate(arrays["neighbours"]))
    assert all(v != g and -1 <= v < 3 for g, v in enumerate(arrays["last_violators"]))


def test_a_tree_leaves_its_costs_and_its_paths(data, tmp_path):
    grid = '{"children": [2, 3]}'
    record = trial(data, tmp_path, "--search", grid, "--passes", "1", "--no-halving", method="label_tree")
    arrays = np.load(tmp_path / "0.npz")
    assert record.status == "ok"
    for candidate in record.candidates:
        costs, depth = candidate.diagnostics["costs"], {2: 2, 3: 1}[candidate.params["children"]]
        assert len(costs["local_loss"]) == len(costs["ambiguity"]) == depth
        assert np.prod(1 - np.array(costs["local_loss"])) == pytest.approx(candidate.test["accuracy"])
        assert costs["training"] >= 2 * costs["additions"] / 2 > 0 and costs["prediction_s"] > 0
        assert costs["structure"] is None
    inner = np.diff(arrays["starts"])[arrays["paths"]] * (arrays["paths"] >= 0)
    assert inner.sum(axis=1).mean() == record.best.diagnostics["costs"]["test"]
    assert sorted(arrays["set_classes"][: arrays["set_starts"][1]]) == [0, 1, 2]


def test_a_penalised_svm_is_recorded_with_its_objective(data, tmp_path):
    grid = ("--search", '{"penalty": [0.0, 0.01]}')
    record = trial(data, tmp_path, *grid, "--passes", "2", method="multiclass_svm")
    without, found = (candidate.diagnostics.get("objective") for candidate in record.candidates)
    assert without is None and 0 < found["multiclass"] <= found["one_vs_rest"]


TALKING = """
import numpy as np
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    outputs_ = {"max_ambiguity": 0.25, "unknown": 1}

    def diagnostics(self, train, test):
        return {"samples": np.int64(train.Y.shape[0]), "features": np.arange(test.X.shape[1])}
"""


def test_the_hook_gives_numbers_to_the_record_and_arrays_beside_it(data, tmp_path):
    record = trial(data, tmp_path, *own(tmp_path, TALKING), method="own")
    assert record.best.diagnostics == {"samples": 60}
    np.testing.assert_array_equal(np.load(tmp_path / "0.npz")["features"], np.arange(4))


@pytest.mark.parametrize(("fixed", "expected"), [("{}", 0.25), ('{"max_ambiguity": 0.9}', 0.9)])
def test_a_trial_takes_over_the_outputs_of_another_method(data, tmp_path, monkeypatch, fixed, expected):
    before = tmp_path / "0.json"
    assert trial(data, tmp_path, *own(tmp_path, TALKING), method="own").outputs == {"max_ambiguity": 0.25, "unknown": 1}
    seen = []
    monkeypatch.setattr(LabelTree, "passes", lambda self, X, y: seen.append(self.get_params()) or iter(()))
    work(
        Spec(
            data,
            "label_tree",
            "x",
            0,
            tmp_path / "1.json",
            1,
            math.inf,
            json.loads(fixed),
            search={},
            depends_on=before,
        )
    )
    assert [params["max_ambiguity"] for params in seen] == [expected]


def test_what_trains_the_winner_anew_makes_the_passes_after_which_it_was_kept(data, tmp_path, monkeypatch):
    """And not those of the trial, of which those after the best may have made the model worse."""
    trial(data, tmp_path, "--search", "{}", "--passes", "4", method="warp_ranking")
    record = json.loads((tmp_path / "0.json").read_text())
    record["candidates"][record["winner"]]["passes"] = [3]
    (tmp_path / "0.json").write_text(json.dumps(record))
    seen = []
    monkeypatch.setattr(ClassConfusion, "passes", lambda self, X, y: seen.append(self.get_params()) or iter(()))
    after = Spec(data, "class_confusion", "x", 0, tmp_path / "1.json", 5, math.inf, depends_on=tmp_path / "0.json")
    work(replace(after, search={}))
    assert [(params["estimator"].max_iter, params["max_iter"]) for params in seen] == [(3, 5)]


def test_seeds_of_one_process_are_those_of_several(data, tmp_path):
    (tmp_path / "together").mkdir()
    grid = ("--search", '{"step": [0.1, 0.3]}', "--passes", "2")
    together = seeds_of_process(data, tmp_path / "together", *grid, seeds=(0, 1), method="wsabie_pp")
    alone = [seeds_of_process(data, tmp_path, *grid, seeds=(seed,), method="wsabie_pp")[0] for seed in (0, 1)]
    for one, other in zip(together, alone):
        assert (one.best, one.candidates, one.versions) == (other.best, other.candidates, other.versions)
    assert together[0].candidates != together[1].candidates
    for seed in (0, 1):
        assert (tmp_path / f"together/{seed}.npz").read_bytes() == (tmp_path / f"{seed}.npz").read_bytes()


def test_each_seed_needs_its_draw_and_its_record(data, tmp_path):
    done = run(data, tmp_path / "0.json", "--seed", "0", "1")
    assert done.returncode == 2 and "data: 1 paths for 2 seeds" in done.stderr.splitlines()[-1]
    done = call(command([data, data], "nearest_means", [0, 1], [tmp_path / "0.json"]), tmp_path)
    assert done.returncode == 2 and "out: 1 paths for 2 seeds" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("method", "arguments", "says"),
    [
        ("wsabi", (), "unknown method 'wsabi'"),
        ("one_vs_rest", ("--search", '{"balance": [5]}'), "balance=5"),
        ("wsabie", ("--search", '{"dimension": [5]}'), "dimension"),
        ("wsabie", ("--search", '{"step": 0.1}'), "values to try must be a list or a ladder, not 0.1"),
        ("wsabie", ("--search", '[{"step": []}]'), "a list of values to try must not be empty"),
        (
            "wsabie",
            ("--search", '{"step": {"start": [0.1], "factor": 1}}'),
            "factor of a ladder must be a number above 1",
        ),
        ("wsabie", ("--series", '{"step": []}', "--search", "{}"), "non-empty sequence"),
        ("x", ("--factory", "nowhere:Nothing"), "nowhere"),
    ],
)
def test_a_trial_that_cannot_run_says_why_in_a_line(data, tmp_path, method, arguments, says):
    done = run(data, tmp_path / "0.json", "--strict", *arguments, method=method)
    assert done.returncode != 0
    assert says in done.stderr.splitlines()[-1]
    assert says in Record.read(tmp_path / "0.json").error


def test_a_trial_cannot_start_from_one_without_a_winner(data, tmp_path):
    run(data, tmp_path / "before.json", method="wsabi")
    record = trial(data, tmp_path, "--depends-on", tmp_path / "before.json")
    assert record.status == "failed" and "before.json, which failed: ValueError: unknown method" in record.error


def test_data_that_cannot_be_read_are_named(tmp_path):
    (tmp_path / "empty").mkdir()
    done = run(tmp_path / "empty", tmp_path / "0.json", "--strict")
    assert done.returncode != 0
    assert "empty" in done.stderr.splitlines()[-1]
