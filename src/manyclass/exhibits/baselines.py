"""Baselines that stand beside the documents' methods: the strongest forms that are easily had, for any data set.

Nearest means and linear discriminant analysis in closed form; one-vs-rest and Crammer and Singer's SVM by LIBLINEAR,
and logistic regression, as scikit-learn has them; napkinXC's label trees. A fit of the three in the middle takes as
long as there are samples, classes and features, multiplied. Where that is too long, or may be, as the size of a user's
own data is not known before they are read, others stand in for them: averaged one-vs-rest, the averaged multiclass SVM,
and softmax regression to a duality gap of 1e-3 (perronnin2012/standins shows both where both run). They also stand in
where samples have several right classes, which the former do not take.

What decides is the size of the training part that a set has at the configured scale, never its name.
"""

from importlib.util import find_spec
from typing import NamedTuple

from manyclass.exhibits import base, registry
from manyclass.methods.base.ladder import Ladder
from manyclass.methods.lda import MOST_FEATURES
from manyclass.protocol.data.size import Size, size
from manyclass.protocol.trial.spec import Trial

LIBRARY = "napkinxc"
# CPU seconds of a fit; at smoke scale a fit of LIBLINEAR's may take fifty times as long, where it does not converge.
LONGEST = {"smoke": 0.02, "standard": 60.0, "large": 60.0, "full": 60.0}
# Softmax regression is the same model, solved with a certificate and several times faster: no need to wait a minute.
LONGEST_CERTIFIED = 5.0
# Most passes of the stand-ins trained by stochastic gradients, which are stopped once flat; not at large scale,
# where a pass takes minutes. After 20 the multiclass SVM was 1.7 points below its best on `imagenet16k`.
PASSES = {"smoke": 6, "standard": 364, "large": 20, "full": 364}
SOLVED = {"passes": 300, "halving": False}  # most steps of a solver that ends by itself
GAP = 1e-3
MOST = 6 * 3600.0  # CPU seconds of a fit at large scale, which is for a small machine


class Baseline(NamedTuple):
    """A row of a table and the trial behind it.

    Parameters
    ----------
    row, method : str
        Name in tables, and in paths.
    declared : dict
        Further parameters of the `Trial`.
    seconds : float
        CPU seconds of a fit per sample, class and feature; 0 where it takes little or is not known.
    """

    row: str
    method: str
    declared: dict
    seconds: float = 0.0


def _of_library(path: str, search, **fixed) -> dict:
    return {"factory": path, "search": search, "fixed": fixed, "passes": 1, "halving": False}


MEANS = Baseline("Nearest means", "nearest_means", {"passes": 1})
# Shrinkage is either none or estimated, and classes may have other shares of the validation part than of training's.
_COVARIANCE = {"shrinkage": [None, "auto"], "priors": ["empirical", "uniform"]}
LDA = Baseline("LDA", "lda", {"passes": 1, "search": _COVARIANCE})
# Where a thousand features have a hundred samples a class, LDA in all is behind nearest means, and in a few first.
_COMPONENTS = {"components": Ladder([32, 64, 128], factor=2, high="rank", whole=True)}
LDA_OF_COMPONENTS = LDA._replace(declared={"passes": 1, "search": [_COMPONENTS, _COVARIANCE]})
# Seconds were measured on one core, by samples × features, classes: one-vs-rest 26 to 28 s for 7,940 × 64, 397, 24 s
# for 20,000 × 20, 300, and 748 s for 80,000 × 64, 1,000; Crammer and Singer 4.8 s for 4,020 × 64, 67 at C = 3, its time
# growing with C; logistic regression 0.6 s for the same at C = 30. So a minute is 3e8, 2e8 and 1.5e9 samples × features
# × classes.
BATCH = {
    "one-vs-rest": Baseline(
        "LIBLINEAR one-vs-rest",
        "liblinear_one_vs_rest",
        _of_library("sklearn.svm:LinearSVC", {"C": Ladder([0.3, 1.0, 3.0])}),
        seconds=2e-7,
    ),
    "Crammer–Singer": Baseline(
        "LIBLINEAR Crammer–Singer",
        "liblinear_crammer_singer",
        _of_library("sklearn.svm:LinearSVC", {"C": Ladder([0.1, 0.3, 1.0])}, multi_class="crammer_singer"),
        seconds=3e-7,
    ),
    "logistic regression": Baseline(
        "Logistic regression",
        "logistic_regression",
        _of_library("sklearn.linear_model:LogisticRegression", {"C": Ladder([3.0, 10.0, 30.0])}, max_iter=1000),
        seconds=4e-8,
    ),
}
STAND_INS = {
    "one-vs-rest": Baseline("Averaged one-vs-rest", "weighted_one_vs_rest", {"fixed": {"average": True}}),
    "Crammer–Singer": Baseline("Averaged multiclass SVM", "multiclass_svm", {"fixed": {"average": True}}, seconds=2e-9),
    "logistic regression": Baseline(
        "Softmax regression",
        "softmax_regression",
        {
            "fixed": {"solver": "lbfgs", "intercept": 1.0, "tol": GAP, "warm_start": True},
            # 1 / (C n); where classes are look-alikes or few samples are there the best is next to none.
            "search": {"penalty": Ladder([3e-6, 1e-5, 3e-5], reach=12)},
            **SOLVED,
        },
        seconds=2e-8,
    ),
}
# With more children than `arity` a "tree" is all classes at one node, which is no tree, and takes an hour.
_TREES = [{"C": Ladder([3.0, 10.0, 30.0])}, {"children": Ladder([2, 8, 32], whole=True, low=2, high="arity")}]
PLT = Baseline(
    "napkinXC PLT", "napkinxc_plt", _of_library("manyclass.peers.napkinxc_plt:ProbabilisticLabelTree", _TREES)
)
# Beside label trees alone.
PARABEL = Baseline(
    "Parabel, by napkinXC",
    "napkinxc_parabel",
    _of_library("manyclass.peers.napkinxc_parabel:Parabel", {"C": Ladder([0.3, 1.0, 3.0])}),
)
HSM = Baseline("napkinXC HSM", "napkinxc_hsm", _of_library("manyclass.peers.napkinxc_hsm:HierarchicalSoftmax", _TREES))


