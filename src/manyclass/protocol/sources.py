"""Which source files a module runs: the closure of its imports within the package.

By them an edit of one kernel reruns exactly the methods that use it (`manyclass.workflow.stamps`), and no snapshot is
taken up by other code. Snakemake itself sees no imported modules.
"""

import ast
import importlib.util
from functools import cache
from pathlib import Path

PACKAGE = "manyclass"


@cache
def _file(module: str) -> Path | None:
    """File of a module of the package; None for anything else, such as a name imported from a module."""
    try:
        spec = importlib.util.find_spec(module)
    except (Exception, SystemExit):  # to look into a package is to run it, and a user's own may raise whatever
        return None
    return Path(spec.origin) if spec and spec.origin else None


@cache
def _imports(file: Path) -> frozenset[Path]:
    """Files of the package that this file imports directly, wherever in it the import stands."""
    names = set()
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError):  # of a user's own, which will be said when it is loaded
        return frozenset()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update([node.module, *(f"{node.module}.{alias.name}" for alias in node.names)])
    within = (name for name in names if name.split(".")[0] == PACKAGE)
    return frozenset(found for name in within if (found := _file(name)))


def closure(*modules: str) -> list[str]:
    """Source files that these modules import, directly or not, and their own: sorted, relative if below here.

    Parameters
    ----------
    *modules : str
        Dotted names such as ``"manyclass.methods.wsabie"``. A module outside the package counts with its own
        file alone.

    Raises
    ------
    ValueError
        If there is no such module.
    """
    waiting = []
    for module in modules:
        if (file := _file(module)) is None:
            raise ValueError(f"no module {module!r} can be imported")
        waiting.append(file)
    seen = set()
    while waiting:
        file = waiting.pop()
        if file not in seen:
            seen.add(file)
            waiting.extend(_imports(file) if file.suffix == ".py" else ())
    return sorted(map(relative, seen))


def relative(file: Path) -> str:
    """Path of a file, relative to the working directory if it lies below."""
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
