"""Peak memory of a trial against its data and models, sweeping one candidate and eight.

Two sets of the feature-vector generator are written, a large one and a tiny one with the same classes and
features; then trials are run as the workflow runs them, each in a process of its own. A trial of the tiny set
shows what imports, compiled code and evaluation take whatever the data; what the large one takes beyond it is
compared with the bytes of its data files and of the candidates' models, which are all alive at once. Were X
copied for every candidate, eight of them would take several times the data.

    python benchmarks/memory.py [--train 300000] [--out memory.csv]
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from script import options, show

from manyclass.datasets.feature_vectors import FeatureVectors
from manyclass.protocol.data.storage import write
from manyclass.protocol.trial.record import Record

CLASSES, FEATURES = 500, 256
SEARCHES = {
    "wsabie_pp": {"step": [0.1, 0.3], "margin": [1.0, 3.0], "last_violators": [0, 1]},
    "one_vs_rest": {"step": [0.03, 0.1], "margin": [0.1, 0.3], "balance": [8, 16]},
}


def trial(data, method, search, folder):
    """The record of a trial of one pass."""
    out = folder / "record.json"
    command = [sys.executable, "-m", "manyclass.protocol.trial.run", str(data), method, "--seed", "0"]
    command += ["--passes", "1", "--out", str(out), "--strict", "--search", json.dumps(search)]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    return Record.read(out)


def measure(method, search, data, tiny, folder):
    """One line of the table."""
    base = trial(tiny, method, search, folder).timing.peak_bytes
    record = trial(data, method, search, folder)
    peak, candidates = record.timing.peak_bytes, len(record.candidates)
    models = 4 * record.n_parameters * candidates
    stored = sum(file.stat().st_size for file in data.iterdir())
    needed = stored + models
    return {
        "method": method,
        "candidates": candidates,
        "data MB": stored / 1e6,
        "models MB": models / 1e6,
        "peak MB": peak / 1e6,
        "tiny set's peak MB": base / 1e6,
        "beyond it / (data + models)": (peak - base) / needed,
        "peak / (data + models)": peak / needed,
    }


def main():
    """Print the table."""
    parser = options(__doc__)
    parser.add_argument("--train", type=int, default=300_000)
    arguments = parser.parse_args()
    train = 2 * CLASSES if arguments.quick else arguments.train
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        data, tiny = Path(folder) / "data" / "0", Path(folder) / "tiny" / "0"
        write(FeatureVectors(CLASSES, FEATURES, train=train, valid=5_000, test=5_000).split(0), data)
        write(FeatureVectors(CLASSES, FEATURES, train=2 * CLASSES, valid=CLASSES, test=CLASSES).split(0), tiny)
        for method, search in list(SEARCHES.items())[-1:] if arguments.quick else SEARCHES.items():
            trial(tiny, method, {}, Path(folder))  # compiles, if nothing has been compiled yet
            one = {name: values[:1] for name, values in search.items()}
            for chosen in (one,) if arguments.quick else (one, search):
                lines.append(measure(method, chosen, data, tiny, Path(folder)))
    show(lines, arguments.out)


if __name__ == "__main__":
    main()
