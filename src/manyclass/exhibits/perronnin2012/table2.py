"""Table 2: four SVMs on small and on large features of the same images.

Mean over classes of top-1 and top-5 accuracy in percent, printed beside ours (mean ± deviation over seeds). BOV is a
bag of words, FV a Fisher vector of 32 Gaussians; w-OVR's negatives per positive are chosen on the validation part,
steps are fixed. Spread: the best method's accuracy less the worst's, as a share of their mean. perronnin2012/cost says
how long each was trained. Source: Perronnin, Akata, Harchaoui and Schmid 2012, table 2.
"""

from itertools import combinations

import numpy as np

from manyclass.exhibits import statistics
from manyclass.exhibits.perronnin2012 import trials as shared
from manyclass.protocol import selection
from manyclass.protocol.claims import claim

PRINTED = {  # w-OVR, MUL, RNK, WAR
    ("top-1", "BOV"): (26.4, 22.7, 20.8, 24.1),
    ("top-1", "FV"): (45.7, 46.2, 46.1, 46.1),
    ("top-5", "BOV"): (46.4, 38.4, 41.2, 44.2),
    ("top-5", "FV"): (65.9, 64.8, 65.8, 66.5),
}
NEAR = {"top-1": 1.0, "top-5": 2.0}  # points, what is printed (0.5 and 1.7) rounded up


def trials(config):
    """Four methods on two kinds of features."""
    return [row_trial(config, method, kind) for kind in shared.FEATURES for method in shared.FOUR]


def row_trial(config, method, kind):
    """Declare the trial of a method on the features of a kind, BOV or FV."""
    return shared.trial(config, method, shared.features(config)[kind])


def accuracies(results, measure, kind) -> dict:
    """Accuracy in percent by method, each of shape (seeds,)."""
    return {each: shared.accuracy(results, row_trial(results.config, each, kind), measure) for each in shared.FOUR}


def table(results):
    """One row a measure and kind of features; printed and ours for each method, and the spread."""
    import pandas as pd

    return pd.DataFrame([_row(results, *row) for row in PRINTED], dtype=object)


def claims(results):
    """List the claims: the order on small features, next to no differences on large ones, and who is better at what."""
    found = {row: accuracies(results, *row) for row in PRINTED}
    listed = [claim for measure in NEAR for claim in _order(measure, found[measure, "BOV"], _by_top1(results, "BOV"))]
    whys = {"top-1": _cut_short(results), "top-5": _by_top1(results, "FV")}
    for measure, near in NEAR.items():
        listed += _little_left(measure, near, found[measure, "BOV"], found[measure, "FV"], whys[measure])
    leads = [found[measure, "BOV"]["MUL"] - found[measure, "BOV"]["RNK"] for measure in NEAR]
    text = "BOV: MUL, which looks at the first rank, stands better beside RNK at top-1 than at top-5"
    return [*listed, claim.greater(text, *leads, printed="+1.9 against −2.8")]


def _row(results, measure, kind):
    from manyclass.report.tables import Exact

    cells, found = {"accuracy": measure, "features": kind}, accuracies(results, measure, kind)
    for (method, values), number in zip(found.items(), PRINTED[measure, kind]):
        ours = shared.cell(results, row_trial(results.config, method, kind), values)
        cells |= {f"{method}: printed": Exact(number), method: ours}
    ours = statistics.spread(shared.spread(found))
    return cells | {"spread, %: printed": _printed_spread(measure, kind), "spread, %": ours}


def _printed_spread(measure, kind) -> float:
    numbers = PRINTED[measure, kind]
    return 100 * (max(numbers) - min(numbers)) * len(numbers) / sum(numbers)


def _order(measure, found, by_top1):
    printed = dict(zip(shared.FOUR, PRINTED[measure, "BOV"]))
    ranked = sorted(printed, key=lambda method: -printed[method])
    return [
        claim.greater(
            f"BOV, {measure}: {a} is more accurate than {b}",
            found[a],
            found[b],
            printed=f"{printed[a]} against {printed[b]}",
            why=by_top1 if (measure, a) == ("top-5", "w-OVR") else "",
        )
        for a, b in combinations(ranked, 2)
    ]


def _little_left(measure, near, small, large, why):
    points = max(PRINTED[measure, "FV"]) - min(PRINTED[measure, "FV"])
    text = f"FV, {measure}: the best method is at most {near:g} points above the worst"
    shares = " against ".join(f"{_printed_spread(measure, kind):.1f} %" for kind in ("BOV", "FV"))
    return [
        claim.between(text, shared.span(large), -1, near, printed=f"{points:.1f}", show="{:.2f}".format, why=why),
        claim.greater(
            f"{measure}: the spread of the methods is larger on BOV than on FV",
            shared.spread(small),
            shared.spread(large),
            printed=shares,
            show="{:+.1f} %".format,
        ),
    ]


def _by_top1(results, kind) -> str:
    """Say what top-5 accuracy w-OVR gives away, since its β is chosen by top-1 accuracy."""
    trial = row_trial(results.config, "w-OVR", kind)
    means = {}
    for beta in shared.balances(results.config):
        pair = (statistics.mean(shared.accuracy(results, trial, measure, balance=beta)) for measure in NEAR)
        means[beta] = tuple(pair)
    first, fifth = (max(means, key=lambda beta: means[beta][at]) for at in (0, 1))
    if first == fifth:
        return ""
    (best, there), here = means[first], means[fifth][1]
    return (
        f"in part, w-OVR's β is chosen by top-1, best at {first} ({best:.1f}), where top-5 is {there:.1f}, less than"
        f" the {here:.1f} at {fifth}"
    )


def _cut_short(results) -> str:
    """Say how often the cap on passes came before RNK had stopped rising, and what its last passes gained."""
    trial = row_trial(results.config, "RNK", "FV")
    ok = selection.succeeded(results.records(trial))
    winners = [record["candidates"][record["winner"]] for record in ok]
    cut = [each for each in winners if each["trained"] == trial.passes and len(each["valid"]) > 1]
    if not cut:
        return ""
    rise = 100 * np.mean([each["valid"][-1] - each["valid"][-2] for each in cut])
    before = np.median([each["passes"][-2] for each in cut])
    return (
        f"the cap of {trial.passes} passes cuts RNK, the worst, short in {len(cut)} of {len(winners)} seeds; the passes"
        f" after {before:.0f} still gained {rise:.1f} points of validation accuracy"
    )
