"""Confusable groups of five: the class count of Places 205 in Lapin et al. (2015).

The causes are those of `indoor67`, which says why; but six in ten of the classes come in groups (``grouped``), of
five (``group``). Class count as in the document; samples and features fewer at standard scale, where five such sets
are compared.
"""

from dataclasses import replace

from manyclass.datasets.indoor67 import STANDARD as INDOOR
from manyclass.datasets.indoor67 import VARIANTS

__all__ = ["SCALES", "STANDARD", "VARIANTS"]

STANDARD = replace(INDOOR, classes=205, train=6150, grouped=0.6, group=5)
SCALES = {
    "smoke": replace(STANDARD, classes=25, features=12, train=500, valid=200, test=400),
    "standard": STANDARD,
    "full": replace(STANDARD, train=2_448_873, valid=20_500, test=41_000, features=4096),
}
