"""Confusable threes: the size of Caltech 101 Silhouettes in Lapin et al. (2015).

The causes are those of `indoor67`, which says why; but six in ten of the classes come in groups (``grouped``), of
three (``group``). Class count as in the document; samples and features fewer at standard scale, where five such sets
are compared.
"""

from dataclasses import replace

from manyclass.datasets.indoor67 import STANDARD as INDOOR
from manyclass.datasets.indoor67 import VARIANTS

__all__ = ["SCALES", "STANDARD", "VARIANTS"]

STANDARD = replace(INDOOR, classes=101, train=4040, grouped=0.6, group=3)
SCALES = {
    "smoke": replace(STANDARD, classes=24, features=12, train=480, valid=200, test=400),
    "standard": STANDARD,
    "full": replace(STANDARD, train=4100, valid=2264, test=2307, features=784),
}
