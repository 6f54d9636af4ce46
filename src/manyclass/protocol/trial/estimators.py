"""Estimator classes by name: a file of ``methods`` holds one, an import path names a user's own."""

import inspect
from importlib import import_module
from pathlib import Path

from sklearn.base import ClassifierMixin, ClusterMixin, OutlierMixin, RegressorMixin

import manyclass.methods
from manyclass.methods.base.ladder import groups

OTHER_KINDS = {"regressor": RegressorMixin, "clustering": ClusterMixin, "detector of outliers": OutlierMixin}


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


def searched(cls: type, declared) -> list[dict]:
    """Values to try by parameter, in the groups that take their turn: those `declared`, or None for the class's own."""
    return groups(getattr(cls, "search", {}) if declared is None else declared)


def _own(name, factory):
    module, colon, label = factory.partition(":")
    if not (module and colon and label):
        raise ValueError(f"method {name}: import {factory!r} is not of the form package.module:Class")
    try:
        named = getattr(import_module(module), label)
    except Exception as error:  # to import a user's own is to run it
        raise ValueError(f"method {name}: cannot import {factory!r}: {type(error).__name__}: {error}") from None
    if not (inspect.isclass(named) and all(callable(getattr(named, needed, None)) for needed in ("fit", "predict"))):
        raise ValueError(f"method {name}: {factory!r} is no class with fit and predict")
    if inspect.isabstract(named):
        raise ValueError(f"method {name}: {factory!r} is an abstract class: name one that derives from it")
    for kind, mixin in OTHER_KINDS.items():
        if issubclass(named, mixin) and not issubclass(named, ClassifierMixin):
            raise ValueError(f"method {name}: {factory!r} is a {kind}, and no classifier")
    return named
