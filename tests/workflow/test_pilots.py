"""Jobs of large scale: pilots on a slice of the first draw, sweeps that begin from them, and fits of what won there."""

import shlex
from dataclasses import replace
from types import SimpleNamespace

import pytest

from manyclass.exhibits import registry
from manyclass.protocol.cost.expected_sweep import fitted
from manyclass.protocol.cost.memory import arrays_bytes
from manyclass.protocol.errors import ConfigError
from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.plan import Plan
from manyclass.workflow.resources import LEAST_MINUTES, JobResources

ADDRESS = "imagenet16k/one_vs_rest/default"
PILOT = f"results/large/pilot/{ADDRESS}/0.json"


@pytest.fixture(scope="module")
def plan():
    return Plan({"scale": "large", "exhibits": ["gupta2014/table8"]})


class Wildcards(SimpleNamespace):
    """As Snakemake has them: by name, and by key."""

    def __getitem__(self, name):
        return getattr(self, name)


def job(seed, address=ADDRESS):
    dataset, method, variant = address.split("/")
    return Wildcards(dataset=dataset, method=method, variant=variant, seed=str(seed))


def words(plan, seed, address=ADDRESS):
    given = iter(shlex.split(plan.trial_arguments(job(seed, address))))
    return {word: next(given) for word in given}


def test_what_is_swept_pass_by_pass_has_a_pilot(plan):
    without = {address.split("/")[1] for address in plan.trials.keys() - plan.pilots.rows.keys()}
    assert without == {"nearest_means", "lda", "ensemble_of"}
    assert {*plan.pilots.rows.values()} == {155_890}
    assert not Plan({"scale": "standard", "exhibits": ["gupta2014/table8"]}).pilots.rows


def test_draw_0_begins_from_the_pilot_and_the_others_from_draw_0(plan):
    assert words(plan, 0)["--pilot"] == PILOT and "--search" not in words(plan, 0)
    first = f"results/large/trial/{ADDRESS}/0.json"
    assert words(plan, 2)["--pilot"] == first and words(plan, 2)["--search"] == "{}"
    assert PILOT in plan.trial_inputs(job(0)) and first in plan.trial_inputs(job(2))
    assert "--rows 155890" in plan.pilots.arguments(job(0))


def test_where_every_draw_begins_anew_each_has_a_pilot_of_its_own():
    """Else what they choose would be no independent choices (`manyclass.exhibits.base.independent`)."""
    plan = Plan({"scale": "full", "seeds": 3, "exhibits": ["gupta2014/table8"]})
    address, other = "web21k/wsabie_pp/default", "web21k/wsabie/default"
    assert plan.trials[address].anew and not plan.trials[other].anew
    assert (plan.pilots.draws(address), plan.pilots.draws(other)) == (range(3), range(1))
    for seed in range(3):
        given, pilot = words(plan, seed, address), f"results/full/pilot/{address}/{seed}.json"
        assert given["--pilot"] == pilot and "--search" in given
        assert pilot in plan.trial_inputs(job(seed, address))
        asked = plan.pilots.words(plan.trials[address], seed)
        assert asked[0] == f"results/full/data/web21k/{seed}"
        assert asked[asked.index("--seed") + 1] == str(seed) and pilot in asked
    forecasts = Forecasts(plan)
    assert (len(forecasts.pilot_of(other).extents), len(forecasts.pilot_of(address).extents)) == (1, 3)
    all_of_it, fits = (
        forecasts.table().loc[address, "cpu_s"],
        sum(forecasts.seconds(address, seed) for seed in range(3)),
    )
    assert all_of_it == pytest.approx(fits + 3 * forecasts.pilot_seconds(address))


def test_an_edit_of_either_process_of_a_trial_trains_it_anew(plan):
    standard = Plan({"scale": "standard", "exhibits": ["gupta2014/table8"]})
    smoke = Plan({"scale": "smoke", "exhibits": ["gupta2014/table8"]})
    of_batch = smoke.batch_inputs([*smoke.batches][0])
    for inputs in (plan.trial_inputs(job(0)), plan.pilots.inputs(job(0)), standard.trial_inputs(job(0)), of_batch):
        assert {f".snakemake/sources/manyclass.protocol.trial.{name}.txt" for name in ("run", "worker")} <= {*inputs}


def test_ensembles_are_run_on_one_draw(plan):
    inputs = plan.exhibit_inputs("gupta2014/table8")
    assert "results/large/trial/imagenet16k/ensemble_of/wsabie/0.json" in inputs
    assert "results/large/trial/imagenet16k/ensemble_of/wsabie/1.json" not in inputs
    assert f"results/large/trial/{ADDRESS}/2.json" in inputs


