"""Figure 2: two classifiers on the same draw; the lower empirical error has the higher expected error.

Four classes with unit Gaussian distributions, those of 1 and 2 the same; eleven samples each, filled where
misclassified. The nearest prototype (cross) decides: solid, the classifier's boundaries; dotted, those of the Bayes
classifier. Left and right differ in the place of prototype 1. The draw is selected: the first of 20,000 with the
document's counts, 10 errors on the left and 9 on the right, of which one calls class 3 class 1 and, as we infer, the
others lie between classes 1 and 2, all ten on the left and 4 either way on the right. So the counts and costs are the
document's by selection; the shares of the table are over all draws, none selected, and those of random pairs of
classifiers, prototypes moved from the means by .7 a coordinate, stand in the column of the better and the worse one.
Expected errors by quadrature. Loss of eq. 7: the class-confusion loss, in which an error costs the less the more
samples of its class are called alike. Axes: the two features, in standard deviations of a class.
Source: Gupta, Bengio and Weston 2014, figure 2 and section 3.3.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from manyclass.exhibits.gupta2014 import fig2_pairs
from manyclass.exhibits.gupta2014.fig2_classes import (
    CLASSES,
    DRAWS,
    MARGINS,
    MEANS,
    PROTOTYPES,
    bayes_error,
    count,
    draw_samples,
    expected_error,
    hinge_losses,
    long_run,
    nearest,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics import confusion
from manyclass.protocol.seeds import derive
from manyclass.report import plane, style
from manyclass.report.tables import Exact

BATCHES = 20
STATEMENTS = (
    "fig2-lower-empirical-worse",
    "eq7-turns-the-draw",
    "fig2-typical",
    "eq7-better-estimate",
    "eq7-fixed-costs",
    "hinge-may-help",
    "eq7-exact-near-bayes",
)
FIXED = "eq. 7 with the left's long-run costs for both"


class Simulation(NamedTuple):
    """All draws, and by side ("left", "right") what both classifiers make of them.

    ``draws`` float64 (DRAWS, 4, 11, 2); ``chosen`` int64, the places of those with the document's counts; by side
    ``counts`` int64 (DRAWS, 4, 4) and the ``expected`` error; and, each float64 (DRAWS,), what may be compared:
    ``errors``, ``losses`` (equation 7), and ``fixed``, the loss with the long-run costs of the left classifier; the
    ``hinge`` loss float64 (MARGINS, DRAWS).
    """

    draws: np.ndarray
    chosen: np.ndarray
    counts: dict
    expected: dict
    errors: dict
    losses: dict
    fixed: dict
    hinge: dict


@cache
def simulate() -> Simulation:
    """Draw all samples and classify them."""
    draws = draw_samples(np.random.default_rng(derive("exhibit", "gupta2014_fig2")))
    counts = {side: count(nearest(draws, prototypes)) for side, prototypes in PROTOTYPES.items()}
    costs = confusion.costs(long_run(PROTOTYPES["left"]))
    return Simulation(
        draws=draws,
        chosen=np.flatnonzero(as_printed(**counts)),
        counts=counts,
        expected={side: expected_error(prototypes) for side, prototypes in PROTOTYPES.items()},
        errors={side: confusion.errors(of_side) for side, of_side in counts.items()},
        losses={side: confusion.loss(of_side) for side, of_side in counts.items()},
        fixed={side: (of_side * costs).sum(axis=(1, 2)) for side, of_side in counts.items()},
        hinge={side: hinge_losses(draws, prototypes) for side, prototypes in PROTOTYPES.items()},
    )


def table(results):
    """Errors, costs and losses of both classifiers on the shown draw, and shares over all draws."""
    simulated = simulate()
    expected = [f"{100 * error:.2f}" for error in simulated.expected.values()]
    rows = [
        ("empirical errors", 10, 9, *_shown(simulated.errors)),
        ("class 1 called 2", None, 4, *(counts[0, 1] for counts in _shown(simulated.counts))),
        ("class 3 called 1", 0, 1, *(counts[2, 0] for counts in _shown(simulated.counts))),
        ("cost of class 1 called 2, eq. 7", None, Exact(round(7 / 11, 4)), *_costs(0, 1)),
        ("cost of class 3 called 1, eq. 7", None, Exact(round(10 / 11, 4)), *_costs(2, 0)),
        ("class-confusion loss, eq. 7", None, None, *_shown(simulated.losses)),
        (f"expected error, % (Bayes: {100 * bayes_error():.2f})", None, None, *expected),
    ]
    compared = [("empirical error", simulated.errors), ("eq. 7", simulated.losses), (FIXED, simulated.fixed)]
    compared += [(f"the hinge loss, b = {margin:g}", _hinge(place)) for place, margin in enumerate(MARGINS)]
    for name, values in compared:
        worse = 100 * _prefers_worse(values).mean()
        rows.append((f"preferred by {name}, % of all draws", None, None, 100 - worse, worse))
    rows += [(f"preferred by {name}, % of draws", None, None, *shares) for name, *shares in fig2_pairs.rows()]
    columns = ["quantity", "left: printed", "right: printed", "left", "right"]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def figure(results):
    """Both classifiers on the chosen draw."""
    shown, axes = style.panels(2, height=4.1)
    simulated = simulate()
    draw = simulated.draws[simulated.chosen[0]]
    for ax, (side, prototypes), errors, loss in zip(
        axes, PROTOTYPES.items(), _shown(simulated.errors), _shown(simulated.losses)
    ):
        ax.set(xlim=(-5, 6), ylim=(-3.5, 6), aspect="equal", xlabel="first feature", ylabel="second feature")
        plane.boundaries(ax, prototypes, colors="k", linestyles="-", linewidths=1.5)
        plane.boundaries(ax, MEANS[1:], colors="k", linestyles=":", linewidths=1)
        given = nearest(draw, prototypes)
        for g, colour, marker in zip(range(CLASSES), style.COLOURS, style.MARKERS):
            plane.samples(ax, draw[g], given[g] == g, colour, marker, label=f"class {g + 1}")
            ax.plot(*prototypes[g], "x", color=colour, markersize=9, markeredgewidth=2)
        for look, name in (("k-", "classifier"), ("k:", "Bayes"), ("kx", "prototype"), ("k*", "filled: misclassified")):
            ax.plot([], [], look, label=name)
        expected = 100 * simulated.expected[side]
        ax.set_title(f"Empirical errors: {errors}\nexpected error {expected:.1f} %, loss of eq. 7: {loss:.2f}")
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test what the figure says of its draw, and whether it holds on draws that nobody selected."""
    simulated = simulate()
    errors, losses, expected = _shown(simulated.errors), _shown(simulated.losses), list(simulated.expected.values())
    return [
        claim.exact(
            "fig2-lower-empirical-worse",
            "the classifier with fewer empirical errors, 9 against 10, has the higher expected error",
            bool(errors[1] == 9 and errors[0] == 10 and expected[0] < expected[1]),
            f"{100 * expected[0]:.2f} % < {100 * expected[1]:.2f} % ({len(simulated.chosen)} of {DRAWS:,} draws have"
            " these counts)",
            printed="“closer to the optimal Bayes classifier”",
        ),
        claim.exact(
            "eq7-turns-the-draw",
            "the class-confusion loss of the draw (eq. 7) turns the order: it is lower on the left",
            bool(losses[0] < losses[1]),
            f"{losses[0]:.2f} < {losses[1]:.2f}",
            printed="no number",
        ),
        *_over_all_draws(),
        *fig2_pairs.claims(),
    ]


