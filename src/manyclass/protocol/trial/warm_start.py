"""Warm starts: a candidate goes on from the solution of one that differs in a single parameter."""

import copy

from manyclass.protocol.trial.candidate import Candidate, train_in_passes


def go_on(candidate: Candidate, trained: list[Candidate], part) -> None:
    """Give a candidate the solution of the last one before it on its path, if its estimator asks for one.

    An estimator asks by ``warm_start=True`` and names in ``path`` the parameter along which its `fit` goes on. Its
    training then takes fewer passes, to the same optimum.

    Parameters
    ----------
    candidate : Candidate
        Not trained yet.
    trained : list of Candidate
        Those before it, trained to the end.
    part : Part
        The training samples.
    """
    estimator = candidate.estimator
    path = getattr(estimator, "path", None)
    if path not in candidate.params or not getattr(estimator, "warm_start", False):
        return
    before = [each for each in trained if each.error is None and _but(path, each) == _but(path, candidate)]
    if before:
        candidate.estimator = copy.deepcopy(before[-1].estimator).set_params(**candidate.params)
        candidate.training = train_in_passes(candidate.estimator, part)


def _but(path: str, candidate: Candidate) -> dict:
    return {name: value for name, value in candidate.params.items() if name != path}
