"""The process that watches a trial: what it makes of one that is stopped, crashes, or has bad arguments."""

import json
import math
import signal
import subprocess
import sys

import numpy as np
import pytest
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split
from manyclass.methods.label_tree import LabelTree
from manyclass.protocol.data.file import write
from manyclass.protocol.trial.early_stopping import THRESHOLD, looks
from manyclass.protocol.trial.record import Spec
from manyclass.protocol.trial.worker import attempt

DYING = """
import os, signal
from sklearn.neighbors import NearestCentroid

class Dying(NearestCentroid):
    def fit(self, X, y):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
        os.kill(os.getpid(), signal.{name})
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "blobs"
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(3), 20)
    X = (3 * rng.normal(size=(3, 4))[y] + rng.normal(size=(60, 4))).astype(np.float32)
    part = Part(X, csr_array((np.ones(60, np.int8), y.astype(np.int32), np.arange(61, dtype=np.int32)), shape=(60, 3)))
    write(Split(part, part, part, None, ["a", "b", "c"]), path)
    return path


def run(data, out, *arguments, method="nearest_means"):
    command = [
        sys.executable,
        "-m",
        "manyclass.protocol.trial.run",
        data,
        method,
        "--seed",
        "0",
        "--out",
        out,
        *arguments,
    ]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, cwd=out.parent)


def test_a_trial_writes_its_record_and_its_ranking(data, tmp_path):
    assert run(data, tmp_path / "0.json").returncode == 0
    record = json.loads((tmp_path / "0.json").read_text())
    assert record["status"] == "ok" and record["test"]["accuracy"] > 0.5 and record["parameters"] == 12
    assert np.load(tmp_path / "0.npz")["ranked"].shape == (60, 3)


def test_without_halving_every_candidate_is_looked_at_after_every_pass_and_tested(data, tmp_path):
    grid = '{"step": [0.01, 0.1], "margin": [0.1, 0.3], "balance": [1, 2]}'
    run(data, tmp_path / "0.json", "--grid", grid, "--passes", "4", "--no-halving", method="one_vs_rest")
    candidates = json.loads((tmp_path / "0.json").read_text())["candidates"]
    assert [len(candidate["valid"]) for candidate in candidates] == [4] * 8
    assert all(candidate["passes"] == [1, 2, 3, 4] and candidate["test"] for candidate in candidates)
    assert all(len(candidate["updated"]) == len(candidate["ignored"]) == 4 for candidate in candidates)
    for candidate in candidates:
        assert candidate["tried"] == [candidate["params"]["balance"] * passes for passes in (1, 2, 3, 4)]


def test_of_several_grids_one_is_swept_after_the_other_less_what_is_held(data, tmp_path):
    grid = '[{"step": [0.1], "margin": [0.1, 0.3], "balance": [9]}, {"step": [0.3], "margin": [0.1]}]'
    fixed = ("--fixed", '{"balance": 2}')
    run(data, tmp_path / "0.json", "--grid", grid, *fixed, "--passes", "1", method="one_vs_rest")
    params = [each["params"] for each in json.loads((tmp_path / "0.json").read_text())["candidates"]]
    expected = [(0.1, 0.1), (0.1, 0.3), (0.3, 0.1)]
    assert params == [{"balance": 2, "step": step, "margin": margin} for step, margin in expected]


def test_a_trial_that_stops_early(data, tmp_path):
    """Every candidate's curve ends at its best look, and its test result is that of the model there."""
    grid = '{"step": [0.01, 0.1], "balance": [1, 2]}'
    arguments = ("--grid", grid, "--passes", "40", "--patience", "2")
    run(data, tmp_path / "0.json", *arguments, method="weighted_one_vs_rest")
    record = json.loads((tmp_path / "0.json").read_text())
    assert record["status"] == "ok"
    for candidate in record["candidates"]:
        assert candidate["test"] and not candidate["dropped"]
        assert candidate["passes"] == looks(40)[: len(candidate["passes"])]
        assert max(candidate["valid"]) <= candidate["valid"][-1] + THRESHOLD
        assert candidate["trained"] == min(40, looks(40)[len(candidate["passes"]) + 1])
    best = record["candidates"][record["winner"]]
    assert record["valid"] == best["valid"][-1] == max(c["valid"][-1] for c in record["candidates"])


