"""Machine code of a kernel: whole, so that a process that loads it runs what the process ran that compiled it."""

import importlib
import pkgutil

import short_runs
from llvmlite.binding import Linkage
from numba import njit
from numba.core.codegen import JITCPUCodegen
from numba.core.dispatcher import Dispatcher

from manyclass import kernels
from manyclass.kernels.common import dispatch


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


def modules_of_machine_code(compile_for, monkeypatch):
    """Names of the functions in each module that machine code is made of while a function and its callee compile."""
    made, add = [], JITCPUCodegen._add_module
    monkeypatch.setattr(JITCPUCodegen, "_add_module", lambda engine, module: made.append(module) or add(engine, module))

    @compile_for
    def callee(x):
        return x * x + 1

    @compile_for
    def caller(x):
        return callee(x) + callee(x + 1)

    assert caller(2.0) == 15.0
    return [[each.name for each in module.functions if not each.is_declaration] for module in made]


def test_what_only_kernels_call_is_no_machine_code_of_its_own(monkeypatch):
    monkeypatch.setattr(dispatch, "cache_of", lambda function: None)  # or the second run of this would compile nothing
    (alone,) = modules_of_machine_code(dispatch.kernel, monkeypatch)
    assert any("caller" in name for name in alone)


def test_by_default_it_is(monkeypatch):
    """What the test above looks at does differ."""
    modules = modules_of_machine_code(njit, monkeypatch)
    assert any("callee" in name for name in modules[0]) and any("caller" in name for name in modules[-1])
