"""Trials run as a workflow runs them, by a command line, in processes of their own: for what depends on these."""

import subprocess
import sys

from manyclass.protocol.trial.record import Record


def command(draws, method, seeds, outs, *arguments) -> list[str]:
    words = ("-m", "manyclass.protocol.trial.run", *draws, method, "--seed", *seeds, "--out", *outs, *arguments)
    return [sys.executable, *map(str, words)]


def run(data, out, *arguments, method="nearest_means") -> subprocess.CompletedProcess:
    """Run one seed in the record's folder."""
    return subprocess.run(
        command([data], method, [0], [out], *arguments), capture_output=True, text=True, cwd=out.parent
    )


def trial(data, folder, *arguments, **method) -> Record:
    """The record of one seed."""
    run(data, folder / "0.json", *arguments, **method)
    return Record.read(folder / "0.json")


def seeds_of(data, folder, *arguments, seeds=(0, 1, 2), method="own") -> list[Record]:
    """Records of several seeds, run by one command; `data` is the draw of all of them, or a list with one for each."""
    outs = [folder / f"{seed}.json" for seed in seeds]
    draws = data if isinstance(data, list) else [data] * len(seeds)
    words = command(draws, method, seeds, outs, *arguments)
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return [Record.read(out) for out in outs]
