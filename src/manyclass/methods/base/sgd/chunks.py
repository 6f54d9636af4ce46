"""Samples that do not fit into memory: what a pass draws is drawn before it, and read a chunk of the draws at a time.

To read single rows of a file that is larger than memory as they are drawn is to wait for a disk at every step. So the
draws of a chunk are read in the order of the file, into memory, where they stand in the order in which they were
drawn, and training takes them in turn. It is given what it would have drawn from all samples at once; that takes as
many reads of the file a pass as there are chunks.
"""

from collections.abc import Iterator

import numpy as np

from manyclass.kernels.common.labels import InTurn, Labels
from manyclass.kernels.common.rows import Dense, Sparse, WithConstant
from manyclass.methods.base.samples import rows_of

ROWS_AT_A_TIME = 4096


def chunks_of(problem, drawn: np.ndarray, most: int, together: int = 1) -> Iterator[tuple[int, tuple]]:
    """The samples that a pass is to train on, chunk by chunk.

    Parameters
    ----------
    problem : Problem
        Of n samples; its ``rule`` is that of all chunks.
    drawn : ndarray (n,) of int64
        The samples in the order of their turns; one that was drawn twice is there twice.
    most : int
        Samples of a chunk.
    together : int
        Samples that are not parted: chunks but for the last have multiples of so many, and so many at least.

    Yields
    ------
    (int, Problem)
        How many samples the chunks before it had, and the chunk. Its rows are copies, its labels `InTurn`.

    Raises
    ------
    ValueError
        If samples are drawn by their classes, which lie in all chunks.
    """
    if not isinstance(problem.labels, Labels):
        raise ValueError("classes that are drawn equally often need all samples at once: leave out chunk_rows")
    size = max(1, most // together) * together
    for first in range(0, len(drawn), size):
        of_chunk = drawn[first : first + size]
        yield first, problem._replace(rows=_read(problem.rows, of_chunk), labels=_labels(problem.labels, of_chunk))


def _read(rows: Dense | Sparse | WithConstant, drawn: np.ndarray):
    """A copy of these rows, in their order, read in that of the file."""
    if isinstance(rows, WithConstant):
        return rows._replace(rows=_read(rows.rows, drawn))
    order = np.argsort(drawn, kind="stable")
    if isinstance(rows, Sparse):
        read = Sparse(*_rows_of(rows.indptr, drawn[order], rows.data, rows.indices))
        return Sparse(*_rows_of(read.indptr, np.argsort(order), read.data, read.indices))
    X = np.empty((len(drawn), rows.X.shape[1]), rows.X.dtype)
    for first in range(0, len(order), ROWS_AT_A_TIME):
        part = order[first : first + ROWS_AT_A_TIME]
        X[part] = rows.X[drawn[part]]
    return rows_of(X)


def _labels(labels: Labels, drawn: np.ndarray) -> InTurn:
    classes, indptr = _rows_of(labels.indptr, drawn, labels.classes)
    return InTurn(indptr, classes, labels.n_classes, np.zeros(1, np.int64))


def _rows_of(indptr: np.ndarray, rows: np.ndarray, *arrays: np.ndarray) -> tuple[np.ndarray, ...]:
    """What the arrays of a CSR matrix hold for these rows, and their ``indptr``, as those of a matrix of them alone."""
    counts = np.diff(indptr)[rows]
    starts = np.concatenate([[0], np.cumsum(counts)])
    places = np.arange(starts[-1]) + np.repeat(indptr[rows] - starts[:-1], counts)
    return *(array[places] for array in arrays), starts.astype(indptr.dtype)
