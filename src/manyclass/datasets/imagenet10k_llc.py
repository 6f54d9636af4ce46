"""Images like those of ImageNet10K as Deng et al. (2011) show them to a label tree: sparse codes (LLC), section 5.

Several times the classes of `ilsvrc_llc`, which says what the parameters are for, fewer images of each, and codes of
the whole image only, as in the document: at full scale 10,184 classes and 10,000 features. Of its 9 million images
half train and a quarter tests; the quarter on which it decides a tree's structure is in train here.
"""

from dataclasses import replace

from sklearn.pipeline import make_pipeline

from manyclass.datasets import ilsvrc_llc
from manyclass.datasets.ilsvrc import LARGE, SMALL
from manyclass.features.descriptor_pca import DescriptorPCA
from manyclass.features.llc import LLC
from manyclass.features.regions import WHOLE

STANDARD = replace(
    ilsvrc_llc.STANDARD,
    classes=1600,
    train=48_000,
    valid=1600,
    test=8000,
    encoder=make_pipeline(DescriptorPCA(64), LLC(256, WHOLE)),
)
DOCUMENT = {"classes": 10_184, "train": 6_750_000, "valid": 50_000, "test": 2_200_000}
SCALES = {
    "smoke": replace(STANDARD, classes=100, train=1200, valid=100, test=300, **SMALL),
    "standard": STANDARD,
    "full": replace(STANDARD, encoder=make_pipeline(DescriptorPCA(64), LLC(10_000, WHOLE)), **DOCUMENT, **LARGE),
}
