"""What is carried of a run is taken up elsewhere, ends with the same bytes, and repeats nothing."""

import shutil
from types import SimpleNamespace

import numpy as np
import pytest
from interrupted import After, write_noisy

from manyclass.protocol.trial import progress, snapshots, worker
from manyclass.protocol.trial.progress import Progress
from manyclass.protocol.trial.run import specs_from
from manyclass.protocol.trial.signals import Stop, Stopped
from manyclass.protocol.trial.spec import Spec
from manyclass.workflow import carry
from manyclass.workflow.plan import Plan

SWEPT = ["wsabie_pp", "--search", '{"step": [0.001, 0.01, 0.03, 0.1, 0.3]}', "--passes", "6"]

LONGER = [
    *("multiclass_svm", "--search", '{"step": [0.1, 0.3, 1.0]}', "--series", '{"intercept": [0.0, 1.0]}'),
    *("--passes", "6", "--patience", "4", "--no-halving", "--winner-passes", "40"),
]


@pytest.fixture(autouse=True)
def _as_often_as_asked(monkeypatch):
    """Snapshots after every pass, however short it is."""
    monkeypatch.setattr(progress, "SHARE", 0)


@pytest.fixture
def results(tmp_path):
    """A folder of results with a draw on which the candidates of a sweep differ."""
    write_noisy(tmp_path / "here" / "data" / "blobs" / "0")
    return tmp_path / "here"


def spec_in(results, words=SWEPT) -> Spec:
    data, out = results / "data" / "blobs" / "0", results / "trial" / "blobs" / "wsabie_pp" / "default" / "0.json"
    line = [str(data), *words, "--seed", "0", "--out", str(out), "--snapshot-every", "0"]
    return specs_from(line)[0]


def taken(spec) -> tuple:
    """The record without its times, the arrays, and how many places there were to stop at."""
    counting = After(10**6)
    record, arrays = Progress(spec, counting).finished() or worker.work(spec, Progress(spec, counting))
    return record.untimed(), {name: array.tobytes() for name, array in arrays.items()}, 10**6 - counting.left


def moved(results, carried, tmp_path, words=SWEPT) -> Spec:
    """The same trial with the same data in another folder, which has what was carried."""
    there = tmp_path / "there"
    shutil.copytree(results / "data", there / "data")
    shutil.copytree(carried, there, dirs_exist_ok=True)
    return spec_in(there, words)


def test_a_trial_on_its_way_goes_on_elsewhere(results, tmp_path, capfd):
    """Of candidates that have ended nothing is repeated; those in training begin anew, and none has its model along."""
    alone = taken(spec_in(shutil.copytree(results, tmp_path / "alone")))
    spec = spec_in(results)
    with pytest.raises(Stopped):  # once some candidates have been dropped, and some tested
        worker.work(spec, Progress(spec, After(24)))
    assert carry.carry(spec, results, tmp_path / "carried") == "begun"
    files = [file.name for file in (tmp_path / "carried").rglob("*.npz")]
    assert len(files) > 3 and "time.0.npz" in files
    about = {name: np.load(next((tmp_path / "carried").rglob(name))).files for name in files}
    assert not any(array.startswith(("state", "kept")) for arrays in about.values() for array in arrays)
    assert sum("arrays/ranked" in arrays for arrays in about.values()) == 1
    there = moved(results, tmp_path / "carried", tmp_path)
    capfd.readouterr()
    record, arrays, places = taken(there)
    assert capfd.readouterr().err.count("taken up after") == len(files) - 1
    assert (record, arrays) == alone[:2]
    assert places < alone[2]


def test_a_winner_that_was_trained_longer_is_carried_as_that(results, tmp_path):
    """The last place to stop at is within the last candidate that is trained, or where it has ended."""
    alone = taken(spec_in(shutil.copytree(results, tmp_path / "alone"), LONGER))
    spec = spec_in(results, LONGER)
    with pytest.raises(Stopped):
        worker.work(spec, Progress(spec, After(alone[2] - 1)))
    assert carry.carry(spec, results, tmp_path / "carried") == "begun"
    assert [*(tmp_path / "carried").rglob("longer*.npz")]
    record, arrays, places = taken(moved(results, tmp_path / "carried", tmp_path, LONGER))
    assert (record, arrays) == alone[:2]
    assert places < alone[2]


def test_a_trial_that_has_ended_is_there_whole(results, tmp_path):
    spec = spec_in(results)
    record, arrays = worker.work(spec)
    record.write(spec.out, arrays)
    assert carry.carry(spec, results, tmp_path / "carried") == "ended"
    there = moved(results, tmp_path / "carried", tmp_path)
    same = (record.untimed(), {name: array.tobytes() for name, array in arrays.items()}, 0)
    assert taken(there) == same
    (tmp_path / "there/data/blobs/0/X_test.npy").write_bytes(b"other")
    assert Progress(there, Stop()).finished() is None  # of other data


def test_what_failed_or_never_began_is_left(results, tmp_path):
    spec = spec_in(results)
    assert carry.carry(spec, results, tmp_path / "carried") is None
    spec.record(status="failed", error="it did").write(spec.out, {})
    assert carry.carry(spec, results, tmp_path / "carried") is None
    assert not (tmp_path / "carried").exists()


