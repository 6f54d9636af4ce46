"""Stochastic dual coordinate ascent, epoch by epoch, with the duality gap as its certificate."""

import time
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.common.rng import new_state
from manyclass.kernels.common.rows import Sparse
from manyclass.kernels.topk.duals import Duals, class_vectors
from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.kernels.topk.objective import Evaluation, Largest, largest_between, losses_between, squared_norm
from manyclass.kernels.topk.scores import BLOCK, new_block
from manyclass.kernels.topk.sdca import Problem, Workspace, largest_squared_norm, update_samples
from manyclass.kernels.topk.single_class import update_single_classes
from manyclass.kernels.topk.sweeps import Sweeps, new_sweeps, next_samples
from manyclass.kernels.topk.threshold import Candidates
from manyclass.methods.base.samples import rows_of
from manyclass.methods.base.state import rebuilt
from manyclass.methods.base.threads import cuts, in_threads

# Losses are computed for so many samples at a time, and so many pieces of work are made of them: enough for the threads
# of a machine to share evenly, and more than enough work in each.
EVALUATED_AT_A_TIME = 128
SAMPLES_OF_A_PIECE = 2048
# Scores are float32, and C·n·‖x‖² bounds them.
LARGEST_SCORE = 1e37


class Certificate(NamedTuple):
    """The least primal and the largest dual objective up to some epoch, so that the gap never rises.

    Every dual objective bounds the optimum from below, whichever iterate it is of. ``seconds`` are CPU seconds of
    training up to there, without the evaluations.
    """

    epochs: int
    seconds: float
    primal: float
    dual: float

    @property
    def gap(self) -> float:
        """(P - D) / max(|P|, |D|); P is no further than P - D from its optimum."""
        return (self.primal - self.dual) / max(abs(self.primal), abs(self.dual))


@dataclass
class AscentState:
    """All that training changes: with the samples and the loss, what it goes on from.

    Parameters
    ----------
    duals : Duals
        The dual variables.
    V : ndarray of float32
        The class vectors W = Aᵀ X, (G, d) for dense rows and (d, G) for sparse ones.
    sweeps : Sweeps
        Which samples are updated next.
    generator : ndarray (4,) of uint64
        The random generator.
    best : ndarray of float32
        Those of the least primal objective that was computed.
    primal, dual : float
        Their objective, and the largest dual objective that was computed.
    epochs : int
        Epochs made, of n updates each.
    seconds : float
        CPU seconds that they took.
    """

    duals: Duals
    V: np.ndarray
    sweeps: Sweeps
    generator: np.ndarray
    best: np.ndarray
    primal: float = np.inf
    dual: float = -np.inf
    epochs: int = 0
    seconds: float = 0.0


