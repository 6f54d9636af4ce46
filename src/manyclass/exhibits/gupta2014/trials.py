"""Trials that the exhibits of Gupta et al. 2014 share: the rows of table 8, from which most of them start.

There is one budget for all data sets: the passes of the scale, and the ladders of the
method's own ``search``. As in section 8.3, training ends where the validation accuracy has not changed for long, or at
a cap: at standard scale more than three times the document's hundred passes, since a pass has a tenth of the samples of
each class, and where steps do not shrink, as those of Wsabie and linear WARP, at three times as many, about the
document's number of samples of each class: small ones take long. What is kept is the model at its best on validation,
so that no row gains or loses by when the others are done. None is stopped soon: few negatives, or last violators, can
start badly and recover. Weaker candidates are dropped at the first checkpoint after a third of the passes, but none of
Wsabie++'s, and none whose steps do not shrink.
"""

from manyclass.exhibits import base, baselines, registry
from manyclass.exhibits.gupta2014 import rising
from manyclass.methods.base.ladder import Ladder, groups
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.pilot import SLICE
from manyclass.protocol.trial.spec import Trial

SETS = ("imagenet16k", "imagenet22k", "web21k", "web97k")
AT_LARGE_SCALE = ("imagenet16k",)
NOT_AT_LARGE_SCALE = ("wsabie_pp/burn_in", "one_vs_rest/balance1")  # rows of ours
NAMES = {
    "nearest_means": "Nearest means",
    "one_vs_rest/balance1_as_printed": "One-vs-all SVMs 1+:1−",
    "one_vs_rest/as_printed": "One-vs-all SVMs",
    "auc_ranking": "AUC sampling",
    "wsabie": "Wsabie",
    "ensemble_of/wsabie": "Wsabie ensemble",
    "wsabie_pp": "Wsabie++",
    "ensemble_of/wsabie_pp": "Wsabie++ ensemble",
    "wsabie_pp/burn_in": "Wsabie++ with burn-in (ours)",
    "wsabie_pp/q0": "Wsabie++, Q = 0 (ours)",
    "one_vs_rest/balance1": "One-vs-all SVMs 1+:1− with a constant feature (ours)",
    "one_vs_rest": "One-vs-all SVMs with a constant feature (ours)",
}
# One-vs-all SVMs: the document's and ours.
ONE_VS_ALL, BALANCED = AS_PRINTED = ("one_vs_rest/as_printed", "one_vs_rest/balance1_as_printed")
WITH_CONSTANT = ("one_vs_rest", "one_vs_rest/balance1")
# At large scale, from two of the document's choices; at smaller ones embeddings need all dimensions.
DIMENSIONS = Ladder([128, 256], factor=2, high="rank", whole=True)
# An ensemble is as large as a linear model, so that its two members have half of the features at most.
MEMBERS_DIMENSIONS = Ladder([0.25, 0.5], factor=2, high=0.5, of="features")
FIXED = {
    "one_vs_rest/balance1_as_printed": {"balance": 1, "intercept": 0},
    "one_vs_rest/as_printed": {"intercept": 0},
    "one_vs_rest/balance1": {"balance": 1},
    "wsabie_pp/q0": {"last_violators": 0, "burn_in": 0},
    "wsabie_pp/q1": {"last_violators": 1, "burn_in": 0},  # no row of table 8
}
ONE_NEGATIVE = tuple(row for row, held in FIXED.items() if held.get("balance") == 1)  # a positive
# Of one negative a positive two margins are better than those about them, one that many samples keep and one that none
# can, as a nearest mean; a sweep that begins between them ends at the nearer, so that this one begins with both.
MARGINS_OF_ONE = Ladder([0.03, 0.1, 0.3, 1.0, 3.0])
# The document varies Q by powers of two. To ignore none is a row of ours, beside which the gain is told: a row that
# could choose it, too, could hardly be behind.
ORDERS = Ladder([1, 4, 16], factor=2, low=1, whole=True)
# Rows of which no candidate is dropped. Nor is one whose steps do not shrink: the smaller ones are behind after a third
# of the passes, and ahead at the end, but at large scale, of which the end is early.
TO_THE_END = ("wsabie_pp", "wsabie_pp/burn_in", "wsabie_pp/q0", "wsabie_pp/q1")
PASSES = {"smoke": 3, "standard": 364, "large": 10, "full": 100}
OF_STEADY_STEPS = PASSES | {"standard": 3 * 364}
STEADY = ("wsabie", "ensemble_of/wsabie", "warp_ranking")  # methods and rows whose steps do not shrink by themselves
LARGE_SCALE = (
    f"At this scale sweeps begin on the first samples, {SLICE['large']} a class, of one draw. All samples of that draw "
    "are then swept from what won there, with Wsabie over the step alone, with Wsabie++ over the order of last "
    "violators, too, with one-vs-all SVMs over the step and the negatives, and what wins on them is trained on the "
    "other draws. All passes are made, and the last model is kept. But of Wsabie++, weaker candidates are dropped "
    "after a third of the passes; an ensemble has members as the single model's sweep chose them, but of at most half "
    "of the features, is trained on one draw, and has no interval. Baselines of which a fit takes six hours or more "
    "are left out."
)
# Passes, where a burn-in is held; a sweep of it starts there.
BURN_IN = {"smoke": 1, "standard": 5, "large": 2, "full": 20}


