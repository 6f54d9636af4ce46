"""Kernels that run the same machine code in the process that compiles them and in those that load them.

LLVM leaves a function of its own for what it does not inline, optimised together with the kernel that calls it. Numba
marks it weak: a process that has compiled the callee by itself before runs that other code in its place, one that
loads the kernel from disk runs the kernel's, and one that has loaded another kernel first may run that one's. They sum
float32 numbers in different orders. Here a kernel keeps its callees to itself.

What only kernels call, Numba would optimise and make machine code of by itself as well, and optimise once more in each
kernel. Here it is linked as it was lowered, and optimised with the kernel only, as a whole: that compiles in two thirds
of the time, and training was not slower anywhere that it was measured, and faster in places.
"""

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _OwnCallees(JITCodeLibrary):
    """Code whose calls of other compiled functions stay within it."""

    def _finalize_final_module(self):
        """Make callees private; only now, as LLVM would have optimised private functions in another way."""
        for function in self.get_defined_functions():
            if function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        super()._finalize_final_module()


class KernelCompiler(Compiler):
    """Numba's compiler, for functions that Python calls; what is compiled in order to be linked needs its own."""

    def define_pipelines(self):
        """Numba's passes, which put the code into a library that is there already."""
        code = _OwnCallees(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        code.enable_object_caching()  # so that it can be saved
        self.state["library"] = code
        return super().define_pipelines()


class _NoMachineCode:
    """Where functions without machine code are: nowhere."""

    def set_env(self, name, environment):
        """Numba keeps in an environment what a function called from Python needs."""


class _Part(JITCodeLibrary):
    """Code that is linked into kernels as it was lowered, and run nowhere else."""

    codegen = _NoMachineCode()

    def get_pointer_to_function(self, name):
        """Zero: there is no such function in memory."""
        self._ensure_finalized()
        return 0

    def _optimize_final_module(self):
        """Nothing: the kernel's module is optimised, with this one in it."""

    def _finalize_final_module(self):
        self._finalize_dynamic_globals()
        self._finalized = True


class PartCompiler(Compiler):
    """Numba's compiler, for functions that kernels call and Python does not."""

    def define_pipelines(self):
        """Numba's passes, which put the code into a library that is there already."""
        self.state["library"] = _Part(self.state.targetctx.codegen(), self.state.func_id.func_qualname)
        return super().define_pipelines()
