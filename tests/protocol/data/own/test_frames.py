"""Tables of one row a sample: what their columns say, and what is wrong with them in one line."""

import csv

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


def test_labels_are_as_written(tmp_path):
    """A leading zero makes another label; whole numbers keep their order."""
    for written, names in ((["01", "1", "1.0"], ["01", "1", "1.0"]), (["10", "9", "-2"], ["-2", "9", "10"])):
        rows = [f"{i},{written[i % 3]}" for i in range(60)]
        (tmp_path / "mine.csv").write_text("\n".join(["size,y", *rows]))
        assert own_split("mine", {"path": str(tmp_path / "mine.csv")}).names == names


WRONG_TEXTS = {
    "has 3 columns in its first line and 4 values in its second": ("a,b,y\n1,2,3,0\n4,5,6,1\n", {}),
    "Expected 3 fields in line 4, saw 5": ("a,b,y\n1,2,0\n1,2,1\n1,2,1,1,1\n", {}),
    "has two columns 'y': name each once": ("a,y,y\n1,2,0\n4,5,1\n", {}),
    "column 'y' is y, and among the features x": ("a,b,y\n1,2,0\n4,5,1\n", {"x": ["a", "y"]}),
    "column 'b' is group, and among the features x": ("a,b,y\n1,2,0\n4,5,1\n", {"x": ["a", "b"], "group": "b"}),
    "x is a list of columns of a table: write [a]": ("a,b,y\n1,2,0\n4,5,1\n", {"x": "a"}),
    "x_test names an array: only a .npz file or a folder": (
        "a,b,y\n1,2,0\n4,5,1\n",
        {"x_test": "a", "y_test": "y"},
    ),
    "mine.csv has one column, 'a;b;y': columns must be parted by commas": ("a;b;y\n1;2;0\n4,5;5;1\n", {}),
    "columns must be parted by commas": ("a\tb\ty\n1\t2\t0\n4\t5\t1\n", {}),
    "the first column has no name": (",b,y\n1,2,0\n4,5,1\n", {}),
    "is truncated or no .csv file": ("", {}),
}


@pytest.mark.parametrize("says", WRONG_TEXTS)
def test_wrong_lines_and_options_that_nobody_would_read_are_refused(tmp_path, says):
    text, options = WRONG_TEXTS[says]
    (tmp_path / "mine.csv").write_text(text or "\n")
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.csv"), **options})
    one_line(caught, says)


def test_a_text_may_be_long(tmp_path):
    frame(said="word " * 50_000).to_csv(tmp_path / "mine.csv", index=False)
    before = csv.field_size_limit()
    split = own_split("mine", {"path": str(tmp_path / "mine.csv"), "text": "said"})
    assert split.train.X.shape[1] == 1 and csv.field_size_limit() == before


def test_a_table_in_another_encoding_is_told(tmp_path):
    frame(colour="gr\u00fcn").to_csv(tmp_path / "mine.csv", index=False, encoding="latin-1")
    with pytest.raises(DataError) as caught:
        own_split("mine", {"path": str(tmp_path / "mine.csv"), "x": ["f0", "f1"]})
    one_line(caught, "mine.csv is not UTF-8, or damaged: save it as UTF-8")


def test_a_split_column_and_a_file_of_a_part_are_one_too_many(tmp_path):
    for name in ("mine.csv", "test.csv"):
        frame(part="train").to_csv(tmp_path / name, index=False)
    entry = {"path": str(tmp_path / "mine.csv"), "test_path": str(tmp_path / "test.csv"), "split": "part"}
    with pytest.raises(DataError) as caught:
        own_split("mine", entry)
    one_line(caught, "and test_path names another file: give one")


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
