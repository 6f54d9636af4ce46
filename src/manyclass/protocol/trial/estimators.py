"""Estimator classes by name: a file of ``methods`` holds one, an import path names a user's own."""

import inspect
from importlib import import_module
from pathlib import Path

import manyclass.methods


def names() -> list[str]:
    """List the methods: the files of their folder."""
    return sorted(path.stem for path in Path(manyclass.methods.__file__).parent.glob("[!_]*.py"))


def load(name, factory=None) -> type:
    """Import the estimator class of a method's file, or the class at `factory`, ``"package.module:Class"``.

    Raises
    ------
    ValueError
        When there is no such file, module or class, or it is no classifier; the message says which, and what there is
        to choose from.
    """
    if factory is not None:
        return _own(name, factory)
    if name not in names():
        raise ValueError(f"unknown method {name!r}; choose from {', '.join(names())}")
    module = import_module(f"manyclass.methods.{name}")
    classes = [
        value
        for label, value in vars(module).items()
        if inspect.isclass(value) and value.__module__ == module.__name__ and not label.startswith("_")
    ]
    if len(classes) != 1:
        raise ValueError(f"methods/{name}.py must define exactly one public class, found {len(classes)}")
    return classes[0]


def _own(name, factory):
    module, colon, label = factory.partition(":")
    if not (module and colon and label):
        raise ValueError(f"method {name}: import {factory!r} is not of the form package.module:Class")
    try:
        named = getattr(import_module(module), label)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"method {name}: cannot import {factory!r}: {error}") from None
    if not (inspect.isclass(named) and all(callable(getattr(named, needed, None)) for needed in ("fit", "predict"))):
        raise ValueError(f"method {name}: {factory!r} is no class with fit and predict")
    return named
