"""The fit of times, on power laws that are made up."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyclass.protocol.cost import measured
from manyclass.protocol.cost.time_model import SIZES, TimeModel, errors, kinds, left_out

exponents = st.lists(st.floats(0.3, 2), min_size=len(SIZES), max_size=len(SIZES))


def sizes(n, seed=0):
    rng = np.random.default_rng(seed)
    table = pd.DataFrame(np.exp(rng.uniform(2, 10, (n, len(SIZES)))), columns=SIZES)
    of_these = {
        "estimator": np.where(np.arange(n) % 2, "one", "other"),
        "early": 0,
        "scale": "one",
        "dataset": np.arange(n) % 5,
    }
    return table.assign(**of_these, machine="usual")


def law(table, powers, level):
    return level * (table[SIZES] ** powers).prod(axis=1)


@settings(max_examples=20)
@given(exponents, exponents, st.floats(1e-9, 1e-3))
def test_a_power_law_of_each_method_is_found_exactly_where_nothing_draws_to_one(of_one, of_other, level):
    table, new = sizes(60), sizes(20, seed=1)
    for rows in (table, new):
        first = rows["estimator"] == "one"
        rows["cpu_s"] = np.where(first, law(rows, of_one, level), law(rows, of_other, 7 * level))
    np.testing.assert_allclose(TimeModel(table, alpha=1e-10).seconds(new), new["cpu_s"], rtol=1e-4)


def test_exponents_of_one_are_what_is_assumed_where_little_is_known():
    table, new = sizes(1), sizes(40, seed=1).assign(estimator="other")
    table["cpu_s"] = law(table, 1.0, 1e-6)
    np.testing.assert_allclose(TimeModel(table).seconds(new), law(new, 1.0, 1e-6))


def test_a_forecast_is_of_the_mean_so_that_sums_are_not_too_small():
    table, half = sizes(60), 0.3
    usual = law(table, 1.0, 1e-6)
    twice = pd.concat([table.assign(cpu_s=np.exp(sign * half) * usual) for sign in (-1, 1)])
    forecast = TimeModel(twice).seconds(table)
    np.testing.assert_allclose(forecast, np.cosh(half) * usual, rtol=1e-3)  # the mean; the median is less by 4 %


def test_a_method_that_was_not_measured_is_unknown_and_one_that_was_is_known_stopped_early_or_not():
    table = sizes(10)
    table["cpu_s"] = law(table, 1.0, 1e-6)
    asked = pd.concat([table[:2], table[:2].assign(estimator="third"), table[:2].assign(early=1)])
    measured, unknown, early = np.split(TimeModel(table).seconds(asked), 3)
    assert np.isnan(unknown).all()
    np.testing.assert_array_equal(early, measured)
    only_early = TimeModel(table.assign(early=1))
    np.testing.assert_array_equal(only_early.seconds(table), only_early.seconds(table.assign(early=1)))
    assert kinds(asked).tolist()[-2:] == ["other stopped early", "one stopped early"]
    with pytest.raises(ValueError, match="no measured trial"):
        TimeModel(table[:0])


def test_trials_of_a_slower_processor_do_not_change_what_is_forecast_for_the_one_measured_most():
    table, new = sizes(60), sizes(20, seed=1)
    table["cpu_s"], usual = law(table, 1.0, 1e-6), law(new, 1.0, 1e-6)
    slow = pd.concat([table, table[:11].assign(machine="slow", cpu_s=3 * table["cpu_s"][:11])])
    model = TimeModel(slow, alpha=1e-10)
    np.testing.assert_allclose(model.seconds(new.drop(columns="machine")), usual, rtol=1e-4)
    np.testing.assert_allclose(model.seconds(new.assign(machine="slow")), 3 * usual, rtol=1e-4)
    np.testing.assert_allclose(model.seconds(new.assign(machine="a third")), usual, rtol=1e-4)


def test_a_set_is_forecast_without_its_own_rows():
    table = sizes(60)
    table["cpu_s"] = law(table, 1.0, 1e-6)
    odd = table["dataset"] == 3
    table.loc[odd, "cpu_s"] *= 1000
    forecast = left_out(table)
    np.testing.assert_allclose(forecast[odd], table["cpu_s"][odd] / 1000)
    elsewhere = pd.concat([table, table[odd].assign(scale="another")])
    assert (left_out(elsewhere)[: len(table)][odd] > 3 * forecast[odd]).all()  # from the one of that name
    others = TimeModel(table[table["dataset"] != 0]).seconds(table[table["dataset"] == 0])
    np.testing.assert_allclose(forecast[table["dataset"] == 0], others)


def test_errors_are_quantiles_of_factors_either_way():
    assert errors([1.0, 2.0, 8.0, np.nan], [2.0, 2.0, 2.0, 2.0]) == {
        "trials": 3,
        "half within": pytest.approx(2.0),
        "90 % within": pytest.approx(2 ** (1 + 0.8)),
    }


def test_the_kept_runs_are_forecast_better_with_their_sizes_than_by_the_mean_of_their_method():
    rows = measured.read()
    mean = np.exp(np.log(rows["cpu_s"]).groupby(kinds(rows)).transform("mean"))
    assert errors(left_out(rows), rows["cpu_s"])["half within"] < errors(mean, rows["cpu_s"])["half within"]
