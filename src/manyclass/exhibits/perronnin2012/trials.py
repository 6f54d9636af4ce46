"""Trials that the exhibits of Perronnin et al. 2012 share, and what is measured: five SVMs, features of many sizes.

All train without a penalty and with a fixed step until the validation accuracy no longer rises (the document's
strategy iii). A sweep's candidates have a cap on their passes, its winner a larger one; what that cuts short all the
same, perronnin2012/cost lists. What training takes counts up
to where it is within a point of its end. Steps are swept as the estimators' ``search`` says, and w-OVR's negatives
per positive over powers of two, the same for every data set. Validation and test part have as many images of every
class, to within one, so that what is chosen by accuracy is chosen by the mean over classes, by which the document
judges.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.data.size import size
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.spec import Trial

ILSVRC, IMAGENET10K, SMALL = "ilsvrc", "imagenet10k", "small_images"
NATURAL, EACH = "w-OVR, β = 1", "w-OVR, each β"
TIMES = "_x"  # in the name of a variant: how many times the cap follows
METHODS = {  # method, variant, what it holds
    "w-OVR": ("weighted_one_vs_rest", "default", {}),
    "WAR": ("weighted_ranking_svm", "default", {}),
    "MUL": ("multiclass_svm", "default", {}),
    "RNK": ("ranking_svm", "default", {}),
    "u-OVR": ("weighted_one_vs_rest", "unweighted", {"balance": None}),
    NATURAL: ("weighted_one_vs_rest", "natural", {"balance": 1}),
    EACH: ("weighted_one_vs_rest", "balances", {}),
}
FOUR = ("w-OVR", "MUL", "RNK", "WAR")
FEATURES = {"BOV": "bov16", "FV": "fv16"}  # on both sets
FULL = {"BOV": "bov1024", "FV": "fv256sp"}  # the document's own, on both sets
GAUSSIANS = {"fv2": 2, "fv4": 4, "fv8": 8, "fv16": 16, "fv64": 64, "fv256": 256}  # by name of the features
SIZES = {"smoke": ("fv2", "fv16"), "standard": ("fv2", "fv4", "fv16"), "full": ("fv8", "fv64", "fv256")}
BALANCES = [2**n for n in range(9)]
FEWER_BALANCES = {"smoke": [1, 4, 16]}
# Cap on the passes. One of RNK's, or with β = 1, looks at one wrong class of each image: these have more of them.
PASSES = {"smoke": 4, "standard": 819, "full": 819}
LONGER = 3  # times the passes a winner may make that was not flat by then
MORE = 8  # times the passes
# RNK learns least of all from a pass: with eight times as many it was still rising where there are most classes.
MORE_PASSES = {"RNK": 4 * MORE, NATURAL: MORE}
# Negatives per positive of w-OVR: every power of two is within reach, as in figure 1.
BETAS = {"balance": Ladder([4, 8, 16], factor=2, high="rivals", whole=True)}
# Checkpoints without an increase: five times the passes for less than a tenth of a point. Accuracy wavers from one to
# the next, and fewer would end training by chance.
PATIENCE = 4
WITHIN = 0.01  # of the validation accuracy
LITTLE = 5  # percent of the accuracy, of what is said to have little effect
MEASURES = {"top-1": "mean_class_accuracy", "top-5": "mean_class_top5"}
# By which metric of the validation part each is chosen: with as many images of a class the first are the same.
CHOSEN_BY = {"top-1": "accuracy", "top-5": "mean_class_top5"}
BY_BOTH = {"metrics": tuple(CHOSEN_BY.values()), "halving": False}


def dataset_name(dataset: str, features: str) -> str:
    """Name of a data set with these features."""
    return f"{dataset}-{features}"


def passes(config, method="w-OVR") -> int:
    """The cap on the passes of a candidate of a method, named as in the document; that of winners is larger."""
    return PASSES[config["scale"]] * MORE_PASSES.get(method, 1)


def times_as_many(balance) -> int:
    """How many times the cap w-OVR has with this β: for at least as many inner products as with a β of 8."""
    return max(1, MORE // balance)


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
        ILSVRC, IMAGENET10K or SMALL.
    variant, fixed : str, dict
        Name and parameters of a trial that is not the document's plain one.
    **declared
        What replaces the budget and the estimator's sweep, as `Trial` takes it.
    """
    file, of_method, held = METHODS[method]
    budget = {"passes": passes(config, method), "patience": PATIENCE, **BY_BOTH}
    if method == "w-OVR":
        budget["search"] = swept(method)
    budget |= declared
    if budget["patience"]:
        budget["winner_passes"] = LONGER * budget["passes"]
    return Trial(dataset_name(dataset, features), file, variant or of_method, held | (fixed or {}), **budget)


def swept(method) -> dict:
    """What is swept of a method: the ladders of its estimator, and w-OVR's β over `BETAS`."""
    own = dict(estimators.load(METHODS[method][0]).search)
    return own | BETAS if method == "w-OVR" else own


