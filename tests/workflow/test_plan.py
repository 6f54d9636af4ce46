"""Jobs: one makes or runs all seeds at the smaller scales, one a seed at full scale; every seed reads its own draw.

At smoke scale a job does more: all variants of a data set, all trials on them, all exhibits of a document.
"""

import json
import shlex
from types import SimpleNamespace

import pytest

from manyclass.exhibits import registry
from manyclass.protocol.trial.spec import Trial
from manyclass.workflow import batches
from manyclass.workflow.plan import Plan

EXHIBITS = ["gupta2014/table4", "lecture/updates"]


def plan(scale, **config):
    return Plan({"scale": scale, "exhibits": EXHIBITS} | config)


@pytest.mark.parametrize(("scale", "number"), [("smoke", 3), ("standard", 5), ("full", 5)])
def test_seeds_are_as_many_as_the_scale_has(scale, number):
    assert plan(scale).config["seeds"] == number
    assert plan(scale, seeds=4).config["seeds"] == 4


@pytest.mark.parametrize("scale", ["smoke", "standard"])
def test_one_job_takes_all_seeds(scale):
    made = plan(scale, seeds=3)
    assert made.data_job == "data/{dataset}"
    assert made.data_outputs() == [f"results/{scale}/data/{{dataset}}/{seed}" for seed in range(3)]
    assert made.trial_outputs("json") == [
        f"results/{scale}/trial/{{dataset}}/{{method}}/{{variant}}/{seed}.json" for seed in range(3)
    ]


def test_at_full_scale_a_job_takes_one():
    made = plan("full")
    assert made.data_job == "data/{dataset}/{seed}"
    assert made.data_outputs() == ["results/full/data/{dataset}/{seed}"]
    assert made.trial_outputs("json") == ["results/full/trial/{dataset}/{method}/{variant}/{seed}.json"]


@pytest.mark.parametrize("scale", ["standard", "full"])
def test_an_exhibit_reads_every_draw_of_its_sets(scale):
    made = plan(scale, seeds=2)
    sets = ("imagenet16k", "imagenet22k", "web21k", "web97k")
    draws = [f"results/{scale}/data/{name}/{seed}" for name in sets for seed in (0, 1)]
    assert made.exhibit_inputs("gupta2014/table4") == draws
    inputs = made.exhibit_inputs("lecture/updates")
    trials = {path.rpartition("/")[0] for path in inputs if "/trial/" in path}
    for trial in trials:
        assert {f"{trial}/{seed}.{end}" for seed in (0, 1) for end in ("json", "npz")} <= set(inputs)
    assert {f"results/{scale}/data/taxonomy-names5/{seed}" for seed in (0, 1)} <= set(inputs)


def test_at_smoke_scale_the_sets_of_a_document_are_one_job():
    made = plan("smoke", seeds=2)
    read = {name: set(registry.sets([name], made.config)) for name in made.exhibits}
    lecture = plan("smoke", exhibits=["lecture"]).sets["lecture"]
    assert {"taxonomy", "taxonomy-flat", "taxonomy-names5"} <= set(lecture)
    jobs = [name for names in made.sets.values() for name in names]
    assert sorted(jobs) == sorted(set().union(*read.values()))
    for document, names in made.sets.items():
        theirs = (sets for exhibit, sets in read.items() if exhibit.startswith(f"{document}/"))
        assert document == "signatures" or set(names) <= set().union(*theirs)
    assert made.draw_folders(["web21k"]) == ["results/smoke/data/web21k/0", "results/smoke/data/web21k/1"]
    assert made.data_inputs("taxonomy") == plan("full").data_inputs("taxonomy-names5")
    assert set(made.data_inputs("taxonomy", "web21k")) == {*made.data_inputs("taxonomy"), *made.data_inputs("web21k")}
    assert plan("standard").sets == {}


def test_at_smoke_scale_the_trials_on_them_are_one_job():
    made = plan("smoke", seeds=2)
    files = [{trial.dataset.partition("-")[0] for trial in trials} for trials in made.batches.values()]
    assert sum(map(len, files)) == len(set().union(*files))
    for job, trials in made.batches.items():
        outputs = made.batch_outputs(job)
        assert outputs == [
            f"results/smoke/trial/{trial.address}/{seed}.{end}"
            for trial in trials
            for seed in (0, 1)
            for end in ("json", "npz")
        ]
        sets = {trial.dataset for trial in trials}
        draws = {f"results/smoke/data/{name}/{seed}" for name in sets for seed in (0, 1)}
        assert draws <= {*made.batch_inputs(job)}
        assert draws <= {draw for names in made.sets.values() for draw in made.draw_folders(names)}
        for place, trial in enumerate(trials):
            assert trial.depends_on is None or trial.depends_on not in trials[place:]
    assert {trial.address for trials in made.batches.values() for trial in trials} == set(made.trials)
    assert plan("standard").batches == {}


def test_another_budget_is_the_same_work():
    """What Snakemake compares: else all would be trained anew."""
    made, other = plan("smoke"), plan("smoke", seconds=1234, strict=True)
    assert [*made.batches] == [*other.batches] != []
    assert all(made.batch_lines(job) == other.batch_lines(job) for job in made.batches)


