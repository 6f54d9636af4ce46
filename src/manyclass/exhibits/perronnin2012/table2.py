"""Table 2: four SVMs on small and on large features of the same images.

Mean over classes of top-1 and top-5 accuracy in percent, printed beside ours (mean ± half of the 95 % interval over
draws of the data). BOV is a bag of 16 words in four regions, FV a Fisher vector of 16 Gaussians (at full scale both are
the document's); w-OVR's negatives per positive are chosen on the validation part, as are all steps, by the accuracy
that is shown; training ends, and is kept, by top-1. Spread: the best method's accuracy less the worst's, in points, by
which it is judged, and as a share of their mean. Below the document's methods stand baselines, napkinXC's where it is
installed. †: a sweep whose best value is the last one tried. perronnin2012/cost says how long each was trained. Source:
Perronnin, Akata, Harchaoui and Schmid 2012, table 2.
"""

import numpy as np
import pandas as pd

from manyclass.exhibits import baselines, statistics
from manyclass.exhibits.perronnin2012.trials import (
    BY_BOTH,
    FEATURES,
    FOUR,
    accuracy_by_draw,
    cell,
    features_by_kind,
    relative_span,
    span,
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.claims.order import in_order
from manyclass.report.tables import Exact

STATEMENTS = (
    "table2-order-top1",
    "table2-order-top5",
    "table2-alike-top1",
    "table2-alike-top5",
    "table2-gap-shrinks",
    "multiclass-first-ranking-five",
    "weighted-always-best",
    "ranking-no-better",
    "fisher-above-words",
)
PRINTED = {  # w-OVR, MUL, RNK, WAR
    ("top-1", "BOV"): (26.4, 22.7, 20.8, 24.1),
    ("top-1", "FV"): (45.7, 46.2, 46.1, 46.1),
    ("top-5", "BOV"): (46.4, 38.4, 41.2, 44.2),
    ("top-5", "FV"): (65.9, 64.8, 65.8, 66.5),
}
RANKING = ("RNK", "WAR")
NEAR = {"top-1": 1.0, "top-5": 2.0}  # points, the printed spread on FV (0.5 and 1.7) rounded up
AHEAD = 1.0  # points, the largest printed lead of a ranking SVM (0.6) rounded up
CLOSELY = 3.0  # points, the largest printed lead of w-OVR over WAR (2.3) rounded up
MUCH = 1.5  # times the accuracy
POINTS = "{:+.2f} points".format
SPREADS = {"points": span, "% of their mean": relative_span}


def note(config) -> str:
    """What the caption adds where a baseline is missing."""
    return baselines.note()


def trials(config):
    """Four methods and the baselines on two kinds of features."""
    return [trial for kind in FEATURES for trial in rows(config, kind).values()]


def rows(config, kind) -> dict:
    """Trial of each row on a kind of features: the document's methods, then baselines."""
    declared = {method: row_trial(config, method, kind) for method in FOUR}
    return declared | baselines.trials(config, declared["w-OVR"].dataset, "by_both", **BY_BOTH)


def row_trial(config, method, kind):
    """Declare the trial of a method on the features of a kind, BOV or FV."""
    return svm_trial(config, method, features_by_kind(config)[kind])


def accuracies(results, measure, kind) -> dict:
    """Accuracy in percent by method, each of shape (seeds,)."""
    return {m: accuracy_by_draw(results, row_trial(results.config, m, kind), measure) for m in FOUR}


def printed(measure, kind) -> dict[str, float]:
    """The document's accuracy by method."""
    return dict(zip(FOUR, PRINTED[measure, kind]))


def table(results):
    """One row a method, then the spread of the document's; printed and ours for each measure and kind of features."""
    names = dict.fromkeys(name for kind in FEATURES for name in rows(results.config, kind))
    spreads = [_spread(results, f"spread of the four, {unit}", of) for unit, of in SPREADS.items()]
    return pd.DataFrame([*(_row(results, name) for name in names), *spreads], dtype=object)


def claims(results):
    """List the claims: the order on small features, next to no differences on large ones, and who is better at what."""
    ours = {row: accuracies(results, *row) for row in PRINTED}
    on = {kind: row_trial(results.config, "w-OVR", kind).dataset for kind in FEATURES}
    return [
        *_orders(ours, on["BOV"]),
        *_alike(ours, on["FV"]),
        *_gap_shrinks(ours, on.values()),
        *_first_or_five(ours, on),
        *(each for row in PRINTED for each in always_best(*row, ours[row], printed(*row), on[row[1]])),
        *(each for row in PRINTED for each in _no_better(*row, ours[row], on)),
        _fisher(ours, on.values()),
    ]


def _row(results, name):
    row = {"method": name}
    for measure, kind in PRINTED:
        trial = rows(results.config, kind).get(name)
        number = printed(measure, kind).get(name)
        row[f"{kind}, {measure}: printed"] = None if number is None else Exact(number)
        row[f"{kind}, {measure}"] = None if trial is None else cell(results, trial, measure)
    return row


def _spread(results, name, of):
    row = {"method": name}
    for measure, kind in PRINTED:
        row[f"{kind}, {measure}: printed"] = float(of(printed(measure, kind)))
        row[f"{kind}, {measure}"] = statistics.mean_interval(of(accuracies(results, measure, kind)))
    return row


def _orders(ours, on):
    for measure, statement in (("top-1", "table2-order-top1"), ("top-5", "table2-order-top5")):
        of_words = ours[measure, "BOV"], printed(measure, "BOV")
        yield from in_order(statement, f"BOV, {measure}", *of_words, on=on)


def _alike(ours, on):
    for measure, statement in (("top-1", "table2-alike-top1"), ("top-5", "table2-alike-top5")):
        number, near = float(span(printed(measure, "FV"))), NEAR[measure]
        text = f"FV, {measure}: the best and the worst of the four are within {near:g} points of each other"
        said = {"on": on, "printed": f"{number:.1f}", "printed_value": number, "show": "{:.2f} points".format}
        yield claim.between(statement, text, span(ours[measure, "FV"]), -np.inf, near, **said)


def _gap_shrinks(ours, on):
    for measure in NEAR:
        small, large = (float(span(printed(measure, kind))) for kind in ("BOV", "FV"))
        spans = (span(ours[measure, kind]) for kind in ("BOV", "FV"))
        text = f"{measure}: the spread of the methods is larger on BOV than on FV"
        said = {"on": on, "printed": f"{small:.1f} against {large:.1f} points", "printed_value": small - large}
        yield claim.greater("table2-gap-shrinks", text, *spans, show=POINTS, **said)


def _first_or_five(ours, on):
    for kind in on:
        by_method = {measure: printed(measure, kind) for measure in NEAR}
        numbers = [of["MUL"] - of["RNK"] for of in by_method.values()]
        said = {"printed": "{:+.1f} against {:+.1f} points".format(*numbers), "printed_value": numbers[0] - numbers[1]}
        yield first_or_five(kind, {measure: ours[measure, kind] for measure in NEAR}, on[kind], **said)


def first_or_five(kind, values, on, **said):
    """Test that MUL's lead over RNK, in points, is larger at top-1 than at top-5.

    Parameters
    ----------
    kind, on : str
        BOV or FV, or the data set; and the data set.
    values : dict of str to dict
        Accuracy in percent by measure, then by method, float64 (seeds,).
    **said
        What is printed, as `manyclass.protocol.claims.claim.greater` takes it.
    """
    leads = [values[measure]["MUL"] - values[measure]["RNK"] for measure in NEAR]
    text = f"{kind}: MUL, which looks at the first rank, stands better beside RNK at top-1 than at top-5"
    return claim.greater("multiclass-first-ranking-five", text, *leads, on=on, show=POINTS, **said)


def always_best(measure, kind, values, numbers, on):
    """Test that w-OVR is ahead of each of the other methods in one column of a table, and WAR not far behind it.

    Parameters
    ----------
    measure, kind, values, numbers, on
        As of `no_better`; `values` of all methods.
    """
    for method in FOUR[1:]:
        text = f"{kind}, {measure}: w-OVR is more accurate than {method}"
        said = _printed("w-OVR", method, numbers) | {"on": on, "show": POINTS}
        yield claim.greater("weighted-always-best", text, values["w-OVR"], values[method], **said)
    text = f"{kind}, {measure}: WAR is less than {CLOSELY:g} points behind w-OVR"
    said = _printed("WAR", "w-OVR", numbers) | {"on": on, "show": POINTS}
    behind = values["WAR"] - values["w-OVR"]
    yield claim.between("weighted-always-best", text, behind, -CLOSELY, np.inf, **said)


def _no_better(measure, kind, values, on):
    return no_better(measure, f"table 2, {kind}", values, printed(measure, kind), on[kind])


def no_better(measure, kind, values, numbers, on):
    """Test that the ranking SVMs of one column of a table are ahead of w-OVR by less than the margin.

    Parameters
    ----------
    measure, kind : str
        One of MEASURES; which table and features, or which data set: the same is tested of several.
    values : dict of str to float64 (seeds,)
        Accuracy in percent by method, of one or both of RANKING.
    numbers : dict of str to float
        What is printed, by method; empty where nothing is.
    on : str
        Data set.
    """
    for method in (each for each in RANKING if each in values):
        text = f"{kind}, {measure}: {method} is less than {AHEAD:g} point more accurate than w-OVR"
        said = _printed(method, "w-OVR", numbers) | {"on": on, "show": POINTS}
        yield claim.between("ranking-no-better", text, values[method] - values["w-OVR"], -np.inf, AHEAD, **said)


def _printed(first, second, numbers) -> dict:
    """What a claim on a difference says is printed; nothing where nothing is."""
    if not numbers:
        return {}
    both = numbers[first], numbers[second]
    return {"printed": "{} against {}".format(*both), "printed_value": both[0] - both[1]}


def _fisher(ours, on):
    large, small = (ours["top-1", kind]["w-OVR"] for kind in ("FV", "BOV"))
    number = printed("top-1", "FV")["w-OVR"] / printed("top-1", "BOV")["w-OVR"]
    said = {"on": on, "printed": f"45.7 against 26.4: ×{number:.3g}", "printed_value": number}
    return fisher_above_words(large, small, **said)


def fisher_above_words(large, small, **said):
    """Test that w-OVR is much more accurate on Fisher vectors than on bags of words, each float64 (seeds,)."""
    text = "w-OVR is at least half as accurate again on FV as on BOV"
    return claim.ratio("fisher-above-words", text, large, small, MUCH, np.inf, **said)
