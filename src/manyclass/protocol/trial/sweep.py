"""How the candidates of a sweep are trained: side by side, dropping the weaker ones early, or one by one.

Gupta et al. (2014), section 8.3, train every candidate to the end. Here one that is not among the best third after a
third of the passes is dropped, a single rung of successive halving (Jamieson & Talwalkar 2016). That favours what
learns fast at first. Or every candidate is trained to the end. That is after all passes, or when it gets no better, as
Perronnin et al. (2012) do.
"""

import copy
import math

from manyclass.protocol.trial.candidate import Candidate, report, train_in_passes
from manyclass.protocol.trial.early_stopping import best_of, checkpoints, rises_through, train_until_no_better
from manyclass.protocol.trial.estimators import in_passes

FINALISTS = 3
KEEP_ONE_IN = 3
FIRST_SHARE = 3  # of the passes, one in so many goes by before a candidate is dropped


class SideBySide:
    """Candidates that are compared after a third of their passes; those not among the best third are dropped.

    They are compared with all that have come so far in the same sweep. Candidates that differ in what starts late, such
    as last violators after a burn-in, are not compared: those with the same values of the parameters ``late`` are.

    Parameters
    ----------
    split : Split
        The data.
    passes : int
        Passes of a candidate that reaches the end.
    late : sequence of str
        Names of the parameters that decide something only later in training.
    patience, least : int
        As in `OneByOne`. Of one that has stopped before it is compared, the best counts.
    """

    def __init__(self, split, passes: int, late=(), patience: int = 0, least: int = 0):
        """Begin with an empty field."""
        self.split, self.passes, self.late = split, passes, tuple(late)
        self.patience, self.least = patience, least
        self.first = first_rung(passes, patience)
        self.second = late_checkpoint(passes)
        self.field: list[tuple[dict, float]] = []

    def train(self, candidates: list[Candidate]) -> None:
        """Train candidates; test those that reach the end."""
        for candidate in candidates:
            self._begin(candidate)
            candidate.note()
            if candidate.checkpoints:
                self.field.append((self._late(candidate), self._valid(candidate)))
        for candidate in candidates:
            if not candidate.ended and not self._goes_on(candidate):
                candidate.drop()
                report(
                    f"dropped after {candidate.passes} passes: {candidate.valid_accuracy:.4f} with {candidate.params}"
                )
        for candidate in candidates:
            self._end(candidate)

    def _begin(self, candidate) -> None:
        if not self.patience:
            candidate.train_to(self.first, self.split)
        elif not rises_through(candidate, self.split, checkpoints(self.first), self.patience, self.least):
            self._end(candidate)

    def _end(self, candidate) -> None:
        if self.patience:
            train_until_no_better(candidate, self.split, self.passes, self.patience, self.least)
        else:
            if not candidate.ended:
                candidate.train_to(self.second, self.split)
                candidate.note()
            candidate.train_to(self.passes, self.split)
        finish(candidate, self.split)

    def _late(self, candidate) -> dict:
        return {name: candidate.params.get(name) for name in self.late}

    def _valid(self, candidate) -> float:
        """Accuracy of the model that would be kept of the first passes, also where more have been made."""
        early = [each for each in candidate.checkpoints if each.passes <= self.first]
        return early[best_of(early)].valid

    def _goes_on(self, candidate) -> bool:
        others = [valid for late, valid in self.field if late == self._late(candidate)]
        better = sum(valid > self._valid(candidate) for valid in others)
        return self.first == self.passes or better < max(FINALISTS, math.ceil(len(others) / KEEP_ONE_IN))


def first_rung(passes: int, patience: int) -> int:
    """After how many passes candidates are compared: a third, or with a patience the checkpoint that follows."""
    third = math.ceil(passes / FIRST_SHARE)
    return next(stop for stop in checkpoints(passes) if stop >= third) if patience else third


def late_checkpoint(passes: int) -> int:
    """After how many passes accuracy is measured once more, to tell whether it still rises at the end: two thirds."""
    return math.ceil(passes * (FIRST_SHARE - 1) / FIRST_SHARE)


class OneByOne:
    """Candidates that are all trained to the end, one after the other.

    Parameters
    ----------
    split : Split
        The data.
    passes : int
        Passes of a candidate.
    patience : int
        If 0, the validation accuracy is measured after every pass; else candidates are stopped early, see
        `train_until_no_better`.
    least : int
        Passes before which none is.
    """

    def __init__(self, split, passes: int, patience: int = 0, least: int = 0):
        """Begin with nothing trained."""
        self.split, self.passes, self.patience, self.least = split, passes, patience, least
        self.trained: list[Candidate] = []

    def train(self, candidates: list[Candidate]) -> None:
        """Train and test candidates."""
        for candidate in candidates:
            if self.patience:
                train_until_no_better(candidate, self.split, self.passes, self.patience, self.least)
            else:
                continue_path(candidate, self.trained, self.split.train)
                for stop in range(1, self.passes + 1):
                    candidate.train_to(stop, self.split)
                    candidate.note()
            self.trained.append(candidate)
            finish(candidate, self.split)


def finish(candidate: Candidate, split) -> None:
    """Test a candidate that has reached the end, and let go of its model unless another may go on from it."""
    if not candidate.ended:
        candidate.evaluate(split)
        said = candidate.error or f"{candidate.valid_accuracy:.4f}"
        report(f"pass {candidate.n_passes or candidate.passes}: {said} with {candidate.params}")
    if _path(candidate.estimator) is None:
        candidate.estimator = candidate.training = None
    candidate.note()


def continue_path(candidate: Candidate, trained: list[Candidate], part) -> None:
    """Give a candidate the solution of the nearest one on its path, if its estimator asks for one.

    An estimator asks by ``warm_start=True`` and names in ``path`` the parameter along which its `fit` goes on, a
    number; one that is 0, as of no penalty, is near no other. Its training then takes fewer passes, to the same
    optimum.

    Parameters
    ----------
    candidate : Candidate
        One that has made passes, and was taken up, is left as it is.
    trained : list of Candidate
        Those before it, trained to the end.
    part : Part
        The training samples.
    """
    path = _path(candidate.estimator)
    if candidate.made or path not in candidate.params or candidate.params[path] <= 0:
        return

    def others(each):
        return {name: value for name, value in each.params.items() if name != path}

    def distance(each):
        return abs(math.log(each.params[path] / candidate.params[path]))

    positive = (each for each in trained if each.error is None and each.params[path] > 0)
    on_path = [each for each in positive if others(each) == others(candidate)]
    if on_path:
        nearest = min(on_path, key=distance)
        candidate.estimator = copy.deepcopy(nearest.estimator).set_params(**candidate.params)
        candidate.training = train_in_passes(candidate.estimator, part)


def _path(estimator) -> str | None:
    """The parameter along which an estimator asks to go on; None where it asks for nothing."""
    asks = in_passes(estimator) and getattr(estimator, "warm_start", False)
    return getattr(estimator, "path", None) if asks else None
