"""Seeds of a trial are runs on draws of their own; on a split that the user gave, what repeats itself runs once."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest
from trials import own, seeds_of

from manyclass.protocol.data.card import alike
from manyclass.protocol.data.storage import read, write
from manyclass.protocol.results import Results
from manyclass.protocol.trial import worker
from manyclass.protocol.trial.spec import Trial

# Its diagnostics say what it has been shown.
SEEING = """
import hashlib
from pathlib import Path
import numpy as np
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def __init__(self, {parameter}=None):
        super().__init__()
        self.{parameter} = {parameter}

    def fit(self, X, y):
        with open("fits", "a") as file:
            print(self.{parameter}, file=file)
        return super().fit(X, y)

    def diagnostics(self, train, test):
        seen = (train.X, train.Y.indices, test.X, test.Y.indices)
        return {{"seen": hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in seen)).hexdigest()}}
"""
# Predicts the same whatever it draws with; its diagnostics may tell the draws apart.
IDLE = """
import numpy as np
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def __init__(self, random_state=None):
        super().__init__()
        self.random_state = random_state

    def diagnostics(self, train, test):
        return {"shown": SHOWN, "array": np.arange(3)}
"""
PLAIN, RANDOM = (SEEING.format(parameter=parameter) for parameter in ("width", "random_state"))


def fits(folder):
    """What was drawn with at each fit."""
    return (folder / "fits").read_text().split()


@pytest.fixture
def draws(data, tmp_path):
    """Three draws of the blobs: samples in another order, under other noise."""
    split, folders = read(data), []
    for seed in range(3):
        rng = np.random.default_rng(seed)
        noise = rng.normal(size=split.train.X.shape).astype(np.float32)
        part = replace(split.train, X=np.ascontiguousarray(split.train.X + noise))
        write(replace(split, train=part), tmp_path / "blobs" / str(seed))
        folders.append(tmp_path / "blobs" / str(seed))
    return folders


@pytest.fixture
def given(data, tmp_path):
    """One split, as a user gives it, three times."""
    for seed in range(3):
        shutil.copytree(data, tmp_path / "given" / str(seed))
        (tmp_path / "given" / str(seed) / "card.json").write_text(json.dumps({"split": "given"}))
    return [tmp_path / "given" / str(seed) for seed in range(3)]


def seen(records):
    return [record.best.diagnostics["seen"] for record in records]


def test_two_methods_see_the_same_bytes_within_a_draw_and_others_in_another(draws, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir(), second.mkdir()
    one = seeds_of(draws, first, *own(first, PLAIN))
    other = seeds_of(draws, second, *own(second, RANDOM), method="other")
    assert seen(one) == seen(other)
    assert len(set(seen(one))) == 3
    assert {record.dataset for record in one} == {"blobs"}
    assert len(fits(first)) == len(fits(second)) == 3
    assert [record.repeats for record in one + other] == [None] * 6


def test_a_sweep_begins_where_that_of_the_first_draw_ended(draws, tmp_path):
    sweep = ("--passes", "2", "--no-halving", "--search", json.dumps([{"step": [1e-6, 1e-5, 0.1]}, {"margin": [1, 2]}]))
    first, second, third = seeds_of(draws, tmp_path, *sweep, method="one_vs_rest")
    start, ended = first.candidates[0].params, first.best.params
    assert start != ended
    assert second.candidates[0].params == third.candidates[0].params == ended


def test_every_sweep_begins_anew_where_it_shall(draws, tmp_path):
    sweep = ("--passes", "2", "--no-halving", "--search", json.dumps([{"step": [1e-6, 1e-5, 0.1]}]), "--anew")
    first, *others = seeds_of(draws, tmp_path, *sweep, method="one_vs_rest")
    begun = [each.params for each in first.candidates[:3]]
    assert first.best.params != begun[0]
    assert all([each.params for each in record.candidates[:3]] == begun for record in others)


def test_draws_of_other_sizes_are_other_problems(draws, given):
    """Where a sweep on one of them ended says little about the other."""
    sizes = {"classes": 3, "features": 4, "train": 90, "test": 10}
    assert alike(*draws[:2])  # no cards
    for folder, changed in zip(draws, ({}, {"test": 20}, {"features": 5})):
        (folder / "card.json").write_text(json.dumps(sizes | changed))
    assert alike(*draws[:2])
    assert not alike(draws[0], draws[2])


@pytest.mark.parametrize("anew", [[], ["--anew"]])
def test_on_a_given_split_a_method_without_randomness_runs_once(given, tmp_path, anew):
    records = seeds_of(given, tmp_path, *own(tmp_path, PLAIN), *anew)
    assert len(fits(tmp_path)) == 1
    assert [record.repeats for record in records] == [None, 0, 0]
    assert {record.status for record in records} == {"ok"}
    assert [record.seed for record in records] == [0, 1, 2]
    assert records[0].candidates == records[1].candidates == records[2].candidates
    first, *others = ((tmp_path / f"{seed}.npz").read_bytes() for seed in range(3))
    assert others == [first, first]


def test_on_a_given_split_a_method_that_may_draw_runs_for_every_seed(given, tmp_path):
    seeds_of(given, tmp_path, *own(tmp_path, RANDOM))
    assert len(set(fits(tmp_path))) == 3


@pytest.mark.parametrize(
    ("shown", "repeats"), [("0 * self.random_state", [None, 0, 0]), ("self.random_state", [None] * 3)]
)
def test_on_a_given_split_what_came_out_bit_by_bit_the_same_is_a_repeat(given, tmp_path, shown, repeats):
    records = seeds_of(given, tmp_path, *own(tmp_path, IDLE.replace("SHOWN", shown)))
    assert [record.repeats for record in records] == repeats
    assert {record.status for record in records} == {"ok"}


@pytest.mark.parametrize("refit", [(), ("--refit",)])
def test_on_a_given_split_a_solver_that_draws_nothing_is_a_repeat_whatever_time_it_took(given, tmp_path, refit):
    told = (
        "--fixed",
        '{"solver": "lbfgs", "tol": 0.001}',
        "--search",
        '{"penalty": [0.001]}',
        "--passes",
        "50",
        *refit,
    )
    records = seeds_of(given, tmp_path, *told, method="softmax_regression")
    assert [record.repeats for record in records] == [None, 0, 0]
    assert all(record.best.diagnostics["solution"]["certificates"] for record in records)


STEPS = {
    "preprocessing.StandardScaler()": 1,
    "preprocessing.SplineTransformer()": 1,
    "decomposition.TruncatedSVD(2)": 3,
}


@pytest.mark.parametrize("step", STEPS)
def test_on_a_given_split_a_pipeline_runs_once_unless_one_of_its_steps_draws(given, tmp_path, monkeypatch, step):
    code = (
        "from sklearn import decomposition, naive_bayes, pipeline, preprocessing\n"
        f"Own = pipeline.make_pipeline({step}, naive_bayes.GaussianNB())\n"
    )
    runs, work = [], worker.work
    monkeypatch.setattr(worker, "work", lambda *told: runs.append(told) or work(*told))
    records = seeds_of(given, tmp_path, *own(tmp_path, code))
    assert len(runs) == STEPS[step] and {record.status for record in records} == {"ok"}


def test_on_drawn_splits_equal_results_are_results(data, tmp_path):
    records = seeds_of(data, tmp_path, *own(tmp_path, IDLE.replace("SHOWN", "0")))
    assert [record.repeats for record in records] == [None] * 3


def test_a_seed_run_alone_has_nothing_to_repeat(given, tmp_path):
    (record,) = seeds_of(given[2:], tmp_path, *own(tmp_path, PLAIN), seeds=(2,))
    assert record.repeats is None and record.status == "ok"


def test_a_failure_repeats_itself_too(given, tmp_path):
    code = PLAIN.replace("super().fit(X, y)", "1 / 0")
    records = seeds_of(given, tmp_path, *own(tmp_path, code))
    assert len(fits(tmp_path)) == 1
    assert ["ZeroDivisionError" in record.error for record in records] == [True] * 3


def test_repeats_are_no_draws(given, tmp_path):
    trial = Trial("given", "own", factory="own:Own")
    folder = tmp_path / "results/trial" / trial.address
    folder.mkdir(parents=True)
    seeds_of(given, folder, *own(folder, PLAIN))
    results = Results(tmp_path / "results", {"seeds": 3})
    assert [record.seed for record in results.records(trial)] == [0]
    assert results.test(trial).shape == results.sizes(trial).shape == (1,)
    np.testing.assert_array_equal(results.ranked(trial, 2), results.ranked(trial, 0))