def test_a_candidate_that_has_converged_stops_and_certifies_its_solution(data, tmp_path):
    """A warm start gives the same optimum as a cold one, in fewer passes."""
    found = {}
    for name, warm in (("cold", "false"), ("warm", "true")):
        arguments = ("--grid", '{"C": [0.3, 0.6, 1.2]}', "--fixed", f'{{"warm_start": {warm}}}', "--passes", "900")
        run(data, tmp_path / f"{name}.json", *arguments, "--no-halving", method="topk_svm")
        found[name] = json.loads((tmp_path / f"{name}.json").read_text())["candidates"]
    for warm, cold in zip(found["warm"], found["cold"]):
        assert warm["passes"] == list(range(1, len(warm["valid"]) + 1)) and len(warm["passes"]) < 900
        assert 0 <= warm["solution"]["gap"] <= 1e-3
        assert warm["solution"]["norm"] == pytest.approx(cold["solution"]["norm"], rel=0.05)
        primal, dual = warm["solution"]["certificates"][-1][2:]
        assert dual <= cold["solution"]["certificates"][-1][2] and primal - dual <= 1e-3 * primal
        assert warm["validated"]["accuracy"] == warm["valid"][-1] and set(warm["validated"]) <= set(warm["test"])
    assert sum(len(each["passes"]) for each in found["warm"]) < sum(len(each["passes"]) for each in found["cold"])


def test_a_trial_can_start_from_the_winner_of_the_same_method(data, tmp_path):
    """What it holds and what it sweeps change the winner's parameters; the rest of them stays."""
    grid = '{"dimensions": [2, 3], "step": [0.05, 0.5]}'
    run(data, tmp_path / "before.json", "--grid", grid, "--passes", "2", method="wsabie_pp")
    before = json.loads((tmp_path / "before.json").read_text())
    winner = before["candidates"][before["winner"]]["params"]
    arguments = (
        "--after",
        tmp_path / "before.json",
        "--fixed",
        '{"step": 0.2}',
        "--grid",
        '{"last_violators": [0, 1]}',
    )
    run(data, tmp_path / "0.json", *arguments, "--passes", "2", method="wsabie_pp")
    candidates = json.loads((tmp_path / "0.json").read_text())["candidates"]
    assert [c["params"] for c in candidates] == [winner | {"step": 0.2, "last_violators": Q} for Q in (0, 1)]


def test_the_winner_leaves_what_it_says_of_its_classes(data, tmp_path):
    run(data, tmp_path / "0.json", "--grid", "{}", "--passes", "3", method="wsabie_pp")
    arrays = np.load(tmp_path / "0.npz")
    assert sorted(arrays) == ["last_violators", "neighbours", "ranked"]
    assert arrays["last_violators"].shape == (3,) and arrays["neighbours"].shape == (3, 2)
    assert all(set(row) == {0, 1, 2} - {g} for g, row in enumerate(arrays["neighbours"]))
    assert all(v != g and -1 <= v < 3 for g, v in enumerate(arrays["last_violators"]))


