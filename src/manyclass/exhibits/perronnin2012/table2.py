"""Table 2: four SVMs on small and on large features of the same images.

Mean over classes of top-1 and top-5 accuracy in percent, printed beside ours (mean ± deviation over seeds). BOV is a
bag of words, FV a Fisher vector of 32 Gaussians; w-OVR's negatives per positive are chosen on the validation part,
steps are fixed. Spread: the best method's accuracy less the worst's, as a share of their mean. perronnin2012/cost says
how long each was trained. Source: Perronnin, Akata, Harchaoui and Schmid 2012, table 2.
"""

from itertools import combinations

import pandas as pd

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012.trials import (
    FEATURES,
    FOUR,
    accuracy_by_seed,
    features_by_kind,
    relative_span,
    span,
    spread_or_failure,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.report.tables import Exact

PRINTED = {  # w-OVR, MUL, RNK, WAR
    ("top-1", "BOV"): (26.4, 22.7, 20.8, 24.1),
    ("top-1", "FV"): (45.7, 46.2, 46.1, 46.1),
    ("top-5", "BOV"): (46.4, 38.4, 41.2, 44.2),
    ("top-5", "FV"): (65.9, 64.8, 65.8, 66.5),
}
NEAR = {"top-1": 1.0, "top-5": 2.0}  # points, what is printed (0.5 and 1.7) rounded up


def trials(config):
    """Four methods on two kinds of features."""
    return [row_trial(config, method, kind) for kind in FEATURES for method in FOUR]


def row_trial(config, method, kind):
    """Declare the trial of a method on the features of a kind, BOV or FV."""
    return svm_trial(config, method, features_by_kind(config)[kind])


def accuracies(results, measure, kind) -> dict:
    """Accuracy in percent by method, each of shape (seeds,)."""
    return {m: accuracy_by_seed(results, row_trial(results.config, m, kind), measure) for m in FOUR}


def table(results):
    """One row a measure and kind of features; printed and ours for each method, and the spread."""
    return pd.DataFrame([_row(results, *row) for row in PRINTED], dtype=object)


def claims(results):
    """List the claims: the order on small features, next to no differences on large ones, and who is better at what."""
    ours = {row: accuracies(results, *row) for row in PRINTED}
    listed = [ordered for measure in NEAR for ordered in _order(measure, ours[measure, "BOV"])]
    for measure, near in NEAR.items():
        listed += _little_left(measure, near, ours[measure, "BOV"], ours[measure, "FV"])
    leads = [ours[measure, "BOV"]["MUL"] - ours[measure, "BOV"]["RNK"] for measure in NEAR]
    text = "BOV: MUL, which looks at the first rank, stands better beside RNK at top-1 than at top-5"
    return [*listed, claim.greater(text, *leads, printed="+1.9 against −2.8")]


def _row(results, measure, kind):
    row, ours = {"accuracy": measure, "features": kind}, accuracies(results, measure, kind)
    for (method, values), number in zip(ours.items(), PRINTED[measure, kind]):
        cell = spread_or_failure(results, row_trial(results.config, method, kind), values)
        row |= {f"{method}: printed": Exact(number), method: cell}
    spread = statistics.spread(relative_span(ours))
    return row | {"spread, %: printed": _printed_spread(measure, kind), "spread, %": spread}


def _printed_spread(measure, kind) -> float:
    numbers = PRINTED[measure, kind]
    return 100 * (max(numbers) - min(numbers)) * len(numbers) / sum(numbers)


def _order(measure, ours):
    printed = dict(zip(FOUR, PRINTED[measure, "BOV"]))
    ranked = sorted(printed, key=lambda method: -printed[method])
    return [
        claim.greater(
            f"BOV, {measure}: {a} is more accurate than {b}",
            ours[a],
            ours[b],
            printed=f"{printed[a]} against {printed[b]}",
        )
        for a, b in combinations(ranked, 2)
    ]


def _little_left(measure, near, small, large):
    points = max(PRINTED[measure, "FV"]) - min(PRINTED[measure, "FV"])
    text = f"FV, {measure}: the best method is at most {near:g} points above the worst"
    shares = " against ".join(f"{_printed_spread(measure, kind):.1f} %" for kind in ("BOV", "FV"))
    return [
        claim.between(text, span(large), -1, near, printed=f"{points:.1f}", show="{:.2f}".format),
        claim.greater(
            f"{measure}: the spread of the methods is larger on BOV than on FV",
            relative_span(small),
            relative_span(large),
            printed=shares,
            show="{:+.1f} %".format,
        ),
    ]
