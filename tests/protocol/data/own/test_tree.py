"""Groups of classes."""

import numpy as np
import pytest
from own_data import as_npz, labels, one_line, sample

from manyclass.protocol.data.own import own_split
from manyclass.protocol.errors import DataError


def test_a_tree_file_groups_the_classes(tmp_path):
    (tmp_path / "tree.csv").write_text("class,group\n3,big\n1,small\n2,small\n0,small\n9,big\n")
    entry = as_npz(tmp_path, *sample()) | {"tree": str(tmp_path / "tree.csv")}
    split = own_split("mine", entry)
    assert split.names == ["3", "0", "1", "2"]
    assert split.tree.parent.tolist() == [4, 5, 5, 5, 6, 6, -1]
    assert split.tree.distance([1, 1, 1], [1, 2, 0]).tolist() == [0, 2, 4]
    plain = own_split("mine", as_npz(tmp_path, *sample()))
    renamed = np.array([int(split.names[g]) for g in labels(split.train)])
    np.testing.assert_array_equal(renamed, labels(plain.train))


def test_a_tree_must_have_every_class_once(tmp_path):
    tree = tmp_path / "tree.csv"
    entry = as_npz(tmp_path, *sample()) | {"tree": str(tree)}
    for text, says in {
        "class,group\n0,a\n1,a\n2,b\n": "class 3 has no group",
        "class,group\n0,a\n1,a\n2,b\n3,b\n3,a\n": "class 3 is in two groups",
        "name,group\n0,a\n": "needs the columns class and group",
        "": "cannot be read",
    }.items():
        tree.write_text(text)
        with pytest.raises(DataError) as caught:
            own_split("mine", entry)
        one_line(caught, says)


@pytest.mark.parametrize("name", ["NA", "None", "null"])
def test_a_name_that_looks_like_a_missing_value_is_a_name(tmp_path, name):
    X, y = sample()
    names = np.array([name, "b", "c", "d"])[y]
    (tmp_path / "tree.csv").write_text(f"class,group\n{name},None\nb,NA\nc,NA\nd,None\n")
    split = own_split("mine", as_npz(tmp_path, X, names) | {"tree": str(tmp_path / "tree.csv")})
    assert set(split.names[:2]) == {"b", "c"} and set(split.names[2:]) == {name, "d"}
