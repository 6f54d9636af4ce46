"""Variants said to make no difference, how often AUC sampling updates, and whom.

Counting adagrad (steps shrink with the root of the number of updates), and on 16k ImageNet other initial values,
against the winner of table 8, from whose parameters they start, step and margin swept anew for each, with counting
adagrad the order of last violators, too: test accuracy in percent, mean over draws of the data and 95 % interval, and
the difference draw by draw. Linear WARP sampling against linear AUC sampling, each with its own sweep; and on 21k web
data both with a fixed step and without a weight of the rank, so that little but the sampling differs, which decides
whom a step updates and how many steps of a pass update. Wsabie, which embeds them, against linear WARP. Updates: share
of AUC sampling's steps that changed its model in the last pass; H/(G − 1): mean share of the wrong classes that violate
the margin at its end, counted on training samples. Rank: of the right class, 1 being the best, mean over the training
samples that a step of AUC sampling would update at the end of its training, and that one of WARP would, of the same
model. † marks a row whose sweep ended at an edge. Source: Gupta, Bengio and Weston 2014, sections 5.3, 7, 8.3 and 10.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import class_counts, rising
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014.table8 import printed
from manyclass.methods.base.ladder import Ladder
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure

SET, WEB, PLUS = "imagenet16k", "web21k", "wsabie_pp"
SIMILAR, COUNTING = "very similar results", "not statistically different"
INITIAL = {  # by method and variant: what differs from table 8's winner, and what it is called
    ("wsabie_pp", "gaussian"): ({"initial": "gaussian"}, "W Gaussian, not ±1"),
    ("wsabie_pp", "ball"): ({"initial": "ball"}, "W in a ball, not ±1"),
    ("wsabie", "gaussian"): ({"initial": "gaussian"}, "Gaussian, not uniform in the ball"),
    ("wsabie", "signs"): ({"initial": "signs"}, "±1, not uniform in the ball"),
    (gupta.ONE_VS_ALL, "zeros"): ({"initial": "zeros"}, "zeros, not uniform in the ball"),
}
COUNTING_ADAGRAD = {"adaptation": "counting"}
MARGIN = 0.5  # points, within which accuracies are similar
AUC, WARP, EMBEDDED = "auc_ranking", "warp_ranking", "wsabie"
MUCH = 1.25  # the ratio of accuracies from which WARP is much more accurate
# With these a method differs from the other in its sampling alone, and this is the sweep of both.
PLAIN = {AUC: {"adaptation": "fixed"}, WARP: {"rank_weight": "one"}}
PLAIN_SEARCH = {"step": Ladder([0.003, 0.01, 0.03]), "margin": Ladder([0.03, 0.1, 0.3])}
STATEMENTS = (
    *("adagrad-counting", "initial-values", "auc-inefficient", "auc-update-share"),
    *("warp-better-than-auc", "warp-reason", "embedding-regularises"),
)


def variant_trial(config, method):
    """Declare the trial of a method's initial values: from table 8's winner, step and margin swept for each."""
    values = [changed["initial"] for (of, _), (changed, _) in INITIAL.items() if of == method]
    search = gupta.step_and_margin(method)
    return _changed(config, SET, method, "initial", series={"initial": values}, search=search)


def counting_trial(config, dataset):
    """Declare the trial of counting adagrad, whose step means something else than adagrad's."""
    first = {"step": Ladder([0.1, 0.3, 1.0]), "margin": Ladder([0.1, 0.3, 1.0])}
    declared = {"fixed": COUNTING_ADAGRAD, "search": [first, {"last_violators": gupta.ORDERS}]}
    return _changed(config, dataset, PLUS, "counting", **declared)


def _changed(config, dataset, method, variant, **declared):
    winner = gupta.row_trial(config, dataset, method)
    return gupta.trial(config, dataset, method, variant, depends_on=winner, **declared)


def linear_trial(config, dataset, method):
    """Declare the trial of a linear ranking: table 8's by AUC sampling, and one by WARP."""
    return gupta.trial(config, dataset, method)


def plain_trial(config, dataset, method):
    """Declare the trial of its sampling alone: a fixed step, and every rank weighs as much."""
    return gupta.trial(config, dataset, method, "plain", fixed=PLAIN[method], search=PLAIN_SEARCH)


def trials(config):
    """The variants' trials, those of table 8 that they start from or that count updates, and WARP's and AUC's alone."""
    initial = list(dict.fromkeys(method for method, _ in INITIAL))
    listed = [trial for row in initial for trial in (gupta.row_trial(config, SET, row), variant_trial(config, row))]
    for dataset in gupta.SETS:
        listed += [gupta.row_trial(config, dataset, PLUS), counting_trial(config, dataset)]
        listed += [linear_trial(config, dataset, method) for method in PLAIN]
        listed.append(gupta.row_trial(config, dataset, EMBEDDED))
    return list(dict.fromkeys([*listed, *(plain_trial(config, WEB, method) for method in PLAIN)]))


