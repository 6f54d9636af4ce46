"""A thousand classes, many in confusable groups of eight: the class count of ILSVRC 2012 in Lapin et al. (2015).

The causes are those of `indoor67`, which says why; but six in ten of the classes come in groups (``grouped``), of
eight (``group``). Class count as in the document; samples and features fewer at standard scale, where five such sets
are compared.
"""

from dataclasses import replace

from manyclass.datasets.indoor67 import STANDARD as INDOOR
from manyclass.datasets.indoor67 import VARIANTS

__all__ = ["SCALES", "STANDARD", "VARIANTS"]

STANDARD = replace(INDOOR, classes=1000, train=8000, grouped=0.6, group=8)
SCALES = {
    "smoke": replace(STANDARD, classes=32, features=12, train=640, valid=200, test=400),
    "standard": STANDARD,
    "full": replace(STANDARD, train=1_281_167, valid=50_000, test=50_000, features=4096),
}
