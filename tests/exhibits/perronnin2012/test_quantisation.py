"""Bytes, and what the codes leave out."""

from types import SimpleNamespace

import numpy as np
import pytest
from made_accuracies import give

from manyclass.datasets import ilsvrc
from manyclass.exhibits.perronnin2012 import quantisation


def test_a_byte_holds_as_many_features_as_the_quantiser_says():
    for name, per_byte in quantisation.PER_BYTE.items():
        *_, quantiser = ilsvrc.FEATURES[name]
        assert quantiser.length == per_byte and quantiser.codewords <= 256
    store = SimpleNamespace(card=lambda name: {"features": 384})
    assert [quantisation.stored_bytes(store, each) for each in ("fv8", "fv8pq2", "fv8pq")] == [4 * 384, 192, 48]


def test_what_is_left_out_is_relative_to_the_plain_features():
    exact = np.array([[3.0, 0.0], [0.0, 4.0]], np.float32)
    parts = {"ilsvrc-fv8": exact, "ilsvrc-fv8pq": exact * 0.5}
    store = SimpleNamespace(
        seeds=range(2), data=lambda name, seed: SimpleNamespace(test=SimpleNamespace(X=parts[name]))
    )
    assert quantisation.left_out(store, "fv8pq") == pytest.approx([0.25, 0.25])


def judge(fake, statement, percents):
    """Verdict on a statement where the features have these accuracies, and all others 10 %."""
    fake.config = fake.config | {"scale": "standard"}
    for trial in quantisation.trials(fake.config):
        give(fake, trial, percents.get(trial.dataset.removeprefix("ilsvrc-"), 10.0))
    (claim,) = (each for each in quantisation.claims(fake) if each.statement == statement)
    return claim.verdict


@pytest.mark.parametrize(("plain", "verdict"), [(40.2, "reproduced"), (40, "not reproduced"), (39.8, "not reproduced")])
def test_eight_features_to_a_byte_lose_what_the_plain_ones_are_ahead(fake, plain, verdict):
    assert judge(fake, "quantisation-coarse-loses", {"fv8": plain, "fv8pq": 40.0}) == verdict


@pytest.mark.parametrize(
    ("quantised", "verdict"),
    [(38.9, "not reproduced"), (39.1, "reproduced"), (40, "reproduced"), (45, "reproduced")],
)
def test_two_features_to_a_byte_lose_at_most_a_point(fake, quantised, verdict):
    assert judge(fake, "quantisation-fine-little", {"fv8": 40.0, "fv8pq2": quantised}) == verdict


@pytest.mark.parametrize(("quantised", "verdict"), [(41, "reproduced"), (39, "not reproduced"), (22, "not reproduced")])
def test_eight_gaussians_are_twice_as_accurate_as_two(fake, quantised, verdict):
    assert judge(fake, "quantisation-buys-more", {"fv8pq2": quantised, "fv2": 20.0}) == verdict
