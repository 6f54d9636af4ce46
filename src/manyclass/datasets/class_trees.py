"""Classes of an irregular tree by degree: what may decide how a label tree should be grown, for a map of it.

Five causes: wrong labels (``noise``, in train and validation), the share of a class's samples at a second place, near
another class (``elsewhere``), samples a class to train on, how evenly the class tree branches (``evenness``, from a
tree with classes by themselves at the top to a balanced one), and how unequal the classes' sizes are (``zipf``). A
variant is one of eight points of a design over the five, and every draw is another design
(`manyclass.datasets.base.design`). Else the classes are much like those of `bimodal_classes`.

The ranges were chosen before any method was run on the set.
"""

from dataclasses import dataclass
from typing import ClassVar

from manyclass.datasets.base.design import Cause, DesignPoint
from manyclass.datasets.base.families import IMAGES
from manyclass.datasets.feature_vectors import FeatureVectors


@dataclass(frozen=True, kw_only=True)
class ClassTrees(DesignPoint):
    """One point of the design.

    Parameters
    ----------
    features : int
        d.
    """

    features: int

    POINTS: ClassVar[int] = 8

    @property
    def causes(self) -> dict[str, Cause]:
        """What varies, by name."""
        return {
            "noise": Cause(0.0, 0.4),
            "elsewhere": Cause(0.0, 0.5),
            "samples": Cause(*self.samples, logarithmic=True),
            "evenness": Cause(0.3, 10.0, logarithmic=True),
            "zipf": Cause(0.0, 1.0),
        }

    def parameters(self, values) -> FeatureVectors:
        """Parameters of a set by the values of the causes."""
        return FeatureVectors(
            classes=self.classes,
            features=self.features,
            train=round(values["samples"] * self.classes),
            valid=self.valid,
            test=self.test,
            spreads=(1.2, 1.2, 1.2, 1.2),
            clean_test=True,
            **{name: values[name] for name in ("noise", "elsewhere", "evenness", "zipf")},
            **(IMAGES | {"modes": 1, "mode_spread": 0.0}),  # `elsewhere` gives two
        )


# The ranges are new, but wrong labels and second places, and what is held fixed, are those of `bimodal_classes`, chosen
# since Deng's trees lead with them.
SCALES = {
    "smoke": ClassTrees(classes=27, features=8, valid=150, test=200, samples=(10, 20)),
    "standard": ClassTrees(classes=216, features=32, valid=3000, test=10_000, samples=(20, 160)),
    "full": ClassTrees(classes=1000, features=256, valid=20_000, test=60_000, samples=(50, 1000)),
}
VARIANTS = {str(point): {"point": point} for point in range(1, ClassTrees.POINTS)}
