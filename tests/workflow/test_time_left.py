"""How long a run still takes, by a clock and by files that the tests set."""

import os

import numpy as np
import pytest
from public_libraries import none_installed
from small_project import OWN

from manyclass.protocol.cost.measured import start_seconds
from manyclass.workflow.forecast import Forecasts
from manyclass.workflow.plan import Plan
from manyclass.workflow.time_left import TRUSTED, TimeLeft, records


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def counted(tmp_path):
    """Ten records of 60 seconds each, made by two at a time, and the clock they are counted by."""
    clock = Clock()
    return TimeLeft({str(tmp_path / f"{i}.json"): 60.0 for i in range(10)}, 2, clock), clock, tmp_path


def write(folder, i, at):
    file = folder / f"{i}.json"
    file.write_text("{}")
    os.utime(file, (at, at))


def test_at_first_it_is_the_forecast(counted):
    assert counted[0].left() == 10 * 60 / 2


def test_what_is_done_twice_as_fast_makes_the_rest_shorter(counted):
    left, clock, folder = counted
    for i in range(5):
        write(folder, i, 1010)
    clock.now += 75
    left.look()
    speed = (5 * 60 + 2 * TRUSTED) / (75 + TRUSTED)
    assert speed > 3
    assert left.left() == pytest.approx(5 * 60 / speed)
    assert left.line().startswith("5 of 10 training runs done, about 2 minutes left")


def test_a_short_run_that_takes_longer_says_so(tmp_path):
    """A minute of trust in the forecast of a second would have it take a second to the end."""
    clock = Clock()
    left = TimeLeft({str(tmp_path / f"{i}.json"): 0.1 for i in range(10)}, 1, clock)
    for i in range(5):
        write(tmp_path, i, clock.now)
    clock.now += 300
    left.look()
    assert left.left() == pytest.approx(0.5 * 301 / 1.5)


def test_records_of_an_earlier_run_are_not_done(counted):
    left, _, folder = counted
    write(folder, 0, 999)
    left.look()
    assert left.line().startswith("10 training runs to do, about 5 minutes left")


def test_what_was_never_measured_counts_as_the_median(tmp_path):
    names = [str(tmp_path / name) for name in "abcd"]
    assert TimeLeft(dict(zip(names, [10.0, 20.0, 600.0, np.nan])), 1, Clock()).left() == 650


def test_of_what_was_never_measured_at_all_the_first_record_tells(tmp_path):
    clock = Clock()
    left = TimeLeft({str(tmp_path / f"{i}.json"): np.nan for i in range(4)}, 1, clock)
    clock.now += 300
    assert left.left() == np.inf
    assert left.line().startswith("4 training runs to do; nothing like them was measured")
    write(tmp_path, 0, clock.now)
    left.look()
    assert left.line().startswith("1 of 4 training runs done, about 15 minutes left")


def test_that_nothing_is_known_is_said_now_and_again(tmp_path, capsys):
    clock = Clock()
    left = TimeLeft({str(tmp_path / "0.json"): np.nan}, 1, clock)

    def wait(seconds):
        clock.now += seconds
        if clock.now >= 1200:
            write(tmp_path, 0, clock.now)

    left.tell(wait)
    assert [line.split(";")[0] for line in capsys.readouterr().err.splitlines()] == ["1 training runs to do"] * 4


def test_lines_are_few_and_end_with_the_last_record(counted, capsys):
    left, clock, folder = counted
    waits = []

    def wait(seconds):
        waits.append(seconds)
        clock.now += seconds
        if len(waits) % 3 == 0:
            write(folder, len(waits) // 3 - 1, clock.now)

    left.tell(wait)
    said = capsys.readouterr().err.splitlines()
    assert len(waits) == 30
    assert 3 <= len(said) <= 10
    assert said[0] == "10 training runs to do, about 5 minutes left for them"


@none_installed
def test_records_of_a_plan_take_what_is_forecast(tmp_path, monkeypatch):
    """Also where a set of the user's own is known by nobody yet."""
    monkeypatch.chdir(tmp_path)
    np.savez("blobs.npz", X=np.eye(12), y=np.arange(12) % 3)
    plan = Plan({"scale": "smoke", "exhibits": ["gupta2014/table8", "own/comparison"], "own": OWN, "seeds": 2})
    paths = {plan.paths.record(address, seed) for address in plan.trials for seed in range(2)}
    forecasts, alone = Forecasts(plan), plan.paths.record("blobs/one_vs_rest/default", 0)
    asked = paths - {plan.paths.record("blobs/nearest_means/default", 0), alone}
    found = records(forecasts, [asked | {"elsewhere"}, {alone}])
    address = next(iter(plan.batches.values()))[0].address
    start = start_seconds(forecasts.measured)
    assert found[plan.paths.record(address, 0)] == forecasts.seconds(address, 0) + start / len(asked) and start > 1
    assert len(found) == len(paths) - 1
    unknown = {path for path, seconds in found.items() if np.isnan(seconds)}
    assert unknown == {path for path in found if "/blobs/" in path}
