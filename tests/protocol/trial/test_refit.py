"""Winners trained anew on train and validation together: the same as by hand, and what the record says of them."""

import numpy as np
import pytest
import scipy.sparse as sp
from trials import own, trial

from manyclass.datasets.base import Part, Split
from manyclass.methods.one_vs_rest import OneVsRestSVM
from manyclass.protocol.data.storage import write
from manyclass.protocol.metrics.ranking import evaluate
from manyclass.protocol.seeds import derive

SEARCH = ("--search", '{"step": [0.01, 0.3]}', "--passes", "4")
SIZES = {"train": 60, "valid": 45, "test": 90}


@pytest.fixture(scope="module", params=["dense", "sparse"])
def parts(request, tmp_path_factory):
    """Three parts that share no sample, and the folder of their draw."""
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(5, 6))
    made = {}
    for name, n in SIZES.items():
        y = np.arange(n) % 5
        X = (centres[y] + rng.normal(size=(n, 6))).astype(np.float32)
        Y = sp.csr_array((np.ones(n, np.int8), y.astype(np.int32), np.arange(n + 1, dtype=np.int32)), shape=(n, 5))
        made[name] = Part(sp.csr_array(X) if request.param == "sparse" else X, Y)
    folder = tmp_path_factory.mktemp("parts") / "blobs" / "0"
    write(Split(made["train"], made["valid"], made["test"], None, list("abcde")), folder)
    return made, folder


def dense(X):
    return X.toarray() if sp.issparse(X) else X


def test_the_winner_is_trained_anew_on_both_parts_and_tested(parts, tmp_path):
    made, folder = parts
    record = trial(folder, tmp_path, *SEARCH, "--refit", method="one_vs_rest")
    both = np.concatenate([dense(made[part].X) for part in ("train", "valid")])
    y = np.concatenate([made[part].Y.indices for part in ("train", "valid")])
    state = int(derive("trial", "blobs", "one_vs_rest", 0).generate_state(1)[0])
    model = OneVsRestSVM(**record.best.params, max_iter=4, random_state=state)
    model.fit(sp.csr_array(both) if sp.issparse(made["train"].X) else both, y)
    ranked = np.load(tmp_path / "0.npz")["ranked"]
    np.testing.assert_array_equal(ranked, model.predict_topk(made["test"].X, 5))
    assert record.test == evaluate(ranked, made["test"].Y)
    assert (record.refit.samples, record.refit.passes) == (105, 4)
    assert record.n_parameters == model.n_parameters_


def test_the_sweep_is_the_same_and_its_numbers_stay_those_of_train_alone(parts, tmp_path):
    _, folder = parts
    (tmp_path / "plain").mkdir()
    refitted = trial(folder, tmp_path, *SEARCH, "--refit", method="one_vs_rest")
    plain = trial(folder, tmp_path / "plain", *SEARCH, method="one_vs_rest")
    assert refitted.candidates == plain.candidates and refitted.winner == plain.winner
    assert plain.refit is None and plain.test == plain.best.test == refitted.best.test


def test_training_that_was_stopped_early_has_as_many_passes(parts, tmp_path):
    _, folder = parts
    record = trial(folder, tmp_path, *SEARCH[:2], "--passes", "40", "--patience", "1", "--refit", method="one_vs_rest")
    assert record.refit.passes == record.best.passes[-1] < record.best.n_passes


FAILS_ON_MORE = """
from sklearn.neighbors import NearestCentroid

class Own(NearestCentroid):
    def fit(self, X, y):
        if len(y) > 60:
            raise ValueError("too many samples\\nfor me")
        return super().fit(X, y)
"""


def test_a_refit_that_fails_is_a_trial_that_failed(parts, tmp_path):
    record = trial(parts[1], tmp_path, *own(tmp_path, FAILS_ON_MORE), "--refit")
    assert (record.status, record.test, record.refit) == ("failed", None, None)
    assert record.error == "RuntimeError: refit on train and validation: ValueError: too many samples"
