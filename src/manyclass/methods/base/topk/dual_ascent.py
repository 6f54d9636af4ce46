"""Stochastic dual coordinate ascent, epoch by epoch, with the duality gap as its certificate."""

import time
from dataclasses import dataclass, replace

import numpy as np

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
from manyclass.methods.base.best_factor import LEAST, MOST, best_factor, top_k_objective
from manyclass.methods.base.certificate import Certificate
from manyclass.methods.base.samples import rows_of
from manyclass.methods.base.state import rebuilt
from manyclass.methods.base.threads import cuts, in_threads
from manyclass.methods.base.topk.anchor import Anchor, kappa_for
from manyclass.methods.base.topk.dual_variables import written_places, zero_duals

# Losses are computed for so many samples at a time, and so many pieces of work are made of them: enough for the threads
# of a machine to share evenly, and more than enough work in each.
EVALUATED_AT_A_TIME = 128
SAMPLES_OF_A_PIECE = 2048
# Scores are float32, and C·n·‖x‖² bounds them.
LARGEST_SCORE = 1e37


@dataclass
class AscentState:
    """All that training changes: with the samples and the loss, what it goes on from.

    Parameters
    ----------
    duals : Duals
        The dual variables.
    V : ndarray of float32
        The class vectors that training works on, (G, d) for dense rows and (d, G) for sparse ones: W = Aᵀ X, or with
        acceleration those held near the anchor.
    sweeps : Sweeps
        Which samples are updated next.
    generator : ndarray (4,) of uint64
        The random generator.
    best : ndarray of float32
        Those of the least primal objective that was computed.
    primal, dual : float
        Their objective, and the largest dual objective that was computed.
    anchor : Anchor
        Near which training is held.
    share : float
        By what W is multiplied for the next primal objective: what was best the last time.
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
    anchor: Anchor
    primal: float = np.inf
    dual: float = -np.inf
    share: float = 1.0
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
    accelerated : bool
        Whether W is held near an `Anchor` that moves on after every epoch. The algorithm as printed has none.

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

    def __init__(
        self,
        X,
        y: np.ndarray,
        n_classes: int,
        loss: Alpha | Beta,
        seed,
        size: int = BLOCK,
        n_jobs=None,
        accelerated=False,
    ):
        n, rows = len(y), self._rows_of(X)
        largest = loss.C * largest_squared_norm(rows, n)
        if not n * largest < LARGEST_SCORE:
            raise FloatingPointError(f"C={loss.C:g} is too large for the features of X: scores may overflow; scale X")
        self._n_classes, self._n_jobs, self._kappa = n_classes, n_jobs, kappa_for(largest) if accelerated else 0.0
        self._problem, self._sparse = Problem(rows, y, loss, 1.0 / (1.0 + self._kappa)), isinstance(rows, Sparse)
        V = np.zeros((X.shape[1], n_classes) if self._sparse else (n_classes, X.shape[1]), np.float32)
        anchor = Anchor(*np.zeros((2, *V.shape) if accelerated else (2, 0)))
        self.state = AscentState(zero_duals(n), V, new_sweeps(n), new_state(seed), np.zeros_like(V), anchor)
        # What training writes on, of which nothing is read later.
        self._work = new_workspace(1 if self._sparse else size, X.shape[1], n_classes)
        self._W = np.zeros(V.shape)
        self._largest = new_memory(loss, n, n_classes)
        self._run(next_samples(self.state.sweeps, 0, self.state.generator))  # compiled before it is timed

    @property
    def coef(self) -> np.ndarray:
        """The class vectors W = Aᵀ X: float32 (G, d)."""
        W = self._W.astype(np.float32) if self._kappa else self.state.V
        return W.T if self._sparse else W

    @property
    def changed(self) -> int:
        """How many class vectors updates have changed, each as often as it was."""
        return int(self._work.changed[0])

    @property
    def best(self) -> np.ndarray:
        """The class vectors that the last certificate speaks of: float32 (G, d)."""
        return self.state.best.T if self._sparse else self.state.best

    def start_from(self, duals: Duals, ratio: float) -> None:
        """Begin with a copy of these dual variables, times the best share of them.

        It is no larger than this ratio of the bounds that the new variables have to those of the old ones.
        """
        places, starts = written_places(duals)
        values, room, used = duals.values[places], duals.count.copy(), np.array([len(places)])
        threshold = duals.threshold.copy()
        self.state.duals = Duals(starts[:-1], room.copy(), room, used, duals.classes[places], values, threshold)
        share, _ = self._share_and_bound(ratio)
        values *= np.float32(share)
        self._W *= np.float32(share)
        self.state.V[:] = self._W
        if self._kappa:
            self.state.anchor = Anchor(self._W.copy(), self._W.copy())

    def tree(self) -> tuple:
        """All that training goes on from: the state, the moves of the thresholds, and how many vectors have changed."""
        return self.state, self._work.moves, self._work.changed

    def go_on(self, arrays: dict[str, np.ndarray], path: str) -> None:
        """Start from what `tree` was, as arrays below this path; the dual variables may have other lengths."""
        state, moves, changed = self.tree()
        duals = state.duals._replace(classes=state.duals.classes[:0], values=state.duals.values[:0])
        self.state, moves, changed = rebuilt((replace(state, duals=duals), moves, changed), arrays, path)
        self._work = self._work._replace(moves=moves, changed=changed)
        if self._kappa:
            self._share_and_bound(1.0)

    def epoch(self) -> None:
        """Update as many samples as there are: all of them, or some twice while others rest."""
        state, started, missing = self.state, time.process_time(), len(self._problem.y)
        while missing:
            samples = next_samples(state.sweeps, missing, state.generator)
            self._run(samples)
            missing -= len(samples)
        if self._kappa:
            _, dual = self._share_and_bound(1.0)
            state.V[:] = state.anchor.move(self._W, dual, self._kappa)
        state.epochs += 1
        state.seconds += time.process_time() - started

    def certify(self, refresh: bool) -> Certificate:
        """Compute both objectives in float64, and keep the better of each.

        The dual one is that of the best share of the dual variables, the primal one that of W = Aᵀ X times the share
        that was best the last time, in float32, as it is published. On request, training goes on from W, free of drift.
        """
        state = self.state
        _, bound = self._share_and_bound(1.0)
        state.dual = max(state.dual, bound)
        if refresh and not self._kappa:
            state.V[:] = self._W
        primal, square = self._certify_primal()
        if self._problem.loss.gamma == 0.0:
            factor, _ = best_factor(top_k_objective(self._problem.loss, square, self._largest.values))
            # W is not to vanish where the losses are least without it.
            state.share = min(max(state.share * factor, LEAST), MOST)
        return Certificate(state.epochs, state.seconds, primal, state.dual)

    def _certify_primal(self) -> tuple[float, float]:
        """The least primal objective so far, whose W is kept, and ‖W‖² of the last one."""
        state, coef = self.state, (self.state.share * self._W).astype(np.float32)
        square = squared_norm(coef)
        primal = 0.5 * square + self._sum_of_samples(losses_between, coef)
        if primal < state.primal:
            state.primal, state.best = primal, coef
        return state.primal, square

    def _share_and_bound(self, most: float) -> tuple[float, float]:
        """The best share of the dual variables, ``most`` at most, and its objective; W becomes that of all of them."""
        loss = self._problem.loss
        sums, squares = class_vectors(self._problem.rows, self._problem.y, self.state.duals, self._W)
        curve = self._squared_length() + loss.gamma / loss.C * squares
        share = min(most, sums / curve) if curve > 0.0 else most
        return share, share * sums - 0.5 * share**2 * curve

    def _squared_length(self) -> float:
        """‖W‖²."""
        return float(np.vdot(self._W, self._W))

    def float32_gap(self) -> float:
        """The relative gap that rounding the scores of the best W to float32 can open: C Σ_i max_g |s_ig| 2⁻²³ / P.

        Rounded once, a score is off by 2⁻²⁴ of itself at most, and a hinge by two of them.
        """
        largest = self._sum_of_samples(largest_between, self.state.best)
        return self._problem.loss.C * largest * float(np.finfo(np.float32).eps) / self.state.primal

    def _sum_of_samples(self, kernel, coef) -> float:
        """What a kernel of `manyclass.kernels.topk.objective` sums over all samples, piece by piece."""
        V, n = coef if self._sparse else coef.astype(np.float64, copy=False), len(self._problem.y)

        def work(piece: slice) -> float:
            S = np.empty((EVALUATED_AT_A_TIME, self._n_classes))
            X = np.empty((len(S), 0 if self._sparse else V.shape[1]))
            memory = new_candidates(self._n_classes) if self._problem.loss.gamma else self._largest
            return kernel(self._problem, V, piece.start, piece.stop, Evaluation(X, S, memory))

        return float(sum(in_threads(work, cuts(n, SAMPLES_OF_A_PIECE), self._n_jobs)))

    def _run(self, samples) -> None:
        """Update these samples."""
        state = self.state
        state.duals = update_samples(self._problem, state.duals, state.sweeps, state.V, samples, self._work)


class SingleClassAscent(DualAscent):
    """The same by moves of one class's dual variables at a time, for the loss `Beta` without smoothing."""

    def __init__(self, X, y: np.ndarray, n_classes: int, loss: Beta, seed, n_jobs=None, accelerated=False):
        super().__init__(X, y, n_classes, loss, seed, 1, n_jobs, accelerated)

    def _run(self, samples) -> None:
        state, arrays = self.state, (self.state.V, samples, self._work)
        state.duals = update_single_classes(self._problem, state.duals, state.sweeps, *arrays)


def new_workspace(size: int, d: int, n_classes: int) -> Workspace:
    """Working memory for updates of blocks of so many samples of d features."""
    delta, moves = np.zeros(n_classes, np.float32), np.array([-np.inf, 0.0, 0.0])
    return Workspace(new_block(size, d, n_classes), new_candidates(n_classes), delta, moves, np.zeros(1, np.int64))


def new_candidates(n_classes: int) -> Candidates:
    """Working memory for the candidates among so many classes."""
    return Candidates(np.zeros(n_classes + 1, np.int32), np.zeros(n_classes), np.zeros(n_classes))


def new_memory(loss: Alpha | Beta, n: int, n_classes: int) -> Largest | Candidates:
    """Memory for the losses of n samples of so many classes, one after the other."""
    return new_candidates(n_classes) if loss.gamma else Largest(np.zeros((n, loss.k)))
