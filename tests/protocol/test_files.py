"""Atomic files and folders: whole or not there."""

import errno
import os
from pathlib import Path

import pytest

from manyclass.protocol.files import atomic, atomic_folder

FULL = Path("/dev/full")


def test_the_file_appears_whole(tmp_path):
    path = tmp_path / "deep" / "er" / "result.json"
    with atomic(path) as part:
        assert part.parent == path.parent
        assert part.suffix == path.suffix
        part.write_text("half")
        assert not path.exists()
        part.write_text("whole")
    assert path.read_text() == "whole"
    assert os.listdir(path.parent) == [path.name]


@pytest.mark.parametrize("failure", [ValueError("no"), KeyboardInterrupt(), OSError(errno.EACCES, "no")])
def test_a_failure_leaves_the_old_file(tmp_path, failure):
    path = tmp_path / "result.json"
    path.write_text("old")
    with pytest.raises(type(failure)) as caught, atomic(path) as part:
        part.write_text("new")
        raise failure
    assert caught.value is failure
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["result.json"]


def test_what_a_killed_run_left_is_written_over(tmp_path):
    path = tmp_path / "result.json"
    with pytest.raises(SystemExit), atomic(path) as part:
        left = part
        raise SystemExit
    left.write_text("left by a killed run, and longer")
    with atomic(path) as part:
        assert part == left
        part.write_text("whole")
    assert path.read_text() == "whole"
    assert os.listdir(tmp_path) == ["result.json"]


def test_nothing_written_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError), atomic(tmp_path / "result.json"):
        pass
    assert not os.listdir(tmp_path)


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here to fill")
def test_a_full_disk_is_one_clear_line(tmp_path):
    path = tmp_path / "result.json"
    says = r"^disk full while writing .*result\.json: free"
    with pytest.raises(OSError, match=says) as caught, atomic(path) as part:
        part.symlink_to(FULL)
        part.write_text("too much")
    assert caught.value.errno == errno.ENOSPC
    assert "\n" not in str(caught.value)
    assert not os.listdir(tmp_path)


def contents(folder):
    return {file.name: file.read_text() for file in folder.iterdir()}


def test_the_folder_appears_whole_and_replaces_the_old_one(tmp_path):
    path = tmp_path / "deep" / "set"
    for number in range(2):
        with atomic_folder(path) as part:
            assert part.parent == path.parent
            (part / f"{number}.npy").write_text("array")
            assert path.exists() == (number == 1)
        assert contents(path) == {f"{number}.npy": "array"}
    assert os.listdir(path.parent) == ["set"]


@pytest.mark.parametrize("failure", [ValueError("no"), KeyboardInterrupt(), OSError(errno.EACCES, "no")])
def test_a_failure_leaves_the_old_folder(tmp_path, failure):
    path = tmp_path / "set"
    path.mkdir()
    (path / "x.npy").write_text("old")
    with pytest.raises(type(failure)) as caught, atomic_folder(path) as part:
        (part / "x.npy").write_text("new")
        raise failure
    assert caught.value is failure
    assert contents(path) == {"x.npy": "old"}
    assert os.listdir(tmp_path) == ["set"]


def test_what_a_killed_run_left_of_a_folder_is_no_part_of_the_next(tmp_path):
    path = tmp_path / "set"
    with pytest.raises(SystemExit), atomic_folder(path) as part:
        raise SystemExit
    for left in (part, tmp_path / ".old-set"):
        left.mkdir()
        (left / "left.npy").write_text("left by a killed run")
    with atomic_folder(path) as part:
        (part / "x.npy").write_text("whole")
    assert contents(path) == {"x.npy": "whole"}
    assert os.listdir(tmp_path) == ["set"]


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here to fill")
def test_a_disk_too_full_for_a_folder_is_one_clear_line(tmp_path):
    path = tmp_path / "set"
    with pytest.raises(OSError, match=r"^disk full while writing .*set: free") as caught, atomic_folder(path) as part:
        (part / "x.npy").symlink_to(FULL)
        (part / "x.npy").write_text("too much")
    assert caught.value.errno == errno.ENOSPC
    assert "\n" not in str(caught.value)
    assert not os.listdir(tmp_path)
