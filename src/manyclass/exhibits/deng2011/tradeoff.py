"""Trade-off: accuracy against speedup, as either constraint is loosened (ours, and printed).

Test accuracy of Deng's tree on the dense set over its test speedup, the number of classes per dot product of a sample.
Along a curve the cap on ambiguity (δ, OP3′) or on loss (ε, OP3) is loosened at all nodes alike, from right to left.
Both lead through much the same trade-off, so that one can choose "depending on convenience" (section 4): δ fixes the
ambiguity of every level beforehand, ε the loss. Beside them Bengio's tree of the same shape, which has no such
parameter, and all classes at one node, where nothing is saved. Compared at the same speedup, curves are read between
their points. Those of the two shapes cross: where both are fast the deep tree leads by ten points, where both are slow
the shallow one by three, and about the middle δ neither does for certain. Mean and 95 % interval over seeds. Source:
Deng, Satheesh, Berg and Fei-Fei 2011, sections 4.1, 4.5 and 5.
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.deng2011 import costs as trees
from manyclass.exhibits.deng2011 import tradeoff_claims as _tradeoff_claims
from manyclass.exhibits.deng2011 import trials as deng
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.protocol import results as stored

# δ as a multiple of 1/Q, what a balanced split without overlap has; ε as it is.
LOOSER = {"efficiency": (1.0, 1.25, 1.6, 2.0, 3.0), "accuracy": (0.6, 0.45, 0.3, 0.15)}
PARAMETERS = {"efficiency": "max_ambiguity", "accuracy": "max_loss"}
SYMBOLS = {"efficiency": "δ", "accuracy": "ε"}


def shapes(config) -> tuple[tuple[int, int], ...]:
    """The shallowest and the deepest tree."""
    found = deng.shapes(config)
    return found[0], found[-1]


def caps(formulation, shape) -> list[float]:
    """Values of δ or ε, from the tightest."""
    values = LOOSER[formulation]
    return [round(each / shape[0], 6) for each in values] if formulation == "efficiency" else list(values)


def trial(config, formulation, shape):
    """Declare the trial of one shape and formulation: all caps, each trained and tested."""
    fixed = dict(zip(("children", "depth"), shape)) | {"formulation": formulation, "step": deng.STEP}
    grid = {PARAMETERS[formulation]: caps(formulation, shape)}
    variant = "caps-{}-t{}_{}".format(formulation, *shape)
    return base.trial(config, deng.DENSE, deng.DENG, variant, fixed, grid=grid, passes=1, halving=False)


def flat(config):
    """Declare the trial of all classes at one node: as many dot products as classes."""
    fixed = {"children": 10**6, "depth": 1, "step": deng.STEP}
    return base.trial(config, deng.DENSE, deng.DENG, "flat", fixed, grid={}, passes=1)


def trials(config):
    """Both formulations and Bengio's tree for each shape, and the flat one."""
    found = [trial(config, each, shape) for shape in shapes(config) for each in LOOSER]
    return [*found, *(deng.trial(config, deng.BENGIO, shape) for shape in shapes(config)), flat(config)]


def classes(results) -> int:
    """K."""
    return results.card(deng.DENSE)["classes"]


def points(results, declared, **held) -> tuple[np.ndarray, np.ndarray]:
    """Speedup, and accuracy in percent, float64 (seeds,) each."""
    records = results.records(declared)
    return trees.speedup(records, classes(results), **held), last.accuracy(records, **held)


def curve(results, formulation, shape) -> tuple[np.ndarray, np.ndarray]:
    """Speedups and accuracies float64 (seeds, caps), from the tightest cap."""
    declared, name = trial(results.config, formulation, shape), PARAMETERS[formulation]
    found = [points(results, declared, **{name: cap}) for cap in caps(formulation, shape)]
    return tuple(np.array(each).T for each in zip(*found))


def table(results):
    """One row a tree."""
    import pandas as pd

    rows = []
    for shape in shapes(results.config):
        for formulation, name in PARAMETERS.items():
            declared = trial(results.config, formulation, shape)
            for cap in caps(formulation, shape):
                row = {"tree": deng.name(shape), "constraint": f"{SYMBOLS[formulation]} = {cap:.3g}"}
                rows.append(row | _cells(results, declared, **{name: cap}))
        row = {"tree": f"Bengio's {deng.name(shape)}", "constraint": "–"}
        rows.append(row | _cells(results, deng.trial(results.config, deng.BENGIO, shape)))
    rows.append({"tree": "one node", "constraint": "–"} | _cells(results, flat(results.config)))
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """A panel for each shape: two curves, Bengio's point and the flat classifier's."""
    from manyclass.report import style

    shown, axes = style.panels(2, height=2.8, sharey=True)
    for ax, shape in zip(axes, shapes(results.config)):
        for number, formulation in enumerate(LOOSER):
            speedups, accuracies = curve(results, formulation, shape)
            band, at = statistics.band(accuracies.T), statistics.band(speedups.T)
            if band is not None:
                look = {"marker": style.MARKERS[number], "linestyle": style.LINES[number]}
                label = f"{SYMBOLS[formulation]} loosened"
                ax.plot(at[0], band[0], color=style.COLOURS[number], label=label, **look)
                ax.fill_between(at[0], band[1], band[2], color=style.COLOURS[number], alpha=0.2, linewidth=0)
        lone = {"Bengio": deng.trial(results.config, deng.BENGIO, shape), "one node": flat(results.config)}
        for number, (name, declared) in enumerate(lone.items(), start=2):
            x, y = (np.nanmean(each) if np.isfinite(each).any() else np.nan for each in points(results, declared))
            ax.plot([x], [y], color=style.COLOURS[number], marker=style.MARKERS[number], linestyle="none", label=name)
        ax.set(title=deng.name(shape), xlabel="test speedup", ylabel="accuracy, %", xscale="log")
        style.plain_log(ax.xaxis)
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: fine-grained control, by either constraint, and what it buys."""
    found = {shape: {each: curve(results, each, shape) for each in LOOSER} for shape in shapes(results.config)}
    bengio = {shape: points(results, deng.trial(results.config, deng.BENGIO, shape)) for shape in found}
    declared = {shape: results.records(trial(results.config, "efficiency", shape)) for shape in found}
    met = {
        shape: np.array(
            [trees.cost(declared[shape], "ambiguity", 0, max_ambiguity=cap) / cap for cap in caps("efficiency", shape)]
        ).T
        for shape in found
    }
    return _tradeoff_claims.claims(found, bengio, met, {shape: deng.name(shape) for shape in found})


def _cells(results, declared, **held):
    if hole := stored.hole(results.records(declared)):
        return {"accuracy, %": hole}
    speedups, accuracies = points(results, declared, **held)
    training = trees.cost(results.records(declared), "training", **held)
    shown = {"accuracy, %": accuracies, "speedup": speedups, "training operations": training}
    return {name: statistics.spread(values) for name, values in shown.items()}
