"""What figures 2 and 4, reweighting, batch solvers and quantisation compute, by hand and on planted results."""

from types import SimpleNamespace

import numpy as np
import pytest
from fake_results import CONFIG
from scipy.sparse import csr_array

from manyclass.datasets import ilsvrc, small_images
from manyclass.exhibits.perronnin2012 import batch, batch_claims, fig2, fig4, quantisation, reweighting
from manyclass.protocol.data.make import generate
from manyclass.protocol.trial.early_stopping import looks


def labels(y, classes):
    return csr_array(np.eye(classes, dtype=np.int8)[y])


def test_the_last_value_of_a_curve_stands():
    found = {"winner": 0, "status": "ok", "candidates": [{"valid": [0.1, 0.3]}]}
    failed = {"winner": None, "status": "failed", "candidates": []}
    store = SimpleNamespace(config=CONFIG, seeds=range(2), records=lambda trial: [found, failed])
    first, second = fig2.curve(store, "none")
    assert first.tolist() == [10.0, 30.0] + [30.0] * (len(looks(fig2.passes(CONFIG))) - 2)
    assert np.isnan(second).all()


def test_sizes_of_the_subsets_are_those_of_the_data():
    """C = 1 / (λ n) is right only then."""
    for scale, sets in batch.SETS.items():
        for name, n in sets.items():
            changes = small_images.VARIANTS.get(name.partition("-")[2], {})
            assert (small_images.SCALES[scale].train if not changes else changes["train"]) == n
    assert generate("small_images", "smoke").train.X.shape[0] == batch.SETS["smoke"]["small_images"]


def timed(valid, seconds):
    candidate = {"params": {"penalty": 0.1, "step": 1.0}, "valid": valid, "test": {"accuracy": 0.5}, "objective": None}
    return {"status": "ok", "candidates": [candidate], "timing": {"seconds": [seconds]}}


def test_seconds_are_passes_at_the_median_and_par_is_the_first_pass_that_reaches_the_goal():
    """The first pass compiled for 5 seconds."""
    record = timed([0.1, 0.3, 0.2, 0.4], [5.0, 6.0, 7.0, 8.0])
    assert batch._seconds(record, 0, 4) == 4.0
    assert batch._to_par(record, {"penalty": 0.1}, 0.25, 100.0) == 2.0
    assert batch._to_par(record, {"penalty": 0.1}, 0.5, 100.0) == 100.0  # never: no less than the batch solver's
    assert batch._to_par(record, {"penalty": 0.1}, 0.5, 1.0) == 4.0
    assert np.isnan(batch._to_par(record, {"penalty": 0.2}, 0.25, 100.0))
    assert np.isnan(batch._to_par(record | {"status": "failed"}, {"penalty": 0.1}, 0.25, 100.0))


def solved(test, seconds, objective, w=0.1):
    """Planted results of five seeds at two penalties, of which the batch solvers' second is their better one."""
    noise = 1 + 0.001 * np.arange(5)

    def of(test, valid, objective, seconds):
        values = {"test": test, "valid": valid, "objective": objective, "seconds": seconds, "to par": seconds}
        values["passes"] = 20.0
        return {name: value * noise for name, value in values.items()}

    ours = [of(0.9, 0.1, 9.0, 9.0), of(test, 0.1, objective, seconds)]
    theirs = [of(0.1, 0.2, 1.0, 1.0), of(0.3, 0.3, 1.0, 1.0)]
    kinds = {kind: theirs if found[3] is None else ours for kind, found in batch_claims.KINDS.items()}
    return kinds | {"w-OVR": [of(0.9, 0.1, 1.0, 1.0), of(0.3 + w, 0.1, 1.0, 1.0)]}


def verdicts(**planted):
    return [claim.verdict for claim in batch_claims.claims("here", solved(**planted))]


