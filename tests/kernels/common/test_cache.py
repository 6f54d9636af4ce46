"""Compiled kernels on disk: none without a folder of one's own, and never a crash for want of one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import numpy as np
from manyclass.kernels.common import rng
order = np.arange(9)
rng.shuffle(order, rng.new_state(np.random.SeedSequence(0)))
print(order)
"""
HITS = "print(sum(rng.shuffle.stats.cache_hits.values()))"
KERNEL = """
import sys
import numpy as np
from manyclass.kernels.common.dispatch import kernel

@kernel
def half(values):
    return values.sum() / 2

for dtype in sys.argv[1:]:
    print(half(np.arange(4).astype(dtype)))
"""


def run(program, **environment):
    """What a process prints, and its warnings; a program may be a file and its arguments.

    A variable that is None is not set.
    """
    everything = {**os.environ, **environment, "PYTHONPATH": os.pathsep.join(sys.path)}
    known = {name: value for name, value in everything.items() if value}
    program = ["-c", program] if isinstance(program, str) else program
    done = subprocess.run([sys.executable, *program], env=known, capture_output=True, text=True, check=True)
    return done.stdout.splitlines(), [line for line in done.stderr.splitlines() if "Warning" in line]


def cached(folder):
    return sorted([*folder.rglob("*.nbi"), *folder.rglob("*.nbc")])


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A folder of kernels, and what the process printed that filled it."""
    folder = tmp_path_factory.mktemp("cache")
    printed, warned = run(PROGRAM, NUMBA_CACHE_DIR=str(folder))
    assert warned == []
    return folder, printed


@pytest.fixture(scope="module")
def expected(filled):
    return filled[1]


@pytest.fixture
def kept(filled, tmp_path):
    """A folder of one's own with the same kernels."""
    return Path(shutil.copytree(filled[0], tmp_path / "kept"))


def check_without_cache(expected, reason, **environment):
    printed, warned = run(PROGRAM, **environment)
    assert printed == expected
    assert len(warned) == 1
    assert reason in warned[0]
    assert warned[0].endswith("every process compiles its kernels anew; set NUMBA_CACHE_DIR to a folder of your own")


def test_the_folder_is_named_by_the_sources(tmp_path):
    program = "import manyclass.kernels.common.rng, numba; print(numba.config.CACHE_DIR)"
    (folder,), _ = run(program, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR=None)
    assert Path(folder).parent == tmp_path / "manyclass"
    assert Path(folder).name.startswith("kernels-")


@pytest.mark.parametrize("name", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "HOME"])
def test_a_folder_that_cannot_be_made(name, tmp_path, expected):
    """A file stands in its place, so that it cannot even by root."""
    (tmp_path / "file").write_text("")
    unset = {"NUMBA_CACHE_DIR": None, "XDG_CACHE_HOME": None}
    check_without_cache(expected, str(tmp_path / "file"), **(unset | {name: str(tmp_path / "file" / "home")}))


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_may_not_be_written(tmp_path, expected):
    tmp_path.chmod(0o500)
    check_without_cache(expected, str(tmp_path), NUMBA_CACHE_DIR=str(tmp_path))


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="modes are those of POSIX")
def test_a_folder_that_others_may_write_to_is_not_read(kept, expected):
    (folder,) = kept.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    program = f"{PROGRAM}\n{HITS}"
    assert run(program, NUMBA_CACHE_DIR=str(kept)) == ([*expected, "1"], [])
    folder.chmod(0o770)
    check_without_cache(expected, f"others may write to {folder}", NUMBA_CACHE_DIR=str(kept))
    printed, _ = run(program, NUMBA_CACHE_DIR=str(kept))
    assert printed == [*expected, "0"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give a folder away")
def test_a_folder_of_another_user_is_not_read(kept, expected):
    (folder,) = kept.iterdir()
    os.chown(folder, 12345, 12345)
    check_without_cache(expected, f"others may write to {folder}", NUMBA_CACHE_DIR=str(kept))


@pytest.mark.parametrize(
    ("ending", "damaged"),
    [(".nbi", lambda data: b""), (".nbi", lambda data: data[: len(data) // 2]), (".nbc", lambda data: b"garbage")],
    ids=["an empty index", "an index cut short", "code that is none"],
)
def test_damaged_files_are_compiled_anew(ending, damaged, kept, expected):
    files = [file for file in cached(kept) if file.suffix == ending]
    assert files
    for file in files:
        file.write_bytes(damaged(file.read_bytes()))
    program = f"{PROGRAM}\n{HITS}"
    assert run(program, NUMBA_CACHE_DIR=str(kept)) == ([*expected, "0"], [])
    assert run(program, NUMBA_CACHE_DIR=str(kept)) == ([*expected, "1"], [])


def test_code_for_other_types_is_compiled_anew(tmp_path):
    """Two processes that compile one kernel at once may leave the code of the one under the entry of the other."""
    program, folder = tmp_path / "program.py", tmp_path / "cache"
    program.write_text(KERNEL)
    types = ["float32", "int32"]  # of the same size, so that Numba would take the one for the other
    assert run([program, *types], NUMBA_CACHE_DIR=str(folder)) == (["3.0", "3.0"], [])
    first, second = (file for file in cached(folder) if file.suffix == ".nbc" and "half" in file.name)
    second.write_bytes(first.read_bytes())
    assert run([program, *types], NUMBA_CACHE_DIR=str(folder)) == (["3.0", "3.0"], [])
    assert second.read_bytes() != first.read_bytes()


def test_a_full_disk(tmp_path, expected):
    """Files of more than a hundred bytes fail to be written, as on a disk that is full."""
    resource = "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)"
    full = f"{resource}; resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))"
    printed, warned = run(f"{full}\n{PROGRAM}", NUMBA_CACHE_DIR=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
    assert printed == expected
    assert len(warned) == 1
    assert "File too large" in warned[0]
    assert run(PROGRAM, NUMBA_CACHE_DIR=str(tmp_path)) == (expected, [])
