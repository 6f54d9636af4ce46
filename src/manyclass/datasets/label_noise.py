"""Wrong labels and missing ones, each by itself: what ignoring last violators gains from, and what it loses by.

The generator of `web21k` with its causes apart: uniform class sizes, and classes that all directions tell apart
(``class_decay``), so far from each other that most errors of training are the labels'. Six in ten labels are wrong
(``noise``); ``clean`` to ``noise80`` vary that. In ``names3`` and ``names8`` all labels are right, but every concept
goes by three or eight names that a linear score hardly tells apart (``group``, ``apart``), each a class of its own, and
a sample is given one of them (``given``): a last violator is then likely to be another right name. ``names8_given`` is
their control, in which every name is given.

The set is small because many of its kind are compared; at `standard` it keeps the 15 classes to a feature of
`imagenet16k`. Its clean classes far apart, and six wrong labels in ten, were chosen for the gain to show; whether
missing labels are helped, and what becomes of the longer chains, was not in view. With so many labels wrong a class as
labelled lies everywhere, so that variances differ less from class to class than those of real sets.
"""

from dataclasses import replace

from manyclass.datasets.base.families import IMAGES, NORMAL
from manyclass.datasets.feature_vectors import FeatureVectors

STANDARD = FeatureVectors(
    classes=300,
    features=20,
    train=20_000,
    valid=2000,
    test=8000,
    spreads=(0.6, 0.5, 0.9),
    noise=0.6,
    **(IMAGES | {"class_decay": 0.0}),
)
SCALES = {
    "smoke": replace(STANDARD, classes=90, features=6, train=1800, valid=300, test=500),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=21_171, features=1024, train=5_400_000, valid=1_800_000, test=1_800_000),
}
NAMES = {"noise": 0.0, "grouped": 1.0, "apart": 0.2, "given": 0.0}
VARIANTS = {
    "clean": {"noise": 0.0},
    "noise20": {"noise": 0.2},
    "noise40": {"noise": 0.4},
    "noise80": {"noise": 0.8},
    "names3": {**NAMES, "group": 3},
    "names8": {**NAMES, "group": 8},
    "names8_given": {**NAMES, "group": 8, "given": 1.0},
    "normal": NORMAL,
}
