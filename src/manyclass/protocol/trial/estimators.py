"""Estimator classes by name: a file of ``methods`` holds one, an import path names a user's own.

What a path names may also be an estimator that is made already, such as a Pipeline, whose steps no configuration could
write down: it stands for a class as a `Prototype`.
"""

import inspect
from collections.abc import Container
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from sklearn.base import (
    BaseEstimator,
    ClassifierMixin,
    ClusterMixin,
    OutlierMixin,
    RegressorMixin,
    clone,
    is_clusterer,
    is_outlier_detector,
    is_regressor,
)

import manyclass.methods
from manyclass.methods.base.ladder import groups

OTHER_KINDS = {  # by the mixin of a class, and by what an estimator says of itself
    "regressor": (RegressorMixin, is_regressor),
    "clustering": (ClusterMixin, is_clusterer),
    "detector of outliers": (OutlierMixin, is_outlier_detector),
}
SEED = "random_state"


@dataclass(frozen=True)
class Prototype:
    """An estimator in the place of its class: called, it gives an unfitted copy with these parameters.

    What else is read of a class, such as whether it has ``passes``, is read of the estimator.

    Parameters
    ----------
    estimator : BaseEstimator
    """

    estimator: BaseEstimator

    def __call__(self, random_state=None, **params) -> BaseEstimator:
        """Make a copy; every part of it that would draw anew each time has the ``random_state``."""
        seeds = dict.fromkeys(self._drawing(), random_state)
        return clone(self.estimator).set_params(**seeds | params)

    def __getattr__(self, name):
        """An attribute of the estimator."""
        return getattr(self.estimator, name)

    def takes(self) -> Container[str]:
        """Names of parameters, those of steps as ``step__name``."""
        return {*self.estimator.get_params(), *([SEED] if self._drawing() else [])}

    def _drawing(self) -> list[str]:
        """Parameters that are seeds, and that nobody has set."""
        params = self.estimator.get_params()
        return [name for name, value in params.items() if name.split("__")[-1] == SEED and value is None]


def names() -> list[str]:
    """List the methods: the files of their folder."""
    return sorted(path.stem for path in Path(manyclass.methods.__file__).parent.glob("[!_]*.py"))


def load(name, factory=None) -> type | Prototype:
    """Import the estimator class of a method's file, or what is at `factory`, ``"package.module:Class"``.

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


def takes(cls: type | Prototype) -> Container[str]:
    """Names of the parameters that a class takes."""
    return cls.takes() if isinstance(cls, Prototype) else inspect.signature(cls).parameters


def in_passes(estimator) -> bool:
    """Whether an estimator, or a class of such, trains pass by pass, as ours do; these have the protocol's other hooks.

    A parameter of somebody else's class may be called ``passes``, too, and is no method.
    """
    known = estimator.estimator if isinstance(estimator, Prototype) else estimator
    return callable(getattr(known if inspect.isclass(known) else type(known), "passes", None))


def resumable(estimator) -> bool:
    """Whether the training of an estimator, or of a class of such, can be taken up where it was."""
    return in_passes(estimator) and bool(getattr(estimator, "resumable", False))


def _own(name, factory):
    module, colon, label = factory.partition(":")
    if not (module and colon and label):
        raise ValueError(f"method {name}: import {factory!r} is not of the form package.module:Class")
    try:
        named = getattr(import_module(module), label)
    except Exception as error:  # to import a user's own is to run it
        raise ValueError(f"method {name}: cannot import {factory!r}: {type(error).__name__}: {error}") from None
    is_class, has_both = inspect.isclass(named), all(callable(getattr(named, do, None)) for do in ("fit", "predict"))
    if not (has_both and (is_class or isinstance(named, BaseEstimator))):
        raise ValueError(f"method {name}: {factory!r} is no class with fit and predict, nor an estimator that has them")
    if is_class and inspect.isabstract(named):
        raise ValueError(f"method {name}: {factory!r} is an abstract class: name one that derives from it")
    for kind, (mixin, says_so) in OTHER_KINDS.items():
        if (issubclass(named, mixin) and not issubclass(named, ClassifierMixin)) if is_class else says_so(named):
            raise ValueError(f"method {name}: {factory!r} is a {kind}, and no classifier")
    return named if is_class else Prototype(named)
