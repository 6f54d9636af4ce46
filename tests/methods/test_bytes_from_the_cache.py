"""Same seed, same bytes: also of the process that compiles the kernels and of one that loads them.

Here one fit and its kernels, from end to end; that no kernel's code could be another process's is tested of all in
``kernels/common/test_compiler.py``.
"""

import os
import subprocess
import sys
from pathlib import Path

import method_samples

PROGRAM = """
import hashlib, warnings
import scipy.sparse as sp
from method_samples import learnt, samples
from manyclass.methods.softmax_regression import SoftmaxRegression

warnings.simplefilter("ignore")
X, y = samples(n=400, d=40, n_classes=100, density=0.5)
rows = sp.csr_array(X)
softmax = SoftmaxRegression(solver="lbfgs", penalty=1e-5, max_iter=40, random_state=0).fit(rows, y)
print(hashlib.md5(learnt(softmax) + softmax.decision_function(rows).tobytes()).hexdigest())
"""


def results(folder):
    """What a process of its own learns and predicts, with compiled kernels in the folder."""
    paths = [str(Path(method_samples.__file__).parent), *sys.path]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": os.pathsep.join(paths)}
    words = [sys.executable, "-c", PROGRAM]
    return subprocess.run(words, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


def test_compiled_and_loaded_kernels_give_the_same_bytes(tmp_path):
    compiled = results(tmp_path)
    assert len(compiled) == 1
    assert results(tmp_path) == compiled
