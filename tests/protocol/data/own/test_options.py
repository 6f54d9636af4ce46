"""Options of one's own data: what is wrong with them, in one line."""

import pytest
from own_data import as_npz, one_line, sample

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


def test_an_entry_without_a_path_is_refused():
    with pytest.raises(DataError) as caught:
        own_split("mine", {"y": "y"})
    one_line(caught, "path is missing")