def test_claims_of_batch_solvers_follow_what_is_planted():
    assert verdicts(test=0.301, seconds=0.2, objective=1.01) == ["reproduced"] * 7
    assert verdicts(test=0.25, seconds=2.0, objective=1.2, w=-0.1) == ["not reproduced"] * 7


def test_the_time_to_par_is_told_in_passes_beside_the_batch_solvers():
    found = batch_claims.claims("here", solved(test=0.25, seconds=2.0, objective=1.2))
    whys = [claim.why for claim in found if "in less time" in claim.text]
    assert whys[0].startswith("it takes 20.0 passes")  # all of them, in 2 s; the batch solver's 1 s are 10 passes
    assert all(why.endswith("in the time of 10.0") for why in whys)


def test_by_size_compares_the_smallest_and_the_largest_quarter():
    """Classes 0 and 7 are the smallest, 1 and 2 the largest; reweighting wins the former and loses half of these."""
    train, right = labels(np.repeat(np.arange(8), [1, 9, 8, 7, 6, 5, 4, 2]), 8), np.repeat(np.arange(8), 2)
    lost = np.isin(right, [1, 2]) & (np.arange(16) % 2 > 0)
    plain, even = np.where(np.isin(right, [0, 7]), 3, right), np.where(lost, 3, right)
    data = SimpleNamespace(train=SimpleNamespace(Y=train), test=SimpleNamespace(Y=labels(right, 8)))
    store = SimpleNamespace(config={}, seeds=range(2), data=lambda name: data)
    store.record = lambda trial, seed: {"status": "ok" if seed == 0 else "failed"}
    store.predicted = lambda trial, seed: even if trial.variant == "reweighted" else plain
    found = reweighting.by_size(store, "MUL", "fv8")
    assert found[0].tolist() == [100.0, -50.0]
    assert np.isnan(found[1]).all()


def test_a_byte_holds_as_many_features_as_the_quantiser_says():
    for name, per_byte in quantisation.PER_BYTE.items():
        *_, quantiser = ilsvrc.FEATURES[name]
        assert quantiser.length == per_byte and quantiser.codewords <= 256
    store = SimpleNamespace(card=lambda name: {"features": 384})
    assert [quantisation.stored_bytes(store, each) for each in ("fv8", "fv8pq2", "fv8pq")] == [4 * 384, 192, 48]


def test_what_is_left_out_is_relative_to_the_plain_features():
    exact = np.array([[3.0, 0.0], [0.0, 4.0]], np.float32)
    parts = {"ilsvrc-fv8": exact, "ilsvrc-fv8pq": exact * 0.5}
    store = SimpleNamespace(data=lambda name: SimpleNamespace(test=SimpleNamespace(X=parts[name])))
    assert quantisation.left_out(store, "fv8pq") == pytest.approx(0.25)


def test_classes_as_good_as_each_other_differ_by_chance_only():
    rng = np.random.default_rng(0)
    Y = labels(np.repeat(np.arange(500), 10), 500)
    excess = [fig4._excess(rng.binomial(10, p, 500) / 10, Y) for p in (np.full(500, 0.3), rng.random(500))]
    assert excess[0] == pytest.approx(1, abs=0.1) and excess[1] > 1.5


def test_a_card_names_who_a_class_is_called_instead():
    data = SimpleNamespace(names=["a", "b", "c", "d"], train=SimpleNamespace(Y=labels([0, 0, 1, 2, 3], 4)))
    data.tree = SimpleNamespace(distance=lambda g, h: np.abs(g - h))
    shares = np.array([[0.5, 0.1, 0.1, 0.3], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    card = fig4._card(data, shares, 0)
    assert card == {
        "class": "a",
        "images to train on": 2,
        "accuracy, %": 50.0,
        "rival 1": "d: 30 %, 3 edges",
        "rival 2": "b: 10 %, 1 edges",
    }
    assert fig4._card(data, shares, 1)["rival 1"] == "–"
