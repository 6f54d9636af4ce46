"""The search for parameters of the generator of feature vectors that come nearest to a signature."""

from dataclasses import dataclass, fields, replace
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.stats import qmc
from threadpoolctl import threadpool_limits

from manyclass.protocol.signature.measured import Measured
from manyclass.protocol.signature.record import ACCURACIES, RATIOS, SHAPE, value
from manyclass.protocol.signature.sample import sample

# How far a quantity may be off, the unit of the distance: about its standard deviation from one draw to the next, of a
# population of 26 to 100 classes (0.01 to 0.04 of ratios, a tenth of within over between; less of the dimension).
TOLERANCE = {"accuracy": 0.03, "ratio": 0.03, "variance_spread": 0.03}
RELATIVE = {"within_between": 0.1, "kurtosis": 0.1, "dimension": 0.1}  # of these the logarithm is compared
COMPARED = (*RATIOS, "lda@8/lda", *SHAPE)  # what of a signature is aimed at
FARTHEST = 100.0  # in tolerances: of what cannot be measured, such as a ratio to an accuracy of 0
SOBOL = 6  # 2^6 points, but half of all at most, spread over all ranges before the best of them is improved
SIMPLEX = 0.15  # edge of the first simplex, as a share of the ranges
SEEN, FRESH = (0, 1), (2, 3, 4, 5)  # draws that the search sees, and those on which what it found is measured


class Range(NamedTuple):
    """Values that a parameter may take in a search, from that at 0 to that at 1.

    Parameters
    ----------
    first, last : float
        The ends.
    scale : {"linear", "logarithm", "reciprocal", "whole"}
        What changes evenly between them: the value, its logarithm, or 1 / value; whole numbers are rounded.
    """

    first: float
    last: float
    scale: str = "linear"

    def at(self, place: float) -> float:
        """The value at a place in [0, 1], of four significant digits."""
        if self.scale == "whole":
            return int(round(self.first + place * (self.last - self.first)))
        there, back = {
            "linear": (float, float),
            "logarithm": (np.log, np.exp),
            "reciprocal": (_reciprocal, _reciprocal),
        }[self.scale]
        first, last = there(self.first), there(self.last)
        return float(f"{back(first + place * (last - first)):.4g}")


def _reciprocal(number) -> float:
    return 1 / number if number else np.inf


# In the order in which a search takes them; those that the generator has.
RANGES = {
    "nuisance": Range(0.1, 6, "logarithm"),
    "isotropic": Range(0.05, 3, "logarithm"),
    "nuisance_decay": Range(0, 2.5),
    "class_decay": Range(0, 2.5),
    "modes": Range(1, 6, "whole"),
    "mode_spread": Range(0, 2),
    "tails": Range(np.inf, 2.5, "reciprocal"),
    "size_spread": Range(0, 0.8),
    "shape_spread": Range(0, 1.2),
    "piece": Range(1, 0.1),
}


@dataclass(frozen=True)
class Found:
    """What a search ends with.

    Attributes
    ----------
    parameters : FeatureVectors
        The nearest there are.
    reached : dict of str to float
        The quantities that were aimed at, the mean of fresh draws.
    off : dict of str to float
        How far each is from its target, in tolerances, with its sign.
    """

    parameters: object
    reached: dict
    off: dict

    @property
    def distance(self) -> float:
        """Root mean square of what the quantities are off."""
        return float(np.sqrt(np.mean(np.square(list(self.off.values())))))


def off(name, reached, target) -> float:
    """How far a quantity is from its target, in tolerances, at most FARTHEST."""
    if name in RELATIVE:
        pair = np.log([reached, target]) if min(reached, target) > 0 else [np.nan, np.nan]
        far = (pair[0] - pair[1]) / RELATIVE[name]
    else:
        kind = "ratio" if "/" in name else "accuracy" if name.partition("@")[0] in ACCURACIES else name
        far = (reached - target) / TOLERANCE[kind]
    return float(np.clip(far, -FARTHEST, FARTHEST)) if np.isfinite(far) else FARTHEST


def varied(parameters, given=()) -> list[str]:
    """Parameters of the generator that a search may change: those with a range that are not given."""
    known = [field.name for field in fields(parameters)]
    return [name for name in RANGES if name in known and name not in given]


def search(parameters, targets, names, evaluations=200) -> Found:
    """Find the values of some parameters with which the quantities come nearest to their targets.

    Points of a Sobol sequence (scipy.stats.qmc), then the simplex of Nelder and Mead (1965) from the best of them, all
    on the same draws of random numbers, so that what differs is due to the parameters.

    Parameters
    ----------
    parameters : FeatureVectors
        All that is not searched stays as it is here.
    targets : dict of str to float
        By name, as `manyclass.protocol.signature.record.value` takes it.
    names : list of str
        The parameters to change, of RANGES.
    evaluations : int
        Points tried, at most, and no fewer than two; each takes as many draws of the data as there are in SEEN.
    """

    def at(place):
        return replace(parameters, **{name: RANGES[name].at(each) for name, each in zip(names, place)})

    def distance(place):
        try:
            reached = _measured(at(np.clip(place, 0, 1)), targets, SEEN)
        except ValueError:  # values that do not go together
            return FARTHEST
        return np.sqrt(np.mean([off(name, reached[name], target) ** 2 for name, target in targets.items()]))

    with threadpool_limits(1):
        points = qmc.Sobol(len(names), seed=0).random_base2(SOBOL)[: max(evaluations // 2, 1)]
        start = min(points, key=distance)
        found = minimize(
            distance,
            start,
            method="Nelder-Mead",
            bounds=[(0, 1)] * len(names),
            options={
                "initial_simplex": _simplex(start),
                "maxfev": max(evaluations - len(points), 1),
                "xatol": 0.002,
                "fatol": 0.002,
                "adaptive": True,
            },
        )
        nearest = at(found.x)
        reached = _measured(nearest, targets, FRESH)
    return Found(nearest, reached, {name: off(name, reached[name], target) for name, target in targets.items()})


def _measured(parameters, names, seeds) -> dict[str, float]:
    """Mean of each quantity over draws."""
    draws = [Measured(sample(parameters.split(seed))) for seed in seeds]
    return {name: float(np.mean([value(draw, name) for draw in draws])) for name in names}


def _simplex(start) -> np.ndarray:
    """The start, and a step from it along each axis, inwards: float64 (p + 1, p)."""
    steps = np.where(start < 0.5, SIMPLEX, -SIMPLEX)
    return np.vstack([start, start + np.diag(steps)])
