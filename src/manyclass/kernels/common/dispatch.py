"""How a kernel is compiled, and how it picks a part by type: ``functools.singledispatch``, compiled."""

import functools
from collections.abc import Callable

from numba import njit
from numba.extending import overload

from manyclass.kernels.common.cache import cache_of
from manyclass.kernels.common.compiler import KernelCompiler, PartCompiler

# Reassociation lets a float32 dot product use vector registers (an order of magnitude faster than strict
# order); "nnan" and "ninf" are left out, so that a diverged model stays detectable.
FASTMATH = {"reassoc", "contract", "arcp", "nsz"}
# Whether arrays may be made is said here too, or a kernel would inherit it from whichever calls it first.
OPTIONS = {"nogil": True, "error_model": "numpy", "fastmath": FASTMATH, "_nrt": True}

# For what loops call for every sample and class: it may neither make arrays nor return any, so that references to
# those it is handed need not be counted. Numba's counting takes three times as long as drawing a random number. What
# it calls in its turn may make arrays, if that is compiled with the options above, which say so.
INNER = OPTIONS | {"_nrt": False}

# What lets Python call a function, and machine code of its own, take more time than all else about compiling it.
FOR_KERNELS = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": PartCompiler}


def kernel(function: Callable, options: dict = OPTIONS) -> Callable:
    """Compile a function: for Python once for all processes, and as a part of the kernels that call it."""
    compiled = njit(pipeline_class=KernelCompiler, **options)(function)
    if compiled is function:  # NUMBA_DISABLE_JIT is set
        return function
    if cache := cache_of(function):
        compiled._cache = cache  # ``njit(cache=True)`` sets one of its own, which gives up at a full disk
    part = njit(**options | FOR_KERNELS)(function)
    compiled.get_call_template, compiled.get_overload = part.get_call_template, part.get_overload
    return compiled


inner_kernel = functools.partial(kernel, options=INNER)
# For what a loop calls, in few places, with so many arrays that to hand them over would take longer than the call.
part_of_loop = functools.partial(kernel, options=INNER | {"forceinline": True})
# For what is called in one place only and much that it calls: what calls it is compiled as if it stood there. LLVM
# optimises a function again with each that calls it, so a chain of them costs by the square of its length.
written_out = functools.partial(kernel, options=INNER | {"inline": "always"})


def by_type(generic: Callable, options: dict = OPTIONS) -> Callable:
    """Make ``generic`` a kernel whose first argument, a NamedTuple, chooses the code.

    The choice is made once, when the calling kernel is compiled, so it costs nothing in a loop. Cases
    register with ``@generic.case(SomeNamedTuple)`` and take the same arguments as the generic function. They stand
    in the file of the generic, or in those that its docstring names.

    Raises
    ------
    TypeError
        When the part's type has no case: from a call, or from compiling a kernel that makes one. One line.
    """
    cases: dict[type, Callable] = {}

    def case_of(part_type: type) -> Callable:
        if part_type not in cases:
            known = ", ".join(sorted(each.__name__ for each in cases))
            raise TypeError(
                f"{part_type.__name__} has no case of {generic.__module__}.{generic.__name__}, only {known}"
            )
        return cases[part_type]

    @functools.wraps(generic)
    def dispatch(part, *rest):
        return case_of(type(part))(part, *rest)

    def case(part_type: type) -> Callable:
        def register(implementation: Callable) -> Callable:
            cases[part_type] = implementation
            return implementation

        return register

    @overload(dispatch, strict=False, jit_options=options | FOR_KERNELS)
    def choose(part, *rest):
        return case_of(getattr(part, "instance_class", type(part)))

    dispatch.case, dispatch.cases = case, cases
    return dispatch


inner_by_type = functools.partial(by_type, options=INNER)
part_of_loop_by_type = functools.partial(by_type, options=INNER | {"forceinline": True})
