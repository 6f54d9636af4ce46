"""22k ImageNet: 21,841 WordNet concepts, 479 features, 14 million images (Gupta et al. 2014, table 4).

The larger release of the set behind `imagenet16k`, with fewer features: three times as many classes to each
of them, 45.6. 80 % of the samples train, 10 % validate, 10 % test. `standard` and `smoke` keep the ratio;
with so few features all levels of the tree tell classes apart, and all directions (``spreads``, ``bspec``), or the
Bayes-optimal classifier itself would be left with one in twenty.

The share of wrong labels is that of `imagenet16k`, chosen there for the order of table 8; ratios and sizes were not in
view here.
"""

from dataclasses import replace

from manyclass.datasets import imagenet16k

CALIBRATED_ON = {"gupta2014": ("table8-second", "table8-order")}
STANDARD = replace(
    imagenet16k.STANDARD,
    classes=1460,
    features=32,
    train=73_000,
    spreads=(0.6, 0.5, 0.6),
    bspec=0.5,
    iso=1.0,
)
SCALES = {
    "smoke": replace(STANDARD, classes=274, features=6, train=5480, valid=600, test=600, nuisance=1.0, iso=0.3),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=21_841, features=479, train=11_200_000, valid=1_400_000, test=1_400_000),
}
