"""Time of an epoch of top-k SVM training against the matrix product of the scores alone.

An epoch of dual coordinate ascent looks at all scores once, so it cannot be faster than X Wᵀ. Measured in turns,
epoch by epoch, on training runs from zero:

    product     X Wᵀ by BLAS, all samples at once
    ours        an epoch as training runs it: scores of a block of samples by one product, kept exact
    plain       the same kernel with blocks of one: a matrix-vector product a sample
    projection  what of an epoch is spent on finding and sorting candidates and on the projection, timed by
                itself over all samples at the last epoch

Beside it the epochs until the relative duality gap is 1e-3, looked at after every fifth. Times are CPU times of the
one thread. Ratios are medians over the first epochs, in which most changes; the very first, when nothing is known
of where the thresholds lie, is shown by itself.

    OPENBLAS_NUM_THREADS=1 python benchmarks/topk.py [--rounds 20] [--out topk.csv]
"""

import numpy as np
import pandas as pd
from numba import njit
from script import options, show
from timing import cpu_seconds

from manyclass.datasets.feature_vectors import FeatureVectors
from manyclass.kernels.common.dispatch import OPTIONS
from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.kernels.topk.scores import BLOCK
from manyclass.kernels.topk.threshold import solve
from manyclass.methods.base.topk.dual_ascent import DualAscent, new_candidates
from manyclass.methods.base.topk.dual_variables import dual_matrix

FEATURES, SAMPLES = 256, 20_000
RUNS = [(classes, k, C) for classes in (1000, 100) for C in (0.1, 1.0) for k in (1, 5)]
GAP, MOST_EPOCHS, CERTIFIED_EVERY = 1e-3, 300, 5


@njit(**OPTIONS)
def project_all(loss, S, lengths, shifts, cuts, room):
    """The projections of an epoch, of scores S float32 (n, G) to which the own share is added; no updates."""
    total = 0.0
    for i in range(S.shape[0]):
        total += solve(loss, 1.0, S[i], 1.0 / lengths[i], shifts[i], cuts[i], room).cap
    return total


def samples(n_classes, n):
    """X (n, d) and y int32 (n,)."""
    part = FeatureVectors(n_classes, FEATURES, train=n, valid=n_classes, test=n_classes).split(0).train
    return np.ascontiguousarray(np.asarray(part.X), np.float32), part.Y.indices


def projection_seconds(ascent, loss, X, y):
    """CPU seconds of all projections, from the scores as they are now."""
    n, A = np.arange(len(y)), dual_matrix(ascent.state.duals, y, len(ascent.coef)).toarray()
    lengths = np.einsum("ij,ij->i", X, X).astype(np.float64)
    S = (X @ ascent.coef.T).astype(np.float64) - lengths[:, None] * A
    shifts = (1.0 - S[n, y]) / lengths
    S[n, y] = -np.inf
    S, room = S.astype(np.float32), new_candidates(len(ascent.coef))
    arguments = (loss, S, lengths, shifts, ascent.state.duals.threshold.astype(np.float64), room)
    project_all(*arguments)
    return cpu_seconds(lambda: project_all(*arguments))


def train(ours, plain, X, n_rounds):
    """Times of the first rounds, epochs until the gap is reached (NaN for never), and the last gap."""
    rounds, gap = [], np.inf
    while len(rounds) < n_rounds or (gap > GAP and ours.state.epochs < MOST_EPOCHS):
        if len(rounds) < n_rounds:
            calls = {"product": lambda: X @ ours.coef.T, "ours": ours.epoch, "plain": plain.epoch}
            rounds.append({name: cpu_seconds(call) for name, call in calls.items()})
        else:
            ours.epoch()
        if gap > GAP and ours.state.epochs % CERTIFIED_EVERY == 0:
            gap, epochs = ours.certify(refresh=True).gap, ours.state.epochs
    return pd.DataFrame(rounds), epochs if gap <= GAP else np.nan


def measure(n_classes, k, C, n, n_rounds):
    """One line of the table."""
    X, y = samples(n_classes, n)
    loss = (Beta if k == 1 else Alpha)(k, C, 0.0)
    DualAscent(X[:200], y[:200], n_classes, loss, np.random.SeedSequence(0)).epoch()  # compiles
    ours, plain = (DualAscent(X, y, n_classes, loss, np.random.SeedSequence(0), size) for size in (BLOCK, 1))
    rounds, epochs = train(ours, plain, X, n_rounds)
    product = rounds["product"].median()
    return {
        "classes": n_classes,
        "loss": "k = 1" if k == 1 else f"α, k = {k}",
        "C": C,
        "product ms": 1e3 * product,
        "ours ms": 1e3 * rounds["ours"].median(),
        "ours / product": (rounds["ours"] / rounds["product"]).median(),
        "first epoch / product": rounds["ours"][0] / product,
        "plain / ours": (rounds["plain"] / rounds["ours"]).median(),
        "projection's share": projection_seconds(ours, loss, X, y) / rounds["ours"].iloc[-1],
        "epochs to gap 1e-3": epochs,
    }


def main():
    """Print the table."""
    arguments = options(__doc__, rounds=20).parse_args()
    runs, n = ([(40, 5, 0.1)], 400) if arguments.quick else (RUNS, SAMPLES)
    show([measure(*run, n, arguments.rounds) for run in runs], arguments.out)


if __name__ == "__main__":
    main()
