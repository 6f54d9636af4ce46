"""Classes that form a tree: what costs by distance in the tree are for (Hazan & Singer, lecture 11).

The lecture has no data. Here branches lie further apart than the classes in them (``spreads``), so that errors stay
nearer in the tree than by chance, and which of them are far ones is the loss's choice. The tree is irregular
(``evenness``), as a real one is. Variants: ``balanced``, whose leaves are all as deep and as many; ``noisy``, in which
one label in four is drawn at random, of the test part, too; ``flat``, the control: the same tree, of which the features
know nothing, since only the last level sets classes apart; and ``names5``, in which five names of a concept, one of
them given, are hard to tell apart for a linear score, to which every sample has four wrong classes nearly as good as
the right one.
"""

from dataclasses import replace

from manyclass.datasets.base.families import CLEAN, NORMAL
from manyclass.datasets.feature_vectors import FeatureVectors

STANDARD = FeatureVectors(classes=240, features=32, train=9600, valid=2400, test=8000, **CLEAN)
SCALES = {
    "smoke": replace(STANDARD, classes=60, features=8, train=1200, valid=300, test=500),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=10_000, features=512, train=1_000_000, valid=100_000, test=100_000),
}
# The parameters of `names5` are those of trials in which weights on all violators led at top-5; the others are the
# generator's own, and those of `flat` were set to the same variance between classes.
VARIANTS = {
    "balanced": {"evenness": float("inf")},
    "noisy": {"noise": 0.25},
    "flat": {"spreads": (0.0, 0.0, 0.98)},
    "names5": {"grouped": 1.0, "group": 5, "apart": 0.2, "given": 0.0},
    "normal": NORMAL,
}