def test_ones_own_entries_are_told_to_the_exhibits_that_read_them():
    own = {"datasets": {"mine": {"path": "pyproject.toml"}}, "compare": {"datasets": ["mine"], "methods": ["lda"]}}
    names = [*EXHIBITS, "own/topk", "data/signatures"]
    made, without = plan("standard", exhibits=names, own=own), plan("standard")
    told = {name: json.loads(*shlex.split(made.exhibit_config(name))) for name in names}
    assert [name for name in names if "own" in told[name]] == ["own/topk", "data/signatures"]
    assert told["own/topk"]["own"]["datasets"].keys() == {"mine"}
    assert [made.exhibit_config(name) for name in EXHIBITS] == [without.exhibit_config(name) for name in EXHIBITS]


def test_signatures_are_measured_where_an_exhibit_reads_them():
    own = {"datasets": {"mine": {"path": "pyproject.toml"}}}
    made = Plan({"scale": "smoke", "exhibits": ["data/signatures"], "own": own})
    (together, alone) = made.signatures.items()
    assert together[0] == "all" and {"imagenet16k", "web21k"} <= set(together[1])
    assert alone == ("own-mine", ["mine"])
    assert made.signature_draws("own-mine") == ["results/smoke/data/mine/0"]
    assert made.signature_outputs("own-mine") == ["results/smoke/signature/mine.json"]
    read = made.exhibit_inputs("data_1")
    assert set(read) == {path for job in made.signatures for path in made.signature_outputs(job)}
    standard = Plan({"scale": "standard", "exhibits": ["data/signatures"]})
    assert standard.signatures["imagenet16k"] == ["imagenet16k"]
    assert plan("smoke").signatures == {}


def test_what_a_batch_starts_from_on_another_set_is_read(monkeypatch):
    first = Trial("web21k", "wsabie_pp")
    second = Trial("web97k", "wsabie_pp", depends_on=first)
    monkeypatch.setattr(registry.load("gupta2014/table4"), "trials", lambda config: [second], raising=False)
    record = f"results/smoke/trial/{first.address}/0.json"
    (together,) = plan("smoke", exhibits=["gupta2014/table4"]).batches.values()
    assert together == [first, second]
    monkeypatch.setattr("manyclass.workflow.batches.TRIALS", 1)
    made = plan("smoke", exhibits=["gupta2014/table4"])
    assert sorted(made.batches) == ["gupta2014_1", "gupta2014_2"]
    reading = [job for job in made.batches if record in made.batch_inputs(job)]
    assert [made.batches[job] for job in reading] == [[second]]


def test_at_smoke_scale_exhibits_of_a_document_are_one_job():
    made = plan("smoke", seeds=2)
    assert made.exhibit_jobs == {f"{name.partition('/')[0]}_1": [name] for name in EXHIBITS}
    whole, job = plan("smoke", seeds=2, exhibits=["lecture"]), "lecture_1"
    names = whole.exhibit_jobs[job]
    assert sorted([*names, "lecture/summary"]) == registry.expand(["lecture"])
    assert whole.exhibit_jobs["lecture_claims_1"] == ["lecture/summary"]  # it reads the claims of the others
    alone = [plan("smoke", seeds=2, exhibits=[name]) for name in names]
    assert set(whole.exhibit_inputs(job)) == {path for each in alone for path in each.exhibit_inputs(job)}
    assert set(whole.exhibit_sources(job)) == {path for each in alone for path in each.exhibit_sources(job)}
    written = {kind: set(paths) for kind, paths in whole.exhibit_outputs(job, lambda path, **_: path).items()}
    assert plan("standard").exhibit_jobs == {name: [name] for name in EXHIBITS}
    listed = [registry.outputs(name, "results/smoke", "figures/smoke") for name in names]
    assert written == {kind: {path for each in listed for path in each.get(kind, [])} for kind in written}


def test_at_smoke_scale_a_job_makes_no_more_exhibits_than_it_may():
    jobs = plan("smoke", exhibits=["gupta2014"]).exhibit_jobs
    assert max(map(len, jobs.values())) <= batches.EXHIBITS < sum(map(len, jobs.values()))
    made = [name for names in jobs.values() for name in names]
    assert sorted(made) == sorted(plan("standard", exhibits=["gupta2014"]).exhibits)


def with_own_set(folder, scale, name):
    """The plan of a comparison of one method on a set of one's own of this name and on one of the package."""
    path = folder / "mine.csv"
    path.write_text("a,label\n1,x\n")
    own = {
        "datasets": {name: {"path": str(path), "y": "label"}},
        "compare": {"datasets": [name, "web21k"], "methods": ["lda"]},
    }
    return plan(scale, exhibits=["own/topk"], own=own)


def test_ones_own_data_are_a_job_each_at_every_scale(tmp_path):
    made = with_own_set(tmp_path, "smoke", "web21k-mine")
    assert (made.sets, list(made.batches)) == ({"own": ["web21k"]}, ["own_1"])
    assert made.single_set_pattern() == "web21k\\-mine"
    job = SimpleNamespace(dataset="web21k-mine", method="lda", variant="default")
    assert "--brief" not in made.trial_arguments(job)
    assert "--brief" in made.batch_lines("own_1")


def test_sweeps_on_splits_of_one_set_begin_anew(tmp_path):
    """Some samples that test in one split are some that the first sweep validated on, whose winner has seen them."""
    made = with_own_set(tmp_path, "standard", "mine")
    jobs = [SimpleNamespace(dataset=name, method="lda", variant="default") for name in ("mine", "web21k")]
    assert ["--anew" in made.trial_arguments(job).split() for job in jobs] == [True, False]
