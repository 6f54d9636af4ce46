"""What a run will cost, said before it."""

import json
import os
import re
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from public_libraries import none_installed
from scipy.sparse import csr_array
from small_project import OWN, Project
from trials import modules_of

from manyclass.exhibits import baselines, registry
from manyclass.protocol.cost import measured, time_model
from manyclass.protocol.seeds import NUMBER
from manyclass.protocol.trial.record import Record
from manyclass.reference import scales
from manyclass.reference.readme import FORECAST, SCALES
from manyclass.workflow import costs, estimate, limits, resources
from manyclass.workflow.estimate import elapsed, n_jobs
from manyclass.workflow.forecast import OF_FILE, Forecasts
from manyclass.workflow.limits import refusal
from manyclass.workflow.plan import Plan
from manyclass.workflow.resources import JobResources

ROOT = Path(__file__).parents[2]
SMOKE = {"scale": "smoke", "exhibits": ["lecture"]}


def said(capsys, *arguments):
    estimate.main([*map(str, arguments)])
    return capsys.readouterr().out


def refused(*arguments):
    with pytest.raises(SystemExit) as ended:
        estimate.main([*map(str, arguments)])
    line = str(ended.value.code)
    assert line.startswith("error: ") and "\n" not in line
    return line


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_smoke_scale_is_forecast_and_nothing_is_made(folder, capsys):
    text = said(capsys, "--scale", "smoke", "lecture", "gupta2014/table8")
    assert [*folder.iterdir()] == []
    names = registry.selected({"scale": "smoke", "exhibits": ["lecture", "gupta2014/table8"]})
    trained = {name for name in names if registry.trials([name], Plan(SMOKE).config)}
    assert all(f"\n{name} " in text for name in trained)
    trials = Plan({"scale": "smoke", "exhibits": names}).trials
    assert f"for {len(trials)} trials" in text and "memory" in text and "disk" in text


def test_totals_are_those_of_the_trials_whatever_their_number_of_seeds():
    tables = {seeds: Forecasts(Plan(SMOKE | {"seeds": seeds})).table() for seeds in (1, 3)}
    assert (tables[3]["cpu_s"].sum() > tables[1]["cpu_s"].sum()) and (tables[3]["seeds"] == 3).all()
    assert tables[1]["memory"].equals(tables[3]["memory"])
    assert (tables[3]["disk"] == 3 * tables[1]["disk"]).all()


@none_installed
def test_readme_says_what_each_scale_takes():
    readme = (ROOT / "README.md").read_text()
    said, rows = readme.split(FORECAST[0])[1].split(FORECAST[1])[0], readme.split(SCALES[0])[1].split(SCALES[1])[0]
    forecasts = Forecasts(Plan({"scale": "standard"}))
    hours = float(re.search(r"about (\d+) hours", said)[1])
    assert hours == pytest.approx(elapsed(forecasts.table(), forecasts, scales.CORES) / 3600, rel=0.2)
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in rows.strip().splitlines()[2:]]
    assert [scale for scale, *_ in cells] == [f"`{scale}`" for scale in NUMBER]
    for row, scale in zip(cells, NUMBER):
        plan = Plan({"scale": scale})
        assert row[1:4] == [str(len(plan.exhibits)), f"{len(plan.trials):,}", str(NUMBER[scale])]
    assert [*scales._row("smoke")][1:4] == ["exhibits", "trials", "draws"]


def test_a_job_of_many_trials_is_started_once():
    smoke = Plan(SMOKE)
    assert n_jobs(smoke) == len(smoke.batches) < len(smoke.trials) / 5
    standard = Plan({"scale": "standard"})
    assert n_jobs(standard) == len(standard.trials)


def test_own_data_are_read_and_described_and_unknown_methods_are_named(folder, capsys):
    project = Project(folder / "project")
    os.chdir(project.folder)
    tree = {"import": "sklearn.tree:DecisionTreeClassifier"}
    own = OWN | {"methods": OWN["methods"] | {"tree": tree}}
    own["compare"] = own["compare"] | {"methods": [*own["compare"]["methods"], "tree"]}
    file = project.config(own=own, exhibits=["own/comparison"])[1]
    before = {*project.folder.rglob("*")}
    text = said(capsys, "--configfile", file)
    assert {*project.folder.rglob("*")} == before
    assert text.startswith("blobs: 216 samples to train on, 72 to validate, 72 to test, 6 classes (36.0 samples each)")
    unknown = next(line for line in text.splitlines() if "never measured" in line)
    assert unknown.endswith(": tree")


