"""Variants said to make no difference, how often AUC sampling updates, and whom.

On 16k ImageNet, counting adagrad (steps shrink with the root of the number of updates) and other initial values against
the winner of table 8, from whose parameters they start, step and margin swept anew for each: test accuracy in percent,
mean over draws of the data and 95 % interval, and the difference draw by draw. On 21k web data, linear WARP sampling
against linear AUC sampling, each with its own sweep; and both with a fixed step and without a weight of the rank, so
that nothing but the sampling differs. Updates: share of AUC sampling's steps that changed its model in the last pass;
H/(G − 1): mean share of the wrong classes that violate the margin at its end, counted on training samples. Rank: of the
right class, 1 being the best, mean over the training samples that a step of AUC sampling would update at the end of its
training, and that one of WARP would, of the same model. † marks a row whose sweep ended at an edge. Source: Gupta,
Bengio and Weston 2014, sections 5.3, 7, 8.3 and 10.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol import results as stored
from manyclass.protocol.claims import claim

SET, WEB = "imagenet16k", "web21k"
SIMILAR, COUNTING = "very similar results", "not statistically different"
VARIANTS = {  # by method and variant: what differs from table 8's winner, what it is called, what is printed
    ("wsabie_pp", "counting"): ({"adaptation": "counting"}, "counting adagrad", COUNTING),
    ("wsabie_pp", "gaussian"): ({"initial": "gaussian"}, "W Gaussian, not ±1", SIMILAR),
    ("wsabie_pp", "ball"): ({"initial": "ball"}, "W in a ball, not ±1", SIMILAR),
    ("wsabie", "gaussian"): ({"initial": "gaussian"}, "Gaussian, not uniform in the ball", SIMILAR),
    ("wsabie", "signs"): ({"initial": "signs"}, "±1, not uniform in the ball", SIMILAR),
    (gupta.ONE_VS_ALL, "zeros"): ({"initial": "zeros"}, "zeros, not uniform in the ball", SIMILAR),
}
MARGIN = 0.5  # points, within which accuracies are similar
AUC, WARP = "auc_ranking", "warp_ranking"
# With these a method differs from the other in its sampling alone, and this is the sweep of both.
PLAIN = {AUC: {"adaptation": "fixed"}, WARP: {"rank_weight": "one"}}
PLAIN_SEARCH = {"step": Ladder([0.003, 0.01, 0.03]), "margin": Ladder([0.03, 0.1, 0.3])}
STATEMENTS = (
    *("adagrad-counting", "initial-values", "auc-inefficient", "auc-update-share"),
    *("warp-updates-well-ranked", "warp-better-than-auc", "warp-reason"),
)


def variant_trial(config, method):
    """Declare the trial of a method's initial values: from table 8's winner, step and margin swept for each."""
    values = [
        changed["initial"] for (of, _), (changed, *_) in VARIANTS.items() if of == method and "initial" in changed
    ]
    search = gupta.step_and_margin(method)
    return _changed(config, method, "initial", series={"initial": values}, search=search)


def counting_trial(config):
    """Declare the trial of counting adagrad, whose step means something else than adagrad's."""
    search = {"step": Ladder([0.1, 0.3, 1.0]), "margin": Ladder([0.1, 0.3, 1.0])}
    return _changed(config, "wsabie_pp", "counting", fixed={"adaptation": "counting"}, search=search)


def _changed(config, method, variant, **declared):
    winner = gupta.row_trial(config, SET, method)
    return gupta.trial(config, SET, method, variant, depends_on=winner, **declared)


def _trial_of(config, method, variant):
    return counting_trial(config) if variant == "counting" else variant_trial(config, method)


def linear_trial(config, method):
    """Declare the trial of a linear ranking on 21k web data: table 8's by AUC sampling, and one by WARP."""
    return gupta.trial(config, WEB, method)


def plain_trial(config, method):
    """Declare the trial of its sampling alone on 21k web data: a fixed step, and every rank weighs as much."""
    return gupta.trial(config, WEB, method, "plain", fixed=PLAIN[method], search=PLAIN_SEARCH)


def trials(config):
    """The variants' trials, those of table 8 that they start from or that count updates, and WARP's and AUC's alone."""
    methods = list(dict.fromkeys(method for method, _ in VARIANTS))
    of_table8 = [gupta.row_trial(config, SET, row) for row in methods]
    of_auc = [gupta.row_trial(config, dataset, AUC) for dataset in gupta.SETS]
    initial = [variant_trial(config, method) for method in methods]
    plain = [plain_trial(config, method) for method in PLAIN]
    return [counting_trial(config), *initial, *of_table8, *of_auc, linear_trial(config, WARP), *plain]


