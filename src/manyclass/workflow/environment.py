"""The environment that the jobs of a run inherit."""

import os
import sys
from pathlib import Path

THREADED = ("OMP", "OPENBLAS", "MKL", "NUMBA")


def settle() -> None:
    """Make "python" in a rule the one that runs Snakemake, and one thread mean one thread.

    An environment can be used without being activated; and numerical libraries would otherwise take every core
    for each of the jobs that run side by side.
    """
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for library in THREADED:
        os.environ[f"{library}_NUM_THREADS"] = "1"
