"""Epochs of top-k SVM training until it is certified, by the document's algorithm and accelerated, at ever larger C.

Data sets are those of Lapin et al. (2015) at standard scale, first draw. A C begins with the dual variables of the last
one, as it does in a sweep, and training ends at a relative duality gap of 1e-3, looked at after every fifth epoch, or
after `MOST` epochs; then the gap stands beside. Epochs are the same on every machine but for rounding. One that is
accelerated computes the class vectors of all dual variables once more, and else takes as long.

    OPENBLAS_NUM_THREADS=1 python benchmarks/acceleration.py [--out acceleration.csv]
"""

import numpy as np
from script import options, show

from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.methods.base.topk.dual_ascent import DualAscent
from manyclass.protocol.data.make import parameters

RUNS = [("indoor67", 1), ("places205", 1), ("sun397", 1), ("sun397", 5), ("ambiguous_groups-group10", 1)]
VALUES = [0.1, 1.0, 10.0, 100.0, 1e3, 1e4]
GAP, MOST, CERTIFIED_EVERY = 1e-3, 2000, 5


def certified(ascent: DualAscent, most: int) -> tuple[int, float]:
    """Train until the gap is small; the epochs that it took, and the gap."""
    gap = np.inf
    while ascent.state.epochs < most and gap > GAP:
        ascent.epoch()
        if ascent.state.epochs % CERTIFIED_EVERY == 0:
            gap = ascent.certify(refresh=True).gap
    return ascent.state.epochs, gap


def climb(part, k: int, values: list[float], most: int, accelerated: bool) -> list[tuple[int, float]]:
    """Train at one C after the other."""
    X, y, G, trained = np.ascontiguousarray(part.X, np.float32), part.Y.indices, part.Y.shape[1], []
    duals, before = None, 0.0
    for C in values:
        loss = (Beta if k == 1 else Alpha)(k, C, 0.0)
        ascent = DualAscent(X, y, G, loss, np.random.SeedSequence(0), accelerated=accelerated)
        if duals is not None:
            ascent.start_from(duals, C / before)
        trained.append(certified(ascent, most))
        duals, before = ascent.state.duals, C
    return trained


def measure(dataset: str, k: int, scale: str, values: list[float], most: int) -> list[dict]:
    """Some lines of the table."""
    part = parameters(dataset, scale).split(0).train
    both = [climb(part, k, values, most, accelerated) for accelerated in (False, True)]
    name = {"data set": dataset, "loss": "k = 1" if k == 1 else f"α, k = {k}"}
    return [
        name
        | {"C": C, "epochs as printed": printed, "gap": gap if gap > GAP else np.nan}
        | {"epochs accelerated": ours, "gap, accelerated": left if left > GAP else np.nan}
        for C, (printed, gap), (ours, left) in zip(values, *both, strict=True)
    ]


def main():
    """Print the table."""
    arguments = options(__doc__).parse_args()
    runs, how = (RUNS[:1], ("smoke", VALUES[:2], 50)) if arguments.quick else (RUNS, ("standard", VALUES, MOST))
    show([line for run in runs for line in measure(*run, *how)], arguments.out)


if __name__ == "__main__":
    main()
