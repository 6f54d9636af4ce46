"""Stochastic dual coordinate ascent, epoch by epoch, with the duality gap as its certificate."""

import time
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.common.rng import new_state, shuffle
from manyclass.kernels.common.rows import Sparse
from manyclass.kernels.topk.duals import Duals, class_vectors
from manyclass.kernels.topk.losses import Alpha, Beta
from manyclass.kernels.topk.objective import sum_of_losses
from manyclass.kernels.topk.scores import BLOCK, new_block
from manyclass.kernels.topk.sdca import Problem, Workspace, epoch, largest_squared_norm
from manyclass.kernels.topk.threshold import Candidates
from manyclass.methods.base.samples import rows_of

# The objective is computed for so many samples at a time.
EVALUATED_AT_A_TIME = 128
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
    """All that an epoch changes: with the samples and the loss, what training goes on from.

    Parameters
    ----------
    duals : Duals
        The dual variables.
    V : ndarray of float32
        The class vectors W = Aᵀ X, (G, d) for dense rows and (d, G) for sparse ones.
    order : ndarray (n,) of int64
        The samples as they were ordered last.
    generator : ndarray (4,) of uint64
        The random generator.
    best : ndarray (G, d) of float32
        The class vectors of the least primal objective that was computed.
    primal, dual : float
        Their objective, and the largest dual objective that was computed.
    epochs : int
        Epochs made.
    seconds : float
        CPU seconds that they took.
    """

    duals: Duals
    V: np.ndarray
    order: np.ndarray
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

    Raises
    ------
    FloatingPointError
        When the scores could overflow.

    Attributes
    ----------
    state : AscentState
        Changed by every epoch.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, loss: Alpha | Beta, seed, size: int = BLOCK):
        self._X, self._problem = X, Problem(rows_of(X), y, loss)
        if not loss.C * len(y) * largest_squared_norm(self._problem.rows, len(y)) < LARGEST_SCORE:
            raise FloatingPointError(f"C={loss.C:g} is too large for the features of X: scores may overflow; scale X")
        self._sparse = isinstance(self._problem.rows, Sparse)
        V = np.zeros((X.shape[1], n_classes) if self._sparse else (n_classes, X.shape[1]), np.float32)
        best = np.zeros((n_classes, X.shape[1]), np.float32)
        self.state = AscentState(zero_duals(len(y)), V, np.arange(len(y)), new_state(seed), best)
        # What epochs write on, of which nothing is read by the next.
        self._buffer = zero_duals(len(y))
        block = new_block(1 if self._sparse else size, X.shape[1], n_classes)
        self._work = Workspace(block, new_candidates(n_classes), np.zeros(n_classes, np.float32))
        self._run(self.state.order[:0])  # compiled before it is timed

    @property
    def coef(self) -> np.ndarray:
        """The class vectors W, a view of the state's: float32 (G, d)."""
        return self.state.V.T if self._sparse else self.state.V

    def start_from(self, duals: Duals, ratio: float) -> None:
        """Begin with these dual variables, times the ratio of the new C and theirs."""
        used = int((duals.start + duals.count).max())  # what lies behind them was never written
        self.state.duals = duals._replace(values=duals.values[:used] * np.float32(ratio))
        self.coef[:] = self._class_vectors()[0]

    def epoch(self) -> None:
        """Update every sample once, in a new order."""
        state, started = self.state, time.process_time()
        shuffle(state.order, state.generator)
        state.duals, self._buffer = self._run(state.order), state.duals
        state.epochs += 1
        state.seconds += time.process_time() - started

    def certify(self, refresh: bool) -> Certificate:
        """Compute both objectives in float64, and keep the better of each.

        The dual one is that of W = Aᵀ X in float64, the primal one that of this W in float32, as it is published. On
        request, training goes on from that, free of drift.
        """
        state, loss = self.state, self._problem.loss
        W, sums, squares = self._class_vectors()
        dual = sums - 0.5 * float(np.vdot(W, W)) - 0.5 * loss.gamma / loss.C * squares
        coef = W.astype(np.float32)
        if refresh:
            self.coef[:] = coef
        primal = self._primal(coef)
        if primal < state.primal:
            state.primal, state.best = primal, coef
        state.dual = max(state.dual, dual)
        return Certificate(state.epochs, state.seconds, state.primal, state.dual)

    def float32_gap(self) -> float:
        """The relative gap that rounding the scores of the best W to float32 can open: C Σ_i max_g |s_ig| 2⁻²³ / P.

        Rounded once, a score is off by 2⁻²⁴ of itself at most, and a hinge by two of them.
        """
        largest = sum(float(np.abs(S).max(axis=1).sum()) for _, S in self._scores(self.state.best))
        return self._problem.loss.C * largest * float(np.finfo(np.float32).eps) / self.state.primal

    def _primal(self, coef) -> float:
        """Primal objective, in float64."""
        W, loss, losses = coef.astype(np.float64), self._problem.loss, 0.0
        for part, S in self._scores(coef):
            losses += sum_of_losses(loss, S, self._problem.y[part], self._work.candidates)
        return 0.5 * float(np.vdot(W, W)) + losses

    def _scores(self, coef):
        """Slices of the samples, and their scores in float64."""
        W = coef.astype(np.float64)
        for first in range(0, self._X.shape[0], EVALUATED_AT_A_TIME):
            part = slice(first, first + EVALUATED_AT_A_TIME)
            yield part, np.ascontiguousarray(self._X[part].astype(np.float64) @ W.T)

    def _run(self, order) -> Duals:
        """The dual variables after the updates of these samples; V changes."""
        return epoch(self._problem, self.state.duals, self._buffer, self.state.V, order, self._work)

    def _class_vectors(self) -> tuple[np.ndarray, float, float]:
        """W = Aᵀ X float64 (G, d), Σ_i a_y,i and Σ x_ij²."""
        W = np.zeros(self.coef.shape)
        return W, *class_vectors(self._problem.rows, self._problem.y, self.state.duals, W)


def zero_duals(n: int) -> Duals:
    """The dual variables of n samples, all zero."""
    counts = np.zeros(n, np.int64), np.zeros(n, np.int32)
    return Duals(*counts, np.zeros(n, np.int32), np.zeros(n, np.float32), np.full(n, -np.inf, np.float32))


def new_candidates(n_classes: int) -> Candidates:
    """Working memory for the candidates among so many classes."""
    return Candidates(np.zeros(n_classes, np.int64), np.zeros(n_classes), np.zeros(n_classes))


def dual_matrix(duals: Duals, y: np.ndarray, n_classes: int) -> sp.csr_array:
    """The dual variables A float64 (n, G): -x_i, and in the column of the sample's class their sum."""
    n = len(y)
    starts = np.concatenate([[0], np.cumsum(duals.count, dtype=np.int64)])
    places = np.arange(starts[-1]) + np.repeat(duals.start - starts[:-1], duals.count)
    X = sp.csr_array((duals.values[places].astype(np.float64), duals.classes[places], starts), shape=(n, n_classes))
    return sp.csr_array((X.sum(axis=1), y, np.arange(n + 1)), shape=(n, n_classes)) - X