def names(config) -> dict[str, str]:
    """Rows of table 8 at the configured scale, with their names; at large scale without two of ours."""
    return {row: name for row, name in NAMES.items() if not (_is_large(config) and row in NOT_AT_LARGE_SCALE)}


def at_every_scale(config) -> bool:
    """Say of an exhibit that it is made at large scale, too (its ``applies``)."""
    return True


def sets(config) -> tuple[str, ...]:
    """Data sets of table 8 that there are at the configured scale."""
    return AT_LARGE_SCALE if _is_large(config) else SETS


def _is_large(config) -> bool:
    return config["scale"] == registry.LARGE


def note(config) -> str:
    """What the captions of these rows add: of the configured scale, of the mark, and which baselines are missing."""
    parts = (LARGE_SCALE if _is_large(config) else "", rising.MARKED, baselines.note())
    return " ".join(part for part in parts if part)


def passes(config, row="wsabie_pp", fixed=None) -> int:
    """Passes of a candidate of a method, or of a row or its members, with what is held, that reaches the end.

    Raises
    ------
    ValueError
        If there is no such scale.
    """
    return _at_scale(config, OF_STEADY_STEPS if _is_steady(row, fixed) else PASSES)


def _is_steady(row, fixed) -> bool:
    return row in STEADY or (fixed or {}).get("adaptation") == "fixed"


def burn_in(config) -> int:
    """Passes without last violators of the rule with a burn-in, where an exhibit holds them."""
    return _at_scale(config, BURN_IN)


def _at_scale(config, values):
    scale = config["scale"]
    if scale not in values:
        raise ValueError(f"unknown scale {scale!r}; choose from {', '.join(values)}")
    return values[scale]


def trial(config, dataset, method, variant="default", fixed=None, **declared) -> Trial:
    """Declare a trial with its method's budget at the configured scale, stopped early but at large scale.

    Parameters
    ----------
    config : dict
        The workflow's configuration; read here: ``scale``.
    dataset, method, variant : str
        As `Trial` takes them; the method may be a row of table 8, whose variant tells only of the budget.
    fixed : dict, optional
        Parameters held.
    **declared
        As `Trial` takes it. Without a ``search`` the method's own is swept.
    """
    budget = {"passes": passes(config, method, fixed), "patience": 0 if _is_large(config) else base.PATIENCE}
    steady = _is_steady(method, fixed) and not _is_large(config)
    budget["halving"] = not (steady or method in TO_THE_END)
    declared = {"fixed": dict(fixed or {}), **budget} | declared
    least = min(base.LEAST, declared["passes"]) if declared["patience"] else 0
    return Trial(dataset, method_of(method), variant, least_passes=least, **declared)


def curve_trial(config, chosen, variant) -> Trial:
    """Declare the training of a trial's winner for all of its passes, looked at after every one."""
    declared = {"search": {}, "halving": False, "patience": 0, "depends_on": chosen}
    return trial(config, chosen.dataset, chosen.method, variant, **declared)


def method_of(row) -> str:
    """The method of a row of table 8, ``method`` or ``method/variant``."""
    return row.partition("/")[0]


def row_trial(config, dataset, row) -> Trial:
    """Declare the trial of one row of table 8 (``method`` or ``method/variant``) on one data set."""
    method, _, variant = row.partition("/")
    declared = {}
    if method == "wsabie_pp":
        declared["search"] = search_with(method)
    if row == "wsabie_pp":  # claims are made on what it chooses; at large scale that is chosen once
        declared["anew"] = not _is_large(config)
    if method in ("wsabie", "wsabie_pp") and _is_large(config):
        declared["search"] = search_with(method, dimensions=DIMENSIONS)  # with all of them a fit takes half a day
    if row == "nearest_means":
        declared["patience"] = 0  # one pass is exact
    elif method == "ensemble_of":
        declared |= {"search": {}, "depends_on": member_trial(config, dataset, variant)}
        declared |= {"draws": 1} if _is_large(config) else {}
    elif row == "wsabie_pp/burn_in":
        declared["search"] = [*search_with(method), {"burn_in": _burn_ins(config)}]
    elif row in ONE_NEGATIVE:
        declared["search"] = search_with(method, margin=MARGINS_OF_ONE)
    return trial(config, dataset, row, variant or "default", FIXED.get(row), **declared)


def member_trial(config, dataset, method) -> Trial:
    """Declare the trial of an ensemble's member, tuned by itself; at large scale, where that takes hours, the row's."""
    if _is_large(config):
        return row_trial(config, dataset, method)
    return trial(config, dataset, method, "member", search=search_with(method, dimensions=MEMBERS_DIMENSIONS))


def search_with(method, **ladders) -> list[dict]:
    """What a method sweeps, Wsabie++ with one last violator at least, and other ladders for some of its parameters."""
    of_method, ladders = groups(estimators.load(method).search), {"last_violators": ORDERS} | ladders
    return [{name: ladders.get(name, ladder) for name, ladder in group.items()} for group in of_method]


def step_and_margin(row) -> dict[str, Ladder]:
    """The ladders of step and margin of a method or row, which every method sweeps first."""
    first = groups(estimators.load(method_of(row)).search)[0]
    found = {name: first[name] for name in ("step", "margin")}
    return found | {"margin": MARGINS_OF_ONE} if row in ONE_NEGATIVE else found


def _burn_ins(config) -> Ladder:
    """From one to all but the last of the passes: none is the row without a burn-in."""
    return Ladder(sorted({1, burn_in(config)}), factor=2, low=1, high=passes(config) - 1, whole=True)
