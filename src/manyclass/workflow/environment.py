"""What a run needs of its surroundings: the environment that jobs inherit, and how they are scheduled."""

import os
import sys
from pathlib import Path

THREADED = ("OMP", "OPENBLAS", "MKL", "NUMBA")


def settle(workflow) -> None:
    """Make "python" in a rule the one that runs Snakemake, one thread mean one thread, and scheduling cheap.

    An environment can be used without being activated; and numerical libraries would otherwise take every core
    for each of the jobs that run side by side. Snakemake limits the rate at which jobs start, and for every job
    that has finished looks at all that remain once a second, to the end of the run: with hundreds of them that
    takes half a core. Local jobs need no such limit.

    Parameters
    ----------
    workflow : snakemake.workflow.Workflow
        The workflow being parsed; its settings are changed.
    """
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for library in THREADED:
        os.environ[f"{library}_NUM_THREADS"] = "1"
    if workflow.local_exec:
        workflow.scheduling_settings.max_jobs_per_timespan = None
