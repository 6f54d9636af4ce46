"""Choice by type, compiled once for all processes, and the same numbers without compilation."""

import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import kernel_models
import numpy as np
import pytest
import short_runs

from manyclass import kernels
from manyclass.kernels.common import discriminants, losses, steps
from manyclass.kernels.common.dispatch import by_type, kernel
from manyclass.kernels.sgd import linear, rule, violator_sampling

SUPPORT = Path(kernel_models.__file__).parent


class Double(NamedTuple):
    by: float


class Shift(NamedTuple):
    by: float


class Unknown(NamedTuple):
    by: float


@by_type
def changed(part, x):
    """x, changed in the part's own way."""


@changed.case(Double)
def _double(part, x):
    return 2.0 * x


@changed.case(Shift)
def _shift(part, x):
    return x + part.by


@kernel
def compiled(part, x):
    return changed(part, x)


@pytest.mark.parametrize("call", [changed, compiled])
def test_the_first_argument_chooses(call):
    assert call(Double(0.0), 3.0) == 6.0
    assert call(Shift(10.0), 3.0) == 13.0


@kernel
def doubled(x):
    return 2.0 * x


@kernel
def quadrupled(x):
    return doubled(doubled(x))


def test_a_kernel_is_compiled_for_python_once_python_calls_it():
    """What lets Python call it takes longer to compile than many a kernel."""
    assert quadrupled(1.0) == 4.0
    assert quadrupled.signatures and not doubled.signatures
    assert doubled(3.0) == 6.0
    assert doubled.signatures


def test_fields_are_run_time_numbers():
    before = len(compiled.signatures)
    assert [compiled(Shift(by), 1.0) for by in (1.0, 2.0, 3.0)] == [2.0, 3.0, 4.0]
    assert len(compiled.signatures) <= before + 1


@pytest.mark.parametrize("call", [changed, compiled])
def test_a_type_without_a_case_is_refused(call):
    with pytest.raises(TypeError, match=r"^Unknown has no case of .*test_dispatch.changed, only Double, Shift$"):
        call(Unknown(0.0), 1.0)


def test_a_loop_with_a_part_that_lacks_a_case_is_refused():
    """Linear models have no distances."""
    no_vectors = np.zeros((5, 3), np.float32)
    model = linear.Linear(discriminants.Distance(no_vectors), np.ones(5))
    sampler, weights = violator_sampling.Warp(), np.ones(5, np.float32)
    how = rule.Rule(losses.Hinge(1.0), sampler, weights, steps.Steps(0.1, 0.0, 1.0, 0.0, 0.0))
    rows, labels = kernel_models.dense(np.ones((9, 3), np.float32)), kernel_models.single(0, 9, 5)
    with pytest.raises(TypeError, match=r"^Distance has no case of .*, only AveragedL2, Inner, L2Regularised"):
        linear.epoch(rows, labels, model, how, 0, kernel_models.new_state(0))


def test_cases_stand_in_the_file_of_the_generic_or_in_one_that_it_names():
    names = [module.name for module in pkgutil.walk_packages(kernels.__path__, "manyclass.kernels.")]
    values = [value for name in names for value in vars(importlib.import_module(name)).values()]
    generics = {value for value in values if hasattr(value, "cases")}
    assert len(generics) > 20
    for generic in generics:
        files = {case.__module__ for case in generic.cases.values() if case.__module__ in names}
        assert files
        assert {file for file in files if file not in generic.__doc__} <= {generic.__module__}, generic.__name__


def run(program, folder, **environment):
    return subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        env={**os.environ, **environment, "PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path])},
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip


DRAWS = """
import numpy as np
from kernel_models import new_state, single
from manyclass.kernels.sgd import one_vs_rest as k
from manyclass.kernels.sgd.negative_sampling import UniformNegatives

uses = k.Uses(np.zeros((2, 80), np.int32), np.zeros((2, 11), np.int32))
k.draw_uses(single(0, 40, 10), UniformNegatives(2.5), np.array([20, 20]), uses, k.spawn(new_state(0), 2))
print(sum(k.draw_uses.stats.cache_hits.values()), sum(k.draw_uses.stats.cache_misses.values()))
"""


def test_a_second_process_compiles_nothing(tmp_path):
    """Of a kernel that picks a part by type."""
    assert run(DRAWS, tmp_path, NUMBA_CACHE_DIR=str(tmp_path)).split() == ["0", "1"]
    assert run(DRAWS, tmp_path, NUMBA_CACHE_DIR=str(tmp_path)).split() == ["1", "0"]


def test_without_compilation_the_numbers_are_the_same(tmp_path):
    program = "import sys, numpy, short_runs; numpy.savez(sys.argv[1] + '/out.npz', **short_runs.all_runs())"
    run(program, tmp_path, NUMBA_DISABLE_JIT="1", PYTHONWARNINGS="ignore")
    compiled_numbers = short_runs.all_runs()
    with np.load(tmp_path / "out.npz") as interpreted:
        assert set(interpreted) == set(compiled_numbers)
        for name in interpreted:
            np.testing.assert_allclose(compiled_numbers[name], interpreted[name], rtol=2e-3, atol=2e-4, err_msg=name)
