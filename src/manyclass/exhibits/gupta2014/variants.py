"""Variants said to make no difference, the spread of repeated runs, and how often AUC sampling updates.

Counting adagrad (steps shrink with the root of the number of updates, its step swept anew) and other initial values
against the winner of table 8, on 16k ImageNet: test accuracy in percent, and the difference seed by seed. Spread:
largest less smallest test accuracy of the repeated runs at the parameters best on mean validation accuracy in
table 8. Updates: share of AUC sampling's steps that changed its model in the last pass; H/(G − 1): mean share of the
wrong classes that violate the margin at its end, counted on training samples. Source: Gupta, Bengio and Weston 2014,
sections 5.3, 7 and 8.3.
"""

import numpy as np

from manyclass.exhibits import base
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014 import table8
from manyclass.exhibits.gupta2014 import variants_claims as _variants_claims
from manyclass.protocol import results as stored
from manyclass.protocol import selection

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


def trials(config):
    """The variants' trials, and those of table 8 that they start from or whose runs are compared."""
    methods = dict.fromkeys(method for method, _ in VARIANTS)
    repeated = [table8.row_trial(config, dataset, row) for dataset in table8.SETS for row in (*REPEATED, AUC)]
    return [counting_trial(config), *(variant_trial(config, method) for method in methods), *repeated]


def table(results):
    """Rows of the three kinds: variants, spreads, and updates."""
    import pandas as pd

    columns = ["what", "method", "data set", "printed", "ours", "beside it: difference, or H/(G − 1)"]
    rows = [_variant_row(results, *variant) for variant in VARIANTS]
    rows += [
        ("spread of the runs, %", table8.NAMES[row], dataset, printed, _spread_cell(results, dataset, row), None)
        for row, printed in REPEATED.items()
        for dataset in table8.SETS
    ]
    rows += [
        ("updates, share of the steps", table8.NAMES[AUC], name, "H/(G − 1)", *_auc_cells(results, name))
        for name in table8.SETS
    ]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def claims(results):
    """Test that variants make no difference, how far runs spread, and that updates are as frequent as violations."""
    size = results.card(SET)["test"]
    found = [
        _variants_claims.no_difference(table8.NAMES[method], name, printed, *pair(results, method, variant), size)
        for (method, variant), (_, name, printed) in VARIANTS.items()
    ]
    spreads = {row: np.array([spread(results, dataset, row) for dataset in table8.SETS]) for row in REPEATED}
    updates = {dataset: auc_updates(results, dataset) for dataset in table8.SETS}
    return found + _variants_claims.spreads(spreads) + _variants_claims.updates(updates)


def pair(results, method, variant) -> tuple[np.ndarray, np.ndarray]:
    """Test accuracy of each seed with the variant, and of table 8's winner it starts from; nan for holes."""
    changed = VARIANTS[method, variant][0]
    trial = counting_trial(results.config) if variant == "counting" else variant_trial(results.config, method)
    held = selection.holding(results.records(trial), **changed)
    ours = [np.nan if record["test"] is None else record["test"]["accuracy"] for record in held]
    return np.array(ours), results.test(table8.row_trial(results.config, SET, method))


def spread(results, dataset, row) -> float:
    """Largest less smallest test accuracy of the repeated runs, in percent; nan with fewer than two."""
    runs = selection.over_seeds(results.records(table8.row_trial(results.config, dataset, row)))
    return 100 * float(np.ptp(runs.values())) if runs and len(runs.seeds) > 1 else np.nan


def auc_updates(results, dataset) -> tuple[np.ndarray, np.ndarray]:
    """Each seed's share of steps that updated the winner in its last pass, and its H/(G − 1); nan for holes."""
    records = results.records(table8.row_trial(results.config, dataset, AUC))
    holds = [record["status"] == "ok" for record in records]
    updated = [r["candidates"][r["winner"]]["updated"][-1] if ok else np.nan for r, ok in zip(records, holds)]
    return np.array(updated), np.array([r["violators"] if ok else np.nan for r, ok in zip(records, holds)])


def _changed(config, method, variant, fixed, grid):
    winner = table8.row_trial(config, SET, method)
    return gupta.trial(config, SET, method, variant, fixed, grid=grid, depends_on=winner, halving=False)


def _variant_row(results, method, variant):
    from manyclass.report.tables import Spread

    _, name, printed = VARIANTS[method, variant]
    ours, winner = (100 * values for values in pair(results, method, variant))
    both, head = np.isfinite(ours - winner), (name, table8.NAMES[method], SET, printed)
    if not both.any():
        trial = counting_trial(results.config) if variant == "counting" else variant_trial(results.config, method)
        return *head, stored.hole(results.records(trial)) or "no such run succeeded", None
    return *head, *(Spread.over(values[both], len(both)) for values in (ours, ours - winner))


def _spread_cell(results, dataset, row):
    hole = stored.hole(results.records(table8.row_trial(results.config, dataset, row)))
    return hole or spread(results, dataset, row)


def _auc_cells(results, dataset):
    updated, share = auc_updates(results, dataset)
    hole = stored.hole(results.records(table8.row_trial(results.config, dataset, AUC)))
    return (hole, None) if hole else (float(np.nanmean(updated)), float(np.nanmean(share)))
