"""Table 3: with ten times the classes, u-OVR is far behind.

Top-1 accuracy (mean over classes) in percent on the larger set, printed beside ours (mean ± deviation over seeds). BOV
is a bag of words; FV are Fisher vectors, for which the document, too, trained only the two best methods: ours of 8
Gaussians, so that there are few features for so many classes, as the document says of its own. The second row is
w-OVR without a choice of β, the negatives per positive. perronnin2012/cost says how long each was trained. Source:
Perronnin, Akata, Harchaoui and Schmid 2012, table 3 and section 5.3.
"""

from itertools import combinations

import pandas as pd

from manyclass.exhibits.perronnin2012.trials import METHODS, accuracy_by_seed, imagenet10k_trial, spread_or_failure
from manyclass.protocol.claims import claim
from manyclass.report.tables import Exact

NATURAL = "w-OVR, β = 1"
PRINTED = {  # BOV, FV
    "w-OVR": (7.5, 19.1),
    NATURAL: (None, 16.7),
    "WAR": (7.0, 17.9),
    "MUL": (6.0, None),
    "RNK": (4.4, None),
    "u-OVR": (3.8, None),
}
KINDS = ("BOV", "FV")
BOTH = ("w-OVR", "WAR")


def trials(config):
    """Five methods on words, two on Fisher vectors."""
    return [imagenet10k_trial(config, method, kind) for kind in KINDS for method in trained(kind)]


def trained(kind) -> tuple[str, ...]:
    """Methods trained on a kind of features."""
    return tuple(METHODS) if kind == "BOV" else BOTH


def accuracies(results, kind) -> dict:
    """Accuracy in percent by row, each of shape (seeds,); w-OVR also at β = 1."""
    by_row = {}
    for method in trained(kind):
        trial = imagenet10k_trial(results.config, method, kind)
        by_row[method] = accuracy_by_seed(results, trial)
        if method == "w-OVR":
            by_row[NATURAL] = accuracy_by_seed(results, trial, balance=1)
    return by_row


def table(results):
    """One row a method."""
    ours = {kind: accuracies(results, kind) for kind in KINDS}
    rows = []
    for name, printed in PRINTED.items():
        row = {"method": name}
        for kind, number in zip(KINDS, printed):
            values = ours[kind].get(name)
            row[f"{kind}: printed"] = None if number is None else Exact(number)
            trial = imagenet10k_trial(results.config, name.partition(",")[0], kind)
            row[kind] = None if values is None else spread_or_failure(results, trial, values)
        rows.append(row)
    return pd.DataFrame(rows, dtype=object)


def claims(results):
    """List the claims: the order pair by pair, how far u-OVR is behind, and what choosing β gains."""
    words, fisher = (accuracies(results, kind) for kind in KINDS)
    listed = _order(words, "BOV", 0) + _order(fisher, "FV", 1)
    for method in BOTH:
        printed = PRINTED[method][0] / PRINTED["u-OVR"][0]
        text = f"BOV: {method} is at least half as accurate again as u-OVR"
        listed.append(claim.ratio(text, words[method], words["u-OVR"], 1.5, float("inf"), printed=f"×{printed:.3g}"))
    gains = fisher["w-OVR"], fisher[NATURAL]
    text = "FV, w-OVR: choosing β gains accuracy over β = 1, as it did not on the largest features of the smaller set"
    listed.append(claim.ratio(text, *gains, 1, float("inf"), printed="19.1 against 16.7: ×1.14"))
    text = "w-OVR is at least twice as accurate on FV as on BOV"
    ratio = fisher["w-OVR"], words["w-OVR"]
    return [*listed, claim.ratio(text, *ratio, 2, float("inf"), printed="19.1 against 7.5: ×2.55")]


def _order(ours, kind, position):
    printed = {row: PRINTED[row][position] for row in ours if row != NATURAL}
    ranked = sorted(printed, key=lambda row: -printed[row])
    return [
        claim.greater(
            f"{kind}: {a} is more accurate than {b}", ours[a], ours[b], printed=f"{printed[a]} against {printed[b]}"
        )
        for a, b in combinations(ranked, 2)
    ]
