"""Look-alike classes by degree: what top-k losses may gain from, for a map of how much they do.

Four causes: how many classes look alike (``group``, from one, which is none, to twelve, as a whole number), how far the
members of a group lie apart (``apart``, where the classes of the tree lie 1 from each other), wrong labels (``noise``),
and samples a class to train on. A sample has the name of its own class alone, so that within a group the first guess
is the harder the nearer its members are. A variant is one of eight points of a design over the four, and every draw is
another design (`manyclass.datasets.base.design`). Else the classes are small and clean (`CLEAN`), as in `indoor67`.

The ranges were chosen before any method but LDA was run on them, which was right between 7 and 93 % of the time at
sixteen points of draws that no run takes.
"""

from dataclasses import dataclass
from typing import ClassVar

from manyclass.datasets.base.design import Cause, DesignPoint
from manyclass.datasets.base.families import CLEAN
from manyclass.datasets.feature_vectors import FeatureVectors


@dataclass(frozen=True, kw_only=True)
class LookAlikes(DesignPoint):
    """One point of the design.

    Parameters
    ----------
    features : int
        d.
    group : tuple of float
        Ends of the range of how many classes look alike.
    """

    features: int
    group: tuple[float, float]

    POINTS: ClassVar[int] = 8

    @property
    def causes(self) -> dict[str, Cause]:
        """What varies, by name."""
        return {
            "group": Cause(*self.group, logarithmic=True),
            "apart": Cause(0.05, 1.0, logarithmic=True),
            "noise": Cause(0.0, 0.5),
            "samples": Cause(*self.samples, logarithmic=True),
        }

    def parameters(self, values) -> FeatureVectors:
        """Parameters of a set by the values of the causes."""
        group = round(values["group"])
        return FeatureVectors(
            classes=self.classes,
            features=self.features,
            train=round(values["samples"] * self.classes),
            valid=self.valid,
            test=self.test,
            grouped=float(group > 1),
            group=group,
            apart=values["apart"],
            given=0.0,
            noise=values["noise"],
            **CLEAN,
        )


# Groups are what varies since the multiclass SVM loses in them.
SCALES = {
    "smoke": LookAlikes(classes=24, features=10, valid=150, test=200, samples=(5, 10), group=(1, 4)),
    "standard": LookAlikes(classes=120, features=64, valid=2000, test=5000, samples=(10, 80), group=(1, 12)),
    "full": LookAlikes(classes=1200, features=1024, valid=20_000, test=60_000, samples=(20, 500), group=(1, 50)),
}
VARIANTS = {str(point): {"point": point} for point in range(1, LookAlikes.POINTS)}
