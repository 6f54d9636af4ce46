"""The methods that the folder holds, and small samples to train them on."""

import importlib
import inspect
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator

from manyclass import methods
from manyclass.methods.base.sgd.stochastic import StochasticClassifier
from manyclass.methods.base.trees.label_tree import LabelTreeClassifier
from manyclass.methods.confusion_label_tree import ConfusionLabelTree
from manyclass.methods.kernel_topk_svm import KernelTopKSVM
from manyclass.methods.label_tree import LabelTree
from manyclass.methods.recall_at_k import RecallAtK
from manyclass.methods.top_push import TopPush
from manyclass.methods.topk_entropy import TopKEntropy
from manyclass.methods.topk_svm import TopKSVM

FILES = sorted(path.stem for path in Path(methods.__file__).parent.glob("*.py") if path.stem != "__init__")


def classes_in(name):
    """Estimator classes that the file of this name defines."""
    module = importlib.import_module(f"manyclass.methods.{name}")
    return [
        value
        for label, value in vars(module).items()
        if inspect.isclass(value)
        and issubclass(value, BaseEstimator)
        and value.__module__ == module.__name__
        and not label.startswith("_")
    ]


METHODS = [cls for name in FILES for cls in classes_in(name)]
ONE_CLASS_EACH = [ConfusionLabelTree, KernelTopKSVM, LabelTree, RecallAtK, TopKEntropy, TopKSVM, TopPush]
IN_ONE_GO = [cls for cls in METHODS if "max_iter" not in cls().get_params(deep=False)]
TREES = [cls for cls in METHODS if issubclass(cls, LabelTreeClassifier)]
STOCHASTIC = [cls for cls in METHODS if issubclass(cls, StochasticClassifier)]
BRIEF = {"max_iter": 3, "random_state": 0}


def brief(cls, **params):
    """An estimator with few passes and a fixed seed, where it takes them."""
    return cls(**{name: value for name, value in (BRIEF | params).items() if name in cls().get_params()})


def samples(n=240, d=12, n_classes=8, seed=0, density=1.0):
    """Float32 X (n, d) around a mean for each class, and y int64 (n,) in which no class is missing."""
    rng = np.random.default_rng(seed)
    y = np.arange(n) % n_classes
    X = rng.standard_normal((n_classes, d))[y] + 0.7 * rng.standard_normal((n, d))
    return np.float32(X * (rng.random((n, d)) < density)), y


def indicator(sets, n_classes):
    """CSR indicator int8 of a list of collections of classes."""
    indptr = np.cumsum([0, *map(len, sets)], dtype=np.int32)
    indices = np.array([g for each in sets for g in sorted(each)], np.int32)
    return sp.csr_array((np.ones(len(indices), np.int8), indices, indptr), shape=(len(sets), n_classes))


def several(y, n_classes, seed=1):
    """Indicator with the given class and, for every third sample, the next two as well."""
    extra = np.random.default_rng(seed).random(len(y)) < 1 / 3
    more = [{g, (g + 1) % n_classes, (g + 2) % n_classes} if e else {g} for g, e in zip(y.tolist(), extra)]
    return indicator(more, n_classes)


def many_labels(cls, y, n_classes):
    """Indicator with several classes for some samples, if the method takes them, and one each if not."""
    return indicator([{g} for g in y.tolist()], n_classes) if cls in ONE_CLASS_EACH else several(y, n_classes)


def learnt(estimator):
    """The bytes of all that was learnt."""
    return b"".join(np.ascontiguousarray(array).tobytes() for array in estimator._arrays())
