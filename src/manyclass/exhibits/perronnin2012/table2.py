"""Table 2: four SVMs on small and on large features of the same images.

Mean over classes of top-1 and top-5 accuracy in percent, printed beside ours (mean ± half of the 95 % interval over
draws of the data). BOV is a bag of 16 words in four regions, FV a Fisher vector of 16 Gaussians (at full scale both are
the document's); w-OVR's negatives per positive are chosen on the validation part, as are all steps, by the accuracy
that is shown; training ends, and is kept, by top-1. Spread: the best method's accuracy less the worst's, as
a share of their mean. Below the document's methods stand baselines, napkinXC's where it is installed. †: a sweep whose
best value is the last one tried. perronnin2012/cost says how long each was trained. Source: Perronnin, Akata, Harchaoui
and Schmid 2012, table 2.
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
    svm_trial,
)
from manyclass.protocol.claims import claim
from manyclass.report.tables import Exact

STATEMENTS = (
    "table2-order-top1",
    "table2-order-top5",
    "table2-alike-top1",
    "table2-alike-top5",
    "table2-gap-shrinks",
    "multiclass-first-ranking-five",
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
NEAR = {"top-1": 1.0, "top-5": 2.0}  # points, what is printed (0.5 and 1.7) rounded up
MUCH = 1.5  # times the accuracy
POINTS, PERCENT = "{:+.2f} points".format, "{:+.1f} %".format


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
    return pd.DataFrame([*(_row(results, name) for name in names), _spreads(results)], dtype=object)


def claims(results):
    """List the claims: the order on small features, next to no differences on large ones, and who is better at what."""
    ours = {row: accuracies(results, *row) for row in PRINTED}
    on = {kind: row_trial(results.config, "w-OVR", kind).dataset for kind in FEATURES}
    return [
        *_orders(ours, on["BOV"]),
        *_alike(ours, on["FV"]),
        *_gap_shrinks(ours, on.values()),
        _first_or_five(ours, on["BOV"]),
        *(each for row in PRINTED for each in no_better(*row, ours[row], printed(*row), on[row[1]])),
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


def _spreads(results):
    row = {"method": "spread of the four, % of their mean"}
    for measure, kind in PRINTED:
        row[f"{kind}, {measure}: printed"] = float(relative_span(printed(measure, kind)))
        row[f"{kind}, {measure}"] = statistics.mean_interval(relative_span(accuracies(results, measure, kind)))
    return row


def _orders(ours, on):
    for measure, statement in (("top-1", "table2-order-top1"), ("top-5", "table2-order-top5")):
        of_words = ours[measure, "BOV"], printed(measure, "BOV")
        yield from claim.in_order(statement, f"BOV, {measure}", *of_words, on=on)


def _alike(ours, on):
    for measure, statement in (("top-1", "table2-alike-top1"), ("top-5", "table2-alike-top5")):
        values, numbers = ours[measure, "FV"], printed(measure, "FV")
        for method in FOUR[1:]:
            text = f"FV, {measure}: {method} and w-OVR are within {NEAR[measure]:g} points of each other"
            said = {"on": on, "printed": f"{numbers[method]} and {numbers['w-OVR']}", "show": POINTS}
            said["printed_value"] = numbers[method] - numbers["w-OVR"]
            yield claim.equivalent(statement, text, values[method], values["w-OVR"], NEAR[measure], **said)


def _gap_shrinks(ours, on):
    for measure in NEAR:
        small, large = (float(relative_span(printed(measure, kind))) for kind in ("BOV", "FV"))
        spans = (relative_span(ours[measure, kind]) for kind in ("BOV", "FV"))
        text = f"{measure}: the spread of the methods is larger on BOV than on FV"
        said = {"on": on, "printed": f"{small:.1f} % against {large:.1f} %", "printed_value": small - large}
        yield claim.greater("table2-gap-shrinks", text, *spans, show=PERCENT, **said)


def _first_or_five(ours, on):
    """MUL's lead over RNK in percent, at top-1 against top-5."""
    leads = [statistics.gain(ours[measure, "BOV"]["MUL"], ours[measure, "BOV"]["RNK"]) for measure in NEAR]
    numbers = [
        float(statistics.gain(printed(measure, "BOV")["MUL"], printed(measure, "BOV")["RNK"])) for measure in NEAR
    ]
    text = "BOV: MUL, which looks at the first rank, stands better beside RNK at top-1 than at top-5"
    said = {"on": on, "printed": "{:+.1f} % against {:+.1f} %".format(*numbers), "show": PERCENT}
    said["printed_value"] = numbers[0] - numbers[1]
    return claim.greater("multiclass-first-ranking-five", text, *leads, **said)


def no_better(measure, kind, values, numbers, on):
    """Test that the ranking SVMs of one column of a table are ahead of w-OVR by less than the margin.

    Parameters
    ----------
    measure, kind : str
        One of MEASURES; BOV or FV.
    values : dict of str to float64 (seeds,)
        Accuracy in percent by method, of one or both of RANKING.
    numbers : dict of str to float
        What is printed, by method; empty where nothing is.
    on : str
        Data set.
    """
    near = NEAR[measure]
    for method in (each for each in RANKING if each in values):
        text = f"{kind}, {measure}: {method} is less than {near:g} points more accurate than w-OVR"
        said = {"on": on, "show": POINTS}
        if numbers:
            said["printed"] = f"{numbers[method]} against {numbers['w-OVR']}"
            said["printed_value"] = numbers[method] - numbers["w-OVR"]
        yield claim.between("ranking-no-better", text, values[method] - values["w-OVR"], -np.inf, near, **said)


def _fisher(ours, on):
    large, small = (ours["top-1", kind]["w-OVR"] for kind in ("FV", "BOV"))
    number = printed("top-1", "FV")["w-OVR"] / printed("top-1", "BOV")["w-OVR"]
    text = "w-OVR is at least half as accurate again on FV as on BOV"
    said = {"on": on, "printed": f"45.7 against 26.4: ×{number:.3g}", "printed_value": number}
    return claim.ratio("fisher-above-words", text, large, small, MUCH, np.inf, **said)
