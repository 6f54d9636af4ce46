"""Trials that the exhibits of Perronnin et al. 2012 share, and what is measured: five SVMs, features of many sizes.

All train without a penalty and with a fixed step until the validation accuracy no longer rises (the document's
strategy iii). Validation and test part have as many images of every class, to within one, so that what is chosen by
accuracy is chosen by the mean over classes, by which the document judges.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.perronnin2012 import budgets
from manyclass.protocol.results import failure
from manyclass.protocol.trial.spec import Trial

ILSVRC, IMAGENET10K = "ilsvrc", "imagenet10k"
METHODS = {
    "w-OVR": "weighted_one_vs_rest",
    "WAR": "weighted_ranking_svm",
    "MUL": "multiclass_svm",
    "RNK": "ranking_svm",
    "u-OVR": "weighted_one_vs_rest",
}
FOUR = ("w-OVR", "MUL", "RNK", "WAR")
VARIANTS = {"u-OVR": ("unweighted", {"balance": None})}
FEATURES = {"BOV": "bov32", "FV": "fv32"}
MANY_CLASSES = {"BOV": "bov32", "FV": "fv8"}
FULL = {"BOV": "bov1024", "FV": "fv256sp"}  # the document's own, on both sets
GAUSSIANS = {"fv2": 2, "fv8": 8, "fv32": 32, "fv64": 64, "fv256": 256}  # of Fisher vectors, by name of the features
MEASURES = {"top-1": "mean_class_accuracy", "top-5": "mean_class_top5"}


def dataset_name(dataset: str, features: str) -> str:
    """Name of a data set with these features."""
    return f"{dataset}-{features}"


def svm_trial(config, method, features, dataset=ILSVRC, variant=None, fixed=None, **declared):
    """Declare the trial of a method, named as in the document, on a data set.

    Parameters
    ----------
    config : dict
        The workflow's configuration; read here: ``scale``.
    method : str
        One of METHODS.
    features : str
        A variant of the data set.
    dataset : str
        ILSVRC or IMAGENET10K.
    variant, fixed : str, dict
        Name and parameters of a trial that is not the document's plain one.
    **declared
        What replaces the budget, as `Trial` takes it.
    """
    default_variant, default_fixed = VARIANTS.get(method, ("default", {}))
    variant, fixed = variant or default_variant, default_fixed | (fixed or {})
    budget = budgets.budget(config.get("scale", "standard"), method, dataset, features) | declared
    return Trial(dataset_name(dataset, features), METHODS[method], variant, fixed, **budget)


def imagenet10k_trial(config, method, kind):
    """Declare the trial of a method on the larger set, whose features are of the `kind` BOV or FV."""
    return svm_trial(config, method, features_by_kind(config, MANY_CLASSES)[kind], IMAGENET10K)


def features_by_kind(config, ours=FEATURES) -> dict[str, str]:
    """What BOV and FV are at the configured scale: `ours`, or the document's at full scale."""
    return FULL if config.get("scale") == "full" else ours


def fisher_sizes(config) -> dict[str, int]:
    """Gaussians of the Fisher vectors, by the name of the features, small ones first."""
    return {features: GAUSSIANS[features] for features in budgets.SIZES[config.get("scale", "standard")]}


def balances(config, dataset=ILSVRC) -> list:
    """Negatives per positive that w-OVR tries."""
    return budgets.balances(config.get("scale", "standard"), dataset)


def method_name(trial) -> str:
    """The document's name of a trial's method."""
    variants = {method: VARIANTS.get(method, ("default",))[0] for method in METHODS}
    return next(m for m in METHODS if (METHODS[m], variants[m]) == (trial.method, trial.variant))


def accuracy_by_seed(results, trial, measure="top-1", **params) -> np.ndarray:
    """Accuracy in percent at these parameters, float64 (seeds,); nan where a seed has no result."""
    return base.accuracy(results.records(trial), MEASURES[measure], **params)


def spread_or_failure(results, trial, values):
    """Mean and deviation of a trial's values for a table, or why there are none."""
    return failure(results.records(trial)) or statistics.spread(values)


def span(accuracies) -> np.ndarray:
    """Best less worst of some methods' accuracies, a dict of float64 (seeds,): float64 (seeds,)."""
    values = np.array(list(accuracies.values()), dtype=float)
    return values.max(axis=0) - values.min(axis=0)


def relative_span(accuracies) -> np.ndarray:
    """The span in percent of the methods' mean, float64 (seeds,); nan where that is zero."""
    mean = np.array(list(accuracies.values()), dtype=float).mean(axis=0)
    return 100 * np.divide(span(accuracies), mean, out=np.full(mean.shape, np.nan), where=mean > 0)
