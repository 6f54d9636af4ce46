"""Parts made of whole groups: no group in two, no class untrained, shares as said, the same every time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from own_data import PARTS, frame, one_line, rows_of, sample
from scipy.sparse import csr_array
from sklearn.model_selection import GroupShuffleSplit

from manyclass.datasets.base import Part
from manyclass.protocol.data import make
from manyclass.protocol.data.card import GROUPED
from manyclass.protocol.data.own import OwnData, own_split
from manyclass.protocol.data.own.grouped import hold_out_groups
from manyclass.protocol.errors import DataError


def indicator(sets, n_classes):
    indptr = np.cumsum([0, *map(len, sets)], dtype=np.int32)
    columns = np.array([g for each in sets for g in sorted(each)], np.int32)
    return csr_array((np.ones(len(columns), np.int8), columns, indptr), shape=(len(sets), n_classes))


@st.composite
def grouped(draw):
    """Samples of one or several labels in groups of any size, and shares."""
    n_classes, n, seed = draw(st.integers(2, 6)), draw(st.integers(2, 80)), draw(st.integers(0, 999))
    rng = np.random.default_rng(seed)
    sets = [set(rng.integers(n_classes, size=draw(st.sampled_from([1, 1, 3]))).tolist()) for _ in range(n)]
    groups = rng.integers(draw(st.integers(1, 30)), size=n)
    groups = groups if draw(st.booleans()) else np.array([f"speaker {group}" for group in groups])
    return sets, groups, n_classes, draw(st.sampled_from([(0.2, 0.2), (0.1, 0.5), (0.45, 0.45), (0.01, 0.3)]))


def held_out(sets, groups, n_classes, shares, seed=0):
    """Rows of each part."""
    parts = {"train": Part(np.arange(len(sets))[:, None], indicator(sets, n_classes))}
    options, names = OwnData(path="any", valid=shares[0], test=shares[1]), [str(g) for g in range(n_classes)]
    made = hold_out_groups(parts, {"train": groups}, options, names, np.random.default_rng(seed))
    return {part: made[part].X[:, 0] for part in PARTS}


@given(grouped(), st.integers(0, 99))
def test_no_group_is_in_two_parts_and_every_class_is_trained(case, seed):
    sets, groups, n_classes, shares = case
    found = {g: {group for each, group in zip(sets, groups.tolist()) if g in each} for g in range(n_classes)}
    try:
        rows = held_out(*case, seed)
    except DataError as error:
        few = len(np.unique(groups)) * sum(shares) + 2 > len(np.unique(groups)) / 2
        assert "in one group" in str(error) if any(len(of) == 1 for of in found.values()) else few
        return
    assert all(len(of) != 1 for of in found.values())
    assert np.sort(np.concatenate([*rows.values()])).tolist() == list(range(len(sets)))
    theirs = [set(groups[rows[part]].tolist()) for part in PARTS]
    assert sum(map(len, theirs)) == len(set.union(*theirs)) == len(np.unique(groups))
    trained = set().union(*(sets[row] for row in rows["train"]))
    assert trained == set().union(*sets)
    for part, share, of in zip(("valid", "test"), shares, theirs[1:]):
        assert (np.diff(rows[part]) > 0).all()
        assert 1 <= len(of) <= max(1, int(share * len(np.unique(groups)) + 0.5)), part


@pytest.mark.parametrize("share", [0.1, 0.2, 0.4])
def test_as_many_groups_are_held_out_as_scikit_learn_does(share):
    """Where every group has every class, so that none comes back to train."""
    groups = np.repeat(np.arange(50), 4)
    sets = [{i % 2} for i in range(200)]
    rows = held_out(sets, groups, 2, (0.1, share))
    _, held = next(GroupShuffleSplit(1, test_size=share, random_state=0).split(groups, groups=groups))
    assert len(np.unique(groups[rows["test"]])) == len(np.unique(groups[held])) == 50 * share
    assert len(np.unique(groups[rows["valid"]])) == 5


def test_every_group_is_held_out_as_often():
    sets, groups = [{i % 2} for i in range(60)], np.repeat(np.arange(10), 6)
    held = np.zeros(10)
    for seed in range(1000):
        held[np.unique(groups[held_out(sets, groups, 2, (0.2, 0.3), seed)["test"]])] += 1
    assert (abs(held - 300) < 4 * np.sqrt(1000 * 0.3 * 0.7)).all()


def test_a_column_and_an_array_group_alike_and_are_no_feature(tmp_path):
    X, y = sample()
    speakers = np.arange(120) // 4
    table = frame(speaker=[f"{speaker:02d}" for speaker in speakers])
    table.to_csv(tmp_path / "mine.csv", index=False, float_format="%.9g")
    np.savez(tmp_path / "mine.npz", X=X, y=table["y"].to_numpy(str), who=table["speaker"].to_numpy(str))
    of_csv = own_split("mine", {"path": str(tmp_path / "mine.csv"), "groups": "speaker", "scale": "none"})
    of_npz = own_split("mine", {"path": str(tmp_path / "mine.npz"), "groups": "who", "scale": "none"})
    for part in PARTS:
        np.testing.assert_array_equal(getattr(of_csv, part).X, getattr(of_npz, part).X)
    rows = rows_of(of_csv, X)
    assert not set(speakers[rows[0]]) & set(speakers[rows[2]])
    other = own_split("mine", {"path": str(tmp_path / "mine.npz"), "groups": "who", "scale": "none"}, seed=1)
    assert not np.array_equal(rows_of(other, X)[2], rows[2])


def test_groups_are_kept_apart_also_where_files_give_the_parts(tmp_path):
    for name, speakers in {"train": np.arange(120) // 4, "test": 100 + np.arange(120) // 4}.items():
        frame(speaker=speakers).to_csv(tmp_path / f"{name}.csv", index=False)
    entry = {"path": str(tmp_path / "train.csv"), "test_path": str(tmp_path / "test.csv"), "groups": "speaker"}
    assert own_split("mine", entry).test.X.shape[0] == 120
    frame(speaker=np.arange(120) // 4 + 29).to_csv(tmp_path / "test.csv", index=False)
    with pytest.raises(DataError) as caught:
        own_split("mine", entry)
    one_line(caught, "group 29 is in train and in test: groups must be in one part each")


def test_the_card_says_that_groups_were_drawn(tmp_path):
    np.savez(tmp_path / "mine.npz", X=sample()[0], y=sample()[1], who=np.arange(120) // 4)
    entry = f'{{"path": "{tmp_path / "mine.npz"}", "groups": "who"}}'
    make.main(["mine", "--own", entry, "--out", str(tmp_path / "0")])
    assert GROUPED in (tmp_path / "0" / "card.json").read_text()


X, Y = sample()
WHO = np.arange(120) // 4
WRONG = {
    "there is no array 'speaker': there are X, who, y": ({}, "speaker"),
    "groups has shape (3,): it must be one for each of 120 samples": ({"who": np.arange(3)}, "who"),
    "groups has shape (120, 1): it must be one": ({"who": WHO[:, None]}, "who"),
    "groups holds nan: it must be whole numbers or names": ({"who": np.where(WHO, WHO, np.nan)}, "who"),
    "groups holds 0.5: it must be": ({"who": WHO / 2}, "who"),
    "4 of 4 classes with all samples in one group, such as 0: remove them": ({"who": Y}, "who"),
    "4 of 4 classes with all samples in one group": ({"who": np.zeros(120, int)}, "who"),
    "would be empty: 2 groups are too few for parts without a common one": ({"who": WHO % 2}, "who"),
}


@pytest.mark.parametrize("says", WRONG)
def test_wrong_groups_are_refused_in_a_line(tmp_path, says):
    arrays, groups = WRONG[says]
    np.savez(tmp_path / "mine.npz", **({"X": X, "y": Y, "who": WHO} | arrays))
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.npz"), "groups": groups})
    one_line(caught, says)


def test_groups_of_parts_in_one_file_or_in_text_are_refused(tmp_path):
    np.savez(tmp_path / "mine.npz", X=X, y=Y, who=WHO)
    (tmp_path / "mine.svm").write_text("1 1:1\n2 1:2\n" * 9)
    for entry, says in {
        ("mine.npz", "x_test"): "groups is of the array X, and x_test names another: give test_path",
        ("mine.svm", ""): "groups names an array: only a .npz file or a folder of .npy files has them",
    }.items():
        file, other = entry
        more = {"x_test": "X", "y_test": "y"} if other else {}
        with pytest.raises(DataError) as caught:
            own_split("mine", {"path": str(tmp_path / file), "groups": "who", **more})
        one_line(caught, says)
