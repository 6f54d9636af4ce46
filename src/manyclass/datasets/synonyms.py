"""Synonyms, one of them used more than the others: what the class-confusion loss is for.

Every concept has three names (``grouped``, ``group``) near each other (``apart``), and a sample is given one of them
(``given``). Labels are right, and a synonym is the likeliest error, if not most of them. Sizes fall as 1 / rank
(``zipf``), so the rarer names of a concept are mostly taken for its commonest. The variant ``even`` is the control:
with equal sizes no name is the better guess.

The set is small because its purpose is a comparison: in trial draws the loss gained half a point to one with unequal
sizes, and nothing with equal ones or with three in ten labels wrong. It was kept for that. Nearest means, which know
nothing of the sizes of classes, are at a third of linear discriminant analysis here, which does.
"""

from dataclasses import replace

from manyclass.datasets.base.families import IMAGES, NORMAL
from manyclass.datasets.feature_vectors import FeatureVectors

STANDARD = FeatureVectors(
    classes=300,
    features=24,
    train=24_000,
    valid=3000,
    test=10_000,
    grouped=1.0,
    group=3,
    apart=0.05,
    given=0.0,
    zipf=1.0,
    **IMAGES,
)
SCALES = {
    "smoke": replace(STANDARD, classes=90, features=8, train=3600, valid=300, test=500),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=12_000, features=256, train=960_000, valid=100_000, test=100_000),
}
VARIANTS = {"even": {"zipf": 0.0}, "normal": NORMAL}
