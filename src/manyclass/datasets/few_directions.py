"""Few directions that tell classes apart, and few samples of each class, made to favour a small embedding.

The variance of the class means falls as j^-2.5 over the features (``class_decay``), so the first few of 32 hold nearly
all that tells classes apart; there are 15 samples a class, three in ten of them labelled wrong. ``fewer`` gathers it in
fewer directions yet, ``even`` spreads it over all: the control. `few_directions_5x` is the other control. At `standard`
all keep the 15 classes to a feature of `imagenet16k` and have the 32 features that make its document's shares of d
whole numbers. Within classes they look like features of images (`IMAGES`), but with so few directions and samples, and
wrong labels, nearest means have a fifth of the accuracy of LDA, and logistic regression, untuned, less than LDA.

It was made to show an inner optimum of the embedding's dimensions, and ``class_decay`` raised until one was clear. With
step and margin swept for each number of dimensions as they are now, there is none: the more dimensions, the more
accurate.

`full` has a fifth of the samples of `web21k`, so that `few_directions_5x` has all of them.
"""

from dataclasses import replace

from manyclass.datasets.base.families import IMAGES, NORMAL
from manyclass.datasets.feature_vectors import FeatureVectors

STANDARD = FeatureVectors(
    classes=480,
    features=32,
    train=7200,
    valid=2000,
    test=8000,
    spreads=(0.6, 0.5, 0.9),
    noise=0.3,
    **(IMAGES | {"class_decay": 2.5}),
)
SCALES = {
    "smoke": replace(STANDARD, classes=90, features=8, train=900, valid=300, test=500),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=21_171, features=1024, train=1_080_000, valid=1_800_000, test=1_800_000),
}
VARIANTS = {"fewer": {"class_decay": 3.0}, "even": {"class_decay": 0.0}, "normal": NORMAL}
