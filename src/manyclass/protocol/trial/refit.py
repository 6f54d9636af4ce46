"""The winner of a sweep trained anew, on the samples it was chosen with as well as on those it was trained on.

For who wants the best model rather than a fair comparison of its parameters: validation samples are a fifth or so of
the data, and of no further use once the parameters are chosen.
"""

from dataclasses import replace

import numpy as np
from scipy.sparse import csr_array, issparse, vstack

from manyclass.datasets.base import Part
from manyclass.protocol.errors import error_line
from manyclass.protocol.trial.candidate import Candidate, above_tolerance, tested, train_in_passes
from manyclass.protocol.trial.record import Refit


def refit(params: dict, estimator, split, passes: int, progress) -> tuple[Refit, dict[str, np.ndarray]]:
    """Train an estimator on train and validation together, and test it.

    Parameters
    ----------
    params : dict
        The winner's parameters.
    estimator : classifier
        Not trained yet, with these parameters.
    split : Split
        The data; the features stay as they were prepared for train.
    passes : int
        Most passes over the samples.
    progress : Progress
        Of the trial; the training is taken up where it was.

    Returns
    -------
    Refit
        What the record says of it.
    dict of str to ndarray
        Its arrays, in the place of the winner's.

    Raises
    ------
    RuntimeError
        If it cannot be trained or tested; one line.
    """
    both = joined(split.train, split.valid)
    candidate = Candidate(params, estimator, train_in_passes(estimator, both))
    progress.take_up("refit", candidate, both)
    try:
        candidate.advance(passes)
        test, diagnostics, arrays = tested(estimator, replace(split, train=both))
    except Exception as error:  # whatever a user's own method raises
        raise RuntimeError(f"refit on train and validation: {error_line(error)}") from error
    cut_short = candidate.cut_short or above_tolerance(estimator)
    return Refit(both.Y.shape[0], candidate.made, test, diagnostics, cut_short), arrays


def joined(one: Part, other: Part) -> Part:
    """The samples of two parts, one after the other."""
    return Part(_stacked(one.X, other.X), _stacked(one.Y, other.Y))


def _stacked(one, other):
    return csr_array(vstack([one, other], format="csr")) if issparse(one) else np.concatenate([one, other])
