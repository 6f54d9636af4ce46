"""What training on a file takes of memory that is not the file's: model, state, labels, and a chunk if so read.

Pages of the file are the system's to let go. What compiled code allocates no tracer of Python sees; the system does.
"""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from manyclass.protocol.cost.memory import LABELS
from manyclass.protocol.trial import estimators

N, D, G, CHUNK = 100_000, 512, 100, 40_000  # a chunk is many times the rows that are read at a time
MORE, NOISE = 1.3, 4e6  # times what arrays take, and bytes of what the process does beside them
IN_CHUNKS = [name for name in estimators.names() if getattr(estimators.load(name), "in_chunks", False)]
STATUS = Path("/proc/self/status")

TRAINED = """
import json, sys, threading, time, warnings
import numpy as np
from manyclass.protocol.trial import estimators

def resident():
    with open("/proc/self/status") as status:
        return next(1024 * int(line.split()[1]) for line in status if line.startswith("RssAnon"))

def grown(action):
    before, most, done = resident(), [0], threading.Event()
    def watch():
        while not done.is_set():
            most[0] = max(most[0], resident())
            time.sleep(0.002)
    watching = threading.Thread(target=watch)
    watching.start()
    action()
    done.set()
    watching.join()
    return most[0] - before

warnings.simplefilter("ignore")
path, classes, chunk, *names = sys.argv[1:]
X = np.load(path, mmap_mode="r")
y = np.arange(len(X)) % int(classes)
for name in names:
    for rows in (None, int(chunk)):
        declared = {} if rows is None else {"chunk_rows": rows}
        small = {} if rows is None else {"chunk_rows": 50}
        next(iter(estimators.load(name)(random_state=0).passes(X[:200], y[:200], **small)))  # compiles
        estimator = estimators.load(name)(random_state=0)
        print(json.dumps([name, rows, grown(lambda: next(iter(estimator.passes(X, y, **declared))))]), flush=True)
"""


@pytest.fixture(scope="module")
def grown(tmp_path_factory) -> dict:
    """Bytes by method and chunk, of one pass in a process of its own."""
    if not STATUS.is_file() or "RssAnon" not in STATUS.read_text():
        pytest.skip("this system does not tell a process' own memory from that of files")
    path = tmp_path_factory.mktemp("large") / "X.npy"
    X = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=(N, D))
    rng = np.random.default_rng(0)
    for first in range(0, N, 4000):
        X[first : first + 4000] = rng.standard_normal((4000, D), np.float32)
    X.flush()
    command = [sys.executable, "-c", TRAINED, str(path), str(G), str(CHUNK), *IN_CHUNKS]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {(name, rows): size for name, rows, size in map(json.loads, said.splitlines())}


def test_methods_that_read_in_chunks_are_those_of_stochastic_gradients():
    assert {"one_vs_rest", "wsabie", "wsabie_pp", "multiclass_svm", "auc_ranking"} <= {*IN_CHUNKS}


@pytest.mark.parametrize("rows", [None, CHUNK])
@pytest.mark.parametrize("name", IN_CHUNKS)
def test_a_pass_over_a_file_takes_what_the_model_and_one_chunk_do(grown, name, rows):
    estimator = estimators.load(name)()
    arrays = estimator.training_bytes(N, D, G) + estimator.pass_bytes(N) + estimator.scoring_bytes(G) + LABELS * N
    chunk = 4 * D * (rows or 0)
    most = MORE * (arrays + chunk) + NOISE
    assert grown[name, rows] <= most < 4 * N * D  # so that a copy of the data would not go unseen


def test_a_chunk_is_seen(grown):
    """The measure is no blind one: what is read in chunks takes as much more as a chunk, about."""
    assert np.median([grown[name, CHUNK] - grown[name, None] for name in IN_CHUNKS]) > 4 * D * CHUNK / 2
