"""How passes of one-vs-rest share their work."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from method_samples import samples

from manyclass.methods.base.sgd import one_vs_rest
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.methods.weighted_one_vs_rest import WeightedOneVsRest


@given(work=st.lists(st.integers(0, 50), min_size=1, max_size=40), number=st.integers(1, 9))
def test_shares_are_all_classes_and_about_even(work, number):
    work = np.array(work)
    shares = one_vs_rest.even_shares(work, number)
    assert [g for share in shares for g in range(share.start, share.stop)] == list(range(len(work)))
    assert 1 <= len(shares) <= number
    assert all(share.stop > share.start for share in shares)
    assert max(work[share].sum() for share in shares) <= work.sum() / number + work.max()


def test_room_for_fewer_draws_at_a_time_is_the_same_training(monkeypatch):
    X, y = samples()
    for estimator in (OneVsRestSVM(balance=2.5, max_iter=2), WeightedOneVsRest(max_iter=2, penalty=0.1)):
        plenty = estimator.set_params(random_state=0).fit(X, y).coef_
        monkeypatch.setattr(one_vs_rest, "USES_AT_A_TIME", 50)
        np.testing.assert_array_equal(estimator.fit(X, y).coef_, plenty)
        monkeypatch.undo()


@pytest.mark.parametrize("at_a_time", [2**13, 2**20])
@pytest.mark.parametrize("cls", [OneVsRestSVM, WeightedOneVsRest])
def test_what_is_drawn_at_a_time_is_forecast(cls, at_a_time, monkeypatch):
    """Of many draws no more are there than there is room for, and those before them."""
    monkeypatch.setattr(one_vs_rest, "USES_AT_A_TIME", at_a_time)
    X, y = samples(n=4000, d=2, n_classes=40)
    estimator = cls(balance=8, max_iter=2, random_state=0)
    passes = estimator.passes(X, y)
    next(passes)
    tracemalloc.start()
    next(passes)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert estimator.pass_bytes(4000) / 3 < peak < estimator.pass_bytes(4000) + 20_000
    assert estimator.pass_bytes(10**8) < 10 * (at_a_time + 10)


def test_where_all_samples_are_used_their_order_is_drawn():
    assert WeightedOneVsRest(None).pass_bytes(1000) == WeightedOneVsRest(balance_by="updates").pass_bytes(1000) == 4000
