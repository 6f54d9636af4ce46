"""A lean start for processes that live for seconds: scikit-learn without what it imports and hardly ever uses."""

import sys
from contextlib import suppress
from types import ModuleType


def lean_scikit_learn() -> None:
    """Import scikit-learn's foundation (``sklearn.utils``) without pandas and scipy.stats, most of its time.

    Its modules name both, for old versions and for data frames. Afterwards either is imported as usual by whoever
    wants it: pandas by its name, and scipy.stats by ``scipy`` itself, which loads submodules on first use. Does
    nothing where scikit-learn is loaded already.

    The standard library's `importlib.util.LazyLoader` is no help: an ``import`` of a module that waits loads it.
    """
    if "sklearn" in sys.modules:
        return
    stand_ins = {"pandas": None, "scipy.stats": ModuleType("scipy.stats")}  # None: as if it were not installed
    stand_ins = {name: stand_in for name, stand_in in stand_ins.items() if name not in sys.modules}
    sys.modules.update(stand_ins)
    try:
        with suppress(ImportError):  # a version that asks for more of them imports what it lacks when it is used
            import sklearn.utils  # noqa: F401
    finally:
        for name in stand_ins:
            del sys.modules[name]
