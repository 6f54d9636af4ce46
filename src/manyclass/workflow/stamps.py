"""One file for all sources that a module runs, which Snakemake compares in their place.

A trial runs some seventy files of the package. To list them all as inputs of every job makes Snakemake look at tens of
thousands of files before it starts. A stamp holds their digests, and is as old as the moment when one of them was first
seen to be another, at first as the newest of them: an edit reruns exactly what uses the file, also one that was made
while a job ran, or came with a file that is older than the results; and a file that was merely touched, or checked out
again, reruns nothing.

Snakemake notes what a job has read when it ends: a stamp that another process, such as a dry run, had brought up to
date meanwhile would pass for what the job ran. So stamps stay as they are while a run holds Snakemake's lock, and the
next run, or dry run, after it sees the edit. A run with ``--nolock`` has no such care taken of it.
"""

import os
import time
from functools import cache
from pathlib import Path

from manyclass.protocol.files import digest_of
from manyclass.protocol.sources import closure

FOLDER = Path(".snakemake", "sources")  # below the working directory, beside what Snakemake notes itself
LOCKS = Path(".snakemake", "locks")  # Snakemake's own: a run makes them once it has read the Snakefile
_digest = cache(digest_of)


def stamps(*modules: str) -> list[str]:
    """Paths of the stamps of these modules, each brought up to date: one for what each runs, by its name.

    Parameters
    ----------
    *modules : str
        Dotted names, as those of `manyclass.protocol.sources.closure`.

    Raises
    ------
    ValueError
        If there is no such module.
    """
    return [_stamp(module, Path.cwd()) for module in modules]


@cache
def _stamp(module: str, here: Path) -> str:
    """The stamp of a module in the working directory ``here``; its sources are looked at once a process."""
    path = FOLDER / f"{module}.txt"
    known = path.exists()
    if known and any(LOCKS.glob("*")):
        return str(path)
    files = [Path(file) for file in closure(module)]
    text = "".join(f"{_digest(here / file)}  {file}\n" for file in files)
    if not known or path.read_text(encoding="utf-8") != text:
        since = time.time_ns() if known else max(file.stat().st_mtime_ns for file in files)
        path.parent.mkdir(parents=True, exist_ok=True)
        # Snakemake locks a folder for runs, but not for dry ones: each process has a name of its own for the part.
        part = path.with_name(f".{path.name}.{os.getpid()}")
        part.write_text(text, encoding="utf-8")
        os.utime(part, ns=(since, since))
        part.replace(path)
    return str(path)
