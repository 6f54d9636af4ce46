"""Figure 2: two classifiers on the same draw; the lower empirical error has the higher expected error.

Four classes with unit Gaussian distributions, those of 1 and 2 the same; eleven samples each, filled where
misclassified. The nearest prototype (cross) decides: solid, the classifier's boundaries; dotted, those of the
Bayes classifier. Left and right differ in the place of prototype 1. The draw is selected: the first of 20,000 with
the document's counts, 10 errors on the left, all between classes 1 and 2, and 9 on the right, of which 4 call class
1 class 2, 4 class 2 class 1, and one class 3 class 1. So the counts and costs are the document's by selection; the
shares of the table are over all draws, none selected. Expected errors by quadrature. Source: Gupta, Bengio and
Weston 2014, figure 2 and section 3.3.
"""

from functools import cache
from types import SimpleNamespace

import numpy as np

from manyclass.exhibits.gupta2014 import four_classes as four
from manyclass.protocol.claims import claim

BATCHES = 20
FIXED = "eq. 7 with the left's long-run costs for both"
WHY_OWN = (
    "each classifier is charged by its own confusions, and the uneven split of classes 1 and 2 on the right is the "
    "cheaper one; with the same costs for both, the next claim, the loss does better than the empirical error"
)
WHY_ONE_DRAW = "the document shows one draw; over all of them the empirical error is more often right than wrong"


@cache
def simulate() -> SimpleNamespace:
    """All draws and what both classifiers make of them.

    ``draws`` float (D, 4, 11, 2), ``chosen`` the places of those with the document's counts, and by side:
    ``counts`` int (D, 4, 4), ``long_run`` float (4, 4), ``expected`` error, and what may be compared, each (D,):
    ``errors``, ``losses`` (7), and ``fixed``, the loss with the long-run costs of the left classifier.
    """
    from manyclass.protocol.metrics import class_confusion as measured
    from manyclass.protocol.seeds import derive

    draws = four.draw(np.random.default_rng(derive("exhibit", "gupta2014_fig2")))
    sides = four.PROTOTYPES.items()
    counts = {side: four.confusion(four.nearest(draws, prototypes)) for side, prototypes in sides}
    long_run = {side: four.long_run(prototypes) for side, prototypes in sides}
    costs = measured.costs(long_run["left"])
    return SimpleNamespace(
        draws=draws,
        counts=counts,
        chosen=np.flatnonzero(four.as_printed(**counts)),
        expected={side: 1 - np.trace(shares) / four.CLASSES for side, shares in long_run.items()},
        errors={side: measured.errors(found) for side, found in counts.items()},
        losses={side: measured.loss(found) for side, found in counts.items()},
        fixed={side: (found * costs).sum(axis=(1, 2)) for side, found in counts.items()},
    )


def table(results):
    """Errors, costs and losses of both classifiers on the shown draw, and shares over all draws."""
    import pandas as pd

    from manyclass.report.tables import Exact

    found, expected = simulate(), [f"{100 * error:.2f}" for error in simulate().expected.values()]
    rows = [
        ("empirical errors", 10, 9, *_shown(found.errors)),
        ("class 1 called 2", None, 4, *(counts[0, 1] for counts in _shown(found.counts))),
        ("class 3 called 1", 0, 1, *(counts[2, 0] for counts in _shown(found.counts))),
        ("cost of class 1 called 2, eq. 7", None, Exact(round(7 / 11, 4)), *_costs(0, 1)),
        ("cost of class 3 called 1, eq. 7", None, Exact(round(10 / 11, 4)), *_costs(2, 0)),
        ("class-confusion loss, eq. 7", None, None, *_shown(found.losses)),
        (f"expected error, % (Bayes: {100 * four.bayes_error():.2f})", None, None, *expected),
    ]
    for name, values in (("empirical error", found.errors), ("eq. 7", found.losses), (FIXED, found.fixed)):
        worse = 100 * _prefers_worse(values).mean()
        rows.append((f"preferred by {name}, % of all draws", None, None, 100 - worse, worse))
    columns = ["quantity", "left: printed", "right: printed", "left", "right"]
    return pd.DataFrame(rows, columns=columns, dtype=object)


