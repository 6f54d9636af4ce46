"""Time of one Wsabie++ step against BLAS, memory traffic, and the naive search for a violator.

Four states in which training can be, at two sizes:

    everything violates  the start of table 3 of Gupta et al. (2014): W of signs, β = 0, the margin 10,000
                         of table 9. The first try violates; every step updates W and two class vectors.
    nothing violates     β_g is the embedded mean of class g, the margin just too small for any pair.
    some violate         the same model, and of all pairs of a sample and a wrong class one in a thousand
                         violates: some samples have many violators, some none.
    one in a thousand    classes come in groups of near twins, and the margin lies between twins and others,
                         so that for every sample G/1000 classes violate.

Samples lie scattered over a matrix far larger than the caches. Measured in turns:

    ours    a pass of the kernel
    naive   the same pass with table 3's own search: up to G uniform tries
    blas    the same linear algebra, a step at a time, by BLAS through NumPy and SciPy: W @ x; B @ z where
            the classes are searched; sger in place for the share of the steps that update W
    floor   reading W for Wx, at the speed of a plain sum over W, and reading and writing it for the update,
            at that of a plain axpy; where the classes are searched, reading β too. "fused" is the floor of a
            pass that reads W for the next sample while it writes the last update. Blocks of samples, read
            once for several steps, may go below both.

Times are CPU times of the one thread. Every round times each once; ratios are medians over rounds, as other
work on the machine disturbs all of a round alike.

    OPENBLAS_NUM_THREADS=1 python benchmarks/step.py [--rounds 5] [--out step.csv]
"""

import time

import numpy as np
import pandas as pd
from rulers import Naive, blas_seconds, traffic_seconds, uncached_epoch
from script import options, show

from manyclass.kernels.common.discriminants import Distance
from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.losses import Hinge
from manyclass.kernels.common.rng import new_state
from manyclass.kernels.common.rows import Dense
from manyclass.kernels.common.steps import Steps
from manyclass.kernels.embedding.epoch import Embedded, new_workspace
from manyclass.kernels.embedding.projection import Embedding
from manyclass.kernels.sgd.rule import Rule
from manyclass.kernels.sgd.violator_sampling import LastViolators, Warp
from manyclass.methods.wsabie_pp import WsabiePP

SIZES = [(1000, 64, 64), (15589, 1024, 192)]
EASY, NOTHING, SOME, TWINS = "everything violates", "nothing violates", "some violate", "one in a thousand"
# Samples, and steps of a pass, of each size; where each step takes long, fewer of them.
SAMPLES = [
    dict.fromkeys((EASY, NOTHING, SOME, TWINS), 20_000),
    {EASY: 20_000, NOTHING: 2_000, SOME: 2_000, TWINS: 10_000},
]
# So small that a pass leaves its phase as it was; a step costs the same.
STEPS = Steps(0.001, 0.0, 1.0, 1.0, 0.0)


