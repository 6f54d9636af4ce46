"""Machine code of a kernel: whole, so that a process that loads it runs what the process ran that compiled it."""

import importlib
import pkgutil

import short_runs
from llvmlite.binding import Linkage
from numba.core.dispatcher import Dispatcher

from manyclass import kernels


def compiled():
    """Every kernel that this process has compiled or loaded for Python, with what the compiler says of it."""
    for module in pkgutil.walk_packages(kernels.__path__, "manyclass.kernels."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, Dispatcher) and value.__module__ == module.name:
                for result in value.overloads.values():
                    yield f"{module.name}.{name}", result


def test_a_kernel_keeps_its_callees_to_itself():
    """Code that others see, another's may stand in for, which sums float32 numbers in another order."""
    short_runs.all_runs()
    seen = set()
    for kernel, result in compiled():
        described = result.fndesc
        own = {described.llvm_func_name, described.llvm_cpython_wrapper_name, described.llvm_cfunc_wrapper_name}
        linked = [each for each in result.library._get_module_for_linking().functions if not each.is_declaration]
        assert {each.name for each in linked if each.linkage != Linkage.internal} <= own, kernel
        seen.add(kernel)
    assert len(seen) > 10


def test_what_only_kernels_call_is_no_machine_code_of_its_own():
    short_runs.all_runs()
    parts = [
        result
        for module in pkgutil.walk_packages(kernels.__path__, "manyclass.kernels.")
        for value in vars(importlib.import_module(module.name)).values()
        if isinstance(value, Dispatcher)
        for result in value.get_overload.__self__.overloads.values()
    ]
    assert len(parts) > 10
    for part in parts:
        assert part.library.get_pointer_to_function(part.fndesc.llvm_func_name) == 0