def _over_all_draws():
    simulated = simulate()
    left, right = simulated.errors.values()
    fewer = _batches(right < left) / _batches(left != right)
    empirical, fixed = (_batches(_prefers_worse(values)) for values in (simulated.errors, simulated.fixed))
    majority = "of all draws with unequal empirical errors, the worse classifier has fewer in more than half"
    less = f"over all draws (ties as halves), {FIXED} prefers the worse classifier less often than the empirical error"
    show = "{:+.3f}".format
    return [
        claim.between("fig2-typical", majority, fewer, 0.5, 1, printed="“in this case”: one draw", unit="batches"),
        claim.greater("eq7-fixed-costs", less, empirical, fixed, printed="ours", show=show, unit="batches"),
    ]


def _hinge(place):
    """The hinge loss at one of MARGINS, by side."""
    return {side: of_margins[place] for side, of_margins in simulate().hinge.items()}


def _prefers_worse(values):
    """By draw, of the classifiers of the figure, of which the right one is the worse."""
    return fig2_pairs.prefers_worse(values["left"], values["right"])


def _batches(by_draw):
    return np.asarray(by_draw, dtype=float).reshape(BATCHES, -1).mean(axis=1)


def _shown(values):
    """Left and right, of the draw that the figure shows."""
    return [by_draw[simulate().chosen[0]] for by_draw in values.values()]


def _costs(g, h):
    """What class g called h costs on either side."""
    return [confusion.costs(counts)[g, h] for counts in _shown(simulate().counts)]


def as_printed(left, right) -> np.ndarray:
    """Which draws have the document's counts, bool (D,), from the confusions (D, 4, 4) of both classifiers."""
    wrong = ~np.eye(CLASSES, dtype=bool)
    one_pair = (left[:, 0, 1] + left[:, 1, 0] == 10) & (left[:, wrong].sum(axis=1) == 10)
    expected = {(0, 1): 4, (1, 0): 4, (2, 0): 1}
    three_pairs = np.all([right[:, g, h] == count for (g, h), count in expected.items()], axis=0)
    return one_pair & three_pairs & (right[:, wrong].sum(axis=1) == sum(expected.values()))
