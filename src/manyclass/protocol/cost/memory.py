"""The memory of a trial's process, and the disk that its snapshots take, from the shapes of its arrays."""

from sklearn.model_selection import ParameterGrid

from manyclass.methods.base.ladder import counts
from manyclass.protocol.cost.expected_sweep import Sweep
from manyclass.protocol.cost.extent import Extent
from manyclass.protocol.trial import estimators
from manyclass.protocol.trial.axis import Axis
from manyclass.protocol.trial.snapshots import KEPT
from manyclass.protocol.trial.spec import Trial

LABELS = 48  # bytes of a training sample's label in the forms that methods read it in


def arrays_bytes(trial: Trial, extent: Extent, sweep: Sweep) -> int | None:
    """Bytes of all arrays that a trial holds at once, at most; None of a method that does not say what it takes.

    The data once, the state of training of each candidate that is in memory, what a pass and the scores of a block of
    samples take, and the predictions of every candidate that is tested. Of data that are larger than memory no more
    than a chunk counts of each part that is read from its file in order: of those that are ranked, and of the training
    part, if the method reads that in chunks or in blocks.

    Parameters
    ----------
    trial : Trial
    extent : Extent
        Of the data set.
    sweep : Sweep
        How far the sweep goes.
    """
    cls = estimators.load(trial.method, trial.factory)
    if not hasattr(cls, "training_bytes"):
        return None
    largest = [*_largest(trial, cls, extent)]
    of_method = _state_bytes(largest, extent)
    at_a_time = max(each.scoring_bytes(extent.classes) + each.pass_bytes(extent.train) for each in largest)
    states = (sweep.alive + sweep.copies) * of_method
    of_labels, predicted = LABELS * extent.labels * extent.train, sweep.tested * extent.record_bytes
    refitted = extent.data_bytes + of_method if trial.refit else 0
    in_order = ["valid", "test"] + ["train"] * all(map(_reads_in_order, largest))
    chunk = trial.chunk_rows or extent.samples
    read = extent._replace(**{part: min(chunk, getattr(extent, part)) for part in in_order})
    return round(read.data_bytes + of_labels + states + at_a_time + predicted + refitted)


def snapshot_bytes(trial: Trial, extent: Extent, sweep: Sweep) -> int:
    """Bytes that the snapshots of a trial with one seed take on disk while it is on its way, at most.

    The last two of each candidate: the state of its training where that is in memory, and its predictions; and one
    state that is being written. Of a class of somebody else, which leaves no state, predictions alone.
    """
    cls = estimators.load(trial.method, trial.factory)
    if not hasattr(cls, "training_bytes"):
        return KEPT * sweep.candidates * extent.record_bytes
    models = KEPT * (sweep.alive + sweep.copies) + 1
    states = models * _state_bytes(_largest(trial, cls, extent), extent)
    return states + KEPT * sweep.candidates * extent.record_bytes


def _reads_in_order(estimator) -> bool:
    return getattr(estimator, "in_chunks", False) or getattr(estimator, "in_blocks", False)


def _state_bytes(estimators_of_trial, extent: Extent) -> int:
    """Bytes of the state of training of the largest of some estimators."""
    size = extent.train, extent.features, extent.classes, extent.density
    return max(each.training_bytes(*size) for each in estimators_of_trial)


def _largest(trial: Trial, cls: type, extent: Extent):
    """An estimator for each point of the series, its swept numbers the largest that are sure to be tried."""
    takes = estimators.takes(cls)
    known = counts(extent.features, extent.classes)
    searched = estimators.searched(cls, trial.search)
    swept = {name: _last(values, known) for group in searched for name, values in group.items()}
    common = {"max_iter": trial.most_passes} if "max_iter" in takes else {}
    if trial.depends_on is not None and "estimator" in takes:
        common["estimator"] = estimators.load(trial.depends_on.method)()
    for point in ParameterGrid(trial.series or {}):
        yield cls(**common | swept | dict(trial.fixed) | point)


def _last(values, known):
    axis = Axis(values, known)
    return max(axis.start) if axis.ordered else axis.start[-1]