class DualAscent:
    """Training of the top-k SVM in its dual (Lapin, Hein & Schiele 2015, algorithm 1).

    Parameters
    ----------
    X : float32 array or CSR array (n, d)
        The samples.
    y : ndarray (n,) of int32
        Their classes, 0..G-1.
    n_classes : int
        G.
    loss : Alpha or Beta
        The loss, with C.
    seed : numpy.random.SeedSequence
        Of the orders of the samples.
    size : int
        B, how many samples' scores are computed by one matrix product; those of sparse rows one by one.
    n_jobs : int or None
        Threads that compute the objective.

    Raises
    ------
    FloatingPointError
        When the scores could overflow.

    Attributes
    ----------
    state : AscentState
        Changed by every epoch.
    """

    _rows_of = staticmethod(rows_of)

    def __init__(self, X, y: np.ndarray, n_classes: int, loss: Alpha | Beta, seed, size: int = BLOCK, n_jobs=None):
        n, self._problem = len(y), Problem(self._rows_of(X), y, loss)
        self._n_classes, self._n_jobs = n_classes, n_jobs
        if not loss.C * n * largest_squared_norm(self._problem.rows, n) < LARGEST_SCORE:
            raise FloatingPointError(f"C={loss.C:g} is too large for the features of X: scores may overflow; scale X")
        self._sparse = isinstance(self._problem.rows, Sparse)
        V = np.zeros((X.shape[1], n_classes) if self._sparse else (n_classes, X.shape[1]), np.float32)
        self.state = AscentState(zero_duals(n), V, new_sweeps(n), new_state(seed), np.zeros_like(V))
        # What training writes on, of which nothing is read later.
        self._work = new_workspace(1 if self._sparse else size, X.shape[1], n_classes)
        self._W = np.empty(V.shape)
        self._run(next_samples(self.state.sweeps, 0, self.state.generator))  # compiled before it is timed

    @property
    def coef(self) -> np.ndarray:
        """The class vectors W, a view of the state's: float32 (G, d)."""
        return self.state.V.T if self._sparse else self.state.V

    @property
    def changed(self) -> int:
        """How many class vectors updates have changed, each as often as it was."""
        return int(self._work.changed[0])

    @property
    def best(self) -> np.ndarray:
        """The class vectors that the last certificate speaks of: float32 (G, d)."""
        return self.state.best.T if self._sparse else self.state.best

    def start_from(self, duals: Duals, ratio: float) -> None:
        """Begin with a copy of these dual variables, times the ratio of the new C and theirs."""
        places, starts = written_places(duals)
        values, room = duals.values[places] * np.float32(ratio), duals.count.copy()
        used, threshold = np.array([len(places)]), duals.threshold.copy()
        self.state.duals = Duals(starts[:-1], room.copy(), room, used, duals.classes[places], values, threshold)
        class_vectors(self._problem.rows, self._problem.y, self.state.duals, self._W)
        self.state.V[:] = self._W

    def tree(self) -> tuple:
        """All that training goes on from: the state, the moves of the thresholds, and how many vectors have changed."""
        return self.state, self._work.moves, self._work.changed

    def go_on(self, arrays: dict[str, np.ndarray], path: str) -> None:
        """Start from what `tree` was, as arrays below this path; the dual variables may have other lengths."""
        state, moves, changed = self.tree()
        duals = state.duals._replace(classes=state.duals.classes[:0], values=state.duals.values[:0])
        self.state, moves, changed = rebuilt((replace(state, duals=duals), moves, changed), arrays, path)
        self._work = self._work._replace(moves=moves, changed=changed)

    def epoch(self) -> None:
        """Update as many samples as there are: all of them, or some twice while others rest."""
        state, started, missing = self.state, time.process_time(), len(self._problem.y)
        while missing:
            samples = next_samples(state.sweeps, missing, state.generator)
            self._run(samples)
            missing -= len(samples)
        state.epochs += 1
        state.seconds += time.process_time() - started

    def certify(self, refresh: bool) -> Certificate:
        """Compute both objectives in float64, and keep the better of each.

        The dual one is that of W = Aᵀ X in float64, the primal one that of this W in float32, as it is published. On
        request, training goes on from that, free of drift.
        """
        state, (_, y, loss), W = self.state, self._problem, self._W
        sums, squares = class_vectors(self._problem.rows, y, state.duals, W)
        dual = sums - 0.5 * float(np.vdot(W, W)) - 0.5 * loss.gamma / loss.C * squares
        coef = W.astype(np.float32)
        if refresh:
            state.V[:] = coef
        primal = self._primal(coef)
        if primal < state.primal:
            state.primal, state.best = primal, coef
        state.dual = max(state.dual, dual)
        return Certificate(state.epochs, state.seconds, state.primal, state.dual)

    def float32_gap(self) -> float:
        """The relative gap that rounding the scores of the best W to float32 can open: C Σ_i max_g |s_ig| 2⁻²³ / P.

        Rounded once, a score is off by 2⁻²⁴ of itself at most, and a hinge by two of them.
        """
        largest = self._sum_of_samples(largest_between, self.state.best)
        return self._problem.loss.C * largest * float(np.finfo(np.float32).eps) / self.state.primal

    def _primal(self, coef) -> float:
        """Primal objective, in float64."""
        return 0.5 * squared_norm(coef) + self._sum_of_samples(losses_between, coef)

    def _sum_of_samples(self, kernel, coef) -> float:
        """What a kernel of `manyclass.kernels.topk.objective` sums over all samples, piece by piece."""
        V, n = coef if self._sparse else coef.astype(np.float64), len(self._problem.y)

        def work(piece: slice) -> float:
            S = np.empty((EVALUATED_AT_A_TIME, self._n_classes))
            X = np.empty((len(S), 0 if self._sparse else V.shape[1]))
            work = Evaluation(X, S, new_memory(self._problem.loss, S.shape[1]))
            return kernel(self._problem, V, piece.start, piece.stop, work)

        return float(sum(in_threads(work, cuts(n, SAMPLES_OF_A_PIECE), self._n_jobs)))

    def _run(self, samples) -> None:
        """Update these samples."""
        state = self.state
        state.duals = update_samples(self._problem, state.duals, state.sweeps, state.V, samples, self._work)


