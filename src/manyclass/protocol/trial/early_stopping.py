"""Early stopping: train until the validation accuracy no longer rises, and keep the model from when it last did.

Perronnin et al. (2012), section 4.2, stop "when the accuracy does not increase by more than a threshold θ", without
saying how often they look. Here the checkpoints are spaced in proportion to what has been trained, and one without an
increase is not enough, as small validation parts waver.
"""

import copy

# θ: by more than a tenth of a point.
THRESHOLD = 0.001
SPACING = 1.5


def checkpoints(passes: int) -> list[int]:
    """After which passes, up to ``passes``, the accuracy is measured: 1, 2, 3, 4, 6, 9, 14, ..., half as many again."""
    stops = [1]
    while stops[-1] < passes:
        stops.append(min(passes, max(stops[-1] + 1, round(SPACING * stops[-1]))))
    return stops


def train_until_no_better(candidate, split, passes: int, patience: int, least: int = 0) -> None:
    """Train a candidate until ``patience`` checkpoints in a row show no increase, or for ``passes``; keep the best.

    Its curve then ends at the best checkpoint, so that all that is said of it is of the model that is kept;
    ``n_passes`` says how far it went.

    Parameters
    ----------
    candidate : Candidate
        Not trained yet.
    split : Split
        The data.
    passes : int
        The cap; a candidate with ``n_passes`` equal to it may not have been done.
    patience : int
        Checkpoints, at least 1.
    least : int
        Passes that are made even so, by what starts badly and recovers.
    """
    if not candidate.ended:
        rises_through(candidate, split, checkpoints(passes), patience, least)
        if candidate.error is None:
            candidate.restore_best(best_of(candidate.checkpoints))


def rises_through(candidate, split, stops: list[int], patience: int, least: int = 0) -> bool:
    """Train a candidate through the first checkpoints, as `train_until_no_better` does; whether it is to go on."""
    for stop in stops:
        before = len(candidate.checkpoints)
        candidate.train_to(stop, split)
        if candidate.error is not None:
            return False
        if is_flat([each.valid for each in candidate.checkpoints], patience) and stop >= least:
            return False
        if len(candidate.checkpoints) == before + 1:
            if best_of(candidate.checkpoints) == before:
                candidate.kept = copy.deepcopy(candidate.estimator)
            candidate.note()
    return True


def ended_by_cap(best: int, made: int, passes: int, patience: int) -> bool:
    """Whether a cap ended training before so many checkpoints without an increase as would have ended it.

    Not all that is trained to the cap is: its last checkpoint may be the one that ends training anyway.

    Parameters
    ----------
    best, made : int
        Passes up to the best checkpoint, and in all.
    passes : int
        The cap.
    patience : int
        As of `train_until_no_better`.
    """
    return sum(best < stop <= made for stop in checkpoints(passes)) < patience


def is_flat(valid, patience: int) -> bool:
    """Whether the last ``patience`` of these checkpoints' accuracies show no increase over the best before them."""
    return len(valid) - 1 - _best(valid) >= patience


def best_of(checkpoints) -> int:
    """Number of the last checkpoint at which the accuracy was higher than at the best before it."""
    return _best([each.valid for each in checkpoints])


def _best(valid) -> int:
    best = 0
    for number, each in enumerate(valid):
        if each > valid[best] + THRESHOLD:
            best = number
    return best
