"""A stamp is as new as the moment when a source was seen to have become another, however old its file is."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from manyclass.protocol.sources import closure
from manyclass.workflow import stamps

OLD, NEW = 10**18, 10**18 + 5 * 10**9  # nanoseconds since the epoch


@pytest.fixture
def source(tmp_path, monkeypatch, request):
    """A module of a user's own in the working directory, of long ago, by a name that no other test has.

    What has been looked up is remembered.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / f"of_{request.node.name}.py"
    write(file, "import numpy\n", OLD)
    return file


def write(file, text, at):
    file.write_text(text)
    os.utime(file, ns=(at, at))


def stamp_again(source):
    """The stamp's time, as another process brings it up to date."""
    stamps._stamp.cache_clear()
    stamps._digest.cache_clear()
    (path,) = stamps.stamps(source.stem)
    return Path(path).stat().st_mtime_ns


def test_it_is_as_old_as_the_source(source):
    assert stamp_again(source) == OLD
    assert [*Path(stamps.FOLDER).iterdir()] == [stamps.FOLDER / f"{source.stem}.txt"]


def test_an_edit_makes_it_new_and_a_touch_does_not(source):
    stamp_again(source)
    write(source, "import numpy\n", NEW)
    assert stamp_again(source) == OLD
    before = time.time_ns()
    write(source, "import pandas\n", NEW)
    assert before <= stamp_again(source) == stamp_again(source)


def test_while_a_run_holds_the_lock_it_stays_as_the_run_found_it(source):
    """Else an edit would be noted as what a job had run that was on its way, and rerun nothing."""
    stamp_again(source)
    stamps.LOCKS.mkdir(parents=True)
    lock = stamps.LOCKS / "0.output.lock"
    lock.touch()
    write(source, "import pandas\n", NEW)
    assert stamp_again(source) == OLD
    lock.unlink()
    assert stamp_again(source) > NEW


def test_it_lists_what_the_module_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (path,) = stamps.stamps("manyclass.methods.wsabie_pp")
    listed = [line.split("  ")[1] for line in Path(path).read_text().splitlines()]
    assert listed == closure("manyclass.methods.wsabie_pp")


def test_one_for_each_module(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = ["manyclass.methods.lda", "manyclass.methods.wsabie"]
    assert stamps.stamps(*names) == [str(stamps.FOLDER / f"{name}.txt") for name in names]


def test_no_module_is_an_error(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match="no module 'manyclass.methods.none'"):
        stamps.stamps("manyclass.methods.none")


WORKFLOW = """
import sys
sys.path.insert(0, ".")
from manyclass.workflow.stamps import stamps
rule made:
    input: stamps("mine")
    output: "made.txt"
    shell: "date > {output}"
"""


def test_snakemake_makes_anew_what_an_edit_decides_and_not_what_a_touch_does(tmp_path):
    def runs(*more):
        command = [sys.executable, "-m", "snakemake", "--cores", "1", *more]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return "rule made:" in done.stdout + done.stderr

    (tmp_path / "Snakefile").write_text(WORKFLOW)
    source = tmp_path / "mine.py"
    write(source, "import numpy\n", OLD)
    assert runs()
    source.touch()
    assert not runs("--dry-run")
    write(source, "import pandas\n", OLD)  # as from an archive
    assert runs("--dry-run")
