"""Variants said to make no difference, the spread of repeated runs, and how often AUC sampling updates.

Counting adagrad (steps shrink with the root of the number of updates, its step swept anew) and other initial values
against the winner of table 8, on 16k ImageNet: test accuracy in percent, and the difference seed by seed. Spread:
largest less smallest test accuracy of the repeated runs at the parameters best on mean validation accuracy in
table 8. Updates: share of AUC sampling's steps that changed its model in the last pass; H/(G − 1): mean share of the
wrong classes that violate the margin at its end, counted on training samples. Source: Gupta, Bengio and Weston 2014,
sections 5.3, 7 and 8.3.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol import results as stored
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.report.tables import Spread

SET = "imagenet16k"
SIMILAR, COUNTING = "very similar results", "not statistically different"
VARIANTS = {  # by method and variant: what differs from table 8's winner, what it is called, what is printed
    ("wsabie_pp", "counting"): ({"adaptation": "counting"}, "counting adagrad", COUNTING),
    ("wsabie_pp", "gaussian"): ({"initial": "gaussian"}, "W Gaussian, not ±1", SIMILAR),
    ("wsabie_pp", "ball"): ({"initial": "ball"}, "W in a ball, not ±1", SIMILAR),
    ("wsabie", "gaussian"): ({"initial": "gaussian"}, "Gaussian, not uniform in the ball", SIMILAR),
    ("wsabie", "signs"): ({"initial": "signs"}, "±1, not uniform in the ball", SIMILAR),
    ("one_vs_rest", "zeros"): ({"initial": "zeros"}, "zeros, not uniform in the ball", SIMILAR),
}
STEPS = {"smoke": [0.1, 1.0], "standard": [0.3, 0.5], "full": [0.1, 1.0, 10.0]}
REPEATED = {"one_vs_rest": "about .1", "wsabie": "as much as .5", "wsabie_pp": "as much as .5"}
AUC = "auc_ranking"


def variant_trial(config, method):
    """Declare the trial of a method's initial values: each trained to the end from table 8's winner."""
    values = [
        changed["initial"] for (of, _), (changed, *_) in VARIANTS.items() if of == method and "initial" in changed
    ]
    return _changed(config, method, "initial", {}, {"initial": values})


def counting_trial(config):
    """Declare the trial of counting adagrad, whose step means something else than adagrad's."""
    steps = STEPS[config.get("scale", "standard")]
    return _changed(config, "wsabie_pp", "counting", {"adaptation": "counting"}, {"step": steps})


def _changed(config, method, variant, fixed, grid):
    winner = gupta.row_trial(config, SET, method)
    return gupta.trial(config, SET, method, variant, fixed, grid=grid, depends_on=winner, halving=False)


def _trial_of(config, method, variant):
    return counting_trial(config) if variant == "counting" else variant_trial(config, method)


def trials(config):
    """The variants' trials, and those of table 8 that they start from or whose runs are compared."""
    methods = dict.fromkeys(method for method, _ in VARIANTS)
    repeated = [gupta.row_trial(config, dataset, row) for dataset in gupta.SETS for row in (*REPEATED, AUC)]
    return [counting_trial(config), *(variant_trial(config, method) for method in methods), *repeated]


def table(results):
    """Rows of the three kinds: variants, spreads, and updates."""
    columns = ["what", "method", "data set", "printed", "ours", "beside it: difference, or H/(G − 1)"]
    rows = [_variant_row(results, *variant) for variant in VARIANTS]
    rows += [
        ("spread of the runs, %", gupta.NAMES[row], dataset, printed, _spread_cell(results, dataset, row), None)
        for row, printed in REPEATED.items()
        for dataset in gupta.SETS
    ]
    rows += [
        ("updates, share of the steps", gupta.NAMES[AUC], name, "H/(G − 1)", *_auc_cells(results, name))
        for name in gupta.SETS
    ]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def claims(results):
    """Test that variants make no difference, how far runs spread, and that updates are as frequent as violations."""
    size = results.card(SET)["test"]
    listed = [
        statistics.similar(
            f"{gupta.NAMES[method]}, {name}: test accuracy is statistically similar",
            *pair(results, method, variant),
            size,
            size,
            printed=printed,
        )
        for (method, variant), (_, name, printed) in VARIANTS.items()
    ]
    by_row = {row: np.array([spread(results, dataset, row) for dataset in gupta.SETS]) for row in REPEATED}
    return listed + claims_on_spreads(by_row) + [_updates(results, dataset) for dataset in gupta.SETS]


