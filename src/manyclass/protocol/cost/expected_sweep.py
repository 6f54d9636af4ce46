"""How far a sweep is likely to go, from what its trial declares: candidates, and passes over the training part."""

import json
import math
from functools import cache
from typing import NamedTuple

from sklearn.model_selection import ParameterGrid

from manyclass.methods.base.ladder import counts
from manyclass.methods.base.ladder import groups as groups_of
from manyclass.protocol.trial import estimators, pilot
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.climb import Climb
from manyclass.protocol.trial.spec import Trial, as_json
from manyclass.protocol.trial.sweep import FINALISTS, KEEP_ONE_IN, first_rung


class Sweep(NamedTuple):
    """What the sweeps of a trial come to.

    Parameters
    ----------
    candidates : int
        Sets of parameters trained, by all seeds together.
    passes : int
        Passes over the training part, of all these together; where training is stopped early, at most so many.
    alive : int
        Candidates of one seed whose models are in memory at once, at most.
    copies : int
        Models as they were at their best beside these, where training is stopped early: of candidates in training.
    tested : int
        Candidates of one seed whose predictions are in memory in the end, at most.
    """

    candidates: int
    passes: int
    alive: int
    copies: int
    tested: int


class Imagined:
    """A candidate that is trained in the mind: the fewer of its values are off the middle, the better it is.

    Parameters
    ----------
    swept : dict
        The values that the sweep has given it.
    middle : dict
        The middle start values.
    """

    test, edges, error, above_tolerance = {}, (), None, False

    def __init__(self, swept: dict, middle: dict):
        self.swept = swept
        self.valid_accuracy = 1 / (2 + sum(middle[name] != value for name, value in swept.items()))


def expected(trial: Trial, features: int, classes: int, seeds: int, brief: bool = False) -> Sweep:
    """How far the sweeps of a trial go if the middle start values are the best.

    It is the protocol's own climb with nothing trained. Where the best values are others, sweeps go on for longer;
    what that comes to, the fit to kept runs tells (`manyclass.protocol.cost.time_model`).

    Parameters
    ----------
    trial : Trial
    features, classes : int
        d and G of the data set.
    seeds : int
        Seeds of one job, all but the first of which begin where the first has ended, unless each begins anew.
    brief : bool
        Whether ladders are climbed from their middle value alone, as at smoke scale.

    Raises
    ------
    ValueError
        If the method cannot be loaded, or a ladder holds no value; one line.
    """
    cls = estimators.load(trial.method, trial.factory)
    points = len(ParameterGrid(trial.series or {}))
    searched = as_json(swept(trial))
    first, *later = (
        _climbed(searched, features, classes, brief, trial.refine, bool(seed) and not trial.anew)
        for seed in range(min(seeds, 2))
    )
    passes = trial.passes if estimators.in_passes(cls) else 1
    longer = trial.winner_passes or 0
    rounds = [first, *later * (seeds - 1)]
    return Sweep(
        candidates=points * sum(tried for tried, _ in rounds),
        passes=points * sum(_passes(tried, passes, trial) + longer for tried, _ in rounds),
        alive=max(_alive(points * tried, together, trial) for tried, together in rounds),
        copies=max(_copies(together, trial) for _, together in rounds),
        tested=points * max(_tested(*each, trial) for each in rounds),
    )


def fitted(trial: Trial, features: int, classes: int, seeds: int) -> Sweep:
    """How far the sweeps on all samples go, which begin from a pilot's winners, each by another metric at worst.

    Parameters
    ----------
    trial : Trial
    features, classes : int
        d and G of the data set.
    seeds : int
        Draws; on all but the first the winners are trained and nothing else, unless each begins anew.
    """
    winners, groups = len(ParameterGrid(trial.series or {})) * len(trial.metrics), swept(trial)
    cls = estimators.load(trial.method, trial.factory)
    again = pilot.swept_again(cls, [name for group in groups for name in group])
    searched = as_json([{name: values for name, values in group.items() if name in again} for group in groups])
    tried, together = _climbed(searched, features, classes, False, trial.refine, True)
    sweeps = seeds if trial.anew else 1
    others = seeds - sweeps
    return Sweep(
        candidates=winners * (sweeps * tried + others),
        passes=winners * (sweeps * _passes(tried, trial.passes, trial) + others * trial.passes),
        alive=_alive(winners * tried, together, trial),
        copies=_copies(together, trial),
        tested=winners * _tested(tried, together, trial),
    )


def swept(trial: Trial) -> list[dict]:
    """What a trial sweeps: values by parameter, in the groups that take their turn.

    Not what it holds or varies, nor, where the trial before is the same method's, what it has from that one's winner.

    Raises
    ------
    ValueError
        If the method cannot be loaded; one line.
    """
    cls = estimators.load(trial.method, trial.factory)
    held, before = {*trial.fixed, *_names(groups_of(trial.series or {}))}, trial.depends_on
    if before is not None and before.method == trial.method:
        of_winner = {*before.fixed, *_names(estimators.searched(cls, before.search))}
        held |= of_winner - _names(groups_of(trial.search or {}))
    groups = estimators.searched(cls, trial.search)
    return [{name: values for name, values in group.items() if name not in held} for group in groups]


def _names(groups: list[dict]) -> set[str]:
    return {name for group in groups for name in group}


@cache
def _climbed(searched: str, features: int, classes: int, brief: bool, refine: bool, begun: bool) -> tuple[int, int]:
    """Candidates that a climb tries, and the most of them that it tries together; groups of parameters are JSON."""
    known = counts(features, classes)
    axes = [{name: Axis(values, known, brief) for name, values in group.items()} for group in json.loads(searched)]
    middle, tried = {name: axis.middle for group in axes for name, axis in group.items()}, [0]

    def train(points):
        tried.append(len(points))
        return [Imagined(point, middle) for point in points]

    Climb(axes, train, ("accuracy",), 1, [middle] if begun else ()).run(refine)
    return sum(tried), max(tried)


def _passes(tried: int, passes: int, trial: Trial) -> int:
    """Passes of so many candidates."""
    if not trial.halving:
        return tried * passes
    first = first_rung(passes, trial.patience)
    return tried * first + _finalists(tried) * (passes - first)


def _alive(tried: int, together: int, trial: Trial) -> int:
    """Candidates with a model in memory: those in training, or all that are tried where one goes on from another."""
    points = [trial.fixed, *groups_of(trial.series or {}), *groups_of(trial.search or {})]
    if any("warm_start" in point for point in points):
        return tried
    return together if trial.halving else 1


def _tested(tried: int, together: int, trial: Trial) -> int:
    """Candidates of one sweep that reach the end, with predictions."""
    return min(tried, together + _finalists(tried)) if trial.halving else tried


def _copies(together: int, trial: Trial) -> int:
    """Candidates in training at once that have a copy of their best."""
    if not trial.patience:
        return 0
    return together if trial.halving else 1


def _finalists(tried: int) -> int:
    return min(tried, max(FINALISTS, math.ceil(tried / KEEP_ONE_IN)))
