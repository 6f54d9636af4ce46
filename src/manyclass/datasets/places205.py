"""Confusable groups of five: the class count of Places 205 in Lapin et al. (2015).

The document's features are outputs of a network's last layer but one: few strong directions tell classes apart
(``bspec``), and beside them there is variance without a label (``nuisance``). Of the classes, six in ten come in
groups of five (``grouped``, ``group``) whose members lie near each other (``apart``), and a sample is given the
name of one (``given``): the first guess is often wrong by no fault of the classifier's, and the right class is
among the next. With distinct classes top-k losses have nothing to gain (see `ambiguous_groups`).

Class count as in the document; samples and features fewer at standard scale, where five such sets are compared.
"""

from dataclasses import replace

from manyclass.datasets.feature_vectors import FeatureVectors

STANDARD = FeatureVectors(
    classes=205,
    features=64,
    train=6150,
    valid=2000,
    test=8000,
    spreads=(0.6, 0.5, 0.6),
    bspec=1.0,
    nuisance=2.0,
    iso=0.8,
    grouped=0.6,
    group=5,
    apart=0.2,
    given=0.0,
)
SCALES = {
    "smoke": replace(STANDARD, classes=25, features=12, train=500, valid=200, test=400),
    "standard": STANDARD,
    "full": replace(STANDARD, train=2_448_873, valid=20_500, test=41_000, features=4096),
}
