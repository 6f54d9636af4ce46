"""The house's plan, read off the source: who imports whom, and how large files and functions grow."""

import ast
from pathlib import Path

import pytest

import manyclass

PACKAGE = Path(manyclass.__file__).parent
FILES = sorted(PACKAGE.rglob("*.py"))
LINES_OF_A_FILE, LINES_OF_A_FUNCTION = 300, 45

# Beside itself, a layer imports these and no others; data sets and methods are reached by file name.
MAY_IMPORT = {
    "kernels": set(),
    "methods": {"kernels"},
    "features": set(),
    "datasets": {"features"},
    "protocol": {"methods.base", "datasets.base"},
    "peers": {"methods.base"},
    "report": {"protocol.claims.interval"},
    "exhibits": {"protocol", "report", "methods"},
    "workflow": {"exhibits", "protocol", "report"},
    "reference": {"exhibits", "protocol", "report", "workflow"},
}
# The simulation of last violators hands given violators to the very kernel that trains.
MAY_IMPORT_KERNELS = {"exhibits/gupta2014/frozen_ranking.py"}
# The folders themselves, to list what they hold; none of their files.
MAY_LIST = {"protocol": {"manyclass.methods", "manyclass.datasets"}}


def imports(tree):
    """Dotted names that a file imports, wherever in it the import stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def is_within(name, part):
    return name == part or name.startswith(f"{part}.")


def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


@pytest.fixture(params=FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def source(request):
    return request.param


def test_every_layer_is_in_the_plan():
    layers = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert layers <= set(MAY_IMPORT)


def test_imports_go_down(source):
    layer = source.relative_to(PACKAGE).parts[0]
    allowed = {f"manyclass.{name}" for name in (layer, *MAY_IMPORT.get(layer, ()))}
    if str(source.relative_to(PACKAGE)) in MAY_IMPORT_KERNELS:
        allowed.add("manyclass.kernels")
    ours = {name for name in imports(parsed(source)) if is_within(name, "manyclass")}
    others = ours - MAY_LIST.get(layer, set())
    assert [name for name in sorted(others) if not any(is_within(name, part) for part in allowed)] == []


def test_numba_is_for_kernels(source):
    compiled = any(is_within(name, "numba") for name in imports(parsed(source)))
    assert not compiled or source.is_relative_to(PACKAGE / "kernels")


def test_imports_are_absolute(source):
    nodes = ast.walk(parsed(source))
    assert not [node.lineno for node in nodes if isinstance(node, ast.ImportFrom) and node.level]


def test_files_and_functions_are_short(source):
    lines = source.read_text(encoding="utf-8").count("\n")
    assert lines <= LINES_OF_A_FILE
    functions = (n for n in ast.walk(parsed(source)) if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef)))
    long = {f.name: _lines_of_code(f) for f in functions if _lines_of_code(f) > LINES_OF_A_FUNCTION}
    assert long == {}


def _lines_of_code(function):
    """Lines from the signature to the end, without the docstring."""
    docstring = function.body[0] if ast.get_docstring(function) is not None else None
    explained = docstring.end_lineno - docstring.lineno + 1 if docstring else 0
    return function.end_lineno - function.lineno + 1 - explained
