"""Snapshots: whole, checked, of one trial, and never more than the last two of a name."""

import errno
import json
import os

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from manyclass.protocol.trial import snapshots
from manyclass.protocol.trial.snapshots import Snapshots, identity
from manyclass.protocol.trial.spec import Spec

ARRAYS = {
    "state/w": np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3)),
    "n": np.array(3),
    "no": np.zeros(0),
}
ABOUT = {"made": 3, "valid": [0.1, 0.25], "error": None}


@pytest.fixture
def kept(tmp_path):
    return Snapshots(tmp_path / "0.snapshots", lambda: {"data": "these", "sources": "these"})


def files(kept):
    return sorted(os.listdir(kept.folder))


def test_what_is_written_is_read(kept):
    assert kept.read("one") is None
    kept.write("one", ABOUT, ARRAYS)
    about, arrays = kept.read("one")
    assert about == ABOUT and [*arrays] == [*ARRAYS]
    for name, array in ARRAYS.items():
        assert_array_equal(arrays[name], array)
        assert (arrays[name].dtype, arrays[name].flags.f_contiguous) == (array.dtype, array.flags.f_contiguous)
    assert arrays["state/w"].flags.writeable
    assert kept.read("on") is kept.read("one.0") is None


def test_the_last_two_are_kept(kept):
    for made in range(5):
        kept.write("one", {"made": made}, {})
        kept.write("other", {"made": 10 * made}, {})
        assert (kept.read("one")[0], kept.read("other")[0]) == ({"made": made}, {"made": 10 * made})
    assert files(kept) == ["one.3.npz", "one.4.npz", "other.3.npz", "other.4.npz"]
    kept.forget_earlier("one")
    assert files(kept) == ["one.4.npz", "other.3.npz", "other.4.npz"]
    kept.remove(but="one")
    assert files(kept) == ["one.4.npz"]
    kept.remove()
    assert files(kept) == []


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_one_that_is_damaged_anywhere_is_not_read_for_another(kept, capsys, data):
    """A byte changed, or the end missing: what was written is read, or the snapshot before it."""
    kept.remove()
    kept.write("one", {"made": 1}, ARRAYS)
    kept.write("one", {"made": 2}, ARRAYS)
    last = kept.folder / "one.1.npz"
    content = bytearray(last.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        content[place] ^= data.draw(st.integers(1, 255))
    else:
        del content[place:]
    last.write_bytes(content)
    about, arrays = kept.read("one")
    said = capsys.readouterr().err.splitlines()
    assert about["made"] == 1 + (not said)  # bytes that say nothing, such as a date, may change
    assert len(said) <= 1 and all(line.startswith(f"{last} is not taken up: ") for line in said)
    assert_array_equal(arrays["state/w"], ARRAYS["state/w"])


def test_a_digest_is_of_names_types_shapes_order_and_bytes():
    array = ARRAYS["state/w"]
    others = [
        {"v": array},
        {"w": array.astype(np.float64)},
        {"w": array.reshape(3, 2)},
        {"w": np.ascontiguousarray(array)},
        {"w": -array},
        {"w": array, "v": array},
    ]
    digests = [snapshots.digest(arrays) for arrays in ({"w": array}, *others)]
    assert len({*digests}) == len(digests)
    assert snapshots.digest({"w": array.copy(order="K")}) == digests[0]


@pytest.mark.parametrize(
    ("of", "says"),
    [
        ({"data": "these", "sources": "others"}, "other sources"),
        ({"data": "these", "sources": "these", "parameters": "more"}, "other parameters"),
        ({"data": "others", "sources": "these"}, f"other data{snapshots.ROUNDED}"),
        ({"data": "others", "sources": "others"}, f"other data and sources{snapshots.ROUNDED}"),
    ],
)
def test_one_of_another_trial_is_not_read(kept, of, says, capsys):
    kept.write("one", ABOUT, ARRAYS)
    assert Snapshots(kept.folder, lambda: of).read("one") is None
    assert capsys.readouterr().err == f"{kept.folder / 'one.0.npz'} is not taken up: it is of {says}\n"


def test_objects_are_neither_written_nor_read(kept, tmp_path, capsys):
    with pytest.raises(ValueError, match="array 'w' holds Python objects"):
        kept.write("one", ABOUT, {"w": np.array([{}])})
    kept.write("one", ABOUT, ARRAYS)
    np.savez(kept.folder / "one.1.npz", **{".about": np.array([{}], dtype=object)})
    assert kept.read("one")[0] == ABOUT
    assert "allow_pickle" in capsys.readouterr().err


def test_a_full_disk_leaves_those_before(kept, monkeypatch):
    kept.write("one", ABOUT, ARRAYS)

    def full(file, **arrays):
        file.write(b"some of it")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(np, "savez", full)
    with pytest.raises(OSError, match="disk full while writing"):
        kept.write("one", {"made": 4}, ARRAYS)
    assert files(kept) == ["one.0.npz"] and kept.read("one")[0] == ABOUT


def spec(data, tmp_path, **changes):
    told = {
        "method": "wsabie",
        "variant": "default",
        "seed": 0,
        "out": tmp_path / "0.json",
        "passes": 2,
        "seconds": 9.0,
    }
    return Spec(**{"data": data, **told, **changes})


def test_identity_is_of_all_that_decides_a_result(data, tmp_path):
    copied = tmp_path / "blobs" / "0"
    copied.mkdir(parents=True)
    for file in data.iterdir():
        (copied / file.name).write_bytes(file.read_bytes())
    same = [
        spec(data, tmp_path),
        spec(copied, tmp_path),
        spec(data, tmp_path, out=tmp_path / "1.json", seconds=1.0, snapshot_every=1.0),
    ]
    assert [identity(each) for each in same] == [identity(same[0])] * len(same)
    changes = ({"seed": 1}, {"passes": 3}, {"fixed": {"step": 0.1}}, {"refit": True})
    assert all(changed(same[0], spec(data, tmp_path, **change)) == ["parameters"] for change in changes)
    assert changed(same[0], spec(data, tmp_path, method="wsabie_pp")) == ["parameters", "sources"]
    (copied / "card.json").write_text(json.dumps({"classes": 3}))
    assert changed(same[0], spec(copied, tmp_path)) == ["data"]


def changed(one, other):
    """What differs between two trials, by name."""
    one, other = identity(one), identity(other)
    return [name for name, of in one.items() if other[name] != of]


def test_identity_is_of_the_sources(data, tmp_path, monkeypatch):
    before = identity(spec(data, tmp_path))
    source = tmp_path / "kernel.py"
    source.write_text("changed = True\n")
    listed = snapshots.closure
    monkeypatch.setattr(snapshots, "closure", lambda *modules: [*listed(*modules), str(source)])
    other = identity(spec(data, tmp_path))
    source.write_text("changed = False\n")
    assert len({each["sources"] for each in (before, other, identity(spec(data, tmp_path)))}) == 3
