"""Whether the classifiers that a configuration names can be loaded: found out before any job, in another process.

To import a module is to run it, and one's own may raise, exit, or never end. Run as ``python -m
manyclass.workflow.own_methods NAME package.module:Class [PARAMETER ...]``.
"""

import inspect
import subprocess
import sys

from manyclass.protocol.errors import one_line
from manyclass.protocol.trial import estimators
from manyclass.protocol.validation import check_names

LOADED = "loaded"
SECONDS = 60.0
KINDS = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def unloadable(methods: dict, seconds: float = SECONDS) -> list[str]:
    """What is wrong with the classifiers that cannot be loaded, a line each.

    Parameters
    ----------
    methods : dict
        ``own.methods`` of a checked configuration.
    seconds : float
        Most wall-clock time that the import of one may take.
    """
    imported = {name: entry for name, entry in methods.items() if "import" in entry}
    wrong = ((name, _elsewhere(name, entry, seconds)) for name, entry in imported.items())
    return [f"own.methods.{name}: {why}" for name, why in wrong if why]


def refuse_unloadable(methods: dict) -> None:
    """End the program with one line if a classifier cannot be loaded."""
    if wrong := unloadable(methods):
        sys.exit(f"error: config: {wrong[0]}")


def unsuitable(name: str, path: str, parameters=()) -> str | None:
    """Say in a line what is wrong with a classifier; importing it here, nothing of it is called.

    Parameters
    ----------
    name : str
        What the configuration calls it.
    path : str
        ``package.module:Class``.
    parameters : iterable of str
        Names of the parameters that are fixed or searched.

    Returns
    -------
    str or None
        None where nothing is wrong.
    """
    try:
        _check_parameters(path, estimators.load(name, path), parameters)
    except ValueError as error:
        return one_line(str(error).removeprefix(f"method {name}: "))  # the configuration's key names it
    except SystemExit as error:
        return f"cannot import {path!r}: it ended by itself with status {one_line(error.code or 0)}"
    except BaseException as error:  # whatever a module raises, and some raise what is no Exception
        return one_line(f"cannot import {path!r}: {type(error).__name__}: {error}")
    return None


def _check_parameters(path, cls, given) -> None:
    """Refuse parameters that the class does not take, and a class that needs others."""
    if isinstance(cls, estimators.Prototype):
        check_names("parameter", given, sorted(cls.takes()), where=f"{path}: ")
        cls()  # what cannot be copied fails here
        return
    try:
        takes = inspect.signature(cls).parameters
    except (TypeError, ValueError):  # of compiled classes, which say nothing of themselves
        return
    if all(each.kind not in KINDS for each in takes.values()):
        check_names("parameter", given, [*takes], where=f"{path}: ")
    needed = [name for name, each in takes.items() if each.default is each.empty and each.kind not in KINDS]
    if missing := [name for name in needed if name not in {*given, "random_state"}]:
        raise ValueError(f"{path!r} needs {missing[0]}: fixed must give it")


def _elsewhere(name: str, entry: dict, seconds: float) -> str | None:
    """What `unsuitable` says in another process, or why that one did not say anything."""
    path, parameters = entry["import"], [*entry.get("fixed", {}), *entry.get("search", {})]
    command = [sys.executable, "-m", __name__, name, path, *parameters]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return f"to import {path!r} takes more than {seconds:g} seconds"
    if done.stdout.split()[-1:] == [LOADED]:
        return None
    said = done.stderr.strip().splitlines()
    return said[-1] if said else f"cannot import {path!r}: it ended by itself with status {done.returncode}"


def main(name: str, path: str, *parameters: str) -> None:
    """Say that a classifier can be loaded, or end with what is wrong with it."""
    wrong = unsuitable(name, path, parameters)
    sys.stdout.flush()
    if wrong:
        sys.exit(wrong)
    print(f"\n{LOADED}")


if __name__ == "__main__":
    main(*sys.argv[1:])
