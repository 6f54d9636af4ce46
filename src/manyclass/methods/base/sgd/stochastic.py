"""What the methods trained by stochastic gradients share: the state of a training, its passes, and their checks."""

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from sklearn.exceptions import ConvergenceWarning

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.rng import new_state
from manyclass.kernels.common.rows import Dense, Sparse
from manyclass.kernels.sgd.rule import Counts
from manyclass.methods.base.classifier import ManyClassClassifier
from manyclass.methods.base.diagnostics import Violators, violators
from manyclass.methods.base.samples import labels_of, rows_of
from manyclass.methods.base.sgd.chunks import chunks_of
from manyclass.methods.base.state import columns, from_columns, rebuilt

# A pass that leaves more than this share of the samples unused teaches next to nothing.
ABSORBED = 0.8


class Problem(NamedTuple):
    """What every pass is given and leaves as it is.

    ``rows`` and ``labels`` of the n samples as the kernel reads them, and ``rule``, how it makes a step.
    """

    rows: NamedTuple
    labels: NamedTuple
    rule: tuple

    @property
    def n_samples(self) -> int:
        """The number of samples n."""
        return len(self.labels.indptr) - 1


@dataclass
class TrainingState:
    """All that a pass takes over from those before it, and changes; arrays change in place.

    Training that is given a copy of it goes on to the same bytes.

    Parameters
    ----------
    model : Linear, Embedded or Projected
        Class vectors, and the accumulators or sums that belong to them.
    carried : NamedTuple
        What else passes hand on: the last violators, or the order of the samples; else an empty tuple.
    generator : ndarray (4,) of uint64
        The random generator of the draws.
    n_passes : int
        Passes made.
    """

    model: NamedTuple
    carried: tuple
    generator: np.ndarray
    n_passes: int = 0


class StochasticClassifier(ManyClassClassifier):
    """Trained in passes of n random draws each.

    Subclasses give the problem, the initial model, the kernel of a pass (`_epoch`), and the attributes that show the
    model (`_publish`). Their default step, margin and radius suit standardised features.

    Attributes
    ----------
    history_ : list of Counts
        What every pass did: updates, ignored samples, classes tried.
    """

    adaptation = "adagrad"
    margin: float | None = None  # of the loss, where it is a parameter
    resumable = True
    in_chunks = True
    _counted: type = Counts  # what a pass gives

    def _passes(self, X, y, taken_up=None) -> Iterator["StochasticClassifier"]:
        """Train, yielding after every pass of n draws."""
        problem, state = self._begin(X, y, taken_up)
        if taken_up is not None:
            yield self
        for _ in range(state.n_passes, self.max_iter):
            self.history_.append(self._pass(problem, state))
            self._training = state
            self._check_pass(problem.n_samples)
            yield self

    def diagnostics(self, train, test) -> dict[str, object]:
        """``violating_share`` of the training samples, where the loss has a margin to choose."""
        return {} if self.margin is None else self._of_violators(violators(self, train))

    def _of_violators(self, found: Violators) -> dict[str, object]:
        return {"violating_share": found.share()}

    def _begin(self, X, y, taken_up: dict[str, np.ndarray] | None) -> tuple[Problem, TrainingState]:
        """The problem, and the state before its first pass, or one taken up, which the attributes then show."""
        problem, state = self._start(X, y)
        self.history_, self._training = [], None
        if taken_up is not None:
            self._training = state
            state = self._take_up(rebuilt(self._training_tree(), taken_up))
            self._publish(problem, state)
        return problem, state

    def _take_up(self, tree) -> TrainingState:
        """Go on from a tree such as that of `_training_tree`."""
        self._training, self.history_ = tree["state"], from_columns(tree["history"])
        self.n_iter_ = self._training.n_passes
        return self._training

    def _training_tree(self):
        return {"state": self._training, "history": columns(self.history_, self._counted)}

    def _start(self, X, y) -> tuple[Problem, TrainingState]:
        """The problem of these samples, and the state before its first pass."""
        X, Y = self._samples(X, y)
        problem = self._problem(rows_of(X), labels_of(Y))
        for_model, for_draws = self._seeds(2)
        model, carried = self._initial_model(problem, for_model), self._initially_carried(problem)
        return problem, TrainingState(model, carried, new_state(for_draws))

    def _pass(self, problem: Problem, state: TrainingState) -> Counts:
        """Train for one pass: the state changes, and the estimator's attributes show it."""
        first = state.n_passes * problem.n_samples
        self._begin_pass(problem, state)
        counts = []
        for before, chunk in self._chunks(problem, state):
            counts.append(self._epoch(chunk, state, first + before))
            del chunk  # or it would stand in memory beside the next, which is read now
        state.n_passes += 1
        self.n_iter_ = state.n_passes
        self._publish(problem, state)
        return self._counted(*map(sum, zip(*counts)))

    def _chunks(self, problem, state) -> Iterator[tuple[int, Problem]]:
        """All samples at once, or chunks of what a pass draws: how many draws there were before, and their problem."""
        n = problem.n_samples
        if self._chunk_rows is None or n <= self._chunk_rows:
            return iter([(0, problem)])
        # The state of the generator alone could be that of the pass before: samples in turn may draw nothing.
        generator = np.random.default_rng([*state.generator.tolist(), state.n_passes])
        return chunks_of(problem, self._drawn(n, generator), self._chunk_rows, self._draws_a_step())

    def _draws_a_step(self) -> int:
        """Draws that are in one chunk, since a step is made of them."""
        return 1

    def _drawn(self, n: int, generator: np.random.Generator) -> np.ndarray:
        """The samples of a pass in the order of their turns: int64 (n,)."""
        return generator.integers(n, size=n)

    def _begin_pass(self, problem: Problem, state: TrainingState) -> None:
        """Set back what is counted in a pass."""

    def _problem(self, rows: Dense | Sparse, labels: Labels) -> Problem:
        raise NotImplementedError

    def _initial_model(self, problem: Problem, seed: np.random.SeedSequence) -> NamedTuple:
        raise NotImplementedError

    def _initially_carried(self, problem: Problem) -> tuple:
        """What passes hand on beside the model."""
        return ()

    def _epoch(self, problem: Problem, state: TrainingState, first: int) -> Counts:
        """Call the kernel on the samples or a chunk of them; ``first`` is the number of draws made before."""
        raise NotImplementedError

    def _publish(self, problem: Problem, state: TrainingState) -> None:
        """Set the attributes that predictions are made from: the state's own arrays, where it has them."""
        raise NotImplementedError

    def _check_pass(self, n: int) -> None:
        """Raise FloatingPointError if the model overflows; warn once if a pass goes almost unused."""
        squares = [np.einsum("ij,ij->i", array, array) for array in self._arrays()]
        if not np.isfinite(np.concatenate(squares)).all():
            raise FloatingPointError(
                f"step={self.step} is too large: the model overflows in pass {self.n_iter_}; "
                "take a smaller step or scale the features of X down"
            )
        ignored = self.history_[-1].ignored / n
        if ignored > ABSORBED >= max((counts.ignored / n for counts in self.history_[:-1]), default=0):
            warnings.warn(
                f"last violators made {ignored:.0%} of pass {self.n_iter_} go unused; "
                "a larger burn_in or fewer last_violators lets the classes separate first",
                ConvergenceWarning,
                stacklevel=4,
            )
