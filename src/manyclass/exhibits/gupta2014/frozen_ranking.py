"""The rule of last violators, as Wsabie++ runs it, on samples whose violators one knows: a model that does not move.

What last violators do to the counts can be computed by hand only where the violations are given. Here they
are: f(x; g) = x_g is 1 where class g violates and 0 where it does not, a right class scores 0, the margin and
the step are 0, and W is the identity. Everything else is the code that trains.

Every function passes ``violates``, bool (n, V): which of V classes violate each of n samples.
Source: Gupta, Bengio and Weston 2014, section 6.2.
"""

from typing import NamedTuple

import numpy as np

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.losses import Hinge
from manyclass.kernels.common.rng import new_state
from manyclass.kernels.embedding.epoch import Embedded, epoch, new_workspace
from manyclass.kernels.embedding.projection import Embedding
from manyclass.kernels.sgd.rule import Counts, Rule
from manyclass.kernels.sgd.violator_sampling import LastViolators, Warp
from manyclass.methods.base.samples import rows_of
from manyclass.methods.base.sgd.linear import inner
from manyclass.methods.base.sgd.steps import rank_weights, steps

# Of a few violators, G uniform tries miss all now and then (the only one of three classes in an eighth of the
# searches). Among so many twins of each they miss less than once in e^COPIES.
COPIES = 50
# The chains of one run share a pass; the search for a violator slows down with their number.
CHAINS = 100


class LongRun(NamedTuple):
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
    model, course = FrozenRanking(1, np.shape(violates)[1], seed), []
    for sample in violates:
        before = model.last_violators[0]
        counts = model.run([sample])
        course.append((before, counts.ignored, model.last_violators[0]))
    return np.array(course)


def count(violates, runs: int, seed: np.random.SeedSequence, depth: int = 1) -> np.ndarray:
    """Losses that are counted in n draws from the n samples, from no last violator on: int64 (runs,).

    With `depth` 0 nothing is ignored.
    """
    model, counts = FrozenRanking(1, np.shape(violates)[1], seed, depth), np.empty(runs, np.int64)
    for run in range(runs):
        model.forget()
        counts[run] = model.run(violates).updated
    return counts


def run_chains(violates, chains: int, seed: np.random.SeedSequence, passes: int = 2) -> LongRun:
    """Run `chains` independent chains for about n·`passes` steps each, a multiple of CHAINS of them."""
    n, wrong = np.shape(violates)
    right = np.repeat(np.arange(CHAINS), n)
    tiled, states, totals = np.tile(violates, (CHAINS, 1)), [], np.zeros(3, np.int64)
    for each in seed.spawn(chains // CHAINS):
        model = FrozenRanking(CHAINS, wrong, each)
        for _ in range(passes):
            counts = model.run(tiled, right)
        states.append(model.last_violators)
        totals += (len(tiled), counts.updated, counts.ignored)
    return LongRun(np.concatenate(states), *totals.tolist())


class FrozenRanking:
    """Right classes, each with its last violator, and wrong classes that violate exactly where they are told.

    Parameters
    ----------
    n_right : int
        R, the right classes 0..R-1: chains of last violators that share nothing but the samples' order.
    n_wrong : int
        V, the classes that may violate. Each stands for COPIES twins, which violate together.
    seed : numpy.random.SeedSequence
        Of the draws.
    depth : int
        Q, the order up to which last violators are ignored; 0 ignores nothing.
    """

    def __init__(self, n_right: int, n_wrong: int, seed: np.random.SeedSequence, depth: int = 1):
        self.n_right, self.n_wrong = n_right, n_wrong
        self._n_classes = n_right + n_wrong * COPIES
        self._last = LastViolators(np.full(self._n_classes, -1, np.int32), depth)
        self._state = new_state(seed)
        beta = np.zeros((self._n_classes, n_wrong), np.float32)
        beta[n_right:] = np.repeat(np.eye(n_wrong), COPIES, axis=0)
        units = np.ones(n_wrong, np.float32), np.ones(n_wrong), np.ones(n_wrong)
        embedding = Embedding(np.eye(n_wrong, dtype=np.float32), *units, radius=np.inf)
        self._model = Embedded(inner(beta, np.inf), np.ones(self._n_classes), embedding)
        weights = rank_weights(self._n_classes, "one")
        self._rule = Rule(Hinge(0.0), Warp(), weights, steps(0.0, "fixed"))

    def run(self, violates, right=0) -> Counts:
        """One pass: as many uniform draws, with replacement, as there are samples.

        Parameters
        ----------
        violates : bool (n, V)
            Which classes violate each sample.
        right : int (n,) or (n, k), or int
            The right class, or k right classes, of each sample; a single number is that of them all.

        Returns
        -------
        Counts
            How many of the draws would have updated the model, and how many were ignored.

        Raises
        ------
        ValueError
            When the shapes do not fit, or there is no such right class.
        """
        violates = np.ascontiguousarray(violates, np.float32)
        rows, labels = rows_of(violates), self._labels(len(violates), np.asarray(right, np.int32))
        if violates.shape != (len(violates), self.n_wrong):
            raise ValueError(f"violates has shape {violates.shape}; it must be (n, {self.n_wrong})")
        workspace = new_workspace(rows, self._model)
        return epoch(rows, labels, self._model, self._rule, self._last, 0, self._state, workspace)

    def forget(self) -> None:
        """Leave no class a last violator."""
        self._last.classes[:] = -1

    def _labels(self, n: int, right: np.ndarray) -> Labels:
        """The right classes of n samples as kernels read them."""
        right = np.full(n, right, np.int32) if right.ndim == 0 else right
        if len(right) != n or right.min(initial=0) < 0 or right.max(initial=0) >= self.n_right:
            raise ValueError(f"right must hold classes in 0..{self.n_right - 1} for each of {n} samples")
        starts = np.arange(n + 1, dtype=np.int32) * np.int32(right.size // max(n, 1))
        return Labels(starts, np.ascontiguousarray(right).ravel(), self._n_classes)

    @property
    def last_violators(self) -> np.ndarray:
        """The last violator of each right class, int64 (R,): a column of ``violates``, -1 for none."""
        last = self._last.classes[: self.n_right].astype(np.int64)
        return np.where(last < 0, -1, (last - self.n_right) // COPIES)
