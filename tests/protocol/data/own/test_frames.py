"""Tables of one row a sample: what their columns say, and what is wrong with them in one line."""

import numpy as np
import pytest
from own_data import PARTS, frame, labels, one_line

from manyclass.protocol.data.own import own_split
from manyclass.protocol.errors import DataError


def test_tables_for_each_part_and_names_that_look_missing(tmp_path):
    for part, rows in {"train": "1,None\n2,NA\n3,None\n", "valid": "4,NA\n", "test": "5,None\n"}.items():
        (tmp_path / f"{part}.csv").write_text("size,answer\n" + rows)
    entry = {"path": "train.csv", "valid_path": "valid.csv", "test_path": "test.csv"}
    entry = {key: str(tmp_path / file) for key, file in entry.items()}
    split = own_split("mine", entry | {"y": "answer", "scale": "none"})
    assert split.names == ["NA", "None"]
    assert labels(split.train).tolist() == [1, 0, 1]
    assert split.test.X.tolist() == [[5]]


def test_a_column_may_say_which_part_a_row_belongs_to(tmp_path):
    part = np.array(["train", "val", "test", "Train"])[np.arange(120) % 4]
    table = frame(part=part)
    table.to_csv(tmp_path / "mine.csv", index=False)
    split = own_split("mine", {"path": str(tmp_path / "mine.csv"), "split": "part", "scale": "none"})
    assert [len(getattr(split, part).X) for part in PARTS] == [60, 30, 30]
    np.testing.assert_allclose(split.valid.X, table[part == "val"].filter(like="f").to_numpy(np.float32))


WRONG_TABLES = {
    "column 'colour' is not numeric": (frame(colour="red"), {}),
    "there is no column 'species' for y: choose one of f0, f1": (frame(), {"y": "species"}),
    "there is no column 'weight' for x": (frame(), {"x": ["f0", "weight"]}),
    "column 'f2' has no value in row 7": (frame().assign(f2=[1.0] * 7 + [None] + [2.0] * 112), {}),
    "column 'y' has no value in row 3": (frame().assign(y=["a", "b", "a", None] * 30), {}),
    "column 'part' says 'holdout': it must say train, valid or test": (
        frame(part=["train", "holdout"] * 60),
        {"split": "part"},
    ),
    "column 'part' names no row train": (frame(part="test"), {"split": "part"}),
    "is in two groups": (frame(kind=["a"] * 60 + ["b"] * 60), {"group": "kind"}),
    "the first column has no name": (frame().set_axis(["Unnamed: 0", *frame().columns[1:]], axis=1), {}),
    "text gives no features": (frame(said="?!"), {"text": "said"}),
}


@pytest.mark.parametrize("says", WRONG_TABLES)
def test_wrong_tables_are_refused_in_a_line(tmp_path, says):
    table, options = WRONG_TABLES[says]
    table.to_csv(tmp_path / "mine.csv", index=False)
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.csv"), **options})
    one_line(caught, says)
