"""Images like those of ImageNet10K: 10,184 classes, 9 million images (Perronnin et al. 2012, section 5.1).

Several times the classes of `ilsvrc`, and fewer images of each: 20 to train on at `standard`, of 260 classes, which
leave room for 256 negatives a positive. Features are named as there, and at `standard` there are about as many images
per feature. The class tree is a level deeper: branches of branches share parts. Half of the images train at full scale,
50,000 validate, and the others test, as in the document. What is as in `ilsvrc` was chosen there so that Fisher
vectors say more than words do, and with so few wrong labels that the methods draw together, or fitted there to
signatures; no result on this set was in view. Of the other statements that are calibrated on it the rule was mended
when results on this set were known: they are not scored, either.
"""

from dataclasses import replace

from manyclass.datasets.ilsvrc import LARGE, SMALL, VARIANTS
from manyclass.datasets.ilsvrc import STANDARD as ILSVRC

__all__ = ["SCALES", "STANDARD", "VARIANTS"]

STANDARD = replace(
    ILSVRC,
    classes=260,
    train=5200,
    valid=2600,
    test=20_800,
    adds=(13, 12, 8),
    shares=(0.2, 0.6, 0.2),
    shifts=(0.15, 0.2, 0.3),
)
SCALES = {
    "smoke": replace(STANDARD, classes=60, train=1200, valid=240, test=300, **SMALL),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=10_184, train=4_500_000, valid=50_000, test=4_450_000, **LARGE),
}
