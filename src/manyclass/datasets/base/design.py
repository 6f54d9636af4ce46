"""Causes that vary from draw to draw: each draw of such a set is a point of a design of its own.

A variant is one of the points of a scrambled Sobol sequence over the causes, and each draw scrambles it anew: beside
classes and samples, as in other sets, the causes themselves are drawn. The points of all draws together cover the
causes evenly, with one population at each.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.stats import qmc

from manyclass.datasets.base import Split
from manyclass.datasets.base.streams import below, sequence, stream
from manyclass.datasets.feature_vectors import FeatureVectors


@dataclass(frozen=True)
class Cause:
    """A parameter that varies.

    Parameters
    ----------
    low, high : float
        The ends of its range.
    logarithmic : bool
        Whether it is its logarithm that varies evenly.
    """

    low: float
    high: float
    logarithmic: bool = False

    def at(self, share):
        """Value at a share of the way from the lower end to the upper one; arrays are taken element by element."""
        if self.logarithmic:
            return self.low * (self.high / self.low) ** share
        return self.low + (self.high - self.low) * share


@dataclass(frozen=True, kw_only=True)
class DesignPoint(ABC):
    """One point of a design, of which every draw is another.

    ``POINTS`` is their number in one draw: a power of two, for which the sequence is balanced.

    Parameters
    ----------
    classes, valid, test : int
        G, and samples of two parts.
    samples : tuple of float
        Ends of the range of samples a class to train on.
    point : int
        Which of the points.
    """

    POINTS: ClassVar[int]
    classes: int
    valid: int
    test: int
    samples: tuple[float, float]
    point: int = 0

    @property
    def train(self) -> int:
        """The most samples of the training part that a draw may have."""
        return round(self.samples[1] * self.classes)

    @property
    @abstractmethod
    def causes(self) -> dict[str, Cause]:
        """What varies, by name."""

    @abstractmethod
    def parameters(self, values) -> FeatureVectors:
        """Parameters of a set by the values of the causes, a dict of floats by name."""

    def place(self, seed) -> np.ndarray:
        """Where the point lies in the ranges of the causes: float64 (causes,), shares of the way to the upper end."""
        design = qmc.Sobol(len(self.causes), rng=stream(sequence(seed), self.POINTS))
        return design.random(self.POINTS)[self.point]

    def at(self, seed) -> FeatureVectors:
        """The parameters of a draw."""
        return self.parameters(
            {name: cause.at(share) for (name, cause), share in zip(self.causes.items(), self.place(seed))}
        )

    def split(self, seed) -> Split:
        """Draw the causes, and then a set by them, which shares no random number with the other points.

        Parameters
        ----------
        seed : int or SeedSequence

        Returns
        -------
        Split
        """
        return self.at(seed).split(below(sequence(seed), self.point))
