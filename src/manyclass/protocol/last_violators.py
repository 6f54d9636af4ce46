"""The rule of last violators, as the methods run it, on samples whose violators are given.

Every function passes `violates`, bool (n, V), to the code that trains: which of V classes violate each sample.
The model stands still, so that the counts can be compared with what one works out by hand.
"""

from typing import NamedTuple

import numpy as np

# The chains of one run share a pass; the search for a violator slows down with their number.
CHAINS = 100


class Settled(NamedTuple):
    """Many chains after a long run: ``states`` int64 (chains,), and what the last pass did with its draws."""

    states: np.ndarray
    draws: int
    updated: int
    ignored: int


def independent(*shares, of: int = 10) -> np.ndarray:
    """Samples bool (of**V, V) in which class v violates exactly ``shares[v] / of``, independent of the others."""
    grids = np.meshgrid(*(np.arange(of) < share for share in shares), indexing="ij")
    return np.stack(grids, axis=-1).reshape(-1, len(shares))


def follow(violates, seed: np.random.SeedSequence) -> np.ndarray:
    """One run over the samples in their order, from no last violator on: int64 (n, 3).

    The columns are the last violator before a sample, whether the sample was ignored, and the last violator
    after it; -1 stands for none.
    """
    model, course = _frozen(1, np.shape(violates)[1], seed), []
    for sample in violates:
        before = model.last_violators[0]
        counts = model.run([sample])
        course.append((before, counts.ignored, model.last_violators[0]))
    return np.array(course)


def count(violates, runs: int, seed: np.random.SeedSequence, depth: int = 1) -> np.ndarray:
    """Losses that are counted in n draws from the n samples, from no last violator on: int64 (runs,).

    With `depth` 0 nothing is ignored.
    """
    model, counts = _frozen(1, np.shape(violates)[1], seed, depth), np.empty(runs, np.int64)
    for run in range(runs):
        model.forget()
        counts[run] = model.run(violates).updated
    return counts


def settle(violates, chains: int, seed: np.random.SeedSequence, passes: int = 2) -> Settled:
    """Run `chains` independent chains for about n·`passes` steps each, a multiple of CHAINS of them."""
    n, wrong = np.shape(violates)
    right = np.repeat(np.arange(CHAINS), n)
    tiled, states, done = np.tile(violates, (CHAINS, 1)), [], np.zeros(3, np.int64)
    for each in seed.spawn(chains // CHAINS):
        model = _frozen(CHAINS, wrong, each)
        for _ in range(passes):
            counts = model.run(tiled, right)
        states.append(model.last_violators)
        done += (len(tiled), counts.updated, counts.ignored)
    return Settled(np.concatenate(states), *done.tolist())


def _frozen(n_right, n_wrong, seed, depth=1):
    from manyclass.methods.base.frozen import FrozenRanking

    return FrozenRanking(n_right, n_wrong, seed, depth)
