"""This machine: its processor, and the cores and the memory that may be taken."""

import os
import platform
from collections.abc import Iterator
from pathlib import Path

# The control groups of this process, and where the limits of groups stand, by the two versions of them.
GROUPS, ROOT = Path("/proc/self/cgroup"), Path("/sys/fs/cgroup")
LIMITS = {"": (ROOT, "memory.max"), "memory": (ROOT / "memory", "memory.limit_in_bytes")}
OF_JOB = "SLURM_MEM_PER_NODE"  # MiB that a job of SLURM asked for, on each of its machines; 0 for all there is


def processor() -> str:
    """Name of the processor as the system gives it."""
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def memory_bytes() -> int:
    """Memory of this machine, or what a container or a job of SLURM on it may take."""
    said = os.environ.get(OF_JOB, "")
    of_job = [int(said) * 2**20] if said.isdigit() and int(said) else []
    return min([os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), *of_job, *_limits()])


def cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _limits() -> Iterator[int]:
    """What the control groups say that may be taken, up to the root of each; they may also say "max"."""
    groups = dict.fromkeys(LIMITS, "/")  # a container sees its own group as the root
    for line in _read(GROUPS).splitlines():
        _, kinds, group = line.split(":", 2)
        groups |= {kind: group for kind in kinds.split(",") if kind in LIMITS}
    for kind, (root, name) in LIMITS.items():
        group = root / groups[kind].lstrip("/")
        for folder in (group, *group.parents):
            if folder.is_relative_to(root) and (said := _read(folder / name).strip()).isdigit():
                yield int(said)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii")
    except (OSError, ValueError):
        return ""
