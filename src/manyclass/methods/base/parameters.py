"""Which values the methods' parameters may have; `sklearn` checks them and words the error."""

from numbers import Integral, Real

from sklearn.utils._param_validation import Interval, StrOptions

POSITIVE = Interval(Real, 0, None, closed="neither")
NOT_NEGATIVE = Interval(Real, 0, None, closed="left")
COUNT = Interval(Integral, 0, None, closed="left")
AT_LEAST_ONE = Interval(Integral, 1, None, closed="left")
AT_LEAST_TWO = Interval(Integral, 2, None, closed="left")
SHARE = Interval(Real, 0, 1, closed="both")
PROPER_SHARE = Interval(Real, 0, 1, closed="left")

# Threads: -1 all cores, None one.
N_JOBS = [Interval(Integral, None, -1, closed="right"), AT_LEAST_ONE, None]

# What all methods trained by stochastic steps have; only a radius may be infinite.
STOCHASTIC = {
    "step": [POSITIVE],
    "margin": [NOT_NEGATIVE],
    "max_iter": [AT_LEAST_ONE],
    "random_state": ["random_state"],
    "n_jobs": N_JOBS,
}
RADIUS = Interval(Real, 0, None, closed="right")


def one_of(*names: str) -> list:
    """The constraint that a parameter is one of these strings."""
    return [StrOptions(set(names))]
