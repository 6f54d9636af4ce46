"""Accelerated gradient ascent in the dual of TopPush, on the pairs of a sample and a class (Li, Jin & Zhou 2014)."""

import time
from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from manyclass.methods.base.dual.dual_ascent import Certificate

# The duality gap costs half a step, so it is computed after every fifth.
CERTIFIED_EVERY = 5
# A step is tried at a rate so much larger than the last one's, up to so many times the one that is safe for any step,
# and halved where the dual curves more on its way.
FASTER, FASTEST = 1.1, 1e4


@dataclass
class PairState:
    """All that a step changes: with the samples, what training goes on from.

    Parameters
    ----------
    A, previous : ndarray (n, G) of float32
        The dual variables, and those before the last step.
    coef : ndarray (G, d) of float32
        The class vectors W = Aᵀ X.
    best : ndarray (G, d) of float32
        Those of the least primal objective that was computed.
    primal, dual : float
        Their objective, and the largest dual objective that was computed.
    momentum : float
        Of Nesterov's steps; 1 where they start anew.
    rate : float
        Of the last step.
    threshold : float
        The number by which the last projection shifted.
    steps : int
        Steps made.
    seconds : float
        CPU seconds that they took.
    """

    A: np.ndarray
    previous: np.ndarray
    coef: np.ndarray
    best: np.ndarray
    rate: float
    primal: float = np.inf
    dual: float = -np.inf
    momentum: float = 1.0
    threshold: float = 0.0
    steps: int = 0
    seconds: float = 0.0


class PairAscent:
    """max Σ_i (a_i - a_i²/(4C)) - ½‖W‖² with W = Aᵀ X, a ≥ 0, B ≥ 0 and Σ a = Σ B.

    A float32 (n, G) holds a_i at the place of the sample's class and -B_ij elsewhere. Steps are Nesterov's, started
    anew where the objective falls, at a rate by the dual's curvature along the step, which is mostly far below its
    largest; the constraints are met by a projection, in which one number is shifted from a to B.

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
    state : PairState
        Changed by every step.
    certificates : list of Certificate
        The best of both objectives, every five steps.
    """

    def __init__(self, X, y: np.ndarray, n_classes: int, C: float):
        self._X, self._own, self._C = X, (np.arange(len(y)), y), C
        gram = X.T @ X
        gram = gram.toarray() if hasattr(gram, "toarray") else gram
        self._safe_rate = 1.0 / (float(np.linalg.eigvalsh(np.float64(gram))[-1]) + 0.5 / C)
        A, W = np.zeros((len(y), n_classes), np.float32), np.zeros((n_classes, X.shape[1]), np.float32)
        self.state = PairState(A, A, W, W, self._safe_rate)
        self.certificates = []

    @property
    def coef(self) -> np.ndarray:
        """The class vectors W of the last step: float32 (G, d)."""
        return self.state.coef

    @property
    def best(self) -> np.ndarray:
        """The class vectors that the last certificate speaks of: float32 (G, d)."""
        return self.state.best

    def step(self, last: bool) -> None:
        """One step; after every fifth, and the ``last``, the objectives are computed."""
        state, started = self.state, time.process_time()
        momentum = 0.5 + np.sqrt(0.25 + state.momentum**2)
        point = state.A + np.float32((state.momentum - 1.0) / momentum) * (state.A - state.previous)
        W = self._class_vectors(point)
        slope = -self._scores(W)
        slope[self._own] += 1.0 - point[self._own] / (2.0 * self._C)
        new, coef = self._ascend(point, W, slope)
        falls = np.vdot(slope, new - state.A) < 0.0
        state.previous, state.A, state.momentum = state.A, new, 1.0 if falls else momentum
        state.coef = coef
        state.steps += 1
        state.seconds += time.process_time() - started
        if last or state.steps % CERTIFIED_EVERY == 0:
            primal, dual = self._objectives()
            if primal < state.primal:
                state.primal, state.best = primal, state.coef
            state.dual = max(state.dual, dual)
            self.certificates.append(Certificate(state.steps, state.seconds, state.primal, state.dual))

    def _ascend(self, point, W, slope) -> tuple[np.ndarray, np.ndarray]:
        """The projected step from a point with class vectors W, at a rate that its curvature allows; its A and W."""
        state = self.state
        state.rate = min(FASTER * state.rate, FASTEST * self._safe_rate)
        while True:
            new = self._project(point + np.float32(state.rate) * slope)
            coef, step = self._class_vectors(new), new - point
            own, turn = step[self._own], coef - W
            curvature = float(np.vdot(turn, turn)) + float(own @ own) / (2.0 * self._C)
            if state.rate <= self._safe_rate or state.rate * curvature <= float(np.vdot(step, step)):
                return new, coef
            state.rate = max(0.5 * state.rate, self._safe_rate)

    def _project(self, V: np.ndarray) -> np.ndarray:
        """The nearest A: a = max(0, V_own - t), B = max(0, t - V_others), with the t that makes their sums equal."""
        own = np.float64(V[self._own])
        V[self._own] = np.inf
        t = self.state.threshold = threshold(own, V, self.state.threshold)
        A = np.minimum(V - np.float32(t), 0.0)
        A[self._own] = np.maximum(np.float32(own) - np.float32(t), 0.0)
        return A

    def _class_vectors(self, A):
        """W = Aᵀ X float32 (G, d)."""
        return np.ascontiguousarray((self._X.T @ A).T)

    def _scores(self, W):
        """X Wᵀ float32 (n, G)."""
        return np.ascontiguousarray(self._X @ W.T)

    def _objectives(self) -> tuple[float, float]:
        """Primal objective of ``coef``, and the dual, in float64."""
        W = self.state.coef
        S, half_square = self._scores(W), 0.5 * float(np.vdot(np.float64(W), W))
        own, a = np.float64(S[self._own]), np.float64(self.state.A[self._own])
        S[self._own] = -np.inf
        h = np.maximum(0.0, 1.0 + float(S.max()) - own)
        return half_square + self._C * float(h @ h), float((a - a * a / (4.0 * self._C)).sum()) - half_square


def threshold(own: np.ndarray, others: np.ndarray, guess: float) -> float:
    """The t at which Σ (own - t)₊ and Σ (t - others)₊ are equal.

    Of the others those above t do not count, and they are nearly all: the fewer, the nearer the guess.

    Parameters
    ----------
    own : ndarray (n,) of float64
    others : ndarray of float32
        Of any shape; inf does not count.
    guess : float
        Where t may be.
    """
    width = 1e-6 * float(np.ptp(own)) + 1e-12
    low, high = guess - width, guess + width
    while _excess(high, own, below := np.float64(others[others < high])) > 0.0:
        width *= 4.0
        high += width
    while _excess(low, own, below) < 0.0:
        width *= 4.0
        low -= width
    return brentq(_excess, low, high, args=(own, below), xtol=1e-12)


def _excess(t, own, others) -> float:
    return np.maximum(own - t, 0.0).sum() - np.maximum(t - others, 0.0).sum()
