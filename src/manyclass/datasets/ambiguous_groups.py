"""Groups of classes that are all but one: what the losses of Lapin et al. (2015) gain from, by group size.

All classes come in groups of five (``group``) whose means all but coincide (``apart``), and a sample is given the name
of one of them (``given``). The names of a group vary alike, and each group has directions of its own in which it hardly
varies (``piece``): along these its means lie apart. To a linear score, which looks at all classes along the same
directions, they look alike; the Bayes-optimal classifier tells most samples apart. In ``overlap2``, ``overlap5`` and
``overlap10`` all classes vary alike, in every direction, so that those of a group overlap: in one of more than two no
class has a probability above one half, the first guess is little better than a draw within the group, and the loss of
a multiclass SVM has nothing to gain from large weights. One covariance for all is what linear discriminant analysis
supposes.

``group2`` and ``group10`` vary the size; ``distinct`` is the control, without groups. The classes are those of a small
clean set (`CLEAN`), so groups are told apart well.

120 classes, for groups of 2, 5 and 10 to come out even; the set is small because several of its kind are compared.
"""

from dataclasses import replace

from manyclass.datasets.base.families import CLEAN, NORMAL
from manyclass.datasets.feature_vectors import FeatureVectors

# Nearness of the group's classes was chosen for lapin2015/gain-at-group-size to show, and `distinct` for nothing to be
# gained. No method had been run on those that overlap when they were added.
STANDARD = FeatureVectors(
    classes=120,
    features=64,
    train=6000,
    valid=2000,
    test=8000,
    grouped=1.0,
    group=5,
    apart=0.05,
    given=0.0,
    **CLEAN,
)
SCALES = {
    "smoke": replace(STANDARD, classes=40, features=12, train=800, valid=200, test=400),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=1200, features=1024, train=600_000, valid=20_000, test=60_000),
}
OVERLAP = {name: NORMAL[name] for name in ("size_spread", "shape_spread", "piece")}
VARIANTS = {
    "distinct": {"grouped": 0.0, "group": 1},
    "group2": {"group": 2},
    "group10": {"group": 10},
    **{f"overlap{size}": {"group": size, **OVERLAP} for size in (2, 5, 10)},
    "normal": NORMAL,
}