def test_a_tree_leaves_its_costs_and_its_paths(data, tmp_path):
    grid = '{"children": [2, 3]}'
    run(data, tmp_path / "0.json", "--grid", grid, "--passes", "1", "--no-halving", method="label_tree")
    record, arrays = json.loads((tmp_path / "0.json").read_text()), np.load(tmp_path / "0.npz")
    assert record["status"] == "ok"
    for candidate in record["candidates"]:
        costs, depth = candidate["costs"], {2: 2, 3: 1}[candidate["params"]["children"]]
        assert len(costs["local_loss"]) == len(costs["ambiguity"]) == depth
        assert np.prod(1 - np.array(costs["local_loss"])) == pytest.approx(candidate["test"]["accuracy"])
        assert costs["training"] >= 2 * costs["additions"] / 2 > 0 and costs["prediction_s"] > 0
        assert costs["structure"] is None
    inner = np.diff(arrays["starts"])[arrays["paths"]] * (arrays["paths"] >= 0)
    assert inner.sum(axis=1).mean() == record["candidates"][record["winner"]]["costs"]["test"]
    assert sorted(arrays["set_classes"][: arrays["set_starts"][1]]) == [0, 1, 2]


GIVING = """
from sklearn.neighbors import NearestCentroid

class Giving(NearestCentroid):
    search = {}
    hands_on_ = {"max_ambiguity": 0.25, "unknown": 1}
"""


@pytest.mark.parametrize(("fixed", "expected"), [("{}", 0.25), ('{"max_ambiguity": 0.9}', 0.9)])
def test_a_trial_takes_over_what_another_method_hands_on(data, tmp_path, monkeypatch, fixed, expected):
    (tmp_path / "giving.py").write_text(GIVING)
    run(data, tmp_path / "before.json", "--factory", "giving:Giving", "--grid", "{}", method="giving")
    assert json.loads((tmp_path / "before.json").read_text())["hands_on"] == {"max_ambiguity": 0.25, "unknown": 1}
    seen = []
    monkeypatch.setattr(LabelTree, "passes", lambda self, X, y: seen.append(self.get_params()) or iter(()))
    spec = Spec(
        data, "label_tree", "x", 0, tmp_path / "0.json", 1, math.inf, json.loads(fixed), {}, tmp_path / "before.json"
    )
    attempt(spec)
    assert [params["max_ambiguity"] for params in seen] == [expected]


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_trial_that_someone_stops_leaves_no_record(data, tmp_path, name):
    (tmp_path / "dying.py").write_text(DYING.format(name=name))
    done = run(data, tmp_path / "0.json", "--factory", "dying:Dying", "--grid", "{}", method="dying")
    assert done.returncode != 0
    assert not (tmp_path / "0.json").exists()
    assert "Traceback" not in done.stderr.splitlines()[-1]


def test_a_trial_that_is_killed_leaves_a_hole_that_says_so(data, tmp_path):
    (tmp_path / "dying.py").write_text(DYING.format(name="SIGKILL"))
    done = run(data, tmp_path / "0.json", "--factory", "dying:Dying", "--grid", "{}", method="dying")
    assert done.returncode == 0
    record = json.loads((tmp_path / "0.json").read_text())
    assert record["status"] == "failed" and f"signal {int(signal.SIGKILL)}" in record["error"]


FAILING_ONCE = """
import os, signal, time
from pathlib import Path
from sklearn.neighbors import NearestCentroid

class Failing(NearestCentroid):
    def fit(self, X, y):
        count = Path("count")
        done = len(count.read_text()) if count.exists() else 0
        count.write_text("." * (done + 1))
        if done == 1:
            {how}
        return super().fit(X, y)
"""


