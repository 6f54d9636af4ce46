"""How a kernel is compiled, and how it picks a part by type: ``functools.singledispatch``, compiled."""

import functools
from collections.abc import Callable

from numba import njit
from numba.extending import overload

# Reassociation lets a float32 dot product use vector registers (an order of magnitude faster than strict
# order); "nnan" and "ninf" are left out, so that a diverged model stays detectable.
FASTMATH = {"reassoc", "contract", "arcp", "nsz"}
OPTIONS = {"nogil": True, "error_model": "numpy", "fastmath": FASTMATH}

# For what loops call for every sample and class: it may neither make arrays nor return any, so that references to
# those it is handed need not be counted. Numba's counting takes three times as long as drawing a random number.
INNER = OPTIONS | {"_nrt": False}

kernel = njit(cache=True, **OPTIONS)
inner_kernel = njit(cache=True, **INNER)


def by_type(generic: Callable, options: dict = OPTIONS) -> Callable:
    """Make ``generic`` a kernel whose first argument, a NamedTuple, chooses the code.

    The choice is made once, when the calling kernel is compiled, so it costs nothing in a loop. Cases
    register with ``@generic.case(SomeNamedTuple)`` and take the same arguments as the generic function.
    """
    cases: dict[type, Callable] = {}

    @functools.wraps(generic)
    def dispatch(part, *rest):
        return cases[type(part)](part, *rest)

    def case(part_type: type) -> Callable:
        def register(implementation: Callable) -> Callable:
            cases[part_type] = implementation
            return implementation

        return register

    @overload(dispatch, strict=False, jit_options=options)
    def choose(part, *rest):
        return cases.get(getattr(part, "instance_class", None))

    dispatch.case = case
    return dispatch


inner_by_type = functools.partial(by_type, options=INNER)