@pytest.mark.parametrize("its_job_has_ended", [True, False])
@pytest.mark.parametrize("status", ["timeout", "failed"])
def test_a_trial_without_a_result_goes_on_elsewhere(results, tmp_path, status, its_job_has_ended):
    """Its time was over, or its machine ended it, once some candidates had ended; its job may have other seeds left."""
    alone = taken(spec_in(shutil.copytree(results, tmp_path / "alone")))
    spec = spec_in(results)
    broken_off = Progress(spec, After(24))
    with pytest.raises(Stopped):
        worker.work(spec, broken_off)
    record = spec.record(status=status, error="it did", timing=broken_off.timing())
    if its_job_has_ended:
        record.write(spec.out, {})
    else:
        broken_off.finish(record, {})
    assert carry.carry(spec, results, tmp_path / "carried") == "begun"
    files = [file.name for file in (tmp_path / "carried").rglob("*.npz")]
    assert "time.0.npz" in files and sum(name.startswith("candidate") for name in files) == len(files) - 1 > 2
    record, arrays, places = taken(moved(results, tmp_path / "carried", tmp_path))
    assert (record, arrays) == alone[:2]
    assert places < alone[2]


@pytest.mark.parametrize(("scale", "seeds"), [("smoke", 3), ("standard", 5), ("large", 3)])
def test_every_job_of_a_plan_is_asked_for_as_the_workflow_runs_it(scale, seeds):
    plan = Plan({"scale": scale, "exhibits": ["gupta2014/table8"]})
    told = carry.specs(plan)
    fits = [spec for spec in told if "/pilot/" not in str(spec.out)]
    assert {str(spec.out) for spec in fits} == {
        plan.paths.record(address, seed) for address, trial in plan.trials.items() for seed in trial.seeds(seeds)
    }
    pilots = [spec for spec in told if spec not in fits]
    assert {str(spec.out) for spec in pilots} == {
        plan.paths.pilot(address, seed) for address in plan.pilots.rows for seed in plan.pilots.draws(address)
    }
    assert told[: len(pilots)] == pilots and all(spec.rows for spec in pilots)
    if scale == "large":
        later = next(spec for spec in fits if spec.method == "wsabie" and spec.seed == 2)
        assert later.search == {} and str(later.pilot) == plan.paths.record("imagenet16k/wsabie/default", 0)


def test_where_there_is_nothing_to_carry_the_command_says_so(tmp_path, monkeypatch):
    """Of a run that has done nothing yet; and a wrong exhibit is one line."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit, match="^error: results/large has nothing of these trials yet that would be worth"):
        carry.main(["--out", "carried", "--scale", "large", "gupta2014/table8"])
    with pytest.raises(SystemExit, match="^error: .*gupta2014/table99"):
        carry.main(["--out", "carried", "gupta2014/table99"])


@pytest.mark.parametrize("by_link", [False, True])
def test_the_results_themselves_are_no_place_to_carry_to(results, tmp_path, by_link):
    """What is there of the same trials goes, and it would be the progress of the run."""
    spec = spec_in(results)
    with pytest.raises(Stopped):
        worker.work(spec, Progress(spec, After(24)))
    before = {path: path.read_bytes() for path in results.rglob("*.npz")}
    (tmp_path / "link").symlink_to(results)
    folder = tmp_path / "link" if by_link else results / "trial" / ".."
    with pytest.raises(ValueError, match="holds the results themselves: name another folder"):
        carry.carry(spec, results, folder)
    assert before and {path: path.read_bytes() for path in results.rglob("*.npz")} == before


def test_what_an_earlier_carry_left_is_not_taken_for_this_one(results, tmp_path):
    spec = spec_in(results)
    record, arrays = worker.work(spec)
    record.write(spec.out, arrays)
    assert carry.carry(spec, results, tmp_path / "carried") == "ended"
    snapshots.remove(spec.out)
    spec.record(status="failed", error="it did").write(spec.out, {})
    assert carry.carry(spec, results, tmp_path / "carried") is None
    assert not [*(tmp_path / "carried").rglob("*.npz")]


@pytest.mark.parametrize("wrong", ["full", "damaged"])
def test_a_full_disk_and_a_damaged_file_end_in_one_line(results, tmp_path, monkeypatch, wrong):
    spec = spec_in(results)
    record, arrays = worker.work(spec)
    record.write(spec.out, arrays)
    if wrong == "damaged":
        spec.out.with_suffix(".npz").write_bytes(b"PK\x03\x04 and no more")
    else:
        (tmp_path / "carried").write_text("no folder can be made here")
    monkeypatch.setattr(carry, "plan_of", lambda options: SimpleNamespace(paths=SimpleNamespace(results=results)))
    monkeypatch.setattr(carry, "specs", lambda plan: [spec])
    named = spec.out.with_suffix(".npz") if wrong == "damaged" else tmp_path / "carried"
    with pytest.raises(SystemExit, match=f"^error: .*{named}"):
        carry.main(["--out", str(tmp_path / "carried")])
