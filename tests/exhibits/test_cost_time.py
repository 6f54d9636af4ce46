"""Times and sizes beside accuracies in the exhibits of the documents."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from fake_results import fail, path, rewrite

from manyclass.exhibits import base, cost_time
from manyclass.exhibits.deng2011 import table1_time as deng
from manyclass.exhibits.gupta2014 import table8_time as gupta
from manyclass.exhibits.gupta2014.trials import row_trial
from manyclass.exhibits.lapin2015 import table1_time as lapin
from manyclass.exhibits.lapin2015.trials import sweep
from manyclass.exhibits.perronnin2012 import cost_time as perronnin
from manyclass.exhibits.perronnin2012 import table2
from manyclass.report.tables import Interval

EXHIBITS = (deng, gupta, lapin, perronnin)


@pytest.mark.parametrize("exhibit", EXHIBITS, ids=lambda module: module.__name__.rpartition("exhibits.")[2])
def test_every_method_is_drawn_by_its_name_at_its_cost(fake, exhibit):
    table = exhibit.table(fake)
    assert not table.duplicated(["data set", "method", *({"tree"} & {*table})]).any()
    for ax in exhibit.figure(fake).axes:
        of_set = table[table["data set"] == ax.get_title()]
        assert len(ax.containers) == len(ax.texts) == len(of_set)
        # Where names are many, each has its number before it, and that alone stands at the point.
        said = {each.get_label().partition("  ")[0] for each in ax.containers}
        assert said == {text.get_text() for text in ax.texts}
        cost = next(name for name, label in cost_time.COSTS.items() if label == ax.get_xlabel())
        at = [each[0].get_xydata()[0].tolist() for each in ax.containers]
        assert at == [[row[cost], next(v for v in row if isinstance(v, Interval)).mean] for _, row in of_set.iterrows()]


def test_costs_are_medians_of_the_draws_that_succeeded(fake):
    trial = row_trial(fake.config, "web21k", "wsabie_pp")

    def timed(record, seed):
        seconds = [[1.0, 10.0 + seed**2]] * len(record.candidates)
        peak = (3 + seed) * 10**9 if seed else 0  # not known of the first
        timing = replace(record.timing, candidates=seconds, peak_bytes=peak)
        return replace(record, timing=timing, n_parameters=50 + seed)

    rewrite(fake, trial, timed)
    fail(path(fake, trial, 3))
    row = gupta.table(fake).set_index(["data set", "method"]).loc["web21k", "Wsabie++"]
    assert (row["training, s"], row["model parameters"], row["memory, GB"]) == (np.median([10, 11, 14]), 51, 4.5)
    assert row["accuracy, %"] == base.cell(fake, trial)


def test_a_method_that_failed_has_no_cost_and_no_point(fake):
    trial = row_trial(fake.config, "web21k", "wsabie_pp")
    for seed in fake.seeds:
        fail(path(fake, trial, seed), "timeout", "over 60 seconds")
    row = gupta.table(fake).set_index(["data set", "method"]).loc["web21k", "Wsabie++"]
    assert row["accuracy, %"] == "timeout: over 60 seconds" and np.isnan(row["training, s"])
    axes = [ax for ax in gupta.figure(fake).axes if ax.get_title() == "web21k"]
    assert axes and all("Wsabie++" not in [each.get_label() for each in ax.containers] for ax in axes)


def test_seconds_are_those_of_the_candidate_that_is_best_for_five_guesses(fake):
    trial = sweep(fake.config, "indoor67", "alpha")
    numbers = []

    def best_is(record, seed):
        number = [n for n, each in enumerate(record.candidates) if each.params["k"] == 5 and each.test][-1]
        numbers.append(number)
        seconds = [[float(place)] for place in range(len(record.candidates))]
        candidates = [
            replace(each, valid_metrics=each.valid_metrics and each.valid_metrics | {"top5": float(place == number)})
            for place, each in enumerate(record.candidates)
        ]
        return replace(record, candidates=candidates, timing=replace(record.timing, candidates=seconds))

    rewrite(fake, trial, best_is)
    row = lapin.table(fake).set_index(["data set", "method"]).loc["indoor67", "Top-5 SVM α"]
    assert row["training, s"] == np.median(numbers)


def test_the_trials_are_those_of_the_tables(fake):
    assert {*table2.trials(fake.config)} <= {*perronnin.trials(fake.config)}
    assert "Top-3 SVM α" not in {*lapin.table(fake)["method"]}


@pytest.mark.parametrize(
    "sizes, drawn",
    [
        ([100, 105, np.nan], ["training, seconds"]),
        ([100, 111, np.nan], ["training, seconds", "model parameters"]),
        ([None, None, None], ["training, seconds"]),
    ],
)
def test_a_cost_that_is_alike_for_all_is_not_drawn(sizes, drawn):
    shown = cost_time.figure(pd.DataFrame(_costing([1.0, 2.0, 3.0], sizes), dtype=object))
    assert [ax.get_xlabel() for ax in shown.axes] == drawn


def test_where_no_cost_tells_methods_apart_all_are_drawn():
    shown = cost_time.figure(pd.DataFrame(_costing([1.0, 1.0, 1.0], [100, 100, 100]), dtype=object))
    assert [ax.get_xlabel() for ax in shown.axes] == [*cost_time.COSTS.values()]


def test_a_method_looks_the_same_in_all_panels_and_no_two_look_the_same():
    sets = (("a", "xyz"), ("b", "zyw"), ("c", "wx"))
    rows = [{"data set": dataset, "method": method, "accuracy, %": Interval(50.0, 1.0, 5, 5), "training, s": 1.0 + n}
            for dataset, methods in sets for n, method in enumerate(methods)]  # fmt: skip
    looks = {}
    for ax in cost_time.figure(pd.DataFrame(rows, dtype=object)).axes:
        for each in ax.containers:
            looks.setdefault(each.get_label(), set()).add((each[0].get_color(), each[0].get_marker()))
    assert [len(each) for each in looks.values()] == [1] * 4
    assert len(set.union(*looks.values())) == 4


def _costing(seconds, sizes):
    for number, (each, size) in enumerate(zip(seconds, sizes)):
        accuracy = Interval(50.0 + number, 1.0, 5, 5)
        yield {
            "data set": "a",
            "method": f"m{number}",
            "accuracy, %": accuracy,
            "training, s": each,
            "model parameters": size,
        }
