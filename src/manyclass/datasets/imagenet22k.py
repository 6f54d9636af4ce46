"""22k ImageNet: 21,841 WordNet concepts, 479 features, 14 million images (Gupta et al. 2014, table 4).

The larger release of the set behind `imagenet16k`, with fewer features: three times as many classes to each of them,
45.6. Labels and sizes are as there, and so is what classes look like at `standard`; at `full` it is not yet adapted to
the many features, as there. 80 % of the samples train, 10 % validate, 10 % test; `standard` and `smoke` keep the ratio,
and `standard` that of samples a class to those of the other sets.
"""

from dataclasses import replace

from manyclass.datasets import imagenet16k
from manyclass.datasets.base.families import NORMAL

STANDARD = replace(imagenet16k.STANDARD, classes=912, features=20, train=50_000)
VARIANTS = {"normal": NORMAL}
SCALES = {
    "smoke": replace(STANDARD, classes=274, features=6, train=5480, valid=600, test=600),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=21_841, features=479, train=11_200_000, valid=1_400_000, test=1_400_000),
}