class SingleClassAscent(DualAscent):
    """The same by moves of one class's dual variables at a time, for the loss `Beta` without smoothing."""

    def __init__(self, X, y: np.ndarray, n_classes: int, loss: Beta, seed, n_jobs=None):
        super().__init__(X, y, n_classes, loss, seed, 1, n_jobs)

    def _run(self, samples) -> None:
        state, arrays = self.state, (self.state.V, samples, self._work)
        state.duals = update_single_classes(self._problem, state.duals, state.sweeps, *arrays)


def zero_duals(n: int) -> Duals:
    """The dual variables of n samples, all zero."""
    start, used, unknown = np.zeros(n, np.int64), np.zeros(1, np.int64), np.full(n, -np.inf, np.float32)
    count, room, classes = (np.zeros(n, np.int32) for _ in range(3))
    return Duals(start, count, room, used, classes, np.zeros(n, np.float32), unknown)


def new_workspace(size: int, d: int, n_classes: int) -> Workspace:
    """Working memory for updates of blocks of so many samples of d features."""
    delta, moves = np.zeros(n_classes, np.float32), np.array([-np.inf, 0.0, 0.0])
    return Workspace(new_block(size, d, n_classes), new_candidates(n_classes), delta, moves, np.zeros(1, np.int64))


def new_candidates(n_classes: int) -> Candidates:
    """Working memory for the candidates among so many classes."""
    return Candidates(np.zeros(n_classes + 1, np.int32), np.zeros(n_classes), np.zeros(n_classes))


def new_memory(loss: Alpha | Beta, n_classes: int) -> Largest | Candidates:
    """Working memory for the loss of a sample of so many classes."""
    return new_candidates(n_classes) if loss.gamma else Largest(np.zeros(loss.k))


def written_places(duals: Duals) -> tuple[np.ndarray, np.ndarray]:
    """The places (c,) of all non-zeros, sample by sample; those of sample i are starts[i] : starts[i + 1] of them."""
    starts = np.concatenate([[0], np.cumsum(duals.count, dtype=np.int64)])
    return np.arange(starts[-1]) + np.repeat(duals.start - starts[:-1], duals.count), starts


def dual_matrix(duals: Duals, y: np.ndarray, n_classes: int) -> sp.csr_array:
    """The dual variables A float64 (n, G): -x_i, and in the column of the sample's class their sum."""
    n, (places, starts) = len(y), written_places(duals)
    X = sp.csr_array((duals.values[places].astype(np.float64), duals.classes[places], starts), shape=(n, n_classes))
    return sp.csr_array((X.sum(axis=1), y, np.arange(n + 1)), shape=(n, n_classes)) - X
