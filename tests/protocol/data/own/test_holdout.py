"""Parts held out of train: their sizes, and that they are random and the same every time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_data import PARTS, as_npz, labels, one_line, rows_of, sample
from scipy.sparse import csr_array

from manyclass.datasets.base import Part
from manyclass.protocol.data.own import OwnData, own_split
from manyclass.protocol.data.own.holdout import hold_out
from manyclass.protocol.errors import DataError


@st.composite
def labelled(draw):
    classes, seed = draw(st.integers(2, 6)), draw(st.integers(0, 999))
    sizes = draw(st.lists(st.integers(2, 40), min_size=classes, max_size=classes))
    y = np.random.default_rng(seed).permutation(np.repeat(np.arange(classes), sizes)).astype(np.int32)
    shares = draw(st.sampled_from([(0.2, 0.2), (0.1, 0.5), (0.45, 0.45), (0.01, 0.3)]))
    return y, sizes, shares


@given(labelled(), st.integers(0, 99))
def test_held_out_shares_are_those_of_every_class(case, seed):
    y, sizes, (valid, test) = case
    Y = csr_array((np.ones(len(y), np.int8), y, np.arange(len(y) + 1, dtype=np.int32)), shape=(len(y), len(sizes)))
    parts = {"train": Part(np.arange(len(y))[:, None], Y)}
    options, names = OwnData(path="any", valid=valid, test=test), [str(g) for g in range(len(sizes))]
    try:
        parts = hold_out(parts, options, names, np.random.default_rng(seed))
    except DataError as error:
        assert "would be empty" in str(error)
        return
    rows = [parts[part].X[:, 0] for part in PARTS]
    assert np.sort(np.concatenate(rows)).tolist() == list(range(len(y)))
    count = {part: np.bincount(labels(parts[part]), minlength=len(sizes)) for part in PARTS}
    for g, size in enumerate(sizes):
        assert count["train"][g] >= 1
        expected_test = min(int(test * size + 0.5), size - 1)
        assert count["test"][g] == expected_test
        assert count["valid"][g] == min(int(valid * size + 0.5), size - 1 - expected_test)


def test_no_class_of_several_labels_is_left_untrained():
    """Each of its samples counts for a rarer one, of which one of two is tested: at times it is the same of all."""
    rows = [[0, 1], [1], [0, 2], [2], [0, 3], [3], *[[4]] * 10]
    Y = csr_array((np.ones(19, np.int8), np.concatenate(rows), np.cumsum([0, *map(len, rows)])))
    options = OwnData(path="any", valid=0.1, test=0.5)
    tested = []
    for seed in range(40):
        parts = hold_out(
            {"train": Part(np.arange(16)[:, None], Y)}, options, list("abcde"), np.random.default_rng(seed)
        )
        assert np.sort(np.concatenate([parts[part].X[:, 0] for part in PARTS])).tolist() == list(range(16))
        assert (parts["train"].Y.sum(axis=0) > 0).all()
        assert all((parts[part].Y.toarray() == Y.toarray()[parts[part].X[:, 0]]).all() for part in PARTS)
        tested.append(len(parts["test"].X))
    assert {*tested} == {7, 8}  # a sample came back to train, or none


def test_splits_are_random_and_the_same_every_time(tmp_path):
    X, y = sample(2000)
    entry = as_npz(tmp_path, X, y) | {"scale": "none"}
    rows = rows_of(own_split("mine", entry), X)
    for again, other in zip(rows_of(own_split("mine", entry), X), rows):
        np.testing.assert_array_equal(again, other)
    assert not np.array_equal(rows_of(own_split("yours", entry), X)[2], rows[2])
    assert rows[2].mean() == pytest.approx(1000, abs=5 * 577 / np.sqrt(400))


@pytest.mark.parametrize("part", ["valid", "test"])
def test_classes_that_are_never_trained_are_refused(tmp_path, part):
    X, y = sample()
    y_other = np.r_[y[:-1], 8]
    np.savez(tmp_path / "mine.npz", X=X, y=y, X2=X, y2=y_other)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), f"x_{part}": "X2", f"y_{part}": "y2"})
    one_line(caught, "1 of 5 classes with")


def test_one_class_is_untrained_where_all_parts_are_given(tmp_path):
    X, y = sample()
    np.savez(tmp_path / "mine.npz", X=X, y=y, X2=X, y2=np.r_[y[:-2], 8, 8])
    parts = {"x_valid": "X2", "y_valid": "y2", "x_test": "X2", "y_test": "y2"}
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), **parts})
    one_line(caught, "1 of 5 classes without a training sample, such as 8")
