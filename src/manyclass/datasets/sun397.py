"""Confusable fours, and few samples of each class: the class count of SUN 397 in Lapin et al. (2015).

The document's features are outputs of a network's last layer but one: few strong directions tell classes apart
(``bspec``), and beside them there is variance without a label (``nuisance``). Of the classes, six in ten come in
groups of four (``grouped``, ``group``) whose members lie near each other (``apart``), and a sample is given the
name of one (``given``): the first guess is often wrong by no fault of the classifier's, and the right class is
among the next. With distinct classes top-k losses have nothing to gain (see `ambiguous_groups`).

Class count as in the document; samples and features fewer at standard scale, where five such sets are compared.
"""

from dataclasses import replace

from manyclass.datasets.feature_vectors import FeatureVectors

STANDARD = FeatureVectors(
    classes=397,
    features=64,
    train=7940,
    valid=2000,
    test=8000,
    spreads=(0.6, 0.5, 0.6),
    bspec=1.0,
    nuisance=2.0,
    iso=0.8,
    grouped=0.6,
    group=4,
    apart=0.2,
    given=0.0,
)
SCALES = {
    "smoke": replace(STANDARD, classes=28, features=12, train=560, valid=200, test=400),
    "standard": STANDARD,
    "full": replace(STANDARD, train=19_850, valid=2000, test=19_850, features=4096),
}