def table(results):
    """Rows of the four kinds: variants, WARP against AUC sampling, updates, and ranks of what they update."""
    columns = ["what", "method", "data set", "printed", "ours", "beside it: difference, H/(G − 1) or WARP's"]
    rows = [_variant_row(results, *variant) for variant in VARIANTS]
    rows += [_warp_row(results, linear_trial, ""), _warp_row(results, plain_trial, ", a fixed step and no weight")]
    updates = "updates, share of the steps", "H/(G − 1)", auc_updates, statistics.mean
    ranks = "rank of the right class in updates", "lower by WARP", ranks_updated, statistics.spread
    rows += [_auc_row(results, name, *kind) for kind in (updates, ranks) for name in gupta.SETS]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def claims(results):
    """Test that variants make no difference, that WARP beats AUC sampling and why, and how often the latter updates."""
    listed = [_similar(results, *variant) for variant in VARIANTS]
    text = f"{WEB}: linear classifiers by WARP are more accurate than by AUC sampling"
    warp, auc = warp_and_auc(results, linear_trial)
    listed.append(claim.greater("warp-better-than-auc", text, warp, auc, on=WEB, printed="none for the two alone"))
    text = f"{WEB}: more than half of that lead is left where nothing but the sampling differs"
    left = np.subtract(*warp_and_auc(results, plain_trial))
    listed.append(claim.greater("warp-reason", text, left, (warp - auc) / 2, on=WEB, printed="“likely the key reason”"))
    listed += [test for dataset in gupta.SETS for test in _updates(results, dataset)]
    return listed + [_well_ranked(results, dataset) for dataset in gupta.SETS]


def warp_and_auc(results, trial_of) -> tuple[np.ndarray, np.ndarray]:
    """Test accuracy in percent of each draw by WARP and by AUC sampling, each float64 (seeds,); nan for failures."""
    return tuple(100 * results.test(trial_of(results.config, method)) for method in (WARP, AUC))


def pair(results, method, variant) -> tuple[np.ndarray, np.ndarray]:
    """Test accuracy in percent of each draw with the variant, and of table 8's winner it starts from; nan for failures.

    Each float64 (seeds,).
    """
    records = results.records(_trial_of(results.config, method, variant))
    winner = 100 * results.test(gupta.row_trial(results.config, SET, method))
    return base.accuracy(records, **VARIANTS[method, variant][0]), winner


def auc_updates(results, dataset) -> tuple[np.ndarray, np.ndarray]:
    """The `trials.update_shares` of AUC sampling's winners."""
    return gupta.update_shares(_auc_records(results, dataset))


def ranks_updated(results, dataset) -> tuple[np.ndarray, np.ndarray]:
    """Each draw's mean rank of the right class where AUC sampling would update its winner, and where WARP would.

    nan for failures.
    """
    winners = [record.best for record in _auc_records(results, dataset)]
    said = [{} if winner is None else winner.diagnostics["updated_ranks"] for winner in winners]
    auc, warp = (np.array([ranks.get(name, np.nan) for ranks in said]) for name in ("auc", "warp"))
    return auc, warp


def _auc_records(results, dataset):
    return results.records(gupta.row_trial(results.config, dataset, AUC))


def _well_ranked(results, dataset):
    """That WARP updates samples whose right class has a better rank."""
    auc, warp = ranks_updated(results, dataset)
    text = f"{dataset}: the right class's mean rank in updates of one model, by WARP against by AUC sampling"
    return claim.ratio("warp-updates-well-ranked", text, warp, auc, 0.0, 1.0, on=dataset, printed="no number")


def _similar(results, method, variant):
    _, name, printed = VARIANTS[method, variant]
    statement = "adagrad-counting" if variant == "counting" else "initial-values"
    text = f"{gupta.NAMES[method]}, {name}: test accuracy differs by less than {MARGIN} points"
    return claim.equivalent(statement, text, *pair(results, method, variant), MARGIN, on=SET, printed=printed)


def _updates(results, dataset):
    """That AUC sampling updates as often as a wrong class violates, and in fewer than half of its steps."""
    updated, violating = auc_updates(results, dataset)
    name = f"{dataset}: the share of AUC sampling's steps that update"
    rarely, share = {"on": dataset, "printed": "“most”"}, {"on": dataset, "printed": "H/(G − 1)", "printed_value": 1}
    return [
        claim.between(
            "auc-inefficient", f"{name} is below a half", updated, -np.inf, 0.5, show="{:.1%}".format, **rarely
        ),
        claim.ratio("auc-update-share", f"{name} is H/(G − 1)", updated, violating, 1 / 1.05, 1.05, **share),
    ]


def _variant_row(results, method, variant):
    changed, name, printed = VARIANTS[method, variant]
    trial, (ours, winner) = _trial_of(results.config, method, variant), pair(results, method, variant)
    head = (name, gupta.NAMES[method], SET, printed)
    if not np.isfinite(ours - winner).any():
        return *head, stored.failure(results.records(trial)) or "no such run succeeded", None
    return *head, base.cell(results, trial, **changed), statistics.spread(ours - winner)


def _warp_row(results, trial_of, said):
    warp, auc = warp_and_auc(results, trial_of)
    cells = base.cell(results, trial_of(results.config, WARP)), statistics.spread(warp - auc)
    return f"WARP, not AUC sampling{said}", "linear", WEB, "no number", *cells


def _auc_row(results, dataset, what, printed, measured, show):
    failure = stored.failure(_auc_records(results, dataset))
    cells = (failure, None) if failure else map(show, measured(results, dataset))
    return what, gupta.NAMES[AUC], dataset, printed, *cells
