"""What the benchmarks are run on, in one line: processor, versions, and which core BLAS has code for."""

import os
import platform
from importlib.metadata import PackageNotFoundError, version

import numpy  # noqa: F401 - loads the BLAS that is asked about
from threadpoolctl import threadpool_info

from manyclass.workflow.machine import processor

PACKAGES = ["numpy", "scipy", "numba", "scikit-learn", "vowpalwabbit", "napkinxc", "liblinear-official"]


def line() -> str:
    """The line."""
    versions = ", ".join([f"Python {platform.python_version()}", *_versions()])
    return f"{processor()}, {os.cpu_count()} cores; {versions}; {_blas()}"


def _versions():
    for name in PACKAGES:
        try:
            yield f"{name} {version(name)}"
        except PackageNotFoundError:
            continue


def _blas() -> str:
    for library in threadpool_info():
        if library["user_api"] == "blas":
            core = library.get("architecture", "a core that it does not name")
            return f"BLAS: {library['internal_api']} {library['version']} for {core}"
    return "BLAS: one that threadpoolctl does not know"


if __name__ == "__main__":
    print(line())
