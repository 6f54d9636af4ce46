"""Figure 2: two classifiers on the same draw; the lower empirical error has the higher expected error.

Four classes with unit Gaussian distributions, those of 1 and 2 the same; eleven samples each, filled where
misclassified. The nearest prototype (cross) decides: solid, the classifier's boundaries; dotted, those of the Bayes
classifier. Left and right differ in the place of prototype 1. The draw is selected: the first of 20,000 with the
document's counts, 10 errors on the left and 9 on the right, of which one calls class 3 class 1 and, as we infer, the
others lie between classes 1 and 2, all ten on the left and 4 either way on the right. So the counts and costs are the
document's by selection; the shares of the table are over all draws, none selected. Expected errors by quadrature.
Source: Gupta, Bengio and Weston 2014, figure 2 and section 3.3.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import pandas as pd

from manyclass.exhibits.gupta2014.fig2_exactness import deviations
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics import confusion
from manyclass.protocol.seeds import derive
from manyclass.report import plane, style
from manyclass.report.tables import Exact

CLASSES, SAMPLES, DRAWS = 4, 11, 20_000


def _at(length, degrees):
    return length * np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


# Unit Gaussians: classes 1 and 2 are one cloud, 3 lies above it and 4 to its right.
MEANS = np.array([_at(0, 0), _at(0, 0), _at(4, 115), _at(4, -5)])
PROTOTYPES = {  # they differ in β_1 alone, which the right classifier has moved up
    "left": np.array([_at(1, 150), _at(1, -50), *MEANS[2:]]),
    "right": np.array([_at(1.5, 110), _at(1, -50), *MEANS[2:]]),
}
GRID = np.arange(-9, 10, 0.02) + 0.01  # of the quadrature
BATCHES = 20
STATEMENTS = (
    "fig2-lower-empirical-worse",
    "eq7-costs",
    "eq7-turns-the-draw",
    "fig2-typical",
    "eq7-better-estimate",
    "eq7-fixed-costs",
    "hinge-may-help",
    "eq7-exact-near-bayes",
)
MARGINS = (0.0, 0.3, 1.0, 3.0)  # of the hinge loss, which larger ones than classes lie apart make linear
FIXED = "eq. 7 with the left's long-run costs for both"


class Simulation(NamedTuple):
    """All draws, and by side ("left", "right") what both classifiers make of them.

    ``draws`` float64 (DRAWS, 4, 11, 2); ``chosen`` int64, the places of those with the document's counts; by side
    ``counts`` int64 (DRAWS, 4, 4) and the ``expected`` error; and, each float64 (DRAWS,), what may be compared:
    ``errors``, ``losses`` (equation 7), and ``fixed``, the loss with the long-run costs of the left classifier; the
    ``hinge`` loss float64 (MARGINS, DRAWS); and, float64 (DRAWS,), how far off the costs are: ``deviations``.
    """

    draws: np.ndarray
    chosen: np.ndarray
    counts: dict
    expected: dict
    errors: dict
    losses: dict
    fixed: dict
    hinge: dict
    deviations: dict


@cache
def simulate() -> Simulation:
    """Draw all samples and classify them."""
    draws = draw_samples(np.random.default_rng(derive("exhibit", "gupta2014_fig2")))
    given = {side: nearest(draws, prototypes) for side, prototypes in PROTOTYPES.items()}
    counts = {side: count(of_side) for side, of_side in given.items()}
    shares = {side: long_run(prototypes) for side, prototypes in PROTOTYPES.items()}
    costs = confusion.costs(shares["left"])
    return Simulation(
        draws=draws,
        chosen=np.flatnonzero(as_printed(**counts)),
        counts=counts,
        expected={side: 1 - np.trace(share) / CLASSES for side, share in shares.items()},
        errors={side: confusion.errors(of_side) for side, of_side in counts.items()},
        losses={side: confusion.loss(of_side) for side, of_side in counts.items()},
        fixed={side: (of_side * costs).sum(axis=(1, 2)) for side, of_side in counts.items()},
        hinge={side: hinge_losses(draws, prototypes) for side, prototypes in PROTOTYPES.items()},
        deviations={side: deviations(draws, given[side], counts[side], MEANS) for side in PROTOTYPES},
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
    columns = ["quantity", "left: printed", "right: printed", "left", "right"]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def figure(results):
    """Both classifiers on the chosen draw."""
    shown, axes = style.panels(2, height=3.8)
    simulated = simulate()
    draw = simulated.draws[simulated.chosen[0]]
    for ax, (side, prototypes), errors, loss in zip(
        axes, PROTOTYPES.items(), _shown(simulated.errors), _shown(simulated.losses)
    ):
        ax.set(xlim=(-5, 6), ylim=(-3.5, 6), aspect="equal", xticks=[], yticks=[])
        plane.boundaries(ax, prototypes, colors="k", linestyles="-", linewidths=1.5)
        plane.boundaries(ax, MEANS[1:], colors="k", linestyles=":", linewidths=1)
        given = nearest(draw, prototypes)
        for g, colour, marker in zip(range(CLASSES), style.COLOURS, style.MARKERS):
            plane.samples(ax, draw[g], given[g] == g, colour, marker, label=f"class {g + 1}")
            ax.plot(*prototypes[g], "x", color=colour, markersize=9, markeredgewidth=2)
        for look, name in (("k-", "classifier"), ("k:", "Bayes"), ("kx", "prototype"), ("k*", "filled: misclassified")):
            ax.plot([], [], look, label=name)
        expected = 100 * simulated.expected[side]
        ax.set_title(f"Empirical errors: {errors}\nexpected error {expected:.1f} %, loss (7): {loss:.2f}")
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test what the figure says of its draw, and whether it holds on draws that nobody selected."""
    simulated, one_two, three_one = simulate(), _costs(0, 1)[1], _costs(2, 0)[1]
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
            "eq7-costs",
            "on the right, class 3 called 1 costs 10/11 and class 1 called 2 costs 7/11 by equation 7",
            bool(np.isclose([three_one, one_two], [10 / 11, 7 / 11]).all()),
            f"{three_one:.4f} and {one_two:.4f}",
            printed=f"{10 / 11:.4f} and {7 / 11:.4f}",
        ),
        claim.exact(
            "eq7-turns-the-draw",
            "the class-confusion loss of the draw (eq. 7) turns the order: it is lower on the left",
            bool(losses[0] < losses[1]),
            f"{losses[0]:.2f} < {losses[1]:.2f}",
            printed="no number",
        ),
        *_over_all_draws(),
    ]


