"""One pass over all training samples of a document, which are more than memory holds, read from a file in chunks.

The training part of imagenet16k at full scale, Gupta et al. (2014)'s 16k ImageNet: its classes, features and samples.
It is written to a file as the workflow does; then a method makes a pass over it in a process of its own, with the
chunks that the workflow reads. Wsabie and Wsabie++ have the dimensions that the document's table 9 has. At the very
first pass nearly any class violates and little is to be tried, so that one of a model is measured that has been trained
before, on the first samples, ten a class.

    making min      wall clock to draw the set and write it
    pass min        wall clock of the pass, with what it waits for the disk
    CPU min         CPU time of the pass
    read GB         what the disk gave
    resident GB     most memory of the process that is not the file's
    100 passes h    100 times the wall clock of the pass, the document's training

    OPENBLAS_NUM_THREADS=1 python benchmarks/full_pass.py [--folder FOLDER] [--out full_pass.csv]

FOLDER, by default a temporary one, needs some 30 GB; a set that is there from a run that was broken off is taken.
"""

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from itertools import islice
from pathlib import Path
from threading import Event, Thread

from script import options, show

from manyclass.methods.wsabie import Wsabie
from manyclass.methods.wsabie_pp import WsabiePP
from manyclass.protocol.data.make import parameters, seed_of
from manyclass.protocol.data.size import chunk_rows
from manyclass.protocol.data.storage import read, write
from manyclass.protocol.trial.pilot import first_rows
from manyclass.workflow.machine import memory_bytes

SET = "imagenet16k"
METHODS = {
    "Wsabie": (Wsabie, {"dimensions": 128}),
    "WsabiePP": (WsabiePP, {"dimensions": 192, "last_violators": 8}),
}
PASSES = 100
BEFORE, A_CLASS = 20, 10  # passes of the training before, and its samples
EVERY = 0.2  # seconds between two looks at the memory


def make(folder: Path, scale: str) -> None:
    """Write the set, with few samples to validate and test on, and how long that took."""
    few = min(20_000, parameters(SET, scale).valid)
    begun = time.perf_counter()
    write(replace(parameters(SET, scale), valid=few, test=few).split(seed_of(SET, 0)), folder)
    (folder / "seconds").write_text(str(time.perf_counter() - begun))


def train(folder: Path, method: str, rows: int | None) -> dict:
    """What the pass took, of the process that makes it: seconds, and bytes."""
    of_method, chosen = METHODS[method]
    estimator = of_method(**chosen, random_state=0, max_iter=BEFORE + 1)
    split, most, done = read(folder), [0], Event()
    few = first_rows(split, A_CLASS * split.train.Y.shape[1]).train
    for _ in islice(estimator.passes(few.X, few.Y), BEFORE):
        pass
    passes = estimator.passes(split.train.X, split.train.Y, state=estimator.training_state(), chunk_rows=rows)
    next(passes)  # where the training before has ended

    def watch():
        while not done.wait(EVERY):
            most[0] = max(most[0], 1024 * _proc("status", "RssAnon"))

    watching = Thread(target=watch)
    before = _proc("io", "read_bytes")
    watching.start()
    wall, cpu = time.perf_counter(), time.process_time()
    next(passes)
    taken = {"wall": time.perf_counter() - wall, "cpu": time.process_time() - cpu}
    done.set()
    watching.join()
    return taken | {"read": _proc("io", "read_bytes") - before, "resident": most[0]}


def _proc(file: str, name: str) -> int:
    lines = Path(f"/proc/self/{file}").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def measure(folder: Path, method: str, rows: int | None) -> dict:
    """One line of the table."""
    command = [sys.executable, __file__, "--folder", str(folder), "--method", method, "--rows", json.dumps(rows)]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    taken, X = json.loads(said), read(folder).train.X
    return {
        "method": method,
        "samples": X.shape[0],
        "file GB": (folder / "X_train.npy").stat().st_size / 1e9,
        "memory GB": memory_bytes() / 1e9,
        "chunks": 1 if rows is None else -(-X.shape[0] // rows),
        "making min": float((folder / "seconds").read_text()) / 60,
        "pass min": taken["wall"] / 60,
        "CPU min": taken["cpu"] / 60,
        "read GB": taken["read"] / 1e9,
        "resident GB": taken["resident"] / 1e9,
        f"{PASSES} passes h": PASSES * taken["wall"] / 3600,
    }


def main():
    """Print the table; as the process of a method, what its pass took."""
    described = options(__doc__)
    described.add_argument("--folder", type=Path, help="where the set is, or is to be written")
    described.add_argument("--method", choices=METHODS, help="make the pass of this method alone, in this process")
    described.add_argument("--rows", type=json.loads, help="samples read at a time")
    arguments = described.parse_args()
    if arguments.method:
        print(json.dumps(train(arguments.folder, arguments.method, arguments.rows)))
        return
    scale = "smoke" if arguments.quick else "full"
    rows = 1000 if arguments.quick else chunk_rows(SET, scale)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.folder or Path(temporary)
        if not (folder / "seconds").is_file():
            make(folder, scale)
        show([measure(folder, method, rows) for method in METHODS], arguments.out)


if __name__ == "__main__":
    main()
