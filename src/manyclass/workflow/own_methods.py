"""Whether the classifiers that a configuration names can be loaded: found out before any job, in another process.

To import a module is to run it, and one's own may raise, exit, or never end.
"""

import subprocess
import sys

LOADED = "loaded"
CODE = f"""
import sys
from manyclass.protocol.trial import estimators
estimators.load(*sys.argv[1:])
print("{LOADED}")
"""
SECONDS = 60.0


def unloadable(methods: dict, seconds: float = SECONDS) -> list[str]:
    """What is wrong with the classifiers that cannot be loaded, a line each.

    Parameters
    ----------
    methods : dict
        ``own.methods`` of a checked configuration.
    seconds : float
        Most wall-clock time that the import of one may take.
    """
    named = ((name, entry["import"]) for name, entry in methods.items() if "import" in entry)
    wrong = ((name, _wrong(name, path, seconds)) for name, path in named)
    return [f"own.methods.{name}: {why}" for name, why in wrong if why]


def refuse_unloadable(methods: dict) -> None:
    """End the program with one line if a classifier cannot be loaded."""
    if wrong := unloadable(methods):
        sys.exit(f"error: config: {wrong[0]}")


def _wrong(name: str, path: str, seconds: float) -> str | None:
    command = [sys.executable, "-c", CODE, name, path]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"to import {path!r} takes more than {seconds:g} seconds"
    if done.stdout.split()[-1:] == [LOADED]:
        return None
    last = (done.stderr.strip().splitlines() or [f"it ended by itself with status {done.returncode}"])[-1]
    return f"cannot import {path!r}: {last}"
