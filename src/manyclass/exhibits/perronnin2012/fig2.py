"""Figure 2: three ways of regularisation on the way, w-OVR with β = 1 on large Fisher vectors.

(i) a penalty and a step that decreases, η = 1 / (λ (t + t0)) with t0 = 1 / (λ η0); (ii) a penalty and a fixed step;
(iii) no penalty, a fixed step, and stopping early. Accuracy on the validation part against passes; one pass is all
positives of a class and, on average, as many negatives. Each stops where it no longer improves (dots: looks), and its
last value then stands; mean and 95 % interval over seeds. A few steps and penalties each, chosen by validation. The
table has the test accuracy of the models kept. Source: Perronnin, Akata, Harchaoui and Schmid 2012, figure 2.
"""

import numpy as np

from manyclass.exhibits.perronnin2012 import trials as shared
from manyclass.exhibits.perronnin2012.budgets import PATIENCE
from manyclass.protocol import results as stored
from manyclass.protocol import selection
from manyclass.protocol.claims import claim
from manyclass.protocol.trial.early_stopping import looks

PASSES = {"smoke": 5, "standard": 202, "full": 1000}
FIXED = {"schedule": "fixed"}
STRATEGIES = {  # variant: name, what is held, what is tried
    "decreasing": (
        "(i) penalty, decreasing step",
        {"schedule": "decreasing"},
        {"penalty": [1e-5, 1e-4], "step": [0.3, 1.0]},
    ),
    "penalty": ("(ii) penalty, fixed step", {**FIXED, "penalty": 1e-4}, {"step": [0.1, 0.3]}),
    "none": ("(iii) no penalty, fixed step", {**FIXED, "penalty": 0.0}, {"step": [0.1, 0.3]}),
}
SMALL = {"smoke": "fv2"}
ALIKE = 1.0  # points of accuracy
FIRST = 3  # looks, after as many passes


def passes(config) -> int:
    """The cap."""
    return PASSES[config.get("scale", "standard")]


def trial(config, strategy):
    """Declare the trial of one strategy."""
    _, held, grid = STRATEGIES[strategy]
    features = SMALL.get(config.get("scale"), shared.features(config)["FV"])
    fixed, cap = {"balance": 1, **held}, passes(config)
    declared = {"grid": grid, "passes": cap, "patience": PATIENCE}
    return shared.trial(config, "w-OVR", features, variant=strategy, fixed=fixed, **declared)


def trials(config):
    """One trial a strategy."""
    return [trial(config, each) for each in STRATEGIES]


def table(results):
    """One row a strategy: what was chosen, when training ended, and accuracies."""
    import pandas as pd

    return pd.DataFrame([_row(results, strategy) for strategy in STRATEGIES], dtype=object)


def figure(results):
    """Curves on a log axis of passes."""
    from manyclass.report import curves, style

    shown, (ax,) = style.panels(1, height=3.0, columns=1)
    at = looks(passes(results.config))
    found = {STRATEGIES[each][0]: _band(curve(results, each)) for each in STRATEGIES}
    curves.draw(ax, found, at)
    ax.set(xscale="log", xlabel="passes", ylabel="validation accuracy, %", xticks=at[::2])
    ax.set_xticks([], minor=True)
    ax.xaxis.set_major_formatter("{x:.0f}")
    style.legend(shown, [ax])
    return shown


def claims(results):
    """Test that all end alike, and that (i) is faster at first."""
    at_end = {each: 100 * results.test(trial(results.config, each)) for each in STRATEGIES}
    first = {each: curve(results, each)[:, :FIRST].mean(axis=1) for each in STRATEGIES}
    found = []
    for other in ("penalty", "none"):
        name = STRATEGIES[other][0].partition(" ")[0]
        apart = at_end["decreasing"] - at_end[other]
        text = f"(i) and {name} end within a point of each other on test"
        printed = "at convergence all three methods yield similar results"
        found.append(claim.between(text, apart, -ALIKE, ALIKE, printed=printed, show="{:+.2f} points".format))
        text = f"(i) is faster at first: ahead of {name} over the first {FIRST} passes"
        printed = "slightly faster in the first iterations"
        found.append(claim.greater(text, first["decreasing"], first[other], printed=printed))
    return found


def curve(results, strategy) -> np.ndarray:
    """Validation accuracy of each seed's winner at every look, in percent: (seeds, looks); nan for holes."""
    at = looks(passes(results.config))
    rows = np.full((len(results.seeds), len(at)), np.nan)
    for row, record in zip(rows, results.records(trial(results.config, strategy))):
        if record["status"] == "ok":
            valid = record["candidates"][record["winner"]]["valid"]
            row[:] = 100 * np.array(valid + valid[-1:] * len(at))[: len(at)]
    return rows


def _band(rows):
    """Mean and ends of the interval over the seeds that succeeded, or None."""
    rows = rows[np.isfinite(rows[:, 0])]
    if not len(rows):
        return None
    if len(rows) < claim.FEWEST:
        return np.array([rows.mean(axis=0)] * 3)
    return np.array([claim.interval(column) for column in rows.T]).T


def _row(results, strategy):
    from manyclass.report.tables import Spread

    name, _, grid = STRATEGIES[strategy]
    records = results.records(trial(results.config, strategy))
    if reason := stored.hole(records):
        return {"strategy": name, "chosen": reason}
    ok = selection.succeeded(records)
    best = [record["candidates"][record["winner"]] for record in ok]
    chosen = sorted({f"{key} {each['params'][key]:g}" for each in best for key in grid})
    columns = {
        "passes of the best look": [each["passes"][-1] for each in best],
        "passes trained": [each["trained"] for each in best],
        "validation accuracy, %": [100 * each["valid"][-1] for each in best],
        "test accuracy, %": [100 * record["test"]["accuracy"] for record in ok],
    }
    spreads = {column: Spread.over(values, len(records)) for column, values in columns.items()}
    return {"strategy": name, "chosen": ", ".join(chosen), **spreads}
