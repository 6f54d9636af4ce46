"""16k ImageNet: 15,589 WordNet concepts, 1,024 features, 9 million images (Gupta et al. 2014, table 4).

What the document says of it, and the parameter that says so here: labels checked by people, one label an image and
polysemy resolved (no synonyms), class sizes "somewhat uniform" (small ``zipf``), concepts hung in WordNet (an irregular
tree), features of images (`IMAGES`). How many of the labels are wrong it does not say; of ImageNet's validation part 6
in 100 are (Northcutt, Athalye and Mueller 2021), and so they are here (``noise``). 80 % of the samples train, 10 %
validate, 10 % test. `standard` and `smoke` keep the ratio of classes to features, 15.2, and hold out more. The four
sets of the document have 462, 513, 255 and 330 samples a class to train on; ours at `standard` a tenth of that each.

No result of a method of the document was in view, but the level of nearest means in table 8, which is part of what
`IMAGES` was fitted to; so the order of the rows among which it stands is shown and not scored. ``normal`` is the same
set under linear discriminant analysis' own model. ``large_test`` tests the same classes, trained and validated on the
same samples, on so many that runs a tenth of a point apart can be told from each other. `large` has the document's
classes and features, and a hundred samples a class; ``classes250`` and so on are sets with fewer classes beside it.

At these sizes the set is not like real data yet: `IMAGES` was fitted with 32 features, where nearest means are half as
accurate as linear discriminant analysis, and with 263 they have a tenth of its accuracy. Every feature more helps who
estimates the covariance, however much of the variance is nuisance. Nothing of a document is judged on it.
"""

from dataclasses import replace

from manyclass.datasets.base.families import IMAGES, NORMAL
from manyclass.datasets.feature_vectors import FeatureVectors

CALIBRATED_ON = {"gupta2014": ("table8-order",)}
STANDARD = FeatureVectors(
    classes=608, features=40, train=30_000, valid=10_000, test=10_000, noise=0.06, zipf=0.1, **IMAGES
)
# At the document's own size the level of nearest means is the one that it prints, 4.4 %: nuisance and noise are larger
# than at the smaller scales by the last of these numbers. The others are those of as many classes a feature, and of the
# same level, with fewer classes: features and factor by classes.
OF_CLASS = 100
LEVEL = {250: (16, 2.9), 1000: (66, 3.3), 4000: (263, 3.6), 15_589: (1024, 3.6)}


def sized(classes) -> dict[str, float]:
    """Parameters of so many classes at the document's level of nearest means."""
    features, factor = LEVEL[classes]
    noise = {name: factor * IMAGES[name] for name in ("nuisance", "iso")}
    return {"classes": classes, "features": features, "train": OF_CLASS * classes, **noise}


FEWER = [*LEVEL][:-1]
VARIANTS = {"normal": NORMAL, "large_test": {"test": 100_000}} | {f"classes{each}": sized(each) for each in FEWER}
SCALES = {
    "smoke": replace(STANDARD, classes=122, features=8, train=3660, valid=500, test=500),
    "standard": STANDARD,
    "large": replace(STANDARD, **sized(15_589), valid=20_000, test=50_000),
    "full": replace(STANDARD, **(sized(15_589) | {"train": 7_200_000}), valid=900_000, test=900_000),
}
