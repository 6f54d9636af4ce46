"""Training samples and their classes as kernels read them, and checks of what users bring."""

import numpy as np
import scipy.sparse as sp
from sklearn.utils.extmath import row_norms
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_array

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.rows import Dense, Sparse, WithConstant

# Somewhat below the largest number of float32, as distances are longer than what they are between.
LARGEST_SQUARE = 1e37
MOST_VALUES = np.iinfo(np.int32).max  # of sparse rows whose places int32 can number


def rows_of(X) -> Dense | Sparse:
    """The rows of a float32 array or CSR matrix; copies no more than the indices, if they are not int32 and could be.

    Of an array they are a view that may not be written to, like a file mapped into memory: to Numba what may be written
    to is of another type, and every kernel would be compiled twice. The indices of a matrix with more values than int32
    can number stay int64, as scipy has them: to narrow those of a file would be to read them into memory.
    """
    if not sp.issparse(X):
        X = X.view()
        X.flags.writeable = False
        return Dense(X)
    if X.nnz > MOST_VALUES:
        return Sparse(X.data, X.indices, X.indptr)
    indices, indptr = sp.safely_cast_index_arrays(X, np.int32)
    return Sparse(X.data, indices, indptr)


def with_constant(rows: Dense | Sparse, value: float) -> Dense | Sparse | WithConstant:
    """The rows, each with a constant feature of this value after its own; without one where it is 0."""
    return WithConstant(rows, np.float32(value)) if value else rows


def labels_of(Y: sp.csr_array) -> Labels:
    """The correct classes in an indicator matrix (n, G), not copied if its indices are int32."""
    indices, indptr = sp.safely_cast_index_arrays(Y, np.int32)
    return Labels(indptr, indices, Y.shape[1])


def class_means(X, rows: np.ndarray, y: np.ndarray, n_classes: int) -> np.ndarray:
    """Mean of some rows of X (n, d), dense or sparse, of each class: float32 (G, d), zero for one without rows.

    Parameters
    ----------
    rows : ndarray (r,) of int
        Their numbers; they are not copied.
    y : ndarray (r,) of int
        Their class numbers.
    """
    sizes = np.bincount(y, minlength=n_classes)
    weights = (1 / sizes[y]).astype(np.float32)
    sums = sp.csr_array((weights, (y, rows)), shape=(n_classes, X.shape[0])) @ X
    return sums.toarray() if sp.issparse(sums) else sums


def check_size(X, times: float = 1.0) -> None:
    """Raise FloatingPointError if squared lengths of rows of X (n, d), so many times as large, overflow in float32."""
    if not row_norms(X, squared=True).max() * times < LARGEST_SQUARE:
        raise FloatingPointError("the features of X are too large for scores in float32; scale X down")


def canonical(X):
    """X if dense; else as a CSR array without duplicates, its columns sorted: X's own memory if it is so."""
    if not sp.issparse(X):
        return X
    X = sp.csr_array(X)
    if not X.has_canonical_format:
        X = X.copy()
        X.sum_duplicates()
    return X


def indicator_of(y: np.ndarray) -> tuple[sp.csr_array, np.ndarray]:
    """Indicator matrix int8 (n, G) of labels (n,), and the classes (G,) that its columns stand for."""
    check_classification_targets(y)
    classes, columns = np.unique(y, return_inverse=True)
    if len(classes) < 2:
        raise ValueError(f"y holds one class only, {classes.tolist()[0]!r}; training needs at least two")
    starts = np.arange(len(columns) + 1, dtype=np.int32)
    ones = np.ones(len(columns), np.int8)
    return sp.csr_array((ones, columns.astype(np.int32), starts), shape=(len(columns), len(classes))), classes


def is_indicator(y) -> bool:
    """Whether y is a matrix of right classes, sparse or dense; a dense column is one of labels."""
    shape = getattr(y, "shape", ())
    return sp.issparse(y) or (len(shape) == 2 and shape[1] > 1)


def checked_indicator(y, n: int) -> sp.csr_array:
    """The indicator matrix (n, G) as canonical CSR, after checking that every class can be learnt."""
    Y = canonical(sp.csr_array(check_array(y, accept_sparse="csr", input_name="y")))
    if Y.shape[0] != n:
        raise ValueError(f"X has {n} samples and y has {Y.shape[0]}; give one row of y for each row of X")
    if not Y.data.all():
        Y = Y.copy()
        Y.eliminate_zeros()
    odd = Y.data[Y.data != 1]
    if odd.size:
        raise ValueError(f"y as an indicator matrix must hold 1 for right classes and nothing else, not {odd[0]:g}")
    _check_learnable(np.diff(Y.indptr), np.bincount(Y.indices, minlength=Y.shape[1]))
    return Y


def one_class_each(Y: sp.csr_array) -> np.ndarray:
    """The right class of each sample, int32 (n,), where the indicator matrix (n, G) names one each.

    Raises
    ------
    ValueError
        When a sample has several.
    """
    labels = labels_of(Y)
    several = np.flatnonzero(np.diff(labels.indptr) != 1)
    if several.size:
        n_right = labels.indptr[several[0] + 1] - labels.indptr[several[0]]
        raise ValueError(f"sample {several[0]} has {n_right} right classes in y; this method takes one a sample")
    return labels.classes


def hits(predicted: np.ndarray, Y) -> np.ndarray:
    """Whether each predicted class (n,), by number, is one of those in the indicator matrix (n, G): bool (n,)."""
    ones, starts = np.ones(len(predicted), np.int8), np.arange(len(predicted) + 1)
    return sp.csr_array((ones, predicted, starts), shape=Y.shape).multiply(Y).sum(axis=1) > 0


def _check_learnable(per_sample: np.ndarray, per_class: np.ndarray) -> None:
    """Raise ValueError unless no class is empty, and each sample has a right and a wrong one."""
    n_classes = len(per_class)
    if n_classes < 2:
        raise ValueError("y has one class only, a single column; training needs at least two")
    empty = np.flatnonzero(per_class == 0)
    if empty.size:
        others = f" (nor have {empty.size - 1} others)" if empty.size > 1 else ""
        raise ValueError(f"class {empty[0]} has no samples in y{others}; drop its column or add samples")
    odd = np.flatnonzero((per_sample == 0) | (per_sample == n_classes))
    if odd.size:
        raise ValueError(
            f"sample {odd[0]} has {per_sample[odd[0]]} of {n_classes} classes in y; it needs a right class "
            "and a wrong one: drop it or mend its labels"
        )
