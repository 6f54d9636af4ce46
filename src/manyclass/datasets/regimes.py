"""Regimes: sets that differ in all that may decide which method is best, for maps of where each is.

Six causes: wrong labels (``noise``); the nuisance that classes hide in (``nuisance``); whether all directions tell
classes apart or few do (``class_decay``); samples a class to train on; classes to a feature; and how far classes depart
from linear discriminant analysis' own model, in which all are normal with one covariance (0), to `IMAGES`, which was
fitted to real features of images (1): in modes, in tails, and in sizes and shapes of the classes. A variant is one of
sixteen points of a design over the six, and every draw is another design (`manyclass.datasets.base.design`).

The ranges reach from easy sets to those of the suite that are made by the description of Gupta et al. (2014, table 4),
which have 15 classes to a feature and more, 6 to 33 % wrong labels and 25 to 51 samples a class to train on. They were
chosen before any method but LDA was run on them, whose accuracy is between 3 and 96 % there.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

from manyclass.datasets.base.design import Cause, DesignPoint
from manyclass.datasets.base.families import IMAGES
from manyclass.datasets.feature_vectors import FeatureVectors


@dataclass(frozen=True, kw_only=True)
class Regimes(DesignPoint):
    """One point of the design.

    Parameters
    ----------
    ratio : tuple of float
        Ends of the range of classes to a feature.
    """

    ratio: tuple[float, float]

    POINTS: ClassVar[int] = 16

    @property
    def features(self) -> int:
        """The most features that a draw may have."""
        return round(self.classes / self.ratio[0])

    @property
    def causes(self) -> dict[str, Cause]:
        """What varies, by name."""
        return {
            "noise": Cause(0.0, 0.6),
            "nuisance": Cause(0.7, 3.0, logarithmic=True),
            "class_decay": Cause(0.0, 2.0),
            "samples": Cause(*self.samples, logarithmic=True),
            "ratio": Cause(*self.ratio, logarithmic=True),
            "departure": Cause(0.0, 1.0),
        }

    def parameters(self, values) -> FeatureVectors:
        """Parameters of a set by the values of the causes."""
        return FeatureVectors(
            classes=self.classes,
            features=round(self.classes / values["ratio"]),
            train=round(values["samples"] * self.classes),
            valid=self.valid,
            test=self.test,
            zipf=0.3,
            **{name: values[name] for name in ("noise", "nuisance", "class_decay")},
            **_departed(values["departure"]),
        )


def _departed(share) -> dict:
    """Parameters on the way from classes that are normal with one covariance (0) to `IMAGES` (1)."""
    kept = {name: IMAGES[name] for name in ("modes", "nuisance_decay", "isotropic")}
    spreads = {name: share * IMAGES[name] for name in ("mode_spread", "size_spread", "shape_spread")}
    tails = IMAGES["tails"] / share if share > 0 else math.inf
    return kept | spreads | {"piece": 1 - share * (1 - IMAGES["piece"]), "tails": tails}


SCALES = {
    "smoke": Regimes(classes=40, valid=200, test=300, samples=(5, 10), ratio=(2, 10)),
    "standard": Regimes(classes=200, valid=4000, test=5000, samples=(10, 100), ratio=(3, 50)),
    "full": Regimes(classes=10_000, valid=50_000, test=100_000, samples=(50, 1000), ratio=(10, 200)),
}
VARIANTS = {str(point): {"point": point} for point in range(1, Regimes.POINTS)}
