"""Small subsets of images like those of ILSVRC 2010, on which batch solvers can be run (Perronnin et al. 2012, 4.3).

The document compares with LIBLINEAR and SVM-Light "only on small subsets of ImageNet on small BOV vectors" and gives
no sizes. Here 4,000 images of 50 classes to train on, or the 2,000 and 1,000 of `n2000` and `n1000`; bags of 64 words
in the document's four regions.
"""

from dataclasses import replace

from manyclass.datasets.ilsvrc import STANDARD as ILSVRC

CALIBRATED_ON = {}  # beyond what `ilsvrc` is, whose statements are not tested here
STANDARD = replace(ILSVRC, classes=50, train=4000, valid=1000, test=2000)
VARIANTS = {"n1000": {"train": 1000}, "n2000": {"train": 2000}}
SCALES = {
    "smoke": replace(STANDARD, classes=10, train=300, valid=100, test=100, vocabulary=100, descriptors=25),
    "standard": STANDARD,
    "full": replace(STANDARD, classes=100, train=20_000, valid=5000, test=5000),
}
