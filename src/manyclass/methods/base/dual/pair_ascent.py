"""Accelerated gradient ascent in the dual of TopPush, on the pairs of a sample and a class (Li, Jin & Zhou 2014)."""

import time

import numpy as np
from scipy.optimize import brentq

from manyclass.methods.base.dual.dual_ascent import Certificate

# The duality gap costs half a step, so it is computed after every fifth.
CERTIFIED_EVERY = 5


class PairAscent:
    """max Σ_i (a_i - a_i²/(4C)) - ½‖W‖² with W = Aᵀ X, a ≥ 0, B ≥ 0 and Σ a = Σ B.

    A float32 (n, G) holds a_i at the place of the sample's class and -B_ij elsewhere. Steps are Nesterov's, started
    anew where the objective falls; the constraints are met by a projection, in which one number is shifted from a to B.

    Parameters
    ----------
    X : float32 array or CSR array (n, d)
        The samples.
    y : ndarray (n,) of int32
        Their classes, 0..G-1.
    n_classes : int
        G.
    C : float
        Weight of the losses.

    Attributes
    ----------
    coef : ndarray (G, d) of float32
        The class vectors W.
    certificates : list of Certificate
        Both objectives, every five steps.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float):
        self._X, self._own, self._C = X, (np.arange(len(y)), y), C
        self._A = self._before = np.zeros((len(y), n_classes), np.float32)
        gram = X.T @ X
        gram = gram.toarray() if hasattr(gram, "toarray") else gram
        self._rate = 1.0 / (float(np.linalg.eigvalsh(np.float64(gram))[-1]) + 0.5 / C)
        self._momentum, self._steps, self._seconds = 1.0, 0, 0.0
        self.coef, self.certificates = np.zeros((n_classes, X.shape[1]), np.float32), []

    def step(self, last: bool) -> None:
        """One step; after every fifth, and the ``last``, the objectives are computed."""
        started = time.process_time()
        momentum = 0.5 + np.sqrt(0.25 + self._momentum**2)
        moved = self._A - self._before
        point = self._A + np.float32((self._momentum - 1.0) / momentum) * moved
        slope = -self._scores(self._vectors(point))
        slope[self._own] += 1.0 - point[self._own] / (2.0 * self._C)
        after = self._project(point + np.float32(self._rate) * slope)
        falls = np.vdot(slope, after - self._A) < 0.0
        self._before, self._A, self._momentum = self._A, after, 1.0 if falls else momentum
        self.coef = self._vectors(after)
        self._steps += 1
        self._seconds += time.process_time() - started
        if last or self._steps % CERTIFIED_EVERY == 0:
            self.certificates.append(Certificate(self._steps, self._seconds, *self._objectives()))

    @property
    def best(self) -> np.ndarray:
        """The class vectors that the last certificate speaks of."""
        return self.coef

    def _project(self, V: np.ndarray) -> np.ndarray:
        """The nearest A: a = max(0, V_own - t), B = max(0, t - V_others), with the t that makes their sums equal."""
        own = V[self._own].copy()
        V[self._own] = np.inf
        low, high = float(min(V.min(), own.min())), float(max(own.max(), V.min())) + 1e-6
        others = np.float64(V[np.less(V, high)])
        t = brentq(lambda t: np.maximum(own - t, 0).sum() - np.maximum(t - others, 0).sum(), low, high, xtol=1e-12)
        A = np.minimum(V - np.float32(t), 0.0)
        A[self._own] = np.maximum(own - np.float32(t), 0.0)
        return A

    def _vectors(self, A):
        """W = Aᵀ X float32 (G, d)."""
        return np.ascontiguousarray((self._X.T @ A).T)

    def _scores(self, W):
        return np.ascontiguousarray(self._X @ W.T)

    def _objectives(self) -> tuple[float, float]:
        """Primal objective of ``coef``, and the dual, in float64."""
        S, half = self._scores(self.coef), 0.5 * float(np.vdot(np.float64(self.coef), self.coef))
        own, a = np.float64(S[self._own]), np.float64(self._A[self._own])
        S[self._own] = -np.inf
        short = np.maximum(0.0, 1.0 + float(S.max()) - own)
        return half + self._C * float(short @ short), float((a - a * a / (4.0 * self._C)).sum()) - half
