"""How a sweep moves: from start values to candidates whose neighbours have all been tried."""

import json
from collections.abc import Callable
from itertools import product

import numpy as np

from manyclass.protocol.metrics.ranking import LESS_IS_BETTER
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.candidate import Candidate
from manyclass.protocol.trial.winner import best, score

# Where training is harder, up (1) or down (-1), by the names that methods with a duality gap have for it.
HARDER = {"C": 1, "penalty": -1}


class Climb:
    """The sweep at one point of a series.

    Groups of parameters take their turn. The start values of a group are tried every one with every other, the
    parameters of earlier groups held at the winner's values and those of later ones at their middle start values. Then,
    for all parameters that have had their turn, the neighbours of the winner are tried, one parameter changed at a
    time, until those of the latest winner have all been tried: so it stands inside, or at a natural bound, or at the
    last value that its ladder may reach.

    Beyond a winner whose training a cap has ended above its duality gap's tolerance, no ladder of a weight of the loss
    is climbed towards less regularisation: the next value is harder still, and what is the better there is not the
    parameter but where training was stopped. Such a winner stands at an edge. Towards the easier side it goes on.

    A sweep may also begin from points where another one ended, as that of the draw before did: then all groups have had
    their turn, and no start values are tried for their own sake.

    Parameters
    ----------
    groups : list of dict of str to Axis
        The parameters swept.
    train : callable
        Trains a list of candidates, given as their parameters, and returns them.
    metrics : sequence of str
        Validation metrics; the winner by each of them ends inside.
    n_valid : int
        Samples of the validation part, of which the standard error of an accuracy depends.
    begin : list of dict
        Where to begin; empty for the start values.

    Attributes
    ----------
    tried : dict of str to Candidate
        By their parameters as JSON text, in the order in which they were tried.
    """

    def __init__(self, groups: list[dict[str, Axis]], train: Callable, metrics, n_valid: int, begin=()):
        """Begin with nothing tried."""
        self.groups, self.train, self.metrics, self.n_valid = groups, train, tuple(metrics), n_valid
        self.begin = [dict(point) for point in begin]
        self.begun: dict[str, Axis] = {}
        self.tried: dict[str, Candidate] = {}

    def run(self, refine: bool) -> None:
        """Sweep, with `refine` half-steps around the winner at the end; note where it is at an edge."""
        if self.begin:
            self._go_on()
        else:
            self._sweep_groups()
        if refine:
            self._try(self._beside_winners(Axis.between))
        self.note_edges()

    def _sweep_groups(self) -> None:
        for group in self.groups or [{}]:
            self.begun |= group
            held = self._best_params()
            names, values = group.keys(), (axis.start for axis in group.values())
            self._try([held | dict(zip(names, point)) for point in product(*values)])
            self._try_neighbours()

    def _go_on(self) -> None:
        self.begun = {name: axis for group in self.groups for name, axis in group.items()}
        self._try([{name: axis.reached(point[name]) for name, axis in self.begun.items()} for point in self.begin])
        self._try_neighbours()

    def best(self, metric: str) -> Candidate | None:
        """The candidate best by a validation metric, the first of equals; None while there is none."""
        return best(self.tried.values(), metric)

    def _best_params(self) -> dict:
        middle = {name: axis.middle for group in self.groups for name, axis in group.items()}
        winner = self.best(self.metrics[0])
        return middle if winner is None else {name: winner.swept[name] for name in middle}

    def _try(self, points: list[dict]) -> None:
        fresh = {_key(point): point for point in points if _key(point) not in self.tried}
        self.tried |= dict(zip(fresh, self.train(list(fresh.values()))))

    def _beside_winners(self, values_beside) -> list[dict]:
        """Points that differ from a winner in one parameter, which has one of the values beside the winner's."""
        winners = [candidate for metric in self.metrics if (candidate := self.best(metric))]
        return [
            winner.swept | {name: value}
            for winner in winners
            for name, axis in self.begun.items()
            for value in values_beside(axis, winner.swept[name], _stays(winner, name))
        ]

    def _try_neighbours(self) -> None:
        before = -1
        while before < len(self.tried):
            before = len(self.tried)
            self._try(self._beside_winners(Axis.neighbours))

    def note_edges(self) -> None:
        """Note of the winners at which parameters they stand at an edge."""
        for metric in self.metrics:
            if winner := self.best(metric):
                at = (name for name in self.begun if self._is_edge(winner, name, metric))
                winner.edges = sorted({*winner.edges, *at})

    def _is_edge(self, winner, name, metric) -> bool:
        """Whether the winner's value is the last tried, and better than the one before by more than the noise.

        That is known of a share of the samples; of any other metric, every gain is more than the noise. The one before
        may have been dropped early: then there is nothing to compare, and the last is at an edge. Beside a value that
        could not be trained it is at an edge, too, and where its ladder leads on and is not climbed.
        """
        axis, value = self.begun[name], winner.swept[name]
        beside = axis.neighbours(value, stays=(-1, 1)) if axis.ordered and value in axis.values else []
        if any(each.error for other in beside if (each := self.tried.get(_key(winner.swept | {name: other})))):
            return True
        if any(axis.goes_on(value, direction) for direction in _stays(winner, name)):
            return True
        inner = axis.inner_neighbour(value)
        if inner is None:
            return False
        before = self.tried.get(_key(winner.swept | {name: inner}))
        if before is None or before.test is None:
            return True
        reached = score(winner, metric)
        noise = 0.0 if metric in LESS_IS_BETTER else np.sqrt(reached * (1 - reached) / self.n_valid)
        return reached - score(before, metric) > noise


def _stays(winner, name) -> tuple[int, ...]:
    """Directions in which the ladder of a parameter is not climbed beyond a winner."""
    return (HARDER[name],) if winner.above_tolerance and name in HARDER else ()


def _key(point) -> str:
    return json.dumps(point, sort_keys=True)
