"""Making feature vectors against what it cannot do without: normal numbers, and a product with a d × d matrix.

A block of 8,192 samples of two modes is made, its classes drawn as well. Measured in turns:

    numbers    as many standard normal numbers, by NumPy
    product    these times a d × d matrix, by BLAS
    plain      a block of a set whose classes are normal with one covariance
    departing  a block of a set with sizes, shapes, pieces and tails of its classes' own

Times are CPU times of the one thread, medians over the rounds.

    OPENBLAS_NUM_THREADS=1 python benchmarks/generator.py [--rounds 15] [--out generator.csv]
"""

from dataclasses import replace

import numpy as np
from script import options, show
from timing import in_turns

from manyclass.datasets.base.population import BLOCK, Population
from manyclass.datasets.feature_vectors import FeatureVectors

RUNS = [(1000, 64), (5000, 256), (20_000, 1024)]
DEPARTURES = {"size_spread": 0.3, "shape_spread": 0.3, "piece": 0.3, "tails": 5.0}


def measure(classes, features, rounds):
    """One line of the table."""
    sizes = {"train": 2 * max(classes, BLOCK), "valid": 1, "test": 1}
    plain = FeatureVectors(classes, features, **sizes, modes=2, mode_spread=0.5)
    sets = {"plain": Population(plain, 0), "departing": Population(replace(plain, **DEPARTURES), 0)}
    rng, stretch = np.random.default_rng(0), sets["plain"].geometry.within.stretch
    Z = rng.standard_normal((BLOCK, features), np.float32)
    calls = {
        "numbers": lambda: rng.standard_normal((BLOCK, features), np.float32),
        "product": lambda: Z @ stretch,
        "plain": lambda: sets["plain"].samples("train", 0),
        "departing": lambda: sets["departing"].samples("train", 0),
    }
    times = in_turns(calls, rounds)
    megabytes = Z.nbytes / 1e6
    return {
        "classes": classes,
        "d": features,
        **{f"{name} ms": 1e3 * times[name].median() for name in calls},
        **{f"{name} MB/s": megabytes / times[name].median() for name in sets},
        "plain / (numbers + product)": (times["plain"] / (times["numbers"] + times["product"])).median(),
        "departing / plain": (times["departing"] / times["plain"]).median(),
    }


def main():
    """Print the table."""
    arguments = options(__doc__, rounds=15).parse_args()
    runs = [(50, 8)] if arguments.quick else RUNS
    show([measure(*run, arguments.rounds) for run in runs], arguments.out)


if __name__ == "__main__":
    main()