def imagenet10k_trial(config, method, kind):
    """Declare the trial of a method on the larger set, whose features are of the `kind` BOV or FV."""
    return svm_trial(config, method, features_by_kind(config)[kind], IMAGENET10K)


def features_by_kind(config) -> dict[str, str]:
    """What BOV and FV are at the configured scale, on either set."""
    return FULL if config["scale"] == "full" else FEATURES


def fisher_sizes(config) -> dict[str, int]:
    """Gaussians of the Fisher vectors, by the name of the features, small ones first."""
    return {features: GAUSSIANS[features] for features in SIZES[config["scale"]]}


def balances(config) -> list[int]:
    """Negatives per positive of the figure that varies them: powers of two, or all rivals where these are fewer."""
    rivals = size(ILSVRC, config["scale"]).classes - 1
    return sorted({min(beta, rivals) for beta in FEWER_BALANCES.get(config["scale"], BALANCES)})


def method_name(trial) -> str | None:
    """The document's name of a trial's method; None for one that is not of the document, or its plain one.

    With a larger cap than others, it says how many times as large.
    """
    names = {(file, variant): name for name, (file, variant, _) in METHODS.items()}
    variant, _, times = trial.variant.partition(TIMES)
    name = names.get((trial.method, variant))
    return f"{name}, {times} × the passes" if name and times else name


def chosen(best, name) -> str | None:
    """The values of a parameter in the draws' winners, a list of `CandidateRecord`; None without such a parameter."""
    values = {candidate.params.get(name) for candidate in best} - {None}
    return ", ".join(f"{value:g}" for value in sorted(values)) or None


def until_settled(results, trial, measure) -> np.ndarray:
    """``measure(winner, number)`` of each draw's winner at its settled checkpoint: float64 (seeds,), nan for a failure.

    All are nan where one still rose at the cap: how long its training would have taken is not known, and to leave out
    such draws alone would favour what takes long.
    """
    winners = [record.best for record in results.records(trial)]
    measured = np.array([measure(each, settled(each)) if each else np.nan for each in winners], dtype=float)
    return base.unless(rises(results, trial), measured)


def settled(best) -> int:
    """Number of a winner's first checkpoint from which on training gains no more than `WITHIN`.

    Up to there training is what it costs: when the very last tenth of a point comes is chance.
    """
    return int(np.argmax(np.array(best.valid) >= best.valid[-1] - WITHIN))


def still_rises(best, trial) -> bool:
    """Whether the cap ended the training of a winner that rose by more than `WITHIN` in the last two thirds of it.

    Not of a cap so low that no training comes to its end, as at smoke scale.
    """
    if trial.passes < base.LEAST or not base.hit_cap(best, trial):
        return False
    return 3 * best.passes[settled(best)] > trial.most_passes


def rises(results, trial) -> bool:
    """Whether the winner of some draw `still_rises`."""
    return any(still_rises(record.best, trial) for record in results.records(trial) if record.best)


def accuracy_by_draw(results, trial, measure="top-1", **params) -> np.ndarray:
    """Test accuracy in percent of each draw's winner by it, among these parameters: float64 (seeds,); nan without.

    All are nan where one still rises: the others alone would be those that happen to end high.
    """
    of_measure = MEASURES[measure], CHOSEN_BY[measure]
    return base.accuracy_unless_rising(results, trial, still_rises, *of_measure, **params)


def accuracy_shown(results, trial, measure="top-1", **params):
    """The same for a figure, which shows what still rises as well, and names it by its `rising_mark`."""
    return base.accuracy(results.records(trial), MEASURES[measure], CHOSEN_BY[measure], **params)


def rising_mark(results, trial, measure="top-1", **params) -> str:
    """The mark of what still rises in some draw; else nothing."""
    records, by = results.records(trial), CHOSEN_BY[measure]
    return base.RISING * base.any_rises(records, trial, still_rises, by, **params)


def marks(results, declared, measures=("top-1",)) -> str:
    """The mark of an edge, if the sweep of any of these trials ended at one, and of what still rises, likewise."""
    edge = max(base.edge_mark(results.records(each)) for each in declared)
    return edge + max(rising_mark(results, each, measure) for each in declared for measure in measures)


def cell(results, trial, measure="top-1", **params):
    """The same for a table: mean and interval, marked at an edge or where one still rises, or why there is none."""
    return base.rising_cell(results, trial, still_rises, MEASURES[measure], CHOSEN_BY[measure], **params)


def span(accuracies) -> np.ndarray:
    """Best less worst of some methods' accuracies, a dict of float64 (seeds,): float64 (seeds,)."""
    values = np.array(list(accuracies.values()), dtype=float)
    return values.max(axis=0) - values.min(axis=0)


def relative_span(accuracies) -> np.ndarray:
    """The span in percent of the methods' mean, float64 (seeds,); nan where that is zero."""
    return 100 * statistics.ratio(span(accuracies), np.array(list(accuracies.values()), dtype=float).mean(axis=0))