def test_disk_for_ones_own_data_is_what_its_draws_take_once_they_are_known(folder):
    """Not the memory in which they are read: a file may hold more bytes a number, or columns that nobody reads."""
    project = Project(folder / "project")
    os.chdir(project.folder)
    forecasts = Forecasts(Plan({"scale": "smoke", "exhibits": ["own/comparison"], "seeds": 3, "own": OWN}))
    in_memory = OF_FILE * os.path.getsize("blobs.npz")
    assert forecasts.drawn("blobs") == forecasts.made("blobs") == in_memory
    forecasts.read()
    (size,) = {*forecasts.extents("blobs")}
    assert forecasts.drawn("blobs") == size.data_bytes < in_memory / 8
    assert forecasts.made("blobs") == in_memory
    assert forecasts.disk_bytes() == 3 * (size.data_bytes + size.record_bytes * len(forecasts.plan.trials))


def test_sweeps_on_splits_of_ones_own_set_each_begin_anew(folder):
    project = Project(folder / "project")
    os.chdir(project.folder)
    tables = {}
    for seeds in (1, 3):
        plan = Plan({"scale": "smoke", "exhibits": ["own/comparison"], "seeds": seeds, "own": OWN})
        known, _ = estimate.read(plan)
        tables[seeds] = Forecasts(plan, known).table()
    assert (tables[3]["candidates"] == 3 * tables[1]["candidates"]).all() and tables[1]["candidates"].max() > 5


def test_what_cannot_be_loaded_is_refused_as_the_run_does(folder):
    """By the same loader, of which ``test_own_methods.py`` has what else can go wrong."""
    project = Project(folder / "project")
    os.chdir(project.folder)
    (project.folder / "mine.py").write_text("Own = 3")
    own = OWN | {"methods": OWN["methods"] | {"broken": {"import": "mine:Own"}}}
    with modules_of(project.folder):
        line = refused("--configfile", project.config(own=own, exhibits=["own/comparison"])[1])
    assert line.startswith("error: config: own.methods.broken: ") and "mine:Own" in line


def test_bad_input_is_one_line(folder):
    (folder / "bad.yaml").write_text("a: [")
    (folder / "list.yaml").write_text("- a")
    (folder / "own.yaml").write_text(json.dumps(SMOKE | {"own": OWN, "exhibits": ["own"]}))
    assert "unknown exhibit 'gupta2014/table88'" in refused("gupta2014/table88")
    assert "scale" in refused("--scale", "huge")
    assert "none.yaml" in refused("--configfile", folder / "none.yaml")
    assert "no YAML" in refused("--configfile", folder / "bad.yaml")
    assert "no mapping" in refused("--configfile", folder / "list.yaml")
    assert "there is no file blobs.npz" in refused("--configfile", folder / "own.yaml")


def test_what_does_not_fit_is_said_with_both_numbers(folder, capsys, monkeypatch):
    """And no error: it may be meant for another machine."""
    forecasts = Forecasts(Plan(SMOKE))
    address, largest = forecasts.largest()
    assert refusal(forecasts, largest) is None
    line = refusal(forecasts, largest - 1)
    assert line.startswith(f"trial {address} takes about {largest / 1e9:.1f} GB of memory, and this machine has")
    monkeypatch.setattr(limits, "memory_bytes", lambda: largest - 1)
    assert said(capsys, "--scale", "smoke", "lecture").splitlines()[-1] == line
    for seed in forecasts.plan.trials[address].seeds(forecasts.plan.config["seeds"]):
        record = Path(forecasts.plan.paths.record(address, seed))
        record.parent.mkdir(parents=True, exist_ok=True)
        record.touch()
    assert Forecasts(forecasts.plan).largest()[0] not in (address, "")  # it has been run


@pytest.mark.parametrize("name", ["data/signatures", "gupta2014/table4"])
def test_exhibits_that_train_nothing_are_told(folder, capsys, name):
    assert said(capsys, "--scale", "smoke", name) == "no trial is trained for these exhibits\n"