def table(results):
    """Rows of the four kinds: variants, WARP against AUC sampling, updates, and ranks of what they update."""
    columns = ["what", "method", "data set", "printed", "ours", "beside it: difference, H/(G − 1) or WARP's"]
    rows = [_counting_row(results, dataset) for dataset in gupta.SETS]
    rows += [_initial_row(results, *variant) for variant in INITIAL]
    rows += [_warp_row(results, linear_trial, dataset, "") for dataset in gupta.SETS]
    rows += [_warp_row(results, plain_trial, WEB, ", a fixed step and no weight")]
    rows += [_embedding_row(results, dataset) for dataset in gupta.SETS]
    updates = "updates, share of the steps", "H/(G − 1)", auc_updates, statistics.mean
    ranks = "rank of the right class in updates", "lower by WARP", ranks_updated, statistics.mean_interval
    rows += [_auc_row(results, name, *kind) for kind in (updates, ranks) for name in gupta.SETS]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def claims(results):
    """Test that variants make no difference, that WARP beats AUC sampling and by what, and how often that updates."""
    listed = [_counting(results, dataset) for dataset in gupta.SETS]
    listed += [_initial(results, *variant) for variant in INITIAL]
    listed += [test(results, dataset) for test in (_much_better, _embedding) for dataset in gupta.SETS]
    text = f"{WEB}: more than half of WARP's lead is left where little but the sampling differs"
    lead, left = (np.subtract(*warp_and_auc(results, of, WEB)) for of in (linear_trial, plain_trial))
    listed.append(claim.greater("warp-reason", text, left, lead / 2, on=WEB, printed="ours"))
    return listed + [test for dataset in gupta.SETS for test in _updates(results, dataset)]


def warp_and_auc(results, trial_of, dataset) -> tuple[np.ndarray, np.ndarray]:
    """`rising.accuracy_unless_rising` by WARP and by AUC sampling."""
    both = (trial_of(results.config, dataset, method) for method in (WARP, AUC))
    return tuple(rising.accuracy_unless_rising(results, trial) for trial in both)


def initial_pair(results, method, variant) -> tuple[np.ndarray, np.ndarray]:
    """`rising.accuracy_unless_rising` with the initial values, and of table 8's winner."""
    trial, winner = variant_trial(results.config, method), gupta.row_trial(results.config, SET, method)
    ours = rising.accuracy_unless_rising(results, trial, **INITIAL[method, variant][0])
    return ours, rising.accuracy_unless_rising(results, winner)


def counting_pair(results, dataset) -> tuple[np.ndarray, np.ndarray]:
    """The same with counting adagrad."""
    both = counting_trial(results.config, dataset), gupta.row_trial(results.config, dataset, PLUS)
    return tuple(rising.accuracy_unless_rising(results, trial) for trial in both)


def auc_updates(results, dataset) -> tuple[np.ndarray, np.ndarray]:
    """The `trials.update_shares` of AUC sampling's winners."""
    return class_counts.update_shares(_auc_records(results, dataset))


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


def _counting(results, dataset):
    text = f"{dataset}, {gupta.NAMES[PLUS]}, counting adagrad: test accuracy differs by less than {MARGIN} points"
    both, stated = counting_pair(results, dataset), {"on": dataset, "printed": COUNTING}
    return claim.equivalent("adagrad-counting", text, *both, MARGIN, **stated)


def _initial(results, method, variant):
    _, name = INITIAL[method, variant]
    text = f"{gupta.NAMES[method]}, {name}: test accuracy differs by less than {MARGIN} points"
    both, stated = initial_pair(results, method, variant), {"on": SET, "printed": SIMILAR}
    return claim.equivalent("initial-values", text, *both, MARGIN, **stated)


def _much_better(results, dataset):
    text = f"{dataset}: linear classifiers by WARP are at least {MUCH:g} times as accurate as by AUC sampling"
    both = warp_and_auc(results, linear_trial, dataset)
    wsabie, auc = (printed(row, dataset) for row in (EMBEDDED, AUC))
    stated = {"on": dataset, "printed": f"none for the two alone; with an embedding {wsabie:g} against {auc:g}"}
    return claim.ratio("warp-better-than-auc", text, *both, MUCH, np.inf, **stated)


def embedded_pair(results, dataset) -> tuple[np.ndarray, np.ndarray]:
    """`rising.accuracy_unless_rising` of Wsabie, and of linear WARP."""
    both = gupta.row_trial(results.config, dataset, EMBEDDED), linear_trial(results.config, dataset, WARP)
    return tuple(rising.accuracy_unless_rising(results, trial) for trial in both)


def _embedding(results, dataset):
    text = f"{dataset}: Wsabie is more accurate than the linear classifiers trained by WARP sampling"
    both = embedded_pair(results, dataset)
    return claim.greater("embedding-regularises", text, *both, on=dataset, printed="ours")


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


def _counting_row(results, dataset):
    trial, pair = counting_trial(results.config, dataset), counting_pair(results, dataset)
    return _row("counting adagrad", PLUS, dataset, COUNTING, results, trial, pair)


def _initial_row(results, method, variant):
    changed, name = INITIAL[method, variant]
    trial, pair = variant_trial(results.config, method), initial_pair(results, method, variant)
    return _row(name, method, SET, SIMILAR, results, trial, pair, **changed)


def _row(name, method, dataset, printed, results, trial, pair, **params):
    head, shown = (name, gupta.NAMES[method], dataset, printed), rising.cell(results, trial, **params)
    return *head, shown, statistics.mean_interval(np.subtract(*pair))


def _warp_row(results, trial_of, dataset, said):
    warp, auc = warp_and_auc(results, trial_of, dataset)
    cells = rising.cell(results, trial_of(results.config, dataset, WARP)), statistics.mean_interval(warp - auc)
    return f"WARP, not AUC sampling{said}", "linear", dataset, "no number", *cells


def _embedding_row(results, dataset):
    trial = gupta.row_trial(results.config, dataset, EMBEDDED)
    return _row("embedded, not linear", EMBEDDED, dataset, "no number", results, trial, embedded_pair(results, dataset))


def _auc_row(results, dataset, what, printed, measured, show):
    reason = failure(_auc_records(results, dataset))
    cells = (reason, None) if reason else map(show, measured(results, dataset))
    return what, gupta.NAMES[AUC], dataset, printed, *cells
