"""Confusable threes: the size of Caltech 101 Silhouettes in Lapin et al. (2015).

The document's features are outputs of a network's last layer but one: few strong directions tell classes apart
(``bspec``), and beside them there is variance without a label (``nuisance``). Of the classes, six in ten come in
groups of three (``grouped``, ``group``) whose members lie near each other (``apart``), and a sample is given the
name of one (``given``): the first guess is often wrong by no fault of the classifier's, and the right class is
among the next. With distinct classes top-k losses have nothing to gain (see `ambiguous_groups`).

Class count as in the document; samples and features fewer at standard scale, where five such sets are compared.
"""

from dataclasses import replace

from manyclass.datasets.feature_vectors import FeatureVectors

STANDARD = FeatureVectors(
    classes=101,
    features=64,
    train=4040,
    valid=2000,
    test=8000,
    spreads=(0.6, 0.5, 0.6),
    bspec=1.0,
    nuisance=2.0,
    iso=0.8,
    grouped=0.6,
    group=3,
    apart=0.2,
    given=0.0,
)
SCALES = {
    "smoke": replace(STANDARD, classes=24, features=12, train=480, valid=200, test=400),
    "standard": STANDARD,
    "full": replace(STANDARD, train=4100, valid=2264, test=2307, features=784),
}
