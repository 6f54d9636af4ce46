"""What the exhibits of label trees share: their sets, their shapes T_{Q,H}, their trials."""

from dataclasses import replace

import numpy as np

from manyclass.exhibits import base, baselines, statistics
from manyclass.exhibits.deng2011 import costs
from manyclass.protocol import selection
from manyclass.protocol.results import failure
from manyclass.protocol.trial.spec import Trial

DENG, BENGIO = "label_tree", "confusion_label_tree"
NAMES = {DENG: "Deng", BENGIO: "Bengio"}
DENSE, SPARSE, MORE = "bimodal_classes", "ilsvrc_llc", "imagenet10k_llc"
OTHER = "imagenet16k"  # images by their features, with nothing of label trees in view
SHAPES = {  # (Q, H) of the trees: Q^H is about the number of classes
    "smoke": {
        DENSE: ((8, 2), (4, 3), (3, 4)),
        OTHER: ((11, 2), (5, 3), (3, 4)),
        SPARSE: ((8, 2),),
        MORE: ((10, 2),),
    },
    "standard": {
        DENSE: ((32, 2), (10, 3), (6, 4)),
        OTHER: ((25, 2), (9, 3), (5, 4)),
        SPARSE: ((23, 2),),
        MORE: ((40, 2),),
    },
    "full": {
        DENSE: ((32, 2), (10, 3), (6, 4)),
        OTHER: ((125, 2), (25, 3), (12, 4)),
        SPARSE: ((32, 2), (10, 3), (6, 4)),
        MORE: ((101, 2),),
    },
}
FLAT = ("lda", "liblinear_one_vs_rest", "weighted_one_vs_rest", "logistic_regression", "softmax_regression")
BESIDE = (*FLAT, "napkinxc_plt", "napkinxc_hsm")
PASSES = 2  # joint passes of Bengio's tree
ABOVE_CAP = 1.1  # what is capped on samples held out may be on test samples, times the cap


def shapes(config, dataset=DENSE) -> tuple[tuple[int, int], ...]:
    """The trees grown on a set, the shallow first."""
    return SHAPES[config["scale"]][dataset.partition("-")[0]]


def tree_name(shape) -> str:
    """A shape as the document writes it."""
    return "T{},{}".format(*shape)


def tree_trial(method, shape, dataset=DENSE, passes=PASSES, held_out=0.25):
    """Declare the trial of one tree on one set; Deng's takes its cap on ambiguity from the root of Bengio's.

    Of both methods what their estimators name is tuned, and every candidate is trained to the end.
    """
    fixed = dict(zip(("children", "depth"), shape)) | {"validation_fraction": held_out}
    variant = "t{}_{}".format(*shape) + (f"-passes{passes}" if passes != PASSES else "")
    if method == BENGIO:
        return Trial(dataset, BENGIO, variant, fixed, passes=passes, halving=False)
    bengio = tree_trial(BENGIO, shape, dataset, passes, held_out)
    return Trial(dataset, DENG, variant, fixed, passes=1, depends_on=bengio, halving=False)


def changed(method, shape, name, dataset=DENSE, series=None, **fixed):
    """Declare the trial of one tree with other parameters than in table 1; Deng's cap stays that of the tree there.

    Parameters
    ----------
    method, shape, dataset
        As of `tree_trial`.
    name : str
        Of the change, in the variant.
    series : dict or list of dict, optional
        As `manyclass.protocol.trial.spec.Trial` takes it.
    **fixed
        The other parameters.
    """
    original = tree_trial(method, shape, dataset)
    variant = f"{original.variant}-{name}"
    return replace(original, variant=variant, fixed={**original.fixed, **fixed}, series=series)


def ends(config, dataset=DENSE) -> tuple[tuple[int, int], ...]:
    """The shallowest and the deepest tree of a set."""
    every = shapes(config, dataset)
    return every[0], every[-1]


def few(config) -> tuple[tuple[int, int], ...]:
    """The same two; at smoke scale the deepest alone, for series that take long there."""
    return ends(config)[1:] if config["scale"] == "smoke" else ends(config)


def pair(shape, dataset=DENSE) -> list:
    """The trials of both methods."""
    return [tree_trial(method, shape, dataset) for method in NAMES]


def beside(config, dataset) -> dict:
    """Baselines that stand beside the trees of a set, by row: flat classifiers, and a public library's trees."""
    listed = {row: trial for row, trial in baselines.trials(config, dataset).items() if trial.method in BESIDE}
    if baselines.installed():
        parabel = baselines.PARABEL
        listed[parabel.row] = baselines.declare(parabel, config["scale"], dataset)
    return listed


def tree_cells(results, trial, **point) -> dict:
    """What a table says of a tree, at a point of its trial's series: accuracy, cost, speedup, and the root's loss."""
    records = selection.holding(results.records(trial), **point)
    cells = {"accuracy, %": base.cell(results, trial, **point)}
    if failure(records):
        return cells
    measured = {
        "cost": costs.cost(records, "training"),
        "speedup": costs.speedup(records, results.card(trial.dataset)["classes"]),
        "loss of the root, %": 100 * costs.cost(records, "local_loss", 0),
    }
    return cells | {name: statistics.mean_interval(values) for name, values in measured.items()}


def measures(records, measure, depth) -> np.ndarray:
    """Local loss or ambiguity in percent at each depth, float64 (seeds, H); nan where a seed has no result."""
    return 100 * np.array([costs.cost(records, measure, at) for at in range(depth)]).T


def label_sets(results, trial, seed) -> tuple[np.ndarray, list[np.ndarray]]:
    """A tree's first child of each node, int (V + 1,), and the classes of each node."""
    ends = results.array(trial, seed, "set_starts")
    return results.array(trial, seed, "starts"), np.split(results.array(trial, seed, "set_classes"), ends[1:-1])


def root_partition(results, trial, seed, n_classes) -> np.ndarray:
    """P bool (Q, G) of the root: which child holds which class."""
    starts, classes = label_sets(results, trial, seed)
    children = classes[starts[0] : starts[1]]
    return np.array([np.isin(np.arange(n_classes), child) for child in children])
