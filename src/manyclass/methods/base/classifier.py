"""What all estimators share: how data come in, and how scores become predictions."""

from collections.abc import Callable, Iterator
from contextlib import closing
from numbers import Integral

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from manyclass.methods.base.samples import canonical, checked_indicator, hits, indicator_of, is_indicator
from manyclass.methods.base.scores import Scorer, inner_products, largest
from manyclass.methods.base.state import arrays_of
from manyclass.methods.base.threads import cuts, in_threads, one_blas_thread

# Rows are scored in blocks, so many at least that their matrix product is about as fast as that of all rows, and that a
# block is worth a thread. They don't depend on the threads, as the last bit of a product may depend on its size.
FEWEST_ROWS, FEWEST_SCORES = 256, 2**18
# Bytes of a score, with those of the arrays that rank it, for a forecast.
A_SCORE = 12
ROWS = {"accept_sparse": "csr", "dtype": np.float32, "order": "C"}


class ManyClassClassifier(ClassifierMixin, BaseEstimator):
    """Base of the classifiers: subclasses give `_passes`, `_arrays` and, unless they are linear, `_scorer`.

    They may give `diagnostics`.

    The protocol reads, beside the methods of scikit-learn and `passes`, the attributes below; all of them are optional,
    so that any classifier of scikit-learn can take part.

    Attributes
    ----------
    classes_ : ndarray (G,)
        The class labels; ``arange(G)`` if ``y`` was an indicator matrix.
    n_iter_ : int
        Passes made over the training samples.
    n_parameters_ : int
        Numbers that the fitted model stores.
    history_ : list of Counts
        What every pass did: how many samples updated the model (``updated``) or were ignored, how many wrong classes
        were tried (``tries``) and, where that is counted, the classes that they updated (``n_classes_updated``).
    outputs_ : dict of str to object
        What the fitted model hands on to trials that depend on its own: parameters of their methods.
    path, warm_start : str, bool
        If ``warm_start`` is true, `fit` goes on from the last solution along the parameter named by ``path``.
    search : dict of str to Ladder or list, or list of such
        The parameters that are tuned, and the values that a sweep tries; several dicts take their turn one after the
        other (`manyclass.protocol.trial.climb.Climb`).
    late : tuple of str
        Names of parameters that decide something only later in training, such as how many passes a rule is suspended:
        candidates that differ in them are not compared early.
    swept_again : tuple of str
        Parameters that are swept on all samples, too, where the sweep began on a slice; without it, all of them are.
    resumable : bool
        Whether `passes` can take up a `training_state`.
    in_chunks : bool
        Whether `passes` can read the samples chunk by chunk.
    in_blocks : bool
        Whether training reads the samples in blocks, in their order and a few times only, so that of a file larger than
        memory no more need be there than a block.
    citation : str
        Where the method is from.
    """

    search: dict | list = {}
    late: tuple[str, ...] = ()
    resumable = False
    in_chunks = False
    in_blocks = False
    citation: str
    n_jobs: int | None = None
    _training: object = None
    _chunk_rows: int | None = None
    _begun: bool = False  # training, and not yet at the end of its first pass
    _parameter_constraints: dict[str, list] = {}

    def fit(self, X, y):
        """Train on X (n, d) and y: labels (n,), or an indicator matrix (n, G), dense or sparse, of all correct classes.

        Raises
        ------
        ValueError
            For NaN or infinity, wrong shapes, fewer than two classes, a class without samples, a sample
            without a correct class or without a wrong one, and parameters out of range.
        FloatingPointError
            When the step is so large that the model overflows.
        """
        for _ in self.passes(X, y):
            pass
        self._forget_training()
        return self

    def passes(
        self, X, y, state: dict[str, np.ndarray] | None = None, chunk_rows: int | None = None
    ) -> Iterator["ManyClassClassifier"]:
        """Train like `fit`, yielding the estimator, ready to predict, after every pass over the samples.

        Parameters
        ----------
        X, y
            As of `fit`.
        state : dict of str to ndarray, optional
            What `training_state` gave in a training of the same estimator on the same samples. The estimator is yielded
            as it was then, and training goes on from there to the same bytes. The arrays are trained on.
        chunk_rows : int, optional
            Samples that are in memory at a time, where all of them do not fit: what a pass draws is drawn before it,
            and read in chunks of so many (see `manyclass.methods.base.sgd.chunks`). None for all. A dense X that is
            mapped from a file is then of float32 in row order, as one of another kind would be copied whole.

        Raises
        ------
        ValueError
            Also if the method is not ``resumable``, or the state is none of such a training; or it does not train
            ``in_chunks``, or not of such an X.
        """
        self._validate_params()
        if state is not None and not self.resumable:
            raise ValueError(f"{type(self).__name__} cannot take up a training: leave out the state")
        if chunk_rows is not None and not self.in_chunks:
            raise ValueError(f"{type(self).__name__} needs all samples at once: leave out chunk_rows")
        copied = isinstance(X, np.memmap) and (X.dtype != ROWS["dtype"] or not X.flags.c_contiguous)
        if chunk_rows is not None and copied:
            raise ValueError(f"a mapped X of {X.dtype} would be copied whole: chunk_rows needs float32 in row order")
        self._chunk_rows, self._begun = chunk_rows, True
        with closing(self._passes(X, y) if state is None else self._passes(X, y, state)) as passes:
            while True:
                with one_blas_thread():  # and not while it is the caller's turn
                    done = next(passes, None) is None
                if done:
                    return
                self._begun = False
                yield self

    def training_bytes(self, n_samples: int, n_features: int, n_classes: int, density: float = 1.0) -> int:
        """Bytes that training, and the model it leaves, take beside the samples and labels: about, and hardly more.

        Here those of a linear model, class vectors in float32 and their sums or first values in float64; subclasses
        that hold others say so.

        Parameters
        ----------
        n_samples, n_features, n_classes : int
            n, d and G.
        density : float
            Share of X that is stored; below 1 for sparse X.
        """
        return 16 * n_classes * (n_features + 1)

    def pass_bytes(self, n_samples: int) -> int:
        """Bytes that a pass takes beside that, and lets go of at its end."""
        return 0

    def scoring_bytes(self, n_classes: int) -> int:
        """Bytes of the scores of so many rows as are ranked at a time."""
        return A_SCORE * n_classes * max(FEWEST_ROWS, FEWEST_SCORES // n_classes)

    def training_state(self) -> dict[str, np.ndarray] | None:
        """All that training goes on from after the latest of its `passes`, as arrays by name.

        They are those that the next pass changes, and no copies. None before the first pass, after `fit`, and where the
        method is not ``resumable``.
        """
        going_on = self.resumable and self._training is not None
        return arrays_of(self._training_tree()) if going_on else None

    def _passes(self, X, y) -> Iterator["ManyClassClassifier"]:
        """Train, yielding after every pass; if ``resumable``, with a third argument, the state to take up or None."""
        raise NotImplementedError

    def _forget_training(self) -> None:
        """Let go of what is needed to go on, and for nothing else."""
        self._training = None

    def _training_tree(self):
        """The training as a tree (`manyclass.methods.base.state`), once there is a ``_training``."""
        raise NotImplementedError

    def diagnostics(self, train, test) -> dict[str, object]:
        """What the fitted model says of itself, for the record of its trial.

        Parameters
        ----------
        train, test : Part
            Training and test samples: ``X`` (n, d), and their right classes ``Y``, an indicator matrix (n, G).

        Returns
        -------
        dict of str to object
            Numbers, and lists and dicts of numbers, which the record keeps of every candidate tested, and NumPy arrays,
            which are kept beside it of the winner. Empty unless a subclass has something to say.
        """
        return {}

    def decision_function(self, X) -> np.ndarray:
        """Scores float32 (n, G), larger is better; for two classes (n,), the second's less the first's."""
        scores = self._scores(self._validated(X))
        return scores[:, 1] - scores[:, 0] if len(self.classes_) == 2 else scores

    def predict(self, X) -> np.ndarray:
        """The best-scored class of each row of X (n, d): labels (n,)."""
        return self.predict_topk(X, 1)[:, 0]

    def predict_topk(self, X, k: int) -> np.ndarray:
        """The k best-scored classes of each row of X (n, d), best first: labels (n, k).

        Equal scores are ranked by the order of ``classes_``.

        Raises
        ------
        ValueError
            When k is no integer in 1..G.
        """
        X = self._validated(X)
        if not (isinstance(k, Integral) and 1 <= k <= len(self.classes_)):
            raise ValueError(f"k={k!r} must be an integer in 1..{len(self.classes_)}, the number of classes")
        return self.classes_[self._ranked(X, k)]

    def score(self, X, y, sample_weight=None) -> float:
        """Share of the samples predicted right; where y (n, G) names several correct classes, any of them."""
        if not is_indicator(y):
            return super().score(X, y, sample_weight)
        predicted = np.searchsorted(self.classes_, self.predict(X))
        return float(np.average(hits(predicted, sp.csr_array(y)), weights=sample_weight))

    @property
    def n_parameters_(self) -> int:
        """Numbers that the fitted model stores."""
        return sum(array.size for array in self._arrays())

    def _arrays(self) -> list[np.ndarray]:
        """The learnt arrays, which are the whole model."""
        raise NotImplementedError

    def _scorer(self, X) -> Scorer:
        """What scores blocks of the rows of X (n, d), maybe in several threads; here as a linear model does.

        By ``coef_`` (G, d), and ``intercept_`` (G,) where there is one, both float32.
        """
        return inner_products(sp.issparse(X), self.coef_, getattr(self, "intercept_", None))

    def _scores(self, X) -> np.ndarray:
        """Scores float32 (n, G) of validated rows."""
        scores = np.empty((X.shape[0], len(self.classes_)), np.float32)
        return self._in_blocks(self._scorer(X), X, scores, self._rows_a_block())

    def _ranked(self, X, k: int) -> np.ndarray:
        """The k best-scored classes of each of the validated rows, by number: int64 (n, k)."""
        score, best = self._scorer(X), np.empty((X.shape[0], k), np.int64)
        return self._in_blocks(lambda rows: largest(score(rows), k), X, best, self._rows_a_block())

    def _rows_a_block(self) -> int:
        """How many rows are scored at a time, at most."""
        return max(FEWEST_ROWS, FEWEST_SCORES // len(self.classes_))

    def _in_blocks(self, work: Callable, X, out: np.ndarray, most: int) -> np.ndarray:
        """Fill ``out`` (n, ...) with what ``work`` makes of blocks of at most so many rows of X (n, d), in threads."""
        blocks = cuts(X.shape[0], most)

        def fill(block: slice) -> None:
            out[block] = work(X[block] if len(blocks) > 1 else X)  # a slice of sparse rows is a copy

        with one_blas_thread():
            in_threads(fill, blocks, self.n_jobs)
        return out

    def _validated(self, X):
        check_is_fitted(self)
        return canonical(validate_data(self, X, reset=False, **ROWS))

    def _samples(self, X, y):
        """Rows float32 (n, d) and indicator (n, G); sets ``classes_``. Copies only what has another type."""
        if is_indicator(y):
            X = validate_data(self, X, **ROWS)
            Y = checked_indicator(y, X.shape[0])
            self.classes_ = np.arange(Y.shape[1])
        else:
            X, y = validate_data(self, X, y, **ROWS)
            Y, self.classes_ = indicator_of(y)
        return canonical(X), Y

    def _seeds(self, uses: int) -> list[np.random.SeedSequence]:
        """One independent seed per use (initial values, draws, ...), all derived from ``random_state``."""
        entropy = check_random_state(self.random_state).randint(2**32, size=4, dtype=np.uint32)
        return np.random.SeedSequence(entropy.tolist()).spawn(uses)

    def __sklearn_is_fitted__(self):
        """Whether there is a model to predict with: not where the first pass has failed."""
        return hasattr(self, "classes_") and not self._begun

    def __sklearn_tags__(self):
        """Say that sparse X is welcome."""
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags
