"""Confusable fours, and few samples of each class: the class count of SUN 397 in Lapin et al. (2015).

The causes are those of `indoor67`, which says why; but six in ten of the classes come in groups (``grouped``), of
four (``group``). Class count as in the document; samples and features fewer at standard scale, where five such sets
are compared.
"""

from dataclasses import replace

from manyclass.datasets.indoor67 import STANDARD as INDOOR
from manyclass.datasets.indoor67 import VARIANTS

__all__ = ["SCALES", "STANDARD", "VARIANTS"]

STANDARD = replace(INDOOR, classes=397, train=7940, grouped=0.6, group=4)
SCALES = {
    "smoke": replace(STANDARD, classes=28, features=12, train=560, valid=200, test=400),
    "standard": STANDARD,
    "full": replace(STANDARD, train=19_850, valid=2000, test=19_850, features=4096),
}