class State:
    """Samples and a model in one of the phases."""

    def __init__(self, size, phase, n):
        """Size (G, d, m), one of the four phases, and the number of samples."""
        G, d, m = size
        generator = np.random.default_rng(0)
        means = generator.standard_normal((G, d), np.float32) / np.float32(np.sqrt(d))
        if phase == TWINS:
            means = means[np.arange(G) // (1 + G // 1000)] + np.float32(0.1) * means
        self.y = generator.integers(0, G, n)
        noise = generator.standard_normal((n, d), np.float32) / np.float32(np.sqrt(d))
        self.X = means[self.y] + np.float32(0.2) * noise
        self.W = generator.choice(np.float32([-1, 1]), (m, d))
        self.beta, self.margin = np.zeros((G, m), np.float32), 10_000.0
        if phase != EASY:
            self.beta = means @ self.W.T
            share = {NOTHING: 0.0, SOME: 0.001, TWINS: (G // 1000) / (G - 1)}[phase]
            self.margin = float(np.quantile(self._gaps(), share)) * (0.99 if phase == NOTHING else 1.01)
        self.labels = Labels(np.arange(n + 1, dtype=np.int32), self.y.astype(np.int32), G)

    def _gaps(self):
        """‖β_g - z‖² - ‖β_y - z‖² float32 of some samples' wrong classes g."""
        some = slice(0, 32_000_000 // len(self.beta))
        Z = self.X[some] @ self.W.T
        gaps = (self.beta**2).sum(1) - 2 * Z @ self.beta.T
        right = np.arange(len(Z)), self.y[some]
        gaps -= gaps[right][:, None]
        gaps[right] = np.nan
        return gaps[~np.isnan(gaps)]

    def seconds(self, sampler):
        """Seconds per step of a pass with this sampler, from the phase's state, and what it counted."""
        G, m = self.beta.shape
        W = Embedding(self.W.copy(), np.ones(m, np.float32), (self.W**2.0).sum(1), np.zeros(m), np.inf)
        model = Embedded(Distance(self.beta.copy()), np.zeros(G), W)
        rule = Rule(Hinge(self.margin), sampler, np.ones(G, np.float32), STEPS)
        last, state = LastViolators(np.full(G, -1, np.int32), 0), new_state(np.random.SeedSequence(1))
        rows, start = Dense(self.X), time.thread_time()
        counts = uncached_epoch(rows, self.labels, model, rule, last, 0, state, new_workspace(rows, model))
        return (time.thread_time() - start) / len(self.X), counts


def bound_seconds(W, beta, X, searched, updated):
    """Seconds per step of the matrix products alone, each at the best of some block sizes."""
    seconds = []
    for block in (64, 128, 256):
        x, z = X[:block], X[:block] @ W.T
        embedded, change = np.empty((len(W), block), np.float32), np.empty_like(W)
        scores = np.empty((len(beta), block), np.float32)
        products = [(W, x.T, embedded, 1.0), (z.T, x, change, updated), (beta, z.T, scores, searched)]
        seconds.append([share * _best(np.dot, A, B, out) / block for A, B, out, share in products])
    return np.min(seconds, axis=0).sum()


def _best(call, *arguments, repeats=3):
    """The shortest CPU time of some calls, after a first."""
    times = []
    for _ in range(repeats + 1):
        start = time.thread_time()
        call(*arguments)
        times.append(time.thread_time() - start)
    return min(times[1:])


def one_round(state, phase, number):
    """Times in seconds per step; every other round ours comes after naive."""
    samplers = {"ours": Warp(), "naive": Naive()}
    runs = {name: state.seconds(samplers[name]) for name in sorted(samplers, reverse=number % 2)}
    (ours, counts), (naive, _) = runs["ours"], runs["naive"]
    updated, searched = counts.updated / len(state.X), float(phase != EASY)
    read, write, read_beta = traffic_seconds(state.W, state.beta, state.X[0])
    return {
        "updated": updated,
        "tries": counts.tries / len(state.X),
        "ours": ours,
        "floor": read + updated * write + searched * read_beta,
        "fused": max(read, updated * write) + searched * read_beta,
        "bound": bound_seconds(state.W, state.beta, state.X, searched, updated),
        "blas": blas_seconds(state.W, state.beta, state.X, searched, updated),
        "naive": naive,
    }


def measure(size, phase, n, rounds):
    """One line of the table."""
    state = State(size, phase, n)
    one_round(state, phase, 0)
    times = pd.DataFrame([one_round(state, phase, number) for number in range(rounds)])
    updated = times["updated"].iloc[0]
    assert {EASY: updated == 1, NOTHING: updated == 0, SOME: 0.1 < updated < 0.9, TWINS: updated > 0.6}[phase]
    return {
        "(G, d, m)": size,
        "phase": phase,
        "updates": updated,
        "tries": times["tries"].iloc[0],
        **{f"{name} µs": 1e6 * times[name].median() for name in ("ours", "floor", "fused", "bound", "blas", "naive")},
        "ours / bound": (times["ours"] / times["bound"]).median(),
        "ours / floor": (times["ours"] / times["floor"]).median(),
        "ours / fused": (times["ours"] / times["fused"]).median(),
        "blas / ours": (times["blas"] / times["ours"]).median(),
        "naive / ours": (times["naive"] / times["ours"]).median(),
    }


def main():
    """Print the table."""
    arguments = options(__doc__, 5).parse_args()
    WsabiePP(max_iter=1).fit(np.eye(4, dtype=np.float32), np.arange(4))  # compiled before it is timed
    runs = [(size, phase, n) for size, each in zip(SIZES, SAMPLES) for phase, n in each.items()]
    if arguments.quick:
        runs = [(size, phase, 500) for size, phase, _ in runs if size == SIZES[0]]
    show([measure(*run, arguments.rounds) for run in runs], arguments.out)


if __name__ == "__main__":
    main()