def bad_set_and_bad_ladder(folder):
    """One set that is good, and one whose parts are stored in two ways; a method whose ladder has no value on them."""
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(120, 5)), np.arange(120) % 4
    np.savez(folder / "good.npz", X=X, y=y, kept=y)
    parts = {f"Xt_{name}": getattr(csr_array(X), name) for name in ("data", "indices", "indptr", "shape")}
    np.savez(folder / "bad.npz", X=X, y=y, yt=y, **parts)
    sets = {"good": {"path": "good.npz"}, "bad": {"path": "bad.npz", "x_test": "Xt", "y_test": "yt"}}
    ladder = {"start": [8], "low": 8, "high": "features"}
    methods = {"crossed": {"method": "wsabie", "search": {"dimensions": ladder}}}
    compare = {"title": "t", "datasets": [*sets], "methods": ["nearest_means", "crossed"]}
    own = {"datasets": sets, "methods": methods, "compare": compare}
    return {"scale": "smoke", "exhibits": ["own/comparison"], "own": own}


def test_a_set_that_cannot_be_read_and_a_ladder_of_no_value_stop_no_other_trial(folder):
    plan = Plan(bad_set_and_bad_ladder(folder))
    forecasts = Forecasts(plan)
    forecasts.read()
    known = [address for address in plan.trials if forecasts.is_known(address)]
    assert known == ["good/nearest_means/default"] and forecasts.largest()[0] == known[0]
    assert [address for address in plan.trials if np.isfinite(forecasts.seconds(address, 0))] == known
    asked = JobResources(forecasts)
    for trial in plan.trials.values():
        for ask in (asked.trial_mb, asked.trial_disk, asked.trial_minutes):
            assert ask(SimpleNamespace(**vars(trial)), 1) >= 1
    with pytest.raises(ValueError, match=r"^trial good/wsabie/crossed: low must be below high: 8 and 5 are"):
        forecasts.of("good/wsabie/crossed")


def test_what_cannot_be_forecast_is_a_line_and_what_can_has_its_arrays_and_jobs_counted(folder, capsys):
    config = bad_set_and_bad_ladder(folder)
    for wrong, told in (
        ({}, "X is dense in train, sparse in test"),
        ({"datasets": ["good"]}, "trial good/wsabie/crossed"),
    ):
        config["own"]["compare"] |= wrong
        (folder / "own.json").write_text(json.dumps(config))
        assert told in refused("--configfile", folder / "own.json")
    config["own"]["compare"]["methods"] = ["nearest_means"]
    (folder / "own.json").write_text(json.dumps(config))
    text = said(capsys, "--configfile", folder / "own.json")
    assert "no option names these arrays, which are not read: kept\n" in text
    assert "), with the start of 1 job; to make data, " in text


def test_the_check_leaves_no_method_out(capsys):
    text = said(capsys, "--check")
    assert all(f"\n{name} " in text for name in {*time_model.kinds(measured.read())})
    assert "CPU time of an exhibit: half within a factor of" in text


def test_jobs_ask_for_what_is_forecast_and_for_twice_as_much_when_tried_again():
    plan = Plan(SMOKE)
    forecasts = Forecasts(plan)
    (job, trials), *_ = plan.batches.items()
    asked = JobResources(forecasts)
    ask = asked.trials_mb(trials)
    assert ask({}, 1) >= resources.LEAST_MB and ask({}, 3) == 4 * ask({}, 1)
    assert ask({}, 21) == resources.MOST_TIMES * ask({}, 1)
    assert asked.sets_mb(plan.sets["lecture"])({}, 2) == 2 * asked.sets_mb(plan.sets["lecture"])({}, 1)


@none_installed
def test_a_trial_asks_for_time_by_forecast_and_for_no_more_than_its_budget():
    plan = Plan({"scale": "standard", "exhibits": ["gupta2014/table8"], "seconds": 600})
    forecasts = Forecasts(plan)
    taken = {address: forecasts.seconds(address, 0) for address in plan.trials}
    of_all_seeds = forecasts.table()["cpu_s"]
    asked = {
        address: [_minutes(forecasts, trial, attempt) for attempt in (1, 2)] for address, trial in plan.trials.items()
    }
    most = resources.LEAST_MINUTES + 10 * len(plan.seeds)
    for address, (first, second) in asked.items():
        assert of_all_seeds[address] == pytest.approx(len(plan.seeds) * taken[address])
        assert first * 60 >= len(plan.seeds) * min(taken[address], 600) or np.isnan(taken[address])
        assert resources.LEAST_MINUTES < first <= second <= most
    assert min(asked.values())[0] < most
    unknown = Forecasts(plan)
    unknown.measured = forecasts.measured.iloc[:0]
    assert {_minutes(unknown, trial, 1) for trial in plan.trials.values()} == {most}