def _over_all_draws():
    simulated = simulate()
    left, right = simulated.errors.values()
    fewer = _batches(right < left) / _batches(left != right)
    empirical, own, fixed = (_batches(_prefers_worse(v)) for v in (simulated.errors, simulated.losses, simulated.fixed))
    majority = "of all draws with unequal empirical errors, the worse classifier has fewer in more than half"
    less = "over all draws (ties as halves), {} prefers the worse classifier less often than the empirical error"
    show = "{:+.3f}".format
    return [
        claim.between("fig2-typical", majority, fewer, 0.5, 1, printed="“in this case”: one draw", unit="batches"),
        claim.greater(
            "eq7-better-estimate", less.format("eq. 7"), empirical, own, printed="no number", show=show, unit="batches"
        ),
        claim.greater(
            "eq7-fixed-costs", less.format(FIXED), empirical, fixed, printed="ours", show=show, unit="batches"
        ),
        _hinge_helps(empirical),
        _exact_near_bayes(),
    ]


def _exact_near_bayes():
    """That the right classifier, which is further from the Bayes classifier, has costs that are further off."""
    left, right = (_batches(simulate().deviations[side]) / _batches(simulate().errors[side]) for side in PROTOTYPES)
    text = "over all errors, eq. 7's costs are nearer to P(Y ≠ c(x)|x) for the classifier that is nearer to Bayes"
    stated = {"printed": "no number", "show": "{:+.4f}".format, "unit": "batches"}
    return claim.greater("eq7-exact-near-bayes", text, right, left, **stated)


def _hinge_helps(empirical):
    """The margin is the best of one half of the batches, and tested on the other half."""
    worse = np.array([_batches(_prefers_worse(_hinge(place))) for place in range(len(MARGINS))])
    half = BATCHES // 2
    best = worse[:, :half].mean(axis=1).argmin()
    helps = [f"{margin:g}" for margin, of_margin in zip(MARGINS, worse) if of_margin.mean() < empirical.mean()]
    text = (
        f"the hinge loss at b = {MARGINS[best]:g}, the best on half of the draws, prefers the worse classifier less"
        f" often than the empirical error on the other half (on all of them: at b = {', '.join(helps) or 'none'})"
    )
    stated = {"printed": "no number", "show": "{:+.3f}".format, "unit": "batches"}
    return claim.greater("hinge-may-help", text, empirical[half:], worse[best, half:], **stated)


