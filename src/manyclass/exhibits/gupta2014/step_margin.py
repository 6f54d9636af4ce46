"""Step and margin: the best step at each margin, and whether it grows with the margin.

On 21k web, at margins held from one below those that the method's own sweep starts from to one above: the step best on
validation, swept at each margin until it stands inside, on each draw anew, all other parameters as chosen in table 8.
Geometric mean over draws of the data, with the 95 % interval of the logarithm: steps are those of a grid, and where all
draws chose the same one the interval has no width, and the band is pinched or not there. The table has the test
accuracy there, too; † marks a sweep that ended at an edge. The document prints no number. Source: Gupta, Bengio and
Weston 2014, footnote 2.
"""

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import table9
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.protocol.claims import claim
from manyclass.protocol.claims.order import rank_correlation_step
from manyclass.report import curves, style

SET = "web21k"
METHODS = tuple(table9.PRINTED)
STATEMENTS = ("step-and-margin-tied",)


def margins(row) -> list[float]:
    """Margins held of a method."""
    ladder = gupta.step_and_margin(row)["margin"]
    below, above = ladder.following(ladder.start[0], -1), ladder.following(ladder.start[-1], 1)
    return [below, *ladder.start, above]


def trial(config, row):
    """Declare the trial of one method: a sweep of the step at each margin, from the winner of its row of table 8."""
    variant = row.partition("/")[2]
    declared = {"series": {"margin": margins(row)}, "search": {"step": gupta.step_and_margin(row)["step"]}}
    name, chosen = f"margins-{variant}" if variant else "margins", gupta.row_trial(config, SET, row)
    return gupta.trial(config, SET, row, name, chosen.fixed, depends_on=chosen, anew=True, **declared)


def trials(config):
    """One trial a method."""
    return [trial(config, row) for row in METHODS]


def table(results):
    """One row a method and margin."""
    at_margins = ((row, each) for row in METHODS for each in zip(margins(row), best_steps(results, row)))
    return pd.DataFrame([_row(results, row, *each) for row, each in at_margins], dtype=object)


def figure(results):
    """Best step against the margin, a panel a method."""
    shown, axes = style.panels(len(METHODS), columns=3)
    for row, ax in zip(METHODS, axes):
        band = statistics.band(np.log(best_steps(results, row)))
        curves.draw(ax, {row: None if band is None else np.exp(band)}, margins(row))
        mark = base.edge_mark(results.records(trial(results.config, row)))
        ax.set(title=gupta.NAMES[row] + mark, xlabel="margin", ylabel="best step", xscale="log", yscale="log")
        style.plain_log(ax.xaxis, ax.yaxis)
    return shown


def claims(results):
    """Test method by method that the best step grows with the margin."""
    return [_tied(results, row) for row in METHODS]


def best_steps(results, row) -> np.ndarray:
    """The step best on validation at each margin, float64 (margins, seeds); nan for a failure."""
    records = results.records(trial(results.config, row))
    winners = [base.winners(records, margin=margin) for margin in margins(row)]
    return np.array([[np.nan if best is None else best.params["step"] for best in of_margin] for of_margin in winners])


def correlations(steps) -> np.ndarray:
    """Rank correlation of the margins with the best steps (margins, seeds), by draw: float64 (seeds,).

    0 where one step is best at all margins; nan where one is missing.
    """
    order = np.arange(len(steps))
    ranked = [0.0 if np.ptp(of_draw) == 0 else spearmanr(order, of_draw).statistic for of_draw in np.transpose(steps)]
    return np.where(np.isnan(steps).any(axis=0), np.nan, ranked)


def _tied(results, row):
    values, step = correlations(best_steps(results, row)), rank_correlation_step(len(margins(row)))
    text = f"{gupta.NAMES[row]}: larger margins work better with larger steps (rank correlation above 0)"
    stated = {"on": SET, "printed": "pairs of table 9", "show": "{:+.2f}".format}
    return claim.between("step-and-margin-tied", text, values, 0, np.inf, resolution=step, **stated)


def _row(results, row, margin, steps):
    declared = trial(results.config, row)
    mark = base.edge_mark(results.records(declared), margin=margin)
    middle = f"{np.exp(np.mean(np.log(steps))):.2g}{mark}" if np.isfinite(steps).all() else None
    return {
        "method": gupta.NAMES[row],
        "margin": margin,
        "best step": middle,
        "accuracy, %": base.cell(results, declared, margin=margin),
    }