def trials(config, dataset, variant="baseline", **declared) -> dict[str, Trial]:
    """The baselines of a data set, by row of a table.

    Parameters
    ----------
    config : dict
        The workflow's configuration; read here: ``scale``.
    dataset : str
        The package's, or the user's own.
    variant : str
        Of all these trials; one of its own where `declared` makes them others than elsewhere.
    **declared
        What all of them are declared with over their own, as `Trial` takes it: metrics, for example.

    Returns
    -------
    dict of str to Trial
        Without napkinXC's where it is not installed (see `note`), without its HSM where samples may have several right
        classes, as a user's own may, and without LDA where there are more features than it takes. At large scale
        without what takes too long to fit once, and without napkinXC's, which take more memory than a small machine
        has.

    Raises
    ------
    DataError
        If the data set is the package's, but not the variant of it.
    """
    scale = config["scale"]
    known = size(dataset, scale)
    chosen = [MEANS, lda(scale), *(of_kind(kind, known, scale) for kind in BATCH)]
    if known and known.features > MOST_FEATURES:
        chosen.remove(lda(scale))
    if scale == registry.LARGE:
        chosen = [each for each in chosen if known is None or seconds(each, known) < MOST]
    elif installed():
        chosen += [PLT] if known is None or known.several else [PLT, HSM]
    return {each.row: declare(each, scale, dataset, variant, **declared) for each in chosen}


def simple(config, dataset, variant="baseline", **declared) -> dict[str, Trial]:
    """The baselines that take seconds and nothing of the documents, by row: what every table of accuracies ends with.

    Nearest means, LDA, and logistic regression or what stands in for it; parameters are those of `trials`.
    """
    listed = trials(config, dataset, variant, **declared)
    logistic = BATCH["logistic regression"].row, STAND_INS["logistic regression"].row
    return {row: trial for row, trial in listed.items() if row in (MEANS.row, LDA.row, *logistic)}


def lda(scale: str) -> Baseline:
    """Linear discriminant analysis; at large scale its components are swept, too."""
    return LDA_OF_COMPONENTS if scale == registry.LARGE else LDA


def of_kind(kind: str, known: Size | None, scale: str) -> Baseline:
    """The batch solver of a kind where a fit of it is short enough, else what stands in for it."""
    batch = BATCH[kind]
    if known is None or known.several:
        return STAND_INS[kind]
    return batch if seconds(batch, known) < longest(kind, scale) else STAND_INS[kind]


def longest(kind: str, scale: str) -> float:
    """CPU seconds that a fit of this kind of batch solver may take before another method stands in for it."""
    certified = "tol" in STAND_INS[kind].declared["fixed"]
    return min(LONGEST[scale], LONGEST_CERTIFIED) if certified else LONGEST[scale]


def seconds(baseline: Baseline, known: Size) -> float:
    """CPU seconds that a fit takes, about."""
    return baseline.seconds * known.train * known.classes * known.features


def declare(baseline: Baseline, scale: str, dataset: str, variant="baseline", **declared) -> Trial:
    """The trial of one baseline on one data set."""
    budget = {} if "passes" in baseline.declared else _of_gradients(scale)
    return Trial(dataset, baseline.method, variant, **(budget | baseline.declared | declared))


def _of_gradients(scale: str) -> dict:
    """How long the stand-ins are trained that take stochastic gradients."""
    passes = PASSES[scale]
    return {"passes": passes} if scale == registry.LARGE else base.until_flat(passes)


def installed() -> bool:
    """Whether napkinXC can be imported."""
    return find_spec(LIBRARY) is not None


def of_library(address: str) -> bool:
    """Whether the trial at an address is napkinXC's, which a plan lacks where that is not installed."""
    return f"/{LIBRARY}_" in address


def note() -> str:
    """What the caption of a table with baselines has to add (an exhibit's ``note``); nothing where all are there."""
    return "" if installed() else "napkinXC is not installed: its rows are left out."
