"""Ranks over data sets, against SciPy and brute force, and when they can say anything."""

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from fake_results import CONFIG, fail, path
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from manyclass.exhibits.own import comparison, rank_diagram, ranks


def with_sets(n, methods=("nearest_means", "one_vs_rest", "wsabie_pp", "ours")):
    compare = {"datasets": [f"set{number}" for number in range(n)], "methods": list(methods)}
    return {"own": CONFIG["own"] | {"compare": compare}}


@pytest.mark.parametrize("n_methods", [2, 3, 5, 9])
def test_the_fewest_sets_are_those_on_which_a_perfect_order_tells_apart(n_methods):
    fewest = ranks.fewest_sets(n_methods)
    for n_sets in (fewest - 1, fewest):
        ordered = pd.DataFrame([np.arange(n_methods) * (1 + 0.01 * row) for row in range(n_sets)])
        smallest = min(ranks.pairs(ordered).values())
        assert (smallest <= ranks.LEVEL) == (n_sets == fewest)


def test_exhibits_are_made_where_they_can_say_something():
    assert ranks.applies(with_sets(2)) and not ranks.applies(with_sets(1))
    assert not ranks.applies(with_sets(9, ["lda"])) and not ranks.applies({})
    fewest = ranks.fewest_sets(4)
    assert rank_diagram.applies(with_sets(fewest)) and not rank_diagram.applies(with_sets(fewest - 1))
    assert f"it takes {fewest}" in ranks.note(with_sets(fewest - 1))
    assert "own/rank_diagram" in ranks.note(with_sets(fewest))


def test_ranks_and_tests_are_those_of_scipy():
    """On few sets: with ties SciPy goes through all signs of the differences, twice as many for each more set."""
    measured = pd.DataFrame(np.random.default_rng(0).integers(0, 9, (8, 4)).astype(float), columns=list("abcd"))
    expected = np.mean([stats.rankdata(-row) for row in measured.to_numpy()], axis=0)
    np.testing.assert_allclose(ranks.mean_ranks(measured), expected)
    assert ranks.friedman(measured) == stats.friedmanchisquare(*measured.to_numpy().T).pvalue
    p = {frozenset(pair): stats.wilcoxon(*measured[[*pair]].to_numpy().T).pvalue for pair in combinations("abcd", 2)}
    adjusted = ranks.pairs(measured)
    in_order = sorted(p, key=p.get)
    for place, pair in enumerate(in_order):
        before = [(len(p) - each) * p[in_order[each]] for each in range(place + 1)]
        assert adjusted[pair] == pytest.approx(min(1, max(before)))


def test_what_is_alike_has_no_difference():
    measured = pd.DataFrame(np.ones((8, 3)), columns=list("abc"))
    assert set(ranks.pairs(measured).values()) == {1.0}
    assert ranks.friedman(measured) is None and ranks.friedman(measured[["a", "b"]]) is None


def test_the_table_has_methods_by_rank_and_says_why_one_is_not_ranked(fake):
    table = ranks.table(fake)
    means = {
        method: [fake.test(trial).mean() for trial in map(comparison.own_trial, [fake.config] * 2, SETS, [method] * 2)]
        for method in CONFIG["own"]["compare"]["methods"]
    }
    expected = np.mean([stats.rankdata([-each[number] for each in means.values()]) for number in range(2)], axis=0)
    assert dict(zip(table["method"], table["mean rank"])) | {"all": None} == {**dict(zip(means, expected)), "all": None}
    assert list(table["mean rank"][:-1]) == sorted(expected)
    for seed in fake.seeds:
        fail(path(fake, comparison.own_trial(fake.config, SETS[1], "ours"), seed), "timeout", "over 60 seconds")
    shown = ranks.table(fake).set_index("method")["mean rank"]
    assert shown["ours"] == f"not ranked: {SETS[1]}: timeout: over 60 seconds"
    assert sorted(shown.drop(["ours", "all"])) == [1, 2, 3]


SETS = CONFIG["own"]["compare"]["datasets"]


@given(st.integers(1, 6), st.data())
def test_bars_join_the_longest_runs_without_a_difference(n, data):
    order = list(range(n))
    p = {frozenset(pair): data.draw(st.sampled_from([0.01, 0.5])) for pair in combinations(order, 2)}
    runs = [
        (first, last)
        for first, last in combinations(order, 2)
        if all(p[frozenset(pair)] > ranks.LEVEL for pair in combinations(range(first, last + 1), 2))
    ]
    longest = [(a, b) for a, b in runs if not any(c <= a and b <= d and (a, b) != (c, d) for c, d in runs)]
    assert rank_diagram.joined(order, p) == longest
