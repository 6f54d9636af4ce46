"""Which candidate of a sweep is the best: the one place where validation metrics are compared."""

from manyclass.protocol.metrics.ranking import rating


def score(candidate, metric="accuracy") -> float:
    """How good the validation part says that the model kept of a candidate is, more being better.

    Parameters
    ----------
    candidate : Candidate, Outcome or CandidateRecord
        One that has been tested.
    metric : str
        Of `manyclass.protocol.metrics.ranking.evaluate`. The accuracy is that of the classes predicted, as at
        every checkpoint; a ranking begins with them, also that of somebody else's estimator which scores another
        class highest, as support vector machines that vote do.
    """
    return candidate.valid_accuracy if metric == "accuracy" else rating(candidate.valid_metrics, metric)


def best(candidates, metric="accuracy"):
    """Of these candidates the one that is best by a validation metric, the first of equals; None if none is tested."""
    tested = [candidate for candidate in candidates if candidate.test is not None]
    return max(tested, key=lambda candidate: score(candidate, metric), default=None)
