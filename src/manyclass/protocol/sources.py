"""Which source files a module runs: the closure of its imports, within the package or, of a user's own, beside it.

By them an edit of one kernel reruns exactly the methods that use it (`manyclass.workflow.stamps`), and no snapshot is
taken up by other code. Snakemake itself sees no imported modules.
"""

import ast
import importlib.util
import sys
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path

PACKAGE = "manyclass"
INSTALLED = {"site-packages", "dist-packages"}  # folders of what is not edited, and has thousands of files


@cache
def _file(module: str) -> Path | None:
    """File of a module; None for anything else, such as a name imported from a module.

    Part by part: to ask for the module itself would be to run the packages that it is in.
    """
    first, *parts = module.split(".")
    try:
        spec = importlib.util.find_spec(first)
    except ValueError:  # of a module that was made and not imported, or of no name
        return None
    for part in parts:
        if spec is None or spec.submodule_search_locations is None:
            return None
        package = sys.modules.get(spec.name)  # one that runs says itself where its modules are
        places = getattr(package, "__path__", spec.submodule_search_locations)
        spec = PathFinder.find_spec(f"{spec.name}.{part}", places)
    return Path(spec.origin) if spec and spec.origin else None


@cache
def _imports(file: Path) -> frozenset[Path]:
    """Files of the package, and those beside it, that this file imports directly, wherever in it the import stands."""
    names = set()
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"))
    except (SyntaxError, ValueError):  # of a user's own, which will be said when it is loaded
        return frozenset()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = _above(file, node.level)
            whole = ".".join(filter(None, [above, node.module]))
            names.update([whole, *(f"{whole}.{alias.name}" for alias in node.names)])
    of_package = {name for name in names if name.split(".")[0] == PACKAGE}
    found = {_file(name) for name in of_package}.union(*(_beside(file, name) for name in names - of_package))
    return frozenset(found - {None})


def _root(file: Path) -> Path:
    """The folder from which a file is imported: the first above it that is no package."""
    folder = file.parent
    while (folder / "__init__.py").is_file():
        folder = folder.parent
    return folder


def _above(file: Path, level: int) -> str:
    """Dotted name of the package that ``level`` dots before an import stand for; empty for none."""
    return ".".join(file.relative_to(_root(file)).parts[:-level]) if level else ""


def _beside(file: Path, name: str) -> list[Path]:
    """Files of a module, by its dotted name, and of the packages that it is in, which lie where ``file`` does.

    They are where the import of ``file`` begins, unless that is where others' packages are installed. Nothing is run.
    """
    root, parts = _root(file), name.split(".")
    if INSTALLED & {*root.parts}:
        return []
    paths = [root.joinpath(*parts[: k + 1]) for k in range(len(parts))]
    possible = [each for path in paths for each in (path.with_suffix(".py"), path / "__init__.py")]
    return [each for each in possible if each.is_file()]


def closure(*modules: str) -> list[str]:
    """Source files that these modules import, directly or not, and their own: sorted, relative if below here.

    Parameters
    ----------
    *modules : str
        Dotted names such as ``"manyclass.methods.wsabie"``. A user's own counts with what it imports from the folder
        that it lies in, one that is installed with its own file alone.

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
