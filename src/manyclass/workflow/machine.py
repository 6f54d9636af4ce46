"""This machine: its processor, and the memory that may be taken."""

import os
import platform
from collections.abc import Iterator
from pathlib import Path

# Where the limit of a container's memory stands, by the two versions of control groups.
CGROUPS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def processor() -> str:
    """Name of the processor as the system gives it."""
    information = Path("/proc/cpuinfo")
    lines = information.read_text().splitlines() if information.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def memory_bytes() -> int:
    """Memory of this machine, or what a container on it may take."""
    return min([os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"), *_limits()])


def _limits() -> Iterator[int]:
    """What the control groups say that may be taken, where one can read it; they may also say "max"."""
    for path in CGROUPS:
        try:
            said = path.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            continue
        if said.isdigit():
            yield int(said)
