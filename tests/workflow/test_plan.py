"""Jobs: one makes or runs all seeds at the smaller scales, one a seed at full scale; every seed reads its own draw."""

import pytest

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


@pytest.mark.parametrize("scale", ["smoke", "full"])
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


def test_at_smoke_scale_the_trials_on_a_set_are_one_job():
    made = plan("smoke", seeds=2)
    for name, trials in made.batches.items():
        outputs = made.batch_outputs(name)
        assert outputs == [
            f"results/smoke/trial/{trial.address}/{seed}.{end}"
            for trial in trials
            for seed in (0, 1)
            for end in ("json", "npz")
        ]
        assert {f"results/smoke/data/{name}/{seed}" for seed in (0, 1)} <= set(made.batch_inputs(name))
        for place, trial in enumerate(trials):
            assert trial.depends_on is None or trial.depends_on not in trials[place:]
    assert {trial.address for trials in made.batches.values() for trial in trials} == set(made.trials)
    assert plan("standard").batches == {}


def test_what_a_batch_starts_from_on_another_set_is_read():
    made = Plan({"scale": "smoke", "exhibits": ["perronnin2012/quantisation"]})
    elsewhere = [t for t in made.trials.values() if t.depends_on and t.depends_on.dataset != t.dataset]
    assert elsewhere
    for trial in elsewhere:
        assert f"results/smoke/trial/{trial.depends_on.address}/0.json" in made.batch_inputs(trial.dataset)


def test_signatures_are_measured_where_an_exhibit_reads_them():
    own = {"datasets": {"mine": {"path": "pyproject.toml"}}}
    made = Plan({"scale": "smoke", "exhibits": ["data/signatures"], "own": own})
    (together, alone) = made.signatures.items()
    assert together[0] == "all" and {"imagenet16k", "web21k"} <= set(together[1])
    assert alone == ("own-mine", ["mine"])
    assert made.signature_draws("own-mine") == ["results/smoke/data/mine/0"]
    assert made.signature_outputs("own-mine") == ["results/smoke/signature/mine.json"]
    read = made.exhibit_inputs("data/signatures")
    assert set(read) == {path for job in made.signatures for path in made.signature_outputs(job)}
    standard = Plan({"scale": "standard", "exhibits": ["data/signatures"]})
    assert standard.signatures["imagenet16k"] == ["imagenet16k"]
    assert plan("smoke").signatures == {}
