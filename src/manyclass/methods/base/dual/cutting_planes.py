"""Cutting planes: any convex risk of the scores, made ever better bounds of from below, with the gap as certificate."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.topk.simplex_quadratic import minimise
from manyclass.methods.base.dual.dual_ascent import Certificate

# The small programme is solved to this share of the present gap, in so many moves at most.
EXACTNESS = 0.01
MAX_MOVES = 100_000
SAMPLES_AT_A_TIME = 512


@dataclass
class PlanesState:
    """All that a step changes: with the samples and the risk, what training goes on from.

    Parameters
    ----------
    coef, best : ndarray (G, d) of float32
        The W to be tried next, where the bound is least, and that of the least objective so far.
    primal : float
        Objective of ``best``.
    planes : ndarray (t, G·d) of float64
        Slopes of the planes.
    offsets : ndarray (t,) of float64
        Their values at W = 0.
    K : ndarray (t, t) of float64
        Inner products of the slopes.
    alpha : ndarray (t,) of float64
        Weights of the planes, which sum to C.
    seconds : float
        CPU seconds of training.
    """

    coef: np.ndarray
    best: np.ndarray
    primal: float
    planes: np.ndarray
    offsets: np.ndarray
    K: np.ndarray
    alpha: np.ndarray
    seconds: float = 0.0

    @property
    def lower_bound(self) -> float:
        """The dual objective, which no W can beat."""
        return float(self.offsets @ self.alpha - 0.5 * self.alpha @ self.K @ self.alpha)


class CuttingPlanes:
    """min ½‖W‖² + C R(W), where R is bounded from below by its tangent planes at the W tried so far.

    The method of Joachims (2006) for one slack, and of Teo et al. (2010): the least value of the bound is a lower bound
    of the optimum, and where it lies is tried next.

    Parameters
    ----------
    risk : callable
        From scores S float64 (n, G), which it may overwrite, to R and its subgradient, a CSR array (n, G).
    X : float32 array or CSR array (n, d)
        The samples.
    n_classes : int
        G.
    C : float
        Weight of the risk.

    Attributes
    ----------
    state : PlanesState
        Changed by every step.
    certificates : list of Certificate
        Objective of ``best`` and lower bound of the optimum, after each plane.
    """

    def __init__(self, risk: Callable, X, n_classes: int, C: float):
        self._risk, self._X, self._C = risk, X, C
        zero = np.zeros((n_classes, X.shape[1]), np.float32)
        no_planes = np.zeros((0, zero.size)), np.zeros(0), np.zeros((0, 0)), np.zeros(0)
        self.state, self.certificates = PlanesState(zero, zero, np.inf, *no_planes), []
        self._room = self.state.planes

    @property
    def coef(self) -> np.ndarray:
        """The W to be tried next: float32 (G, d)."""
        return self.state.coef

    @property
    def best(self) -> np.ndarray:
        """The W that the last certificate speaks of: float32 (G, d)."""
        return self.state.best

    def step(self, last: bool) -> None:
        """Add the plane at the W tried last, and find the next to try; every step is certified."""
        state, started = self.state, time.process_time()
        value, A = self._risk(self._scores())
        slope = self._slope(A)
        primal = 0.5 * float(np.vdot(state.coef, state.coef)) + self._C * value
        if primal < state.primal:
            state.primal, state.best = primal, state.coef
        self._add_plane(slope.ravel(), value - float(np.vdot(slope, state.coef)))
        tolerance = EXACTNESS * max(state.primal - state.lower_bound, 1e-9 * abs(state.primal)) / self._C
        minimise(state.K, state.offsets, state.alpha, tolerance, MAX_MOVES)
        state.coef = np.float32(-state.alpha @ state.planes).reshape(state.coef.shape)
        state.seconds += time.process_time() - started
        self.certificates.append(Certificate(len(state.offsets), state.seconds, state.primal, state.lower_bound))

    def _blocks(self):
        """Slices of the samples, and their rows in float64: a set of pairs must not depend on how sums are rounded."""
        for first in range(0, self._X.shape[0], SAMPLES_AT_A_TIME):
            block = slice(first, first + SAMPLES_AT_A_TIME)
            yield block, self._X[block].astype(np.float64)

    def _scores(self) -> np.ndarray:
        """Scores float64 (n, G) of the W to be tried."""
        S, W = np.empty((self._X.shape[0], len(self.state.coef))), np.float64(self.state.coef)
        for block, rows in self._blocks():
            S[block] = rows @ W.T
        return S

    def _slope(self, A: sp.csr_array) -> np.ndarray:
        """Aᵀ X float64 (G, d)."""
        slope = np.zeros(self.state.coef.shape)
        for block, rows in self._blocks():
            product = A[block].T @ rows
            slope += product.toarray() if sp.issparse(product) else product
        return slope

    def _add_plane(self, slope: np.ndarray, offset: float) -> None:
        """One more plane; the first carries all weight, C."""
        state = self.state
        t = len(state.offsets)
        if t == len(self._room):  # twice as much, so that planes are not copied at every step
            self._room = np.empty((max(2 * t, 8), slope.size))
            self._room[:t] = state.planes
        self._room[t] = slope
        state.planes = self._room[: t + 1]
        state.offsets = np.append(state.offsets, offset)
        products = state.planes @ slope
        K = np.zeros((len(products), len(products)))
        K[:-1, :-1], K[-1], K[:, -1] = state.K, products, products
        state.K = K
        state.alpha = np.append(state.alpha, 0.0 if len(state.alpha) else self._C)
