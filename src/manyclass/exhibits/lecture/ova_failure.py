"""One-vs-all on three classes of the plane: what fails where joint losses separate.

The lecture's picture is not in its text; its W is, and separates our discs. Regions of the document's W, and of
classifiers trained with the same ℓ2 penalty, λ = .03, but for the last; misclassified samples filled. All are averages:
the joint losses over the second half of 40 passes, one-vs-all over all steps of 50,000, as its middle class never fits
and it comes to its optimum late where λ is small; ended early it would be better than it is. Unlike the slides, which
have steps η0/t and a ball, the joint losses take steps η0/√t with that penalty and without a ball. They have no
intercepts; one-vs-all is shown with them and without, and what the slides say of it is judged without, as theirs is.
No line separates the middle class from the rest.
One-vs-all compares predictors, not their signs, so that it can be right where the middle predictor is negative, if
the others are lower. Balanced: with as many negatives as positives, for which the middle predictor is as good
anywhere between −1 and 1. λ by validation: the best of those shown, draw by draw, the first of equals; †: with some
draw the last to one side, and better than the one before. Of a smaller λ one-vs-all would come to its optimum later
than it is trained for. Last panel: test accuracy by λ. Mean and 95 % interval over draws, which may reach above 100 %
where draws differ much. Source: Hazan & Singer, COS324, lecture 11, slide “Deficiency of One-vs-All”, which has no
number.
"""

from itertools import product

import numpy as np
import pandas as pd

from manyclass.exhibits import base, statistics
from manyclass.exhibits.lecture.trials import metric_by_seed
from manyclass.protocol.claims import claim
from manyclass.protocol.results import failure
from manyclass.protocol.trial.spec import Trial
from manyclass.report import curves, plane, style
from manyclass.report.tables import Exact

SET = "three_classes"
W = np.array([[-1, 1, 0], [0, np.sqrt(2), 0], [1, 1, 0]])  # printed, and no intercepts
MIDDLE = 1
PENALTIES = [1e-5, 1e-4, 0.001, 0.003, 0.01, 0.03, 0.1]
LEAST, FAIR = 0.001, 0.03  # the penalties that are judged; at the next, the max-margin loss fails, too
CHOSEN = None  # and the best on validation, which a user would take
JUDGED = (LEAST, FAIR, CHOSEN)
DRAWN, SAMPLES = FAIR, 40  # the penalty, and the samples of a class, that are drawn
STATEMENTS = (
    "ova-fails",
    "ova-fails-intercepts",
    "joint-better",
    "joint-separates",
    "overly-difficult",
    "real-valued",
    "balance-cures",
)
METHODS = {
    "one-vs-all": ("weighted_one_vs_rest", {"balance": None, "intercept": 1.0}),
    "one-vs-all, no intercepts": ("weighted_one_vs_rest", {"balance": None, "intercept": 0.0}),
    "one-vs-all, balanced": ("weighted_one_vs_rest", {"balance": 1.0, "intercept": 1.0}),
    "max-margin": ("max_margin_sgd", {}),
    "logistic": ("softmax_regression", {}),
}
ALONE, PLAIN, BALANCED, *JOINT = METHODS
# Of the methods; the first colours and markers are those of the classes.
LOOKS = list(zip((*style.COLOURS[3:], "0.5"), (*style.MARKERS[3:], "*"), style.LINES))
FAILS = {ALONE: "ova-fails-intercepts", PLAIN: "ova-fails"}  # the slide's has no intercepts
SEPARATED = 99.5  # percent, above which the classes count as separated
PASSES = {"smoke": 20, "standard": 40, "full": 40}
UNTIL_SOLVED = {"smoke": 2000, "standard": 50_000, "full": 50_000}  # 150 times 1 / (λ n) for the least λ


