"""The number of classes: how often AUC sampling updates where nothing else grows.

Sets that differ in the number of classes alone, as many samples of each. Margins are held at the values from which
AUC sampling's own sweep starts, as a margin decides how many classes violate it; the step is swept for each. Share of
the steps of the last pass that update, H/(G − 1) at its end, counted on training samples, and what that is in classes;
mean over draws of the data and 95 % interval. With as many violators H for any number of classes the share would fall
as 1/(G − 1). † marks a sweep that ended at an edge. Source: Gupta, Bengio and Weston 2014, section 5.3.
"""

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.methods.auc_ranking import AUCRanking
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.protocol.claims.order import rank_correlation_step

FILE, METHOD = "more_classes", "auc_ranking"
COUNTS = {"smoke": (32, 64, 128), "standard": (64, 128, 256, 512, 1024), "full": (64, 256, 1024, 4096)}
MARGINS = AUCRanking.search["margin"].start
CORRELATED = -0.8  # rank correlation
PRINTED = "H/(G − 1) of H violators: −1 if H is the same"
STATEMENTS = ("auc-updates-fall-with-classes",)


def counts(config) -> tuple[int, ...]:
    """Numbers of classes."""
    return COUNTS[config["scale"]]


def dataset(n_classes) -> str:
    """Name of a data set."""
    return f"{FILE}-{n_classes}"


def trial(config, n_classes):
    """Declare the trial on so many classes: a sweep of the step at each margin."""
    declared = {"series": {"margin": list(MARGINS)}, "search": {"step": AUCRanking.search["step"]}}
    return gupta.trial(config, dataset(n_classes), METHOD, "margins", **declared)


def trials(config):
    """One trial a number of classes."""
    return [trial(config, n_classes) for n_classes in counts(config)]


def table(results):
    """One row a margin and number of classes."""
    rows = [_row(results, n_classes, margin) for margin in MARGINS for n_classes in counts(results.config)]
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """Test at each margin that the share falls as classes get more."""
    return [_falls(results, margin) for margin in MARGINS]


def updates(results, n_classes, margin) -> tuple[np.ndarray, np.ndarray]:
    """The `update_shares` of the step best on validation at this margin."""
    records = selection.holding(results.records(trial(results.config, n_classes)), margin=margin)
    return update_shares(records)


def update_shares(records) -> tuple[np.ndarray, np.ndarray]:
    """Each draw's share of steps that updated its winner in the last pass, and the winner's H/(G − 1) after it.

    Each float64 (seeds,); nan for failures. H is that of section 5.3.
    """
    winners = [record.best for record in records]
    updated = [np.nan if winner is None else winner.updated[-1] for winner in winners]
    shares = [np.nan if winner is None else winner.diagnostics["violating_share"] for winner in winners]
    return np.array(updated), np.array(shares)


def correlations(shares, numbers) -> np.ndarray:
    """Rank correlation of shares (numbers, seeds) with the numbers of classes, by draw: float64 (seeds,).

    nan where a share is missing, or all are the same.
    """
    ranked = (of_draw if np.ptp(of_draw) > 0 else None for of_draw in np.transpose(shares))
    return np.array([np.nan if each is None else spearmanr(numbers, each).statistic for each in ranked])


def _falls(results, margin):
    numbers = counts(results.config)
    shares = [updates(results, n_classes, margin)[0] for n_classes in numbers]
    text = f"margin {margin:g}: rank correlation of the share of steps that update with the number of classes"
    stated = {"on": [dataset(n_classes) for n_classes in numbers], "printed": PRINTED, "printed_value": -1}
    step = rank_correlation_step(len(numbers))
    values = correlations(shares, numbers)
    return claim.between("auc-updates-fall-with-classes", text, values, -np.inf, CORRELATED, resolution=step, **stated)


def _row(results, n_classes, margin):
    declared, (updated, violating) = trial(results.config, n_classes), updates(results, n_classes, margin)
    mark = base.edge_mark(results.records(declared), margin=margin)
    return {
        "margin": margin,
        "classes": n_classes,
        "accuracy, %": base.cell(results, declared, margin=margin),
        "steps that update, %": statistics.mean_interval(100 * updated, mark),
        "H/(G − 1), %": statistics.mean_interval(100 * violating, mark),
        "H": statistics.mean_interval((n_classes - 1) * violating, mark),
    }