def claims_on_spreads(by_row) -> list:
    """Test how far apart repeated runs are, in percent, over the data sets; `by_row` has float64 (sets,) by row."""
    ova = by_row["one_vs_rest"]
    listed = [_spread_claim("one-vs-all's repeated runs differ by about .1 % (at most .2 %)", ova, 0.2, ".1 %")]
    for row in ("wsabie", "wsabie_pp"):
        runs = f"{gupta.NAMES[row]}'s repeated runs differ by"
        listed.append(_spread_claim(f"{runs} up to .5 %", by_row[row], 0.5, "as much as .5 %"))
        stated = {"printed": "as much as .5 % against .1 %", "show": "{:+.2f} points".format, "unit": "data sets"}
        listed.append(claim.between(f"{runs} more than one-vs-all's", by_row[row] - ova, 0, np.inf, **stated))
    return listed


def _spread_claim(text, values, most, printed):
    return claim.between(text, values, 0, most, printed=printed, show="{:.2f} %".format, unit="data sets")


def _updates(results, dataset):
    """The claim that AUC sampling updates as often as a wrong class violates."""
    text = f"{dataset}: the share of AUC sampling's steps that update is H/(G − 1) (within 5 %)"
    return claim.ratio(text, *auc_updates(results, dataset), 1 / 1.05, 1.05, printed="H/(G − 1)")


def pair(results, method, variant) -> tuple[np.ndarray, np.ndarray]:
    """Test accuracy of each seed with the variant, and of table 8's winner it starts from; nan for failures."""
    records = results.records(_trial_of(results.config, method, variant))
    tests = [record.test for record in selection.holding(records, **VARIANTS[method, variant][0])]
    ours = [np.nan if test is None else test["accuracy"] for test in tests]
    return np.array(ours), results.test(gupta.row_trial(results.config, SET, method))


def spread(results, dataset, row) -> float:
    """Largest less smallest test accuracy of the repeated runs, in percent; nan with fewer than two."""
    runs = selection.over_seeds(results.records(gupta.row_trial(results.config, dataset, row)))
    return 100 * float(np.ptp(runs.values())) if runs and len(runs.seeds) > 1 else np.nan


def auc_updates(results, dataset) -> tuple[np.ndarray, np.ndarray]:
    """Each seed's share of steps that updated the winner in its last pass, and its H/(G − 1); nan for failures."""
    winners = [record.best for record in results.records(gupta.row_trial(results.config, dataset, AUC))]
    updated = [np.nan if winner is None else winner.updated[-1] for winner in winners]
    shares = [np.nan if winner is None else winner.diagnostics["violating_share"] for winner in winners]
    return np.array(updated), np.array(shares)


def _variant_row(results, method, variant):
    _, name, printed = VARIANTS[method, variant]
    ours, winner = (100 * values for values in pair(results, method, variant))
    both, head = np.isfinite(ours - winner), (name, gupta.NAMES[method], SET, printed)
    if not both.any():
        records = results.records(_trial_of(results.config, method, variant))
        return *head, stored.failure(records) or "no such run succeeded", None
    return *head, *(Spread.over(values[both], len(both)) for values in (ours, ours - winner))


def _spread_cell(results, dataset, row):
    failure = stored.failure(results.records(gupta.row_trial(results.config, dataset, row)))
    return failure or spread(results, dataset, row)


def _auc_cells(results, dataset):
    updated, share = auc_updates(results, dataset)
    failure = stored.failure(results.records(gupta.row_trial(results.config, dataset, AUC)))
    return (failure, None) if failure else (float(np.nanmean(updated)), float(np.nanmean(share)))