def trial(config, name):
    """Declare the trial of a method, which sweeps λ; the three forms of one-vs-all share theirs."""
    method, passes = METHODS[name][0], (PASSES if name in JOINT else UNTIL_SOLVED)[config["scale"]]
    if name in JOINT:
        fixed, series = {"power": 0.5, "average_from": passes // 2}, {"penalty": PENALTIES}
    else:
        # Averaged as the joint losses are, so that no difference is due to the noise of a last iterate.
        fixed = {"schedule": "decreasing", "average": True}
        series = {"penalty": PENALTIES, "balance": [None, 1.0], "intercept": [1.0, 0.0]}
    fixed |= {"step": 1.0}
    # A point has one candidate, so that none is dropped; only, it is not validated after every pass.
    return Trial(SET, method, "penalties", fixed, series, search={}, passes=passes, halving=name not in JOINT)


def trials(config):
    """One trial a method."""
    return [trial(config, name) for name in (ALONE, *JOINT)]


def table(results):
    """The document's W, then one row a method and λ."""
    tests = _tests(results)
    right = np.array([100 * _right(part, W).mean() for part in tests.values()])
    rows = [{"classifier": "the document's W", "λ": None, "accuracy, %": statistics.mean_interval(right)}]
    rows += [_row(results, tests, name, penalty) for name in METHODS for penalty in (*PENALTIES, CHOSEN)]
    return pd.DataFrame(rows, dtype=object)


def figure(results):
    """Regions of seven classifiers, and accuracy by λ."""
    drawn = {"the document's W": (0, W)} | {name: _lines(results, name, DRAWN) for name in METHODS}
    drawn["one-vs-all,\nno intercepts, best λ"] = _lines(results, PLAIN, CHOSEN)
    shown, axes = style.panels(len(drawn) + 1, columns=4, height=2.3)
    for ax, (name, seed_and_lines) in zip(axes, drawn.items()):
        _draw(ax, results, seed_and_lines)
        ax.set_title(name)
    for name, look in zip(METHODS, LOOKS):
        measured = statistics.band(_accuracy(results, name, each) for each in PENALTIES)
        curves.bars(axes[-1], PENALTIES, measured, look, name)
    axes[-1].set(xscale="log", xlabel="λ", ylabel="test accuracy, %", ylim=(0, None))
    style.legend(shown, axes[:1])
    if entries := axes[-1].get_legend_handles_labels()[0]:
        shown.legend(handles=entries, loc="outside lower center", ncols=len(entries))
    return shown


def claims(results):
    """Test that one-vs-all fails where joint losses do not, why, and what cures it."""
    listed = []
    for penalty, alone in product(JUDGED, (ALONE, PLAIN)):
        mark = f"{_edge(results, alone)} ".lstrip() if penalty is CHOSEN else ""
        text = f"{mark}λ {_spoken(penalty)}: {alone} does not separate the classes, at most {SEPARATED} %"
        values, printed = _accuracy(results, alone, penalty), "“would fail”" if alone == PLAIN else ""
        listed.append(claim.between(FAILS[alone], text, values, -0.01, SEPARATED, on=SET, printed=printed))
        for name in JOINT:
            both = (_accuracy(results, each, penalty) for each in (name, alone))
            text = f"{mark}λ {_spoken(penalty)}: {name} is more accurate than {alone}"
            listed.append(claim.greater("joint-better", text, *both, on=SET))
    for name in JOINT:
        text = f"λ = {FAIR:g}: {name} separates the classes, above {SEPARATED} %"
        values = _accuracy(results, name, FAIR)
        listed.append(claim.between("joint-separates", text, values, SEPARATED, 100.01, on=SET))
    return [*listed, *_of_one_vs_all(results)]


def _of_one_vs_all(results):
    """Its own predictor of the middle class, what its values are worth beside their signs, and the cure."""
    tests = _tests(results)
    text = f"λ = {FAIR:g}, {PLAIN}: the predictor of the middle class calls less than a tenth of it its own"
    values = _share(results, tests, PLAIN, FAIR, _positive)
    difficult = claim.between("overly-difficult", text, values, -0.01, 10, on=SET, printed="“overly difficult”")
    text = f"λ = {LEAST:g}: by its highest score {PLAIN} is more accurate than by the only one above zero"
    by_sign = _share(results, tests, PLAIN, LEAST, _right_by_sign)
    by_score = _accuracy(results, PLAIN, LEAST)
    valued = claim.greater("real-valued", text, by_score, by_sign, on=SET, printed="“not {−1, +1}”")
    text = f"λ = {FAIR:g}: with as many negatives as positives one-vs-all is more accurate"
    both = (_accuracy(results, each, FAIR) for each in (BALANCED, ALONE))
    return [difficult, valued, claim.greater("balance-cures", text, *both, on=SET)]


def _spoken(penalty) -> str:
    return "by validation" if penalty is CHOSEN else f"= {penalty:g}"


def _edge(results, name) -> str:
    """The mark of a classifier that with some draw is best on validation at the last λ to a side, and better than next.

    Where the next is as good, more of the same would tell nothing.
    """
    records = results.records(trial(results.config, name))

    def best(penalty):
        return base.winners(records, **_params(name, penalty))

    for end, inner in ((PENALTIES[0], PENALTIES[1]), (PENALTIES[-1], PENALTIES[-2])):
        for chosen, at_end, beside in zip(best(CHOSEN), best(end), best(inner)):
            stands_there = chosen is not None and chosen is at_end
            if stands_there and (beside is None or chosen.valid_accuracy > beside.valid_accuracy):
                return base.EDGE
    return ""


def _params(name, penalty) -> dict:
    """What candidates of a classifier hold, of which the best on validation counts."""
    return METHODS[name][1] | ({} if penalty is CHOSEN else {"penalty": penalty})


def _accuracy(results, name, penalty):
    return metric_by_seed(results.records(trial(results.config, name)), **_params(name, penalty))


def _scores(part, lines):
    lines = np.asarray(lines)
    return part.X[:, :2] @ lines[:, :2].T + lines[:, 2]


def _right(part, lines):
    """Whether each sample of a part is classified right by lines (G, 3)."""
    return _scores(part, lines).argmax(axis=1) == part.Y.indices


def _right_by_sign(z, labels):
    """Whether the right class, and no other, has a positive score in z (n, G)."""
    positive = z > 0
    return (positive.sum(axis=1) == 1) & (positive.argmax(axis=1) == labels)


def _found(z, labels):
    return z[labels == MIDDLE].argmax(axis=1) == MIDDLE


def _positive(z, labels):
    return z[labels == MIDDLE, MIDDLE] > 0


def _all_lines(results, name, penalty):
    """Decision lines (G, 3) of the best candidate of each seed that succeeded, by seed."""
    records = results.records(trial(results.config, name))
    best = zip(results.seeds, base.winners(records, **_params(name, penalty)))
    return {seed: candidate.diagnostics["decision_lines"] for seed, candidate in best if candidate}


def _tests(results):
    """Test parts by draw: each is read once, and not for every number of a table."""
    return {seed: results.data(SET, seed).test for seed in results.seeds}


def _share(results, tests, name, penalty, holds):
    """Share in percent of what `holds` says of scores and labels of the `_tests`, by draw: float64 (seeds,)."""
    shares = np.full(len(results.seeds), np.nan)
    for seed, lines in _all_lines(results, name, penalty).items():
        shares[seed] = 100 * holds(_scores(tests[seed], lines), tests[seed].Y.indices).mean()
    return shares


def _lines(results, name, penalty):
    """The first seed that succeeded and its decision lines; None where none did."""
    return next(iter(_all_lines(results, name, penalty).items()), None)


def _draw(ax, results, seed_and_lines):
    ax.set(xlim=(-1.4, 1.4), ylim=(-0.2, 1.4), aspect="equal", xticks=[], yticks=[])
    if seed_and_lines is None:
        return
    seed, lines = seed_and_lines
    plane.regions(ax, lines, style.COLOURS[:3])
    data = results.data(SET, seed)
    part, right = data.test, _right(data.test, lines)
    for g, (colour, marker) in enumerate(zip(style.COLOURS[:3], style.MARKERS)):
        mine = np.flatnonzero(part.Y.indices == g)[:SAMPLES]
        plane.samples(ax, part.X[mine, :2], right[mine], colour, marker, label=data.names[g])


def _row(results, tests, name, penalty):
    declared, params = trial(results.config, name), _params(name, penalty)
    shown = _spoken(penalty) + _edge(results, name) if penalty is CHOSEN else Exact(penalty)
    row = {"classifier": name, "λ": shown, "accuracy, %": base.cell(results, declared, **params)}
    if failure(results.records(declared)):
        return row
    return row | {
        "middle class found, %": statistics.mean_interval(_share(results, tests, name, penalty, _found)),
        "its own predictor positive, %": statistics.mean_interval(_share(results, tests, name, penalty, _positive)),
    }