def figure(results):
    """Both classifiers on the chosen draw."""
    from manyclass.report import plane, style

    shown, axes = style.panels(2, height=3.8)
    found, draw = simulate(), simulate().draws[simulate().chosen[0]]
    for ax, (side, prototypes), errors, loss in zip(
        axes, four.PROTOTYPES.items(), _shown(found.errors), _shown(found.losses)
    ):
        ax.set(xlim=(-5, 6), ylim=(-3.5, 6), aspect="equal", xticks=[], yticks=[])
        plane.boundaries(ax, prototypes, colors="k", linestyles="-", linewidths=1.5)
        plane.boundaries(ax, four.MEANS[1:], colors="k", linestyles=":", linewidths=1)
        given = four.nearest(draw, prototypes)
        for g, colour, marker in zip(range(four.CLASSES), style.COLOURS, style.MARKERS):
            plane.samples(ax, draw[g], given[g] == g, colour, marker, label=f"class {g + 1}")
            ax.plot(*prototypes[g], "x", color=colour, markersize=9, markeredgewidth=2)
        for look, name in (("k-", "classifier"), ("k:", "Bayes"), ("kx", "prototype"), ("k*", "filled: misclassified")):
            ax.plot([], [], look, label=name)
        expected = 100 * found.expected[side]
        ax.set_title(f"Empirical errors: {errors}\nexpected error {expected:.1f} %, loss (7): {loss:.2f}")
    style.legend(shown, axes)
    return shown


def claims(results):
    """Test what the figure says of its draw, and whether it holds on draws that nobody selected."""
    found, one_two, three_one = simulate(), _costs(0, 1)[1], _costs(2, 0)[1]
    errors, losses, expected = _shown(found.errors), _shown(found.losses), list(found.expected.values())
    return [
        claim.exact(
            "the classifier with fewer empirical errors, 9 against 10, has the higher expected error",
            bool(errors[1] == 9 and errors[0] == 10 and expected[0] < expected[1]),
            f"{100 * expected[0]:.2f} % < {100 * expected[1]:.2f} % ({len(found.chosen)} of {four.DRAWS:,} draws have"
            " these counts)",
            printed="“closer to the optimal Bayes classifier”",
        ),
        claim.exact(
            "on the right, class 3 called 1 costs 10/11 and class 1 called 2 costs 7/11 by equation 7",
            bool(np.isclose([three_one, one_two], [10 / 11, 7 / 11]).all()),
            f"{three_one:.4f} and {one_two:.4f}",
            printed=f"{10 / 11:.4f} and {7 / 11:.4f}",
        ),
        claim.exact(
            "the class-confusion loss of the draw (eq. 7) turns the order: it is lower on the left",
            bool(losses[0] < losses[1]),
            f"{losses[0]:.2f} < {losses[1]:.2f}",
            printed="no number",
        ),
        *_over_all_draws(),
    ]


def _over_all_draws():
    found = simulate()
    left, right = found.errors.values()
    fewer = _batches(right < left) / _batches(left != right)
    empirical, own, fixed = (_batches(_prefers_worse(v)) for v in (found.errors, found.losses, found.fixed))
    majority = "of all draws with unequal empirical errors, the worse classifier has fewer in more than half"
    less = "over all draws (ties as halves), {} prefers the worse classifier less often than the empirical error"
    show = "{:+.3f}".format
    return [
        claim.between(majority, fewer, 0.5, 1, printed="“in this case”: one draw", why=WHY_ONE_DRAW, unit="batches"),
        claim.greater(
            less.format("eq. 7"), empirical, own, printed="no number", show=show, why=WHY_OWN, unit="batches"
        ),
        claim.greater(less.format(FIXED), empirical, fixed, printed="ours", show=show, unit="batches"),
    ]


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
    from manyclass.protocol.metrics.class_confusion import costs

    return [costs(counts)[g, h] for counts in _shown(simulate().counts)]
