"""The share of matrix products, set by set."""

from types import SimpleNamespace

import pytest

from manyclass.exhibits.lapin2015 import products_time
from manyclass.exhibits.lapin2015.trials import SETS
from manyclass.protocol.claims.claim import NOT_REPRODUCED, REPRODUCED


@pytest.mark.parametrize("other", [0.4, 0.6])  # seconds, which vary from run to run and decide nothing
@pytest.mark.parametrize("high", [0, 1])
def test_half_of_the_multiply_adds_decide_by_set(monkeypatch, high, other):
    sets = [SETS[0], SETS[-1]]
    shares = {name: 0.55 if place == high else 0.45 for place, name in enumerate(sets)}

    def measured(results, dataset):
        return [products_time.Parts(other, other, other, shares[dataset] + 0.001 * draw) for draw in range(4)]

    monkeypatch.setattr(products_time, "measured", measured)
    claims = products_time.claims(SimpleNamespace(config={"scale": "standard"}))
    expected = {(name,): REPRODUCED if share > 0.5 else NOT_REPRODUCED for name, share in shares.items()}
    assert {claim.on: claim.verdict for claim in claims} == expected
