"""Passes of Wsabie++ at the size of its document.

The first five passes over 60,000 samples of the document's classes, features and dimensions (Gupta, Bengio & Weston
2014, tables 4 and 9), with eight last violators from the second pass on. Times are CPU times of one thread.

    OPENBLAS_NUM_THREADS=1 python benchmarks/training.py [--out training.csv]
"""

from dataclasses import replace

import numpy as np
from script import options, show
from timing import cpu_seconds

from manyclass.datasets.imagenet16k import SCALES
from manyclass.methods.wsabie_pp import WsabiePP

SAMPLES, DIMENSIONS, PASSES = 60_000, 192, 5


def samples(quick: bool):
    """X float32 (n, d) and y (n,) of training."""
    data = SCALES["smoke" if quick else "full"]
    train = (data if quick else replace(data, train=SAMPLES, valid=1, test=1)).split(0).train
    return np.asarray(train.X), train.Y.indices


def document(n_jobs=None, **parameters):
    """Wsabie++ as it is timed here."""
    fixed = {"dimensions": DIMENSIONS, "margin": 3.0, "last_violators": 8, "burn_in": 1, "random_state": 0}
    return WsabiePP(**fixed, **parameters, n_jobs=n_jobs)


def lines(X, y):
    """A line of the table for each pass."""
    estimator = document(max_iter=PASSES)
    training = estimator.passes(X, y)
    for number in range(1, PASSES + 1):
        seconds = cpu_seconds(lambda: next(training))
        counts = estimator.history_[-1]
        yield {
            "(G, d, m)": (len(estimator.classes_), X.shape[1], DIMENSIONS),
            "pass": number,
            "updates a sample": counts.updated / len(X),
            "tries a sample": counts.tries / len(X),
            "seconds": seconds,
            "µs a step": 1e6 * seconds / len(X),
        }


def main():
    """Print the table."""
    arguments = options(__doc__).parse_args()
    document(max_iter=1).fit(np.eye(4, dtype=np.float32), np.arange(4))  # compiled before it is timed
    show(lines(*samples(arguments.quick)), arguments.out)


if __name__ == "__main__":
    main()