def test_exhibits_of_other_scales_are_not_made_and_it_is_said_which_are():
    made = registry.selected({"scale": "large"})
    assert {"gupta2014/table8", "gupta2014/table8_time", "gupta2014/scaling"} == {*made}
    assert "gupta2014/scaling" not in registry.selected({"scale": "standard"})
    with pytest.raises(ConfigError, match="gupta2014/table1 is not made at large scale; those that are: gupta2014/sc"):
        Plan({"scale": "large", "exhibits": ["gupta2014/table1"]})


def test_a_forecast_counts_pilots_once_and_fits_by_draw(plan):
    forecasts = Forecasts(plan)
    trial = plan.trials[ADDRESS]
    sweep = fitted(trial, 1024, 15_589, 3)
    assert forecasts.of(ADDRESS).sweep == sweep
    assert fitted(trial, 1024, 15_589, 5).candidates == sweep.candidates + 2
    anew = [fitted(replace(trial, anew=True), 1024, 15_589, seeds) for seeds in (1, 3)]
    assert anew[1].candidates == 3 * anew[0].candidates > sweep.candidates
    assert anew[1].passes == 3 * anew[0].passes > sweep.passes
    assert forecasts.pilot_of(ADDRESS).extents[0].train == 155_890
    total, fits = forecasts.table().loc[ADDRESS, "cpu_s"], sum(forecasts.seconds(ADDRESS, seed) for seed in range(3))
    assert total == pytest.approx(fits + forecasts.pilot_seconds(ADDRESS))
    ensemble = "imagenet16k/ensemble_of/wsabie"
    assert len(forecasts.of(ensemble).extents) == 1


def test_the_largest_job_says_its_memory_and_minutes(plan):
    forecasts = Forecasts(plan)
    resources = JobResources(forecasts)
    assert resources.pilot_mb(job(0), 2) == 2 * resources.pilot_mb(job(0), 1)
    first, second = (resources.pilot_minutes(job(0), attempt) for attempt in (1, 2))
    assert forecasts.pilot_seconds(ADDRESS) / 60 < first < second <= LEAST_MINUTES + plan.config["seconds"] / 60


def test_the_draw_whose_sweep_goes_on_asks_for_more_time_than_those_that_fit_what_it_chose(plan):
    """And all together for what the trial is expected to take."""
    forecasts = Forecasts(plan)
    seconds = [forecasts.seconds(ADDRESS, seed) for seed in range(3)]
    assert seconds[0] > seconds[1] == seconds[2] > 0
    of_one = fitted(plan.trials[ADDRESS], 1024, 15_589, 1).passes
    assert seconds[0] / seconds[1] == pytest.approx(2 * of_one / (forecasts.of(ADDRESS).sweep.passes - of_one))
    resources = JobResources(forecasts)
    assert resources.trial_minutes(job(0), 1) > resources.trial_minutes(job(1), 1)


def test_a_job_asks_for_the_disk_of_its_snapshots_too(plan):
    """Twice the state of each model in training, which is most of it, whoever asks."""
    forecasts = Forecasts(plan)
    resources, weights = JobResources(forecasts), 4 * 1024 * 15_589 / 1e6
    pilot, trial = resources.pilot_disk(job(0), 1), resources.trial_disk(job(0), 1)
    assert pilot >= 2 * weights * forecasts.pilot_of(ADDRESS).sweep.alive
    assert trial >= 2 * weights * forecasts.of(ADDRESS).sweep.alive
    assert resources.data_disk(job(0), 1) >= forecasts.extents("imagenet16k")[0].data_bytes / 1e6


def test_what_is_larger_than_memory_is_read_in_chunks_whoever_asks():
    full = Plan({"scale": "full", "exhibits": ["gupta2014/table8"]})
    assert {trial.chunk_rows for trial in full.trials.values() if trial.dataset == "imagenet16k"} == {1_048_576}
    assert "--chunk-rows 1048576" in full.trial_arguments(job(1))
    assert "--chunk-rows" not in Plan({"scale": "large"}).trial_arguments(job(1))
    whole = Forecasts(full).of(ADDRESS)
    (extent,) = {*whole.extents}
    at_once = arrays_bytes(replace(whole.trial, chunk_rows=None), extent, whole.sweep)
    assert whole.arrays_bytes < min(extent.data_bytes, at_once - extent.data_bytes / 2)
