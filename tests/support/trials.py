"""Trials run by their command line, on a few samples and with classifiers written for the occasion.

All in this process, also what is the worker's part: to start one takes ten times as long as such a trial.
"""

import io
import json
import subprocess
import sys
from contextlib import chdir, contextmanager, redirect_stderr
from unittest import mock

from manyclass.protocol.trial import run as trial_run
from manyclass.protocol.trial import worker
from manyclass.protocol.trial.record import OK, Record


def command(draws, method, seeds, outs, *arguments) -> list[str]:
    words = ("-m", "manyclass.protocol.trial.run", *draws, method, "--seed", *seeds, "--out", *outs, *arguments)
    return [sys.executable, *map(str, words)]


def call(words, folder) -> subprocess.CompletedProcess:
    """What a shell would see of a command that `command` gives."""
    code, printed = 0, io.StringIO()
    worked_here = mock.patch.object(trial_run, "work_through", work_through)
    with chdir(folder), modules_of(folder), worked_here, redirect_stderr(printed):
        try:
            trial_run.main(words[3:])
        except SystemExit as error:
            code = error.code
    if isinstance(code, str):
        printed.write(f"{code}\n")
        code = 1
    return subprocess.CompletedProcess(words, code, stderr=printed.getvalue())


def work_through(specs) -> tuple[str, str]:
    """Let the worker work through the seeds that it is told."""
    with mock.patch("sys.stdin", io.StringIO(json.dumps([spec.to_json() for spec in specs]))):
        worker.main()
    return OK, ""


@contextmanager
def modules_of(folder):
    """Have a folder's modules to import, and none of them afterwards."""
    before = {*sys.modules}
    with mock.patch("sys.path", [str(folder), *sys.path]), mock.patch("sys.dont_write_bytecode", True):
        yield
    for name in {*sys.modules} - before:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(folder)):
            del sys.modules[name]


def run(data, out, *arguments, method="nearest_means", start=call) -> subprocess.CompletedProcess:
    """Run one seed in the record's folder; ``start`` runs a command in a folder."""
    return start(command([data], method, [0], [out], *arguments), out.parent)


def trial(data, folder, *arguments, **how) -> Record:
    """The record of one seed."""
    run(data, folder / "0.json", *arguments, **how)
    return Record.read(folder / "0.json")


def seeds_of(data, folder, *arguments, seeds=(0, 1, 2), method="own", start=call) -> list[Record]:
    """Records of several seeds, run by one command; `data` is the draw of all of them, or a list with one for each."""
    outs = [folder / f"{seed}.json" for seed in seeds]
    draws = data if isinstance(data, list) else [data] * len(seeds)
    done = start(command(draws, method, seeds, outs, *arguments), folder)
    assert done.returncode == 0, done.stderr
    return [Record.read(out) for out in outs]


def own(folder, code) -> tuple[str, ...]:
    """Write the classifier ``Own`` to a module of the folder; the arguments that name it."""
    (folder / "own.py").write_text(code)
    return "--factory", "own:Own", "--search", "{}"