def seeds_of(data, folder, *arguments, seeds=(0, 1, 2), method="failing"):
    """Run several seeds in one command; their records."""
    outs = [folder / f"{seed}.json" for seed in seeds]
    command = [sys.executable, "-m", "manyclass.protocol.trial.run", data, method, "--seed", *seeds, "--out", *outs]
    done = subprocess.run([str(word) for word in [*command, *arguments]], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return [json.loads(out.read_text()) for out in outs]


def test_seeds_of_one_process_are_those_of_several(data, tmp_path):
    (tmp_path / "together").mkdir()
    grid = ("--grid", '{"step": [0.1, 0.3]}', "--passes", "2")
    together = seeds_of(data, tmp_path / "together", *grid, seeds=(0, 1), method="wsabie_pp")
    alone = [seeds_of(data, tmp_path, *grid, seeds=(seed,), method="wsabie_pp")[0] for seed in (0, 1)]
    for record in (*together, *alone):
        record.pop("timing")
    assert together == alone and together[0]["candidates"] != together[1]["candidates"]
    for seed in (0, 1):
        assert (tmp_path / f"together/{seed}.npz").read_bytes() == (tmp_path / f"{seed}.npz").read_bytes()


def test_a_process_that_breaks_off_costs_one_seed(data, tmp_path):
    (tmp_path / "failing.py").write_text(FAILING_ONCE.format(how="os.kill(os.getpid(), signal.SIGKILL)"))
    records = seeds_of(data, tmp_path, "--factory", "failing:Failing", "--grid", "{}")
    assert [record["status"] for record in records] == ["ok", "failed", "ok"]
    assert f"signal {int(signal.SIGKILL)}" in records[1]["error"]


def test_a_seed_that_hangs_is_stopped_and_the_others_go_on(data, tmp_path):
    """The fit never returns to where the clock is asked; the watching process notices. Its patience is made short."""
    (tmp_path / "failing.py").write_text(FAILING_ONCE.format(how="time.sleep(600)"))
    script = "from manyclass.protocol import trial; trial.GRACE = 12; trial.main()"
    outs = [tmp_path / f"{seed}.json" for seed in (0, 1, 2)]
    words = [data, "failing", "--seed", 0, 1, 2, "--out", *outs, "--factory", "failing:Failing", "--grid", "{}"]
    command = [sys.executable, "-c", script, *map(str, words), "--seconds", "3"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    records = [json.loads(out.read_text()) for out in outs]
    assert [record["status"] for record in records] == ["ok", "timeout", "ok"]
    assert "within 3 seconds" in records[1]["error"]


def test_each_seed_needs_its_record(data, tmp_path):
    done = run(data, tmp_path / "0.json", "--seed", "0", "1")
    assert done.returncode == 2 and "--out has 1 files for 2 seeds" in done.stderr.splitlines()[-1]


@pytest.mark.parametrize(
    ("method", "arguments", "says"),
    [
        ("wsabi", (), "unknown method 'wsabi'"),
        ("one_vs_rest", ("--grid", '{"balance": [5]}'), "balance=5"),
        ("wsabie", ("--grid", '{"dimension": [5]}'), "dimension"),
        ("wsabie", ("--grid", '{"step": 0.1}'), "step=0.1 is swept: it must be a list"),
        ("wsabie", ("--grid", '[{"step": []}]'), "step=[] is swept: it must be a list"),
        ("x", ("--factory", "nowhere:Nothing"), "nowhere"),
    ],
)
def test_a_trial_that_cannot_run_says_why_in_a_line(data, tmp_path, method, arguments, says):
    done = run(data, tmp_path / "0.json", "--strict", *arguments, method=method)
    assert done.returncode != 0
    assert says in done.stderr.splitlines()[-1]
    assert says in json.loads((tmp_path / "0.json").read_text())["error"]


def test_data_that_cannot_be_read_are_named(tmp_path):
    (tmp_path / "empty").mkdir()
    done = run(tmp_path / "empty", tmp_path / "0.json", "--strict")
    assert done.returncode != 0
    assert "empty" in done.stderr.splitlines()[-1]


def test_a_penalised_svm_is_recorded_with_its_objective(data, tmp_path):
    run(data, tmp_path / "0.json", "--grid", '{"penalty": [0.0, 0.01]}', "--passes", "2", method="multiclass_svm")
    found = [candidate["objective"] for candidate in json.loads((tmp_path / "0.json").read_text())["candidates"]]
    assert found[0] is None and 0 < found[1]["multiclass"] <= found[1]["one_vs_rest"]
