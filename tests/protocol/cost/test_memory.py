"""Forecasts of memory against what real fits allocate."""

import tracemalloc
import warnings
from dataclasses import replace

import numpy as np
import pytest

from manyclass.protocol.cost.expected_sweep import Sweep
from manyclass.protocol.cost.extent import Extent
from manyclass.protocol.cost.memory import LABELS, arrays_bytes
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.spec import Trial

N, D, G = 600, 48, 30
LONG = {"max_iter": 15, "tol": 0.0}  # until everything that training ever holds is there
AT_MOST = 8  # times what is allocated


def allocated(estimator, X, y) -> int:
    """The most bytes at once of a fit, and of whatever else the process does meanwhile."""
    tracemalloc.start()
    estimator.fit(X, y)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize("name", estimators.names())
def test_a_fit_allocates_no_more_than_is_forecast_and_not_much_less(name):
    rng, y = np.random.default_rng(0), np.arange(N) % G
    X = (rng.normal(size=(N, D)) + rng.normal(size=(G, D))[y]).astype(np.float32)
    cls = estimators.load(name)
    known = cls().get_params()
    estimator = cls(**{name: value for name, value in LONG.items() if known.get(name) is not None})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        estimator.fit(X, y)  # compiles
        peak = min(allocated(estimator, X, y) for _ in range(3))
    forecast = estimator.training_bytes(N, D, G) + estimator.pass_bytes(N)
    scores = min(estimator.scoring_bytes(G), 12 * N * G)
    assert peak <= forecast + LABELS * N + scores
    assert forecast <= AT_MOST * peak


def test_each_model_in_memory_counts():
    extent = Extent(1000, 100, 100, 50, 20)
    of_one, of_two = (arrays_bytes(Trial("s", "wsabie"), extent, Sweep(9, 9, alive, 0, 3)) for alive in (1, 2))
    early = arrays_bytes(Trial("s", "wsabie", patience=2), extent, Sweep(9, 9, 2, 1, 3))
    more = arrays_bytes(Trial("s", "wsabie"), extent, Sweep(9, 9, 1, 0, 4))
    widest = estimators.load("wsabie")(dimensions=20).training_bytes(1000, 20, 50)
    assert of_two - of_one == early - of_two == widest
    assert more - of_one == extent.record_bytes


LARGER = Extent(1_000_000, 500_000, 500_000, 50, 4096)  # than memory


@pytest.mark.parametrize("method", ["nearest_means", "lda", "one_vs_rest"])
def test_of_data_larger_than_memory_a_chunk_of_each_part_that_is_read_in_order_counts(method):
    trial = Trial("s", method, search={}, chunk_rows=1000)
    forecast = arrays_bytes(trial, LARGER, Sweep(1, 1, 1, 0, 1))
    chunks = LARGER._replace(train=1000, valid=1000, test=1000)
    beside = arrays_bytes(trial, chunks, Sweep(1, 1, 1, 0, 1)) + 2 * LABELS * LARGER.train + LARGER.record_bytes
    assert chunks.data_bytes < forecast < beside < LARGER.data_bytes / 10
    assert arrays_bytes(replace(trial, chunk_rows=None), LARGER, Sweep(1, 1, 1, 0, 1)) > LARGER.data_bytes


def test_what_is_read_otherwise_counts_whole():
    """The dual's samples have turns, and the batch solver, of a method that has another, too, reads all many times."""
    for method, fixed in (("topk_svm", {}), ("softmax_regression", {"solver": "lbfgs"})):
        trial = Trial("s", method, search={}, fixed=fixed, chunk_rows=1000)
        assert arrays_bytes(trial, LARGER, Sweep(1, 1, 1, 0, 1)) > LARGER._replace(valid=0, test=0).data_bytes


def test_a_class_of_somebody_else_does_not_say_what_it_takes():
    extent = Extent(1000, 100, 100, 50, 20)
    other = Trial("s", "tree", factory="sklearn.tree:DecisionTreeClassifier")
    assert arrays_bytes(other, extent, Sweep(1, 1, 1, 0, 1)) is None


def test_a_draw_larger_than_memory_is_made_in_little_of_it():
    """Blocks of samples and the vectors of classes, whatever the samples."""
    large = Extent(1_558_900, 20_000, 50_000, 15_589, 1024)
    assert 4 * 1024 * 15_589 < large.making_bytes < large.data_bytes / 5
    assert large._replace(train=30_000_000).making_bytes < 4 * large.making_bytes
    sparse = Extent(6_750_000, 50_000, 2_200_000, 10_184, 10_000, 0.2)
    block = 12 * 256 * 200 * 10_000  # where 10,000 words are compared with the descriptors of 256 images
    assert block < sparse.making_bytes < sparse.data_bytes / 20
    assert sparse._replace(test=6_000_000).making_bytes < 1.1 * sparse.making_bytes


def test_values_that_int32_cannot_number_take_half_as_much_again():
    few = Extent(100_000, 1, 1, 2, 40_000, 0.5)
    many = few._replace(train=110_000)
    assert few.data_bytes == pytest.approx(100_000 * 20_000 * 8, rel=0.001)
    assert many.data_bytes == pytest.approx(110_000 * 20_000 * 12, rel=0.001)


def test_data_are_as_large_as_their_files(tmp_path):
    from manyclass.protocol.cost.extent import of_package, of_split
    from manyclass.protocol.data.make import generate
    from manyclass.protocol.data.storage import read, write

    for name in ("web21k", "ilsvrc-llc256"):
        write(generate(name, "smoke"), tmp_path / name)
        arrays = [file for part in ("train", "valid", "test") for file in (tmp_path / name).glob(f"?_{part}*")]
        size = of_split(read(tmp_path / name))
        assert size.data_bytes == pytest.approx(sum(file.stat().st_size for file in arrays), rel=0.2)
        assert of_package(name, "smoke", 0, size.density) == size._replace(labels=1.0)
