"""What a run needs of its surroundings: the environment that jobs inherit, and how they are scheduled."""

import os
import sys
from pathlib import Path

from manyclass.protocol.trial.run import REMOTE, WORKFLOW
from manyclass.workflow.machine import memory_bytes

THREADED = ("OMP", "OPENBLAS", "MKL", "NUMBA")


def set_job_environment(workflow) -> None:
    """Make "python" in a rule the one that runs Snakemake, and one thread mean one thread; say who waits for jobs.

    An environment can be used without being activated; and numerical libraries would otherwise take every core
    for each of the jobs that run side by side. A job of which nobody waits for the end is to end by itself. One on a
    cluster that is killed may be tried again; a workflow that runs on one machine, be it a cluster's, has its record.

    Parameters
    ----------
    workflow : snakemake.workflow.Workflow
        The workflow whose jobs inherit it.
    """
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for library in THREADED:
        os.environ[f"{library}_NUM_THREADS"] = "1"
    os.environ[WORKFLOW] = str(os.getpid())
    if workflow.remote_exec:
        os.environ[REMOTE] = "yes"


def limit_memory(workflow) -> None:
    """Let no more local jobs run at a time than have room in this machine's memory, by what each asks for.

    The system would end one of those that are too many, and its record would say that it failed. A user's own
    ``--resources mem_mb=...`` comes first; a cluster sees to it itself.

    Parameters
    ----------
    workflow : snakemake.workflow.Workflow
        The workflow whose rules are about to be read.
    """
    local = workflow.resource_settings.nodes is None
    if local and "mem_mb" not in workflow.global_resources:
        workflow.register_resource("mem_mb", memory_bytes() // 10**6)


def disable_rate_limit(workflow) -> None:
    """Let local jobs start at any rate.

    Snakemake limits the rate, and to that end looks at all that is left to do once a second for each job that has
    finished, to the end of the run: with hundreds of jobs that takes half a core.

    Parameters
    ----------
    workflow : snakemake.workflow.Workflow
        The workflow that is about to run; its scheduler is changed.
    """
    if workflow.local_exec:
        workflow.scheduler.job_rate_limiter = None
