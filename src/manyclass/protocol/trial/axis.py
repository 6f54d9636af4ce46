"""An axis of a sweep: one parameter, the values that are known of it, and where it may go on."""

from collections.abc import Mapping
from numbers import Real

from manyclass.methods.base.ladder import Ladder


class Axis:
    """The values of one parameter.

    Parameters
    ----------
    values : Ladder, mapping or list
        A ladder, also as the mapping that `Ladder.parse` takes, goes on beyond its start values. A list holds all there
        are: numbers in their order, anything else as choices without one.
    counts : mapping of str to int
        Counts of the data set that a ladder may refer to.
    brief : bool
        Whether a ladder has its middle start value alone and goes at most one value beyond that, for runs that only
        show that everything runs.

    Attributes
    ----------
    values : list
        Those known so far; of numbers, rising.
    start : list
        Those tried when the parameter's turn comes.

    Raises
    ------
    ValueError
        If a ladder is not valid or a list empty.
    """

    def __init__(self, values, counts, brief=False):
        """Take the start values."""
        values = checked(values)
        self.ladder = values.resolved(counts) if isinstance(values, Ladder) else None
        self.start = list(self.ladder.start if self.ladder else values)
        if brief and self.ladder:
            self.start = [self.middle]
        self.ordered = all(isinstance(value, Real) and not isinstance(value, bool) for value in self.start)
        self.values = sorted(self.start) if self.ordered else list(self.start)
        self.reach = 0 if self.ladder is None else min(self.ladder.reach, 1) if brief else self.ladder.reach

    @property
    def middle(self):
        """The start value that holds until the parameter is swept."""
        return self.start[len(self.start) // 2]

    def reached(self, value):
        """The value that a sweep elsewhere reached, or the known one next to it, with all those on the way there."""
        if not self.ordered:
            return value
        for end, direction in ((0, -1), (-1, 1)):
            known = self.values[end]
            while known is not None and direction * (value - known) > 0:
                known = self._beside(known, direction)
        return min(self.values, key=lambda known: abs(known - value))

    def neighbours(self, value, stays=()) -> list:
        """Values next to one, on either side, as far as there are any; of choices, all others.

        In directions, down (-1) or up (1), in which a ladder ``stays`` as it is, those alone that are known.
        """
        if not self.ordered:
            return [other for other in self.values if other != value]
        place = self.values.index(value)
        known = range(len(self.values))  # before a value is added below, which moves the others
        free = [direction for direction in (-1, 1) if place + direction in known or direction not in stays]
        beside = (self._beside(value, direction) for direction in free)
        return [other for other in beside if other is not None]

    def reachable(self) -> list:
        """Every value that a sweep may come to."""
        for direction, end in ((-1, 0), (1, -1)) if self.ordered else ():
            while self._beside(self.values[end], direction) is not None:
                pass  # it is at the end of the values now
        return list(self.values)

    def between(self, value, stays=()) -> list:
        """Values half-way, by their ratio, between one and its neighbours that are known."""
        if self.ladder is None:
            return []
        known = [other for other in self.neighbours(value, stays) if other > 0 and value > 0]
        halves = [(other * value) ** 0.5 for other in known]
        halves = [round(half) if self.ladder.whole else float(f"{half:.6g}") for half in halves]
        return [half for half in dict.fromkeys(halves) if half not in self.values]

    def inner_neighbour(self, value):
        """The neighbour of a value that is the last known on its side, where there could be more; None elsewhere."""
        if not self.ordered or len(self.values) < 2 or value not in self.values:
            return None
        place = self.values.index(value)
        for end, inner, direction in ((0, 1, -1), (len(self.values) - 1, -2, 1)):
            if place == end and not (self.ladder and self.ladder.following(value, direction) is None):
                return self.values[inner]
        return None

    def goes_on(self, value, direction) -> bool:
        """Whether a value is the last that is known in a direction, and its ladder leads on from there."""
        return value == self.values[0 if direction < 0 else -1] and self._further(direction) is not None

    def _beside(self, value, direction):
        place = self.values.index(value) + direction
        if 0 <= place < len(self.values):
            return self.values[place]
        further = self._further(direction)
        if further is not None:
            self.values.insert(0 if direction < 0 else len(self.values), further)
        return further

    def _further(self, direction):
        """The value beyond the last that is known; None where there is none, or it is not to be tried."""
        if self.ladder is None or self._n_added(direction) >= self.reach:
            return None
        return self.ladder.following(self.values[0 if direction < 0 else -1], direction)

    def _n_added(self, direction) -> int:
        last = self.start[0] if direction < 0 else self.start[-1]
        return sum(direction * (value - last) > 0 for value in self.values)


def checked(values) -> Ladder | list:
    """What to try of a parameter: a ladder, also one written as a mapping, or a list.

    Raises
    ------
    ValueError
        If a ladder is not valid or a list empty; one line.
    """
    if isinstance(values, Mapping):
        return Ladder.parse(values)
    return values if isinstance(values, Ladder) else _listed(values)


def start_values(values) -> list:
    """The values that a sweep begins with, as far as they are known before the data: none of a ladder of shares.

    Raises
    ------
    ValueError
        If a ladder is not valid or a list empty; one line.
    """
    values = checked(values)
    if isinstance(values, Ladder):
        return [] if values.of else list(values.start)
    return values


def _listed(values) -> list:
    if isinstance(values, str) or not hasattr(values, "__iter__"):
        raise ValueError(f"values to try must be a list or a ladder, not {values!r}")
    if not (listed := list(values)):
        raise ValueError("a list of values to try must not be empty")
    return listed
