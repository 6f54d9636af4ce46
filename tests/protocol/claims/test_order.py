"""An order: the pairs that it is made of, and its rank correlation."""

import numpy as np
import pytest
from scipy import stats

from manyclass.protocol.claims.order import in_order

PRINTED = {"b": 2.0, "d": 4.0, "a": 1.0, "c": 3.0}
NOISE = np.array([-0.02, 0.01, 0.0, 0.03, -0.01])


def measured(**means):
    return {name: mean + NOISE * (1 + place) for place, (name, mean) in enumerate(means.items())}


def test_neighbours_are_compared_and_nothing_else():
    *pairs, correlation = in_order("s", "set", measured(a=1, b=2, c=3, d=4), PRINTED, on="set")
    assert [made.text for made in pairs] == ["set: d is above c", "set: c is above b", "set: b is above a"]
    assert [made.printed_value for made in pairs] == [1, 1, 1]
    assert {made.verdict for made in [*pairs, correlation]} == {"reproduced"}
    assert {made.on for made in [*pairs, correlation]} == {("set",)}


def test_what_is_printed_alike_is_no_pair():
    printed = {"a": 3.0, "b": 2.0, "c": 2.0, "d": 1.0}
    *pairs, _ = in_order("s", "set", measured(a=1, b=2, c=3, d=4), printed)
    compared = {tuple(made.text.removeprefix("set: ").split(" is above ")) for made in pairs}
    assert compared == {("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")}


def test_an_order_in_which_most_is_printed_alike_cannot_be_correlated_with():
    """The best that can be measured has .775."""
    with pytest.raises(ValueError, match="^s: set: with so many printed alike no order is correlated above 0.8$"):
        in_order("s", "set", measured(a=1, b=2, c=3, d=4), {"a": 1.0, "b": 3.0, "c": 3.0, "d": 3.0})


def test_the_correlation_is_spearmans_of_each_draw():
    rng = np.random.default_rng(0)
    values = {name: rng.normal(size=6) for name in PRINTED}
    correlation = in_order("s", "set", values, PRINTED)[-1]
    draws = [stats.spearmanr([PRINTED[n] for n in PRINTED], [values[n][s] for n in PRINTED])[0] for s in range(6)]
    assert correlation.mean == pytest.approx(np.mean(draws))
    assert correlation.p_inside == pytest.approx(stats.ttest_1samp(draws, 0.8, alternative="greater").pvalue)


def test_a_reversed_order_is_refuted_throughout():
    made = in_order("s", "set", measured(a=4, b=3, c=2, d=1), PRINTED)
    assert {each.verdict for each in made} == {"not reproduced"}
    assert made[-1].mean == -1


def test_the_same_order_in_all_draws_is_not_taken_for_certain():
    """Of three names two neighbours that change place are half of the scale: three draws are too few to tell."""
    printed = {"a": 3.0, "b": 2.0, "c": 1.0}
    values = {name: value + NOISE for name, value in printed.items()}
    of = {n: in_order("s", "set", {k: v[:n] for k, v in values.items()}, printed)[-1] for n in (3, 5)}
    assert of[3].mean == of[5].mean == 1
    assert 0 < of[5].p_inside < of[3].p_inside
    assert (of[3].verdict, of[5].verdict) == ("undecided", "reproduced")


def test_two_names_have_no_correlation():
    assert len(in_order("s", "set", measured(a=1, b=2), {"a": 1.0, "b": 2.0})) == 1


def test_a_failure_leaves_its_draw_out():
    values = measured(a=1, b=2, c=3, d=4)
    values["c"][1] = np.nan
    made = in_order("s", "set", values, PRINTED)
    assert [each.n for each in made] == [4, 4, 5, 4]


@pytest.mark.parametrize("values", [{"a": [1, 2, 3]}, {"a": [1, 2, 3], "b": [1, 2, 3]}])
def test_names_must_agree(values):
    with pytest.raises(ValueError, match="s: set: an order wants the same names"):
        in_order("s", "set", values, {"a": 1.0, "x": 2.0} if len(values) > 1 else {"a": 1.0})
