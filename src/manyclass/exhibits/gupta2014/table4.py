"""Table 4: the data sets, the document's sizes beside ours.

Ours are synthetic and keep the number of classes per feature, G/d, at every scale; samples are training,
validation and test part together. Labels and skew are means over draws; skew: samples of the largest class over those
of the median one. Source: Gupta, Bengio and Weston 2014, table 4 and section 8.1.
"""

import numpy as np
import pandas as pd

PRINTED = {  # classes, samples, features
    "imagenet16k": (15_589, 9_000_000, 1024),
    "imagenet22k": (21_841, 14_000_000, 479),
    "web21k": (21_171, 9_000_000, 1024),
    "web97k": (96_812, 40_000_000, 1024),
}
PARTS = ("train", "valid", "test")


def datasets(config):
    """Name the data sets whose cards are shown."""
    return list(PRINTED)


def table(results):
    """One row a data set."""
    return pd.DataFrame([row(name, [results.card(name, seed) for seed in results.seeds]) for name in PRINTED])


def row(name, cards) -> dict:
    """Document's and our sizes of one data set, from the cards of its draws."""
    (classes, samples, features), card = PRINTED[name], cards[0]
    return {
        "data set": name,
        "classes: printed": classes,
        "classes": card["classes"],
        "samples: printed": samples,
        "samples": sum(card[part] for part in PARTS),
        "features: printed": features,
        "features": card["features"],
        "G/d: printed": round(classes / features, 1),
        "G/d": card["classes"] / card["features"],
        "labels per sample": _mean(cards, "labels_per_sample"),
        "several labels, %": 100 * _mean(cards, "multi_label"),
        "skew": _mean(cards, "size_skew"),
    }


def _mean(cards, name) -> float:
    return float(np.mean([card[name] for card in cards]))
