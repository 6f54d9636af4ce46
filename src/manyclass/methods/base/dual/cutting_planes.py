"""Cutting planes: any convex risk of the scores, made ever better bounds of from below, with the gap as certificate."""

import time
from collections.abc import Callable

import numpy as np
import scipy.sparse as sp

from manyclass.kernels.topk.simplex_quadratic import minimise
from manyclass.methods.base.dual.dual_ascent import Certificate

# The small programme is solved to this share of the present gap, in so many moves at most.
EXACTNESS = 0.01
MOVES = 100_000
SAMPLES_AT_A_TIME = 512


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
    best : ndarray (G, d) of float32
        The W of the least objective so far.
    coef : ndarray (G, d) of float32
        The W to be tried next: where the bound is least.
    certificates : list of Certificate
        Objective of ``best`` and lower bound of the optimum, after each plane.
    """

    def __init__(self, risk: Callable, X, n_classes: int, C: float):
        self._risk, self._X, self._C = risk, X, C
        self.best = self.coef = np.zeros((n_classes, X.shape[1]), np.float32)
        self._primal, self._seconds = np.inf, 0.0
        self._planes, self._offsets = np.zeros((0, self.coef.size)), np.zeros(0)
        self._K, self._alpha = np.zeros((0, 0)), np.zeros(0)
        self.certificates = []

    def step(self, last: bool) -> None:
        """Add the plane at the W tried last, and find the next to try; every step is certified."""
        started = time.process_time()
        value, A = self._risk(self._scores())
        slope = self._slope(A)
        primal = 0.5 * float(np.vdot(self.coef, self.coef)) + self._C * value
        if primal < self._primal:
            self._primal, self.best = primal, self.coef
        self._add(slope.ravel(), value - float(np.vdot(slope, self.coef)))
        tolerance = EXACTNESS * max(self._primal - self._lower(), 1e-9 * abs(self._primal)) / self._C
        minimise(self._K, self._offsets, self._alpha, tolerance, MOVES)
        self.coef = np.float32(-self._alpha @ self._planes).reshape(self.coef.shape)
        self._seconds += time.process_time() - started
        self.certificates.append(Certificate(len(self._offsets), self._seconds, self._primal, self._lower()))

    def _parts(self):
        """Slices of the samples, and their rows in float64: a set of pairs must not depend on how sums are rounded."""
        for first in range(0, self._X.shape[0], SAMPLES_AT_A_TIME):
            part = slice(first, first + SAMPLES_AT_A_TIME)
            yield part, self._X[part].astype(np.float64)

    def _scores(self) -> np.ndarray:
        S, W = np.empty((self._X.shape[0], len(self.coef))), np.float64(self.coef)
        for part, rows in self._parts():
            S[part] = rows @ W.T
        return S

    def _slope(self, A: sp.csr_array) -> np.ndarray:
        """Aᵀ X float64 (G, d)."""
        slope = np.zeros(self.coef.shape)
        for part, rows in self._parts():
            found = A[part].T @ rows
            slope += found.toarray() if sp.issparse(found) else found
        return slope

    def _add(self, slope: np.ndarray, offset: float) -> None:
        """One more plane; the first carries all weight, C."""
        self._planes = np.concatenate([self._planes, slope[None]])
        self._offsets = np.append(self._offsets, offset)
        products = self._planes @ slope
        K = np.zeros((len(products), len(products)))
        K[:-1, :-1], K[-1], K[:, -1] = self._K, products, products
        self._K = K
        self._alpha = np.append(self._alpha, 0.0 if len(self._alpha) else self._C)

    def _lower(self) -> float:
        """The dual objective, which no W can beat."""
        return float(self._offsets @ self._alpha - 0.5 * self._alpha @ self._K @ self._alpha)
