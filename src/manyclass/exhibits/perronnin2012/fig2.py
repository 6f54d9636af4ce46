"""Figure 2: three ways of regularisation on the way, w-OVR with β = 1 on large Fisher vectors.

(i) a penalty and a step that decreases, η = 1 / (λ (t + t0)) with t0 = 1 / (λ η0); (ii) a penalty and a fixed step;
(iii) no penalty, a fixed step, and stopping early. Accuracy on the validation part against passes; one pass is all
positives of a class and, on average, as many negatives. Each stops where it no longer improves (dots: checkpoints), and
its last value then stands; mean and 95 % interval over seeds. A few steps and penalties each, chosen by validation. The
table has the test accuracy of the models kept. Source: Perronnin, Akata, Harchaoui and Schmid 2012, figure 2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.budgets import PATIENCE
from manyclass.exhibits.perronnin2012.trials import features_by_kind, svm_trial
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.selection import succeeded
from manyclass.protocol.trial.early_stopping import checkpoints
from manyclass.report import curves, style
from manyclass.report.tables import Spread

PASSES = {"smoke": 5, "standard": 202, "full": 1000}
FIXED = {"schedule": "fixed"}
STRATEGIES = {  # variant: name, fixed parameters, grid
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
FIRST = 3  # checkpoints, after as many passes


def passes(config) -> int:
    """The cap."""
    return PASSES[config.get("scale", "standard")]


def trial(config, strategy):
    """Declare the trial of one strategy."""
    _, fixed, grid = STRATEGIES[strategy]
    features = SMALL.get(config.get("scale"), features_by_kind(config)["FV"])
    declared = {"grid": grid, "passes": passes(config), "patience": PATIENCE}
    return svm_trial(config, "w-OVR", features, variant=strategy, fixed={"balance": 1, **fixed}, **declared)


def trials(config):
    """One trial a strategy."""
    return [trial(config, strategy) for strategy in STRATEGIES]


def table(results):
    """One row a strategy: what was chosen, when training ended, and accuracies."""
    return pd.DataFrame([_row(results, strategy) for strategy in STRATEGIES], dtype=object)


def figure(results):
    """Curves on a log axis of passes."""
    shown, (ax,) = style.panels(1, height=3.0, columns=1)
    at = checkpoints(passes(results.config))
    bands = {name: statistics.band(curve(results, strategy).T) for strategy, (name, *_) in STRATEGIES.items()}
    curves.draw(ax, bands, at)
    ax.set(xscale="log", xlabel="passes", ylabel="validation accuracy, %", xticks=at[::2])
    ax.set_xticks([], minor=True)
    ax.xaxis.set_major_formatter("{x:.0f}")
    style.legend(shown, [ax])
    return shown


def claims(results):
    """Test that all end alike, and that (i) is faster at first."""
    at_end = {strategy: 100 * results.test(trial(results.config, strategy)) for strategy in STRATEGIES}
    first = {strategy: curve(results, strategy)[:, :FIRST].mean(axis=1) for strategy in STRATEGIES}
    listed = []
    for other in ("penalty", "none"):
        name = STRATEGIES[other][0].partition(" ")[0]
        apart = at_end["decreasing"] - at_end[other]
        text = f"(i) and {name} end within a point of each other on test"
        printed = "at convergence all three methods yield similar results"
        listed.append(claim.between(text, apart, -ALIKE, ALIKE, printed=printed, show="{:+.2f} points".format))
        text = f"(i) is faster at first: ahead of {name} over the first {FIRST} passes"
        printed = "slightly faster in the first iterations"
        listed.append(claim.greater(text, first["decreasing"], first[other], printed=printed))
    return listed


def curve(results, strategy) -> np.ndarray:
    """Validation accuracy of each seed's winner at every checkpoint, in percent: float64 (seeds, checkpoints).

    The last value is repeated where training stopped early; nan where a seed has no result.
    """
    at = checkpoints(passes(results.config))
    rows = np.full((len(results.seeds), len(at)), np.nan)
    for row, record in zip(rows, results.records(trial(results.config, strategy))):
        if record.best:
            valid = record.best.valid
            row[:] = 100 * np.array(valid + valid[-1:] * len(at))[: len(at)]
    return rows


def _row(results, strategy):
    name, _, grid = STRATEGIES[strategy]
    records = results.records(trial(results.config, strategy))
    if reason := failure(records):
        return {"strategy": name, "chosen": reason}
    best = [record.best for record in succeeded(records)]
    chosen = sorted({f"{key} {candidate.params[key]:g}" for candidate in best for key in grid})
    columns = {
        "passes of the best look": [candidate.passes[-1] for candidate in best],
        "passes trained": [candidate.n_passes for candidate in best],
        "validation accuracy, %": [100 * candidate.valid[-1] for candidate in best],
        "test accuracy, %": [100 * candidate.test["accuracy"] for candidate in best],
    }
    spreads = {column: Spread.over(values, len(records)) for column, values in columns.items()}
    return {"strategy": name, "chosen": ", ".join(chosen), **spreads}
