"""97k web data: 96,812 popular image queries, 1,024 features, 40 million images (Gupta et al. 2014, table 4).

The larger set of the kind of `web21k`: rarer queries, hence more synonyms (``grouped``), and 94.5 classes to a feature.
The document wonders why accuracy hardly falls and supposes that the added classes are more specific. Nothing here makes
them so: clicks are as often wrong and images differ as much as in `web21k`.

80 % of the samples train, 10 % validate and 10 % test at full scale, which with as many samples a class in all makes
more of them to train on than in `web21k`; `standard` holds out ten thousand each, which is about as large a share, and
`smoke` less. Both keep the ratio of classes to features in as many features as `web21k`, `standard` that of samples a
class, too.
"""

from dataclasses import replace

from manyclass.datasets import web21k

STANDARD = replace(web21k.STANDARD, classes=1890, features=20, train=66_000, grouped=0.45)
VARIANTS = web21k.VARIANTS
SCALES = {
    "smoke": replace(STANDARD, classes=472, features=5, train=9440, valid=600, test=600),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=96_812, features=1024, train=32_000_000, valid=4_000_000, test=4_000_000),
}
