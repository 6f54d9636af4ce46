"""How sure it is that one method is better than another, from their differences on several splits or samples.

On repeated splits of one data set it is the corrected resampled t test (Nadeau & Bengio 2003, "Inference for the
generalization error"), and the Bayesian correlated t test (Corani & Benavoli 2015, "A Bayesian approach for comparing
cross-validated algorithms on multiple data sets") with the same correction. Both are read off one distribution: what is
believed of the mean difference, after the data and a prior that says nothing, is Student's.
"""

from typing import NamedTuple

from scipy import stats

from manyclass.protocol.claims.interval import mean_and_error


class Practical(NamedTuple):
    """Probabilities that a mean difference is above, within and below the region of practical equivalence."""

    better: float
    equal: float
    worse: float


def mean_difference(differences, least, overlap=0.0):
    """What is believed of the mean of these differences.

    Parameters
    ----------
    differences : array-like, shape (n,)
        One for each split, draw or sample; at least two.
    least : float
        The smallest variance that is believed of them, above 0: equal differences are no proof that there is none.
    overlap : float
        0 for independent ones; of repeated splits of one data set, how many samples are tested for each that is
        trained on, see `manyclass.protocol.claims.interval.mean_and_error`.

    Returns
    -------
    scipy.stats distribution
        Student's, of n - 1 degrees of freedom.

    Raises
    ------
    ValueError
        With fewer than two differences, or a `least` that is not positive.
    """
    if len(differences) < 2:
        raise ValueError(f"{len(differences)} differences have no variance; give two or more")
    if not least > 0:
        raise ValueError(f"least is {least}; a variance of 0 makes certain what is not")
    mean, error = mean_and_error(differences, least, overlap)
    return stats.t(len(differences) - 1, mean, error)


def p_value(believed) -> float:
    """Two-sided p of the t test that there is no difference."""
    return float(2 * min(believed.cdf(0), believed.sf(0)))


def practical(believed, within) -> Practical:
    """Probabilities that the difference is above, in, or below the region from -`within` to `within`."""
    below, above = float(believed.cdf(-within)), float(believed.sf(within))
    return Practical(above, max(0.0, 1 - above - below), below)
