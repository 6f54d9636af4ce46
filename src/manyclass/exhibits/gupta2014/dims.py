"""Dimensions: where a small embedding is the more accurate one, and what takes its advantage away (ours, and printed).

Test accuracy of Wsabie++ over m, relative to the best m of each curve; m as a share of the d features. Left: the
document's 21k web data, and two sets of ours in which few directions tell classes apart and there are few samples a
class: the best m lies well below d. Right: one cause
taken away at a time. With five times the samples a large m hardly costs accuracy; with all directions telling
classes apart a small one does. Q = 10 with burn-in; margin chosen by validation for each m and seed; mean and 95 %
interval over seeds. Source: Gupta, Bengio and Weston 2014, section 9.1 (its last numbers).
"""

import numpy as np

from manyclass.exhibits import base, statistics
from manyclass.exhibits.gupta2014 import trials as gupta
from manyclass.exhibits.gupta2014 import last_violators as last
from manyclass.protocol import results as stored
from manyclass.protocol import selection
from manyclass.protocol.claims import claim

PRINTED = {128: 7.4, 192: 7.7, 256: 8.3, 384: 7.9, 512: 7.1, 768: 6.7, 1024: 6.5}
SETS = {
    "few_directions": "few directions, few samples",
    "few_directions-fewer": "fewer directions, few samples",
    "more_samples": "few directions, five times the samples",
    "few_directions-even": "all directions, few samples",
}
FEWER = {"smoke": ("few_directions", "few_directions-even")}
BASE = "few_directions"
INNER = (BASE, "few_directions-fewer")
BUDGETS = {  # d, passes, burn-in, step, margins
    "smoke": (8, 3, 1, 0.3, [1.0]),
    "standard": (32, 16, 5, 0.3, [1.0, 10.0]),
    "full": (1024, 100, 20, 0.3, [1.0, 10.0, 100.0]),
}
Q = 10


def _scale(config):
    return config.get("scale", "standard")


def sets(config) -> list[str]:
    """Data sets of the configured scale."""
    return [each for each in SETS if each in FEWER.get(_scale(config), SETS)]


def dimensions(config) -> list[int]:
    """Values of m: the document's shares of d."""
    return sorted({m * BUDGETS[_scale(config)][0] // 1024 for m in PRINTED})


def trial(config, dataset):
    """Declare the trial of one data set: m by margin, all trained to the end."""
    _, passes, burn_in, step, margins = BUDGETS[_scale(config)]
    fixed = {"step": step, **last.setting(Q, burn_in)}
    grid = {"dimensions": dimensions(config), "margin": margins}
    return gupta.trial(config, dataset, "wsabie_pp", "dimensions", fixed, grid=grid, passes=passes, halving=False)


def trials(config):
    """One trial a data set."""
    return [trial(config, each) for each in sets(config)]


def accuracies(results, dataset) -> np.ndarray:
    """Test accuracy in percent, float64 (dimensions, seeds); nan for a hole."""
    records = results.records(trial(results.config, dataset))
    return np.array([last.accuracy(records, dimensions=m) for m in dimensions(results.config)])


def table(results):
    """One row a share of d: the printed accuracy, and ours on each data set."""
    import pandas as pd

    from manyclass.report.tables import Exact

    d, config = BUDGETS[_scale(results.config)][0], results.config
    holes = {each: stored.hole(results.records(trial(config, each))) for each in sets(config)}
    found = {each: accuracies(results, each) for each in sets(config)}
    rows = []
    for row, m in enumerate(dimensions(config)):
        printed = PRINTED.get(m * 1024 // d)
        cells = {"m / d": m / d, "m": m, "21k web data: printed": None if printed is None else Exact(printed)}
        rows.append(cells | {each: holes[each] or statistics.spread(found[each][row]) for each in found})
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Accuracy relative to the best m: where the optimum is inside, and where a cause is missing."""
    from manyclass.report import curves, style

    shown, axes = style.panels(2, height=3.1, sharey=True)
    config = results.config
    at = [m / BUDGETS[_scale(config)][0] for m in dimensions(config)]
    found = {each: _relative(accuracies(results, each)) for each in sets(config)}
    printed = {m / max(PRINTED): accuracy / max(PRINTED.values()) for m, accuracy in PRINTED.items()}
    for ax, left, title in zip(axes, (True, False), ("as in the document", "a cause taken away")):
        drawn = {SETS[each]: band if each == BASE or (each in INNER) == left else None for each, band in found.items()}
        curves.draw(ax, drawn, at)
        if left:
            ax.plot(*zip(*printed.items()), "k:X", label="21k web data, printed")
        ax.set(xlabel="m / d", ylim=(0, 1.1), title=title)
        ax.set_xticks([1 / 8, 1 / 4, 1 / 2, 3 / 4, 1], ["1/8", "1/4", "1/2", "3/4", "1"])
    axes[0].set_ylabel("accuracy / that of the best m")
    style.legend(shown, axes)
    return shown


def claims(results):
    """List the claims: an optimum inside where both causes are there, none where one is missing."""
    found, most = {each: chosen(results, each) for each in sets(results.config)}, float("inf")
    listed = []
    for each in (each for each in INNER if each in found):
        best, smallest, largest = found[each]
        listed += [
            claim.ratio(
                f"{SETS[each]}: the best m of at most d/2 is more accurate than m = {end}",
                best,
                other,
                1,
                most,
                printed=f"8.3 (d/4) against {said}",
            )
            for other, end, said in ((largest, "d", "6.5"), (smallest, "d/8", "7.4"))
        ]
    if (more := "more_samples") in found:
        text = f"{SETS[more]}: m = d loses little (at most 5 %) against the best m of at most d/2"
        listed.append(claim.ratio(text, found[more][2], found[more][0], 0.95, most))
    best, _, largest = found[even := "few_directions-even"]
    text = f"{SETS[even]}: m = d is more accurate than the best m of at most d/2"
    return [*listed, claim.ratio(text, largest, best, 1, most)]


def chosen(results, dataset) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Test accuracy of the m of at most d/2 that validation chooses seed by seed, of the smallest m, and of m = d.

    Three of shape (seeds,), float64; nan for a hole.
    """
    accuracy, ms = accuracies(results, dataset), np.array(dimensions(results.config))
    records = results.records(trial(results.config, dataset))
    valid = np.array([[each["valid"] for each in selection.holding(records, dimensions=m)] for m in ms.tolist()], float)
    valid[2 * ms > ms[-1]] = -np.inf
    pick = np.where(np.isnan(valid), -np.inf, valid).argmax(axis=0)
    return accuracy[pick, np.arange(accuracy.shape[1])], accuracy[0], accuracy[-1]


def _relative(accuracy):
    band = statistics.band(accuracy)
    return None if band is None else band / np.nanmax(band[0])
