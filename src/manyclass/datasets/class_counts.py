"""The classes of `bimodal_classes`, from few to many: for how the cost of training grows with their number.

All else is as there, and the same for each number: samples per class, and one more level of the class tree for four
times the classes. A variant is the number of classes, a power of 4, so that a label tree with four children a node has
as many leaves; without one, 64. Nearest means are behind as there, for the same reason, if less with few classes.
"""

from dataclasses import replace

from manyclass.datasets import bimodal_classes

COUNTS = {16: 2, 64: 3, 256: 4, 1024: 5, 4096: 6}  # classes: levels


def _sizes(classes) -> dict:
    samples = {"train": 80 * classes, "valid": 2 * classes, "test": 10 * classes}
    return {"classes": classes, "spreads": (1.2,) * COUNTS[classes]} | samples


VARIANTS = {str(classes): _sizes(classes) for classes in COUNTS}
SCALES = {scale: replace(parameters, **VARIANTS["64"]) for scale, parameters in bimodal_classes.SCALES.items()}
