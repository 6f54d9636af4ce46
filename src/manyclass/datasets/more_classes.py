"""The classes of `imagenet16k`, from few to many: what their number does by itself.

A variant is the number of classes; without one, 128. Samples a class, features, the depth of the class tree, wrong
labels and what classes look like are the same for each number, `imagenet16k`'s but for its number of samples. In
`class_counts` the tree, and with it the distance of classes from each other, grows with their number.
"""

from dataclasses import replace

from manyclass.datasets import imagenet16k

COUNTS = (32, 64, 128, 256, 512, 1024, 4096)


def _sizes(classes) -> dict:
    return {"classes": classes, "train": 50 * classes, "valid": 10 * classes, "test": 10 * classes}


VARIANTS = {str(classes): _sizes(classes) for classes in COUNTS}
SCALES = {scale: replace(imagenet16k.SCALES[scale], **VARIANTS["128"]) for scale in ("smoke", "standard", "full")}
