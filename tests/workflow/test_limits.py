"""What of a run exceeds what there is is said before it, and what would be in vain is not begun."""

from pathlib import Path

import pytest

from manyclass.workflow import limits
from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.limits import look, over_budget, over_disk
from manyclass.workflow.plan import Plan

LARGE = {"scale": "large", "exhibits": ["gupta2014/table8"]}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """No trial has been run."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def forecasts():
    return Forecasts(Plan(LARGE | {"seconds": 3600}))


def test_trials_that_exceed_their_budget_are_named_the_longest_first_with_what_to_do(forecasts):
    longest = {name: seconds for name, seconds in forecasts.longest().items() if seconds > 3600}
    (address, most), *others = sorted(longest.items(), key=lambda item: -item[1])
    head, first, *rest = over_budget(forecasts).splitlines()
    assert head.startswith(f"{len(longest)} trials are expected to exceed the budget of a seed, 1.0 h")
    assert first == f"  {address}: {most / 3600:.1f} h" and len(rest) == len(others) > 1
    assert over_budget(forecasts, 1).splitlines()[1:] == [first, f"  and {len(others)} more"]
    enough = float(head.rpartition("=")[2])
    assert over_budget(Forecasts(Plan(LARGE | {"seconds": enough}))) is None


def test_the_first_draw_counts_whose_sweep_goes_on_and_pilots_count_too(forecasts):
    address = "imagenet16k/wsabie/default"
    assert forecasts.longest()[address] == forecasts.waiting * forecasts.seconds(address, 0)
    assert forecasts.seconds(address, 0) > forecasts.seconds(address, 1)
    assert f"pilot of {address}" in forecasts.longest()


def test_what_has_been_run_exceeds_nothing_and_takes_no_more_disk(forecasts):
    plan, needed = forecasts.plan, forecasts.disk_bytes()
    name = "imagenet16k/weighted_one_vs_rest/baseline"
    assert name in over_budget(forecasts)
    for seed in range(3):
        record = Path(plan.paths.record(name, seed))
        record.parent.mkdir(parents=True, exist_ok=True)
        record.touch()
    assert name not in forecasts.to_run() and name not in (over_budget(forecasts) or "")
    predictions = sum(each.record_bytes for each in forecasts.of(name).extents)
    assert forecasts.disk_bytes() == needed - predictions
    Path(plan.paths.data("imagenet16k", 0)).mkdir(parents=True)
    assert forecasts.disk_bytes() == needed - predictions - forecasts.extents("imagenet16k")[0].data_bytes


def test_a_disk_that_is_too_small_is_said_with_both_numbers(forecasts, tmp_path):
    needed = forecasts.disk_bytes()
    assert over_disk(forecasts, needed) is None
    line = over_disk(forecasts, 1e9)
    assert f"about {needed / 1e9:.1f} GB of data" in line and f"{tmp_path} has 1.0 GB free" in line


def test_a_run_is_warned_of_all_and_ends_where_a_trial_has_no_room_in_memory_here(forecasts, monkeypatch, capsys):
    monkeypatch.setattr(limits, "memory_bytes", lambda: 1e9)
    monkeypatch.setattr(limits.shutil, "disk_usage", lambda folder: type("Usage", (), {"free": 1e6}))
    look(forecasts, here=False)
    said = capsys.readouterr().err
    assert said.count("warning: ") == 2 and "budget" in said and "free: make room" in said
    with pytest.raises(SystemExit, match="^error: trial .* of memory, and this machine has 1.0 GB"):
        look(forecasts, here=True)
