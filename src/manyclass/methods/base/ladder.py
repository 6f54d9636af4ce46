"""Ladders: the values of a parameter that a sweep tries, and how it goes on where the best of them is the last."""

import math
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from numbers import Real

FURTHEST = 100
# Counts of a data set that a bound or a share may refer to: rivals are the classes that are not the right one; the
# rank, the smaller of features and classes, is the most that a matrix of class vectors can have; and the arity, the
# square root of the classes, is the most children a node may have in a tree of two levels: with more it is no tree.
COUNTS = ("features", "classes", "rivals", "rank", "arity")


def counts(features: int, classes: int) -> dict[str, int]:
    """What ladders may refer to on a data set of so many features and classes, by name."""
    arity = math.isqrt(classes - 1) + 1  # rounded up
    return dict(zip(COUNTS, (features, classes, classes - 1, min(features, classes), arity), strict=True))


@dataclass(frozen=True)
class Ladder:
    """Start values of a parameter, and further ones by a factor, down or up, while the best stands at an end.

    Parameters
    ----------
    start : sequence of float
        The values tried in any case, rising.
    factor : float
        From a value beyond the start values to the next, above 1.
    low, high : float or {"features", "classes", "rivals", "rank", "arity"}, optional
        Natural bounds: where there can be nothing further, as of a share or a count. A word is that count of the data
        set; ``rivals`` is the number of classes less one, ``rank`` the smaller of features and classes, ``arity`` the
        square root of the classes, rounded up.
    whole : bool
        Whether values are whole numbers; `low` is then 1 where it is not given.
    of : {"features", "classes", "rivals", "rank", "arity"}, optional
        Values and bounds are shares of this count of the data set, rounded to whole numbers of at least 1.
    reach : int
        Most values tried beyond the start values, in each direction.

    Raises
    ------
    ValueError
        If a sweep could not climb it; one line.
    """

    start: tuple[float, ...]
    factor: float = 3
    low: float | str | None = None
    high: float | str | None = None
    whole: bool = False
    of: str | None = None
    reach: int = 6

    def __post_init__(self):
        """Check the values; bounds by counts are checked when the counts are known."""
        object.__setattr__(self, "start", tuple(self.start))
        _check_start(self.start)
        if not (_is_number(self.factor) and 1 < self.factor < math.inf):
            raise ValueError(f"the factor of a ladder must be a number above 1, not {self.factor!r}")
        for name in ("low", "high"):
            if (bound := getattr(self, name)) is not None and not _is_number(bound) and bound not in COUNTS:
                raise ValueError(f"{name} must be a number or one of {', '.join(COUNTS)}, not {bound!r}")
        if self.of is not None and self.of not in COUNTS:
            raise ValueError(f"of must be one of {', '.join(COUNTS)}, not {self.of!r}")
        if self.of is not None and (words := [bound for bound in (self.low, self.high) if bound in COUNTS]):
            raise ValueError(f"bounds of shares of the {self.of} are shares too, numbers, not {words[0]!r}")
        if not isinstance(self.reach, int) or isinstance(self.reach, bool) or not 0 <= self.reach <= FURTHEST:
            raise ValueError(f"reach must be a whole number from 0 to {FURTHEST}, not {self.reach!r}")
        if not isinstance(self.whole, bool):
            raise ValueError(f"whole must be true or false, not {self.whole!r}")
        if self.whole and any(value != int(value) for value in self.start):
            raise ValueError(f"start must hold whole numbers, not {list(self.start)}")
        if self.whole and self.of is None:
            for name in ("low", "high"):
                if _is_number(bound := getattr(self, name)) and bound != int(bound):
                    raise ValueError(f"{name} must be a whole number, as the values are, not {bound!r}")
        self._check_bounds()

    def _check_bounds(self):
        low, high = (bound if _is_number(bound) else None for bound in (self.low, self.high))
        if low is not None and high is not None and low > high:
            raise ValueError(f"low must be below high: {low:g} and {high:g} are the wrong way round")
        for value in self.start:
            if (low is not None and value < low) or (high is not None and value > high):
                raise ValueError(f"the start value {value:g} lies outside the bounds")
        if not self.whole and self.start[0] <= 0:
            raise ValueError(f"start values that are multiplied must be above 0, not {self.start[0]:g}")

    @classmethod
    def parse(cls, given) -> "Ladder":
        """Make a ladder of a mapping of its parameters, as configurations and command lines write it.

        Raises
        ------
        ValueError
            If a key is unknown or missing, or the ladder is none; one line.
        """
        known = tuple(cls.__dataclass_fields__)
        for key in given:
            if key not in known:
                raise ValueError(f"unknown key {key!r} of a ladder; choose from {', '.join(known)}")
        if "start" not in given:
            raise ValueError("a ladder needs start values: start is missing")
        if isinstance(given["start"], str | Mapping) or not hasattr(given["start"], "__iter__"):
            raise ValueError(f"start must be a list of numbers, not {given['start']!r}")
        return cls(**given)

    def as_given(self) -> dict:
        """The mapping that `parse` takes, less what is default."""
        defaults = {name: field.default for name, field in self.__dataclass_fields__.items()}
        given = {name: value for name, value in asdict(self).items() if value != defaults[name]}
        return given | {"start": list(self.start)}

    def resolved(self, counts: Mapping[str, int]) -> "Ladder":
        """The ladder in numbers, for a data set with these `COUNTS`; start values beyond a bound become the bound."""
        low, high = (counts[bound] if bound in COUNTS else bound for bound in (self.low, self.high))
        start, whole = self.start, self.whole
        if self.of is not None:
            unit, whole = counts[self.of], True
            low, high = (None if bound is None else max(1, round(bound * unit)) for bound in (low, high))
            start = [max(1, round(value * unit)) for value in start]
        low = 1 if whole and low is None else low
        at_least, at_most = (-math.inf if low is None else low), (math.inf if high is None else high)
        inside = [min(max(value, at_least), at_most) for value in start]
        return Ladder(tuple(sorted(set(inside))), self.factor, low, high, whole, None, self.reach)

    def following(self, value: float, direction: int) -> float | None:
        """The value next to one, up (1) or down (-1), of a ladder in numbers; None at a natural bound."""
        bound = self.high if direction > 0 else self.low
        if bound is not None and direction * (value - bound) >= 0:
            return None
        moved = value * self.factor if direction > 0 else value / self.factor
        if self.whole:
            moved = max(value + 1, round(moved)) if direction > 0 else min(value - 1, math.floor(moved))
        else:
            moved = float(f"{moved:.6g}")
        if bound is not None:
            moved = min(moved, bound) if direction > 0 else max(moved, bound)
        return moved


def groups(search) -> list[dict]:
    """The groups of parameters that a method's ``search`` sweeps one after the other; a single dict is one group."""
    return list(search) if isinstance(search, list) else [dict(search)]


def _check_start(start):
    if not start:
        raise ValueError("a ladder needs at least one start value")
    for value in start:
        if not _is_number(value) or not math.isfinite(value):
            raise ValueError(f"start values must be numbers, not {value!r}")
    if list(start) != sorted(set(start)):
        raise ValueError(f"start values must rise: {', '.join(f'{value:g}' for value in start)}")


def _is_number(value) -> bool:
    """Whether a value is a number that a float can be, and finite."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    return abs(value) <= sys.float_info.max
