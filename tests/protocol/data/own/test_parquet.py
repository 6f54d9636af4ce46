"""Tables as Hugging Face's data sets have them: names in the metadata, lists of labels, lists of numbers."""

import json
import sys

import numpy as np
import pytest
from own_data import PARTS, one_line

from manyclass.protocol.data.own import own_split
from manyclass.protocol.errors import DataError

N = 40
LANGUAGES = {"names": ["German", "English", "Finnish"], "_type": "ClassLabel"}


def written(folder, columns, features=None, **entry):
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pa.table(columns)
    if features:
        table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    parquet.write_table(table, folder / "mine.parquet")
    return {"path": str(folder / "mine.parquet"), "y": "label", **entry}


def texts(**columns):
    return {"text": [f"word{i % 3} and word{i}" for i in range(N)]} | columns


def test_classes_have_the_names_that_the_file_gives_them(tmp_path):
    entry = written(tmp_path, texts(label=[i % 3 for i in range(N)]), {"label": LANGUAGES}, text="text")
    split = own_split("mine", entry)
    assert split.names == ["English", "Finnish", "German"]
    of_numbers = own_split("mine", written(tmp_path, texts(label=[i % 3 for i in range(N)]), text="text"))
    assert of_numbers.names == ["0", "1", "2"]


@pytest.mark.parametrize("kind", [[LANGUAGES], {"feature": LANGUAGES, "_type": "List"}])
def test_a_list_is_several_labels(tmp_path, kind):
    sets = [sorted({i % 3, i % 2}) for i in range(N)]
    names = own_split("mine", written(tmp_path, texts(label=sets), {"label": kind}, text="text", scale="none"))
    numbers = own_split("mine", written(tmp_path, texts(label=sets), text="text", scale="none"))
    words = own_split("mine", written(tmp_path, texts(label=[[f"c{g}" for g in each] for each in sets]), text="text"))
    assert (names.names, numbers.names) == (["English", "Finnish", "German"], ["0", "1", "2"])
    assert words.names == ["c0", "c1", "c2"]
    total = sum(getattr(numbers, part).Y.sum(axis=0) for part in PARTS)
    assert total.tolist() == [sum(g in each for each in sets) for g in range(3)]
    of_names = sum(getattr(names, part).Y.sum(axis=0) for part in PARTS)
    assert of_names.tolist() == total[[1, 2, 0]].tolist()


def test_a_list_of_numbers_is_so_many_features(tmp_path):
    X = np.random.default_rng(0).normal(size=(N, 3)).astype(np.float32)
    columns = {"embedding": list(X[:, :2]), "length": X[:, 2], "label": [i % 2 for i in range(N)]}
    split = own_split("mine", written(tmp_path, columns, scale="none"))
    np.testing.assert_array_equal(
        np.sort(np.concatenate([getattr(split, p).X for p in PARTS]), axis=0), np.sort(X, axis=0)
    )


@pytest.mark.parametrize("scale", ["standard", "none"])
def test_lists_of_another_length_in_another_part_are_refused(tmp_path, scale):
    entries = {}
    for part, width in (("train", 3), ("test", 2)):
        (tmp_path / part).mkdir()
        vectors = list(np.ones((N, width), np.float32) * np.arange(1, N + 1)[:, None])
        entries[part] = written(tmp_path / part, {"embedding": vectors, "label": [i % 2 for i in range(N)]})
    with pytest.raises(DataError) as caught:
        own_split("mine", entries["train"] | {"test_path": entries["test"]["path"], "scale": scale})
    one_line(caught, "the parts differ in their number of features: {'train': 3, 'test': 2}")


LABEL = [i % 2 for i in range(N)]
WRONG = {
    "column 'label' says -1, which is none of its 3 classes": (texts(label=[-1] * N), {"text": "text"}),
    "sample 3 (from 0) has no label": (texts(label=[[0, 1]] * 3 + [[]] * (N - 3)), {"text": "text"}),
    "'emb' holds lists of 1 to 2 values: give all as many": ({"emb": [[1.0], [1.0, 2.0]] * 20, "label": LABEL}, {}),
    "'emb' holds lists, and not of numbers": ({"emb": [["a"], ["b"]] * 20, "label": LABEL}, {}),
    "'emb' holds lists, and not of": ({"emb": [[[1.0]], [[2.0]]] * 20, "label": LABEL}, {}),
    "column 'image' is not numeric": ({"image": [{"bytes": b"", "path": "a"}] * N, "label": LABEL}, {}),
    "X has NaN in sample 1, feature 0": ({"emb": [[1.0], [float("nan")]] * 20, "label": LABEL}, {}),
    "column 'emb' has no value in row 1": ({"emb": [[1.0], None] * 20, "label": LABEL}, {}),
    "y holds nan": (texts(label=[[0, None]] * N), {"text": "text"}),
    "group says of a sample's one class": (texts(label=[[0, 1]] * N, g=["a"] * N), {"text": "text", "group": "g"}),
}


@pytest.mark.parametrize("says", WRONG)
def test_what_is_wrong_is_said_in_a_line(tmp_path, says):
    columns, entry = WRONG[says]
    named = {"label": LANGUAGES} if "classes" in says else None
    with pytest.raises(DataError) as caught:
        own_split("mine", written(tmp_path, columns, named, **entry))
    one_line(caught, says)


def test_without_pyarrow_it_is_said_what_to_install(tmp_path, monkeypatch):
    entry = written(tmp_path, texts(label=LABEL), text="text")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DataError) as caught:
        own_split("mine", entry)
    one_line(caught, "reading .parquet needs pyarrow: pip install 'manyclass[parquet]'")