def _hinge(place):
    """The hinge loss at one of MARGINS, by side."""
    return {side: of_margins[place] for side, of_margins in simulate().hinge.items()}


def _prefers_worse(values):
    """By draw: 1 if the right classifier has the lower value, ½ for a tie."""
    off = np.round(values["right"] - values["left"], 9)
    return (off < 0) + 0.5 * (off == 0)


def _batches(by_draw):
    return np.asarray(by_draw, dtype=float).reshape(BATCHES, -1).mean(axis=1)


def _shown(values):
    """Left and right, of the draw that the figure shows."""
    return [by_draw[simulate().chosen[0]] for by_draw in values.values()]


def _costs(g, h):
    """What class g called h costs on either side."""
    return [confusion.costs(counts)[g, h] for counts in _shown(simulate().counts)]


def draw_samples(rng) -> np.ndarray:
    """DRAWS draws of SAMPLES samples a class: float64 (DRAWS, CLASSES, SAMPLES, 2)."""
    return MEANS[:, None] + rng.standard_normal((DRAWS, CLASSES, SAMPLES, 2))


def nearest(X, prototypes) -> np.ndarray:
    """Number of the nearest prototype, int64 (...), of places X (..., 2)."""
    return ((X[..., None, :] - prototypes) ** 2).sum(axis=-1).argmin(axis=-1)


def count(given) -> np.ndarray:
    """N_gh int64 (..., CLASSES, CLASSES) of given classes (..., CLASSES, SAMPLES), one row a true class."""
    return np.stack([(given == h).sum(axis=-1) for h in range(CLASSES)], axis=-1)


def hinge_losses(draws, prototypes) -> np.ndarray:
    """Σ |b − f(x; y) + f(x; g)|₊ over the samples of a draw and their wrong classes g, at each b of MARGINS.

    Equation 8 but for its constant factors, with f(x; g) = −‖x − β_g‖².

    Parameters
    ----------
    draws : float64 (D, CLASSES, SAMPLES, 2)
    prototypes : float64 (CLASSES, 2)

    Returns
    -------
    float64 (MARGINS, D)
    """
    squared = ((draws[..., None, :] - prototypes) ** 2).sum(axis=-1)
    behind = np.einsum("dgng->dgn", squared)[..., None] - squared
    of_right = np.array(MARGINS) * CLASSES * SAMPLES  # what the right classes themselves add
    sums = [np.maximum(margin + behind, 0).sum(axis=(1, 2, 3)) for margin in MARGINS]
    return np.array(sums) - of_right[:, None]


def as_printed(left, right) -> np.ndarray:
    """Which draws have the document's counts, bool (D,), from the confusions (D, 4, 4) of both classifiers."""
    wrong = ~np.eye(CLASSES, dtype=bool)
    one_pair = (left[:, 0, 1] + left[:, 1, 0] == 10) & (left[:, wrong].sum(axis=1) == 10)
    expected = {(0, 1): 4, (1, 0): 4, (2, 0): 1}
    three_pairs = np.all([right[:, g, h] == count for (g, h), count in expected.items()], axis=0)
    return one_pair & three_pairs & (right[:, wrong].sum(axis=1) == sum(expected.values()))


def long_run(prototypes) -> np.ndarray:
    """P(h|g) float64 (4, 4), the share of class g nearest to prototype h, by the midpoint rule on GRID."""
    places, density = _quadrature()
    given = nearest(places, prototypes)
    return np.stack([density[given == h].sum(axis=0) for h in range(CLASSES)], axis=-1)


def bayes_error() -> float:
    """Error of the classifier that takes the densest class, all being equally frequent."""
    return float(1 - _quadrature()[1].max(axis=1).sum() / CLASSES)


def _quadrature():
    """Places (K, 2) and the probability (K, 4) that each class has around them."""
    places = np.stack(np.meshgrid(GRID, GRID), axis=-1).reshape(-1, 2)
    squared = ((places[:, None] - MEANS) ** 2).sum(axis=-1)
    return places, np.exp(-squared / 2) / (2 * np.pi) * (GRID[1] - GRID[0]) ** 2
