"""Options of one's own data: what is wrong with them, in one line."""

import numpy as np
import pytest
from own_data import as_npz, frame, one_line, sample

from manyclass.protocol.data.own import own_split
from manyclass.protocol.errors import DataError

WRONG_ENTRIES = {
    "unknown key 'colour'; choose from path, valid_path": {"colour": 1},
    "unknown key 'tests' (did you mean 'test'?)": {"tests": 0.1},
    "valid and test are shares": {"valid": 0.6, "test": 0.4},
    "test: 1 is not valid: it should be less than 1": {"test": 1},
    "test: '0.2' is not valid: it should be a valid number": {"test": "0.2"},
    "scale: 'big' is not valid: it should be 'standard', 'norm', 'common' or 'none'": {"scale": "big"},
    "svd: 0 is not valid: it should be greater than or equal to 1": {"svd": 0},
    "svd: 2.0 is not valid: it should be a valid integer": {"svd": 2.0},
    "svd: 'many' is not valid: it should be a valid integer": {"svd": "many"},
    "svd 5 must be below both sizes of train": {"svd": 5},
    "y: 3 is not valid: it should be a valid string": {"y": 3},
    "x: 3 is not valid: it should be a valid string": {"x": ["a", 3]},
    "there is no array 'labels': there are X, y": {"y": "labels"},
    "x_test and y_test belong together": {"x_test": "X"},
    "split names columns: only a .csv, .parquet or .arff file has them": {"split": "part"},
    "x names columns: only a .csv": {"x": ["a", "b"]},
}


@pytest.mark.parametrize("says", WRONG_ENTRIES)
def test_wrong_entries_are_refused_in_a_line(tmp_path, says):
    with pytest.raises(DataError) as caught:
        own_split("mine", as_npz(tmp_path, *sample()) | WRONG_ENTRIES[says])
    one_line(caught, says)


def parted(folder, *parts):
    """A table whose column says of its rows which of some parts they are in, in turn."""
    frame(part=np.array(parts)[np.arange(120) % len(parts)]).to_csv(folder / "mine.csv", index=False)
    return {"path": str(folder / "mine.csv"), "split": "part"}


@pytest.mark.parametrize(("given", "held_out"), [("test", "valid"), ("valid", "test")])
def test_a_share_is_of_what_is_held_out_alone(tmp_path, given, held_out):
    """However large it is: of the part that is given none is."""
    X, y = sample()
    np.savez(tmp_path / "mine.npz", X=X, y=y, X2=X, y2=y)
    arrays = {"path": str(tmp_path / "mine.npz"), f"x_{given}": "X2", f"y_{given}": "y2"}
    for entry in (arrays, parted(tmp_path, "train", given)):
        split = own_split("mine", entry | {held_out: 0.9})
        sizes = {part: len(getattr(split, part).X) for part in (held_out, "train")}
        assert sizes[held_out] == 9 * sizes["train"]


def test_shares_of_parts_that_a_column_does_not_name_are_below_one(tmp_path):
    with pytest.raises(DataError) as caught:
        own_split("mine", parted(tmp_path, "train") | {"valid": 0.9})
    one_line(caught, "valid and test are shares, together below 1, not 0.9 and 0.2")


def test_an_entry_without_a_path_is_refused():
    with pytest.raises(DataError) as caught:
        own_split("mine", {"y": "y"})
    one_line(caught, "path is missing")