def test_no_job_asks_for_more_time_than_the_partition_allows():
    plan = Plan({"scale": "full", "exhibits": ["gupta2014/table8"], "longest_job_hours": 24})
    capped, wildcards = JobResources(Forecasts(plan)), SimpleNamespace(dataset="imagenet16k", seed="0")
    trials = [SimpleNamespace(**vars(trial), seed="0") for trial in plan.trials.values()]
    assert max(capped.trial_minutes(trial, 1) for trial in trials) == 24 * 60
    of_set = [capped.data_minutes(wildcards, attempt) for attempt in (1, 2)]
    size = capped.forecasts.extents("imagenet16k")[0].data_bytes
    assert of_set[0] * 60 > resources.ROOM_TO_MAKE * size / resources.MADE and of_set[0] < of_set[1] < 24 * 60


def _minutes(forecasts, trial, attempt):
    return JobResources(forecasts).trial_minutes(SimpleNamespace(**vars(trial)), attempt)


def test_a_run_that_cannot_fit_ends_before_any_job(project):
    rng, n = np.random.default_rng(0), 400_000  # whose Gram matrix takes terabytes
    np.savez(project.folder / "blobs.npz", X=rng.normal(size=(n, 2)).astype(np.float32), y=np.arange(n) % 4)
    own = OWN | {"compare": OWN["compare"] | {"methods": ["kernel_topk_svm"]}}
    done = project.run(own=own, exhibits=["own/comparison"])
    assert done.returncode != 0
    assert "error: trial blobs/kernel_topk_svm/default takes about" in done.stderr
    assert "Traceback" not in done.stderr
    assert not [*project.folder.glob("results/*/data/*")]


def test_what_trials_took_stands_beside_the_forecast(finished, capsys, monkeypatch):
    monkeypatch.chdir(finished.folder)
    text = said(capsys, "--configfile", "test.json")
    n = len([*finished.folder.glob("results/smoke/trial/*/*/*/0.json")])
    assert f"of {n} trials that have ended: " in text


def test_rows_of_a_run_take_the_place_of_those_of_the_same_trials(finished, tmp_path, monkeypatch):
    monkeypatch.chdir(finished.folder)
    plan = Plan(json.loads((finished.folder / "test.json").read_text()))
    monkeypatch.setattr(costs, "Plan", lambda config: plan)
    kept = tmp_path / "measured.csv"
    costs.renew(finished.folder / plan.paths.results, kept, "here")
    rows = measured.read(kept)
    assert set(rows[measured.ADDRESS].agg("/".join, axis=1)) == {*plan.trials} and (rows["seeds"] == 2).all()
    assert (rows["scale"] == "smoke").all() and not rows["pilot"].any()
    records = [Record.read(finished.folder / plan.paths.record(address, 0)) for address in sorted(plan.trials)]
    assert (rows["cpu_s"] > 0).all() and (rows["wall_s"] * 2 > [each.timing.wall_s for each in records]).all()
    before = rows.iloc[[0]].assign(dataset="gone")
    measured.write(pd.concat([rows.assign(machine="there"), before]), kept)
    costs.renew(finished.folder / plan.paths.results, kept, "here")
    pd.testing.assert_frame_equal(measured.read(kept), rows)
    elsewhere = rows.iloc[[0]].assign(scale="standard", dataset="kept")
    measured.write(pd.concat([rows, elsewhere]), kept)
    costs.renew(finished.folder / plan.paths.results, kept, "here")
    assert len(measured.read(kept)) == len(rows) + 1


@pytest.mark.parametrize("installed", [False, True])
def test_rows_of_a_library_stay_where_it_is_not_installed(tmp_path, monkeypatch, installed):
    """Where it is, those that no exhibit asks for any more go as others do."""
    monkeypatch.setattr(baselines, "installed", lambda: installed)
    plan = Plan({"scale": "smoke", "exhibits": ["lapin2015/table1"]})
    monkeypatch.setattr(costs, "Plan", lambda config: plan)
    row = measured.read(measured.shipped()).iloc[0].to_dict() | {"scale": "smoke", "dataset": "gone"}
    methods = {f"{baselines.LIBRARY}_plt", "wsabie"}
    kept = tmp_path / "measured.csv"
    measured.write(pd.DataFrame([row | {"method": method} for method in sorted(methods)]), kept)
    costs.renew(tmp_path / "results" / "smoke", kept, "here")
    assert {*measured.read(kept)["method"]} == (set() if installed else methods - {"wsabie"})
