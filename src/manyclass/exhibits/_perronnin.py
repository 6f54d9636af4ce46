"""Trials that the exhibits of Perronnin et al. 2012 share: five methods on features of several sizes.

All train without a penalty and with a fixed step until the validation accuracy no longer rises (the document's
strategy iii). Parts other than train have as many images of every class, so that accuracy on them is the mean over
classes by which the document judges.

`STEPS` were found by trials on other seeds: the ones of which half and double are no better. Where the negatives per
positive vary, so does the best step; hence w-OVR tries both. `PASSES` is a cap on what is tried; exhibits say where
it ended the training.
"""

from manyclass.exhibits import base

ILSVRC, IMAGENET10K = "ilsvrc", "imagenet10k"
METHODS = {
    "w-OVR": "weighted_one_vs_rest",
    "u-OVR": "weighted_one_vs_rest",
    "MUL": "multiclass_svm",
    "RNK": "ranking_svm",
    "WAR": "weighted_ranking_svm",
}
VARIANTS = {"u-OVR": ("unweighted", {"balance": None})}
FISHER = {"fv2": 2, "fv8": 8, "fv64": 64}  # Gaussians by the name of the features
BOV, FV = "bov32", "fv64"
PATIENCE = 3

# At standard scale.
BALANCES = [1, 4, 8, 32]
PASSES = {"w-OVR": 40, "u-OVR": 27, "MUL": 40, "RNK": 400, "WAR": 60}
FEWER_PASSES = {FV: {"w-OVR": 27, "u-OVR": 18, "MUL": 18, "RNK": 180, "WAR": 40}}
STEPS = {"w-OVR": 0.03, "u-OVR": 0.2, "MUL": 0.03, "RNK": 0.02, "WAR": 0.005}
LARGER_STEPS = {FV: {"w-OVR": 0.1, "u-OVR": 0.2, "MUL": 0.1, "RNK": 0.05, "WAR": 0.01}}


def name(dataset: str, features: str) -> str:
    """Name of a data set as these features show it."""
    return f"{dataset}-{features}"


def trial(config, method, features, dataset=ILSVRC, variant=None, fixed=None, **declared):
    """Declare the trial of a method, named as in the document, on a data set.

    Parameters
    ----------
    config : dict
        The workflow's configuration; read here: ``scale``.
    method : str
        One of METHODS.
    features : str
        A variant of the data set.
    variant, fixed : str, dict
        Name and parameters of a trial that is not the document's plain one.
    **declared
        What replaces the budget, as `Trial` takes it.
    """
    own, held = VARIANTS.get(method, ("default", {}))
    budget = _budget(config.get("scale", "standard"), method, features) | {"patience": PATIENCE}
    fixed = held | (fixed or {})
    return base.trial(config, name(dataset, features), METHODS[method], variant or own, fixed, **(budget | declared))


def balances(config) -> list:
    """Negatives per positive that w-OVR tries."""
    return _budget(config.get("scale", "standard"), "w-OVR", BOV)["grid"]["balance"]


def _budget(scale, method, features) -> dict:
    """Passes and grid of a method at a scale."""
    if scale == "smoke":
        grid, passes = {"step": [0.1 if method != "WAR" else 0.01]}, 3
    elif scale == "standard":
        grid = {"step": [(STEPS | LARGER_STEPS.get(features, {}))[method]]}
        passes = (PASSES | FEWER_PASSES.get(features, {}))[method]
    else:
        grid, passes = {"step": [0.01, 0.03, 0.1, 0.3]}, 500
    if method == "w-OVR":
        grid = {"balance": [1, 8] if scale == "smoke" else BALANCES, **grid}
    return {"grid": grid, "passes": passes}
