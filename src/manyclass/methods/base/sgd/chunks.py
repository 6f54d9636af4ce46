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
from manyclass.methods.base.samples import MOST_VALUES, rows_of

ROWS_AT_A_TIME, VALUES_AT_A_TIME = 4096, 2**20  # the values of sparse rows


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
        return _read_sparse(rows, drawn, order)
    X = np.empty((len(drawn), rows.X.shape[1]), rows.X.dtype)
    for first in range(0, len(order), ROWS_AT_A_TIME):
        part = order[first : first + ROWS_AT_A_TIME]
        X[part] = rows.X[drawn[part]]
    return rows_of(X)


def _read_sparse(rows: Sparse, drawn: np.ndarray, order: np.ndarray) -> Sparse:
    """The same of sparse rows, with indices of 32 bits wherever these can number the values of the copy."""
    counts, starts = _counts_and_starts(rows.indptr, drawn)
    few = starts[-1] <= MOST_VALUES
    data = np.empty(starts[-1], rows.data.dtype)
    indices = np.empty(starts[-1], f"{rows.indices.dtype.kind}4" if few else rows.indices.dtype)
    at_a_time = max(1, VALUES_AT_A_TIME * len(drawn) // max(1, starts[-1]))
    for first in range(0, len(order), at_a_time):
        part = order[first : first + at_a_time]
        here, there = _places(starts[part], counts[part]), _places(rows.indptr[drawn[part]], counts[part])
        data[here], indices[here] = rows.data[there], rows.indices[there]
    return Sparse(data, indices, starts.astype(np.int32) if few else starts)


def _labels(labels: Labels, drawn: np.ndarray) -> InTurn:
    counts, starts = _counts_and_starts(labels.indptr, drawn)
    classes = labels.classes[_places(labels.indptr[drawn], counts)]
    return InTurn(starts.astype(labels.indptr.dtype), classes, labels.n_classes, np.zeros(1, np.int64))


def _counts_and_starts(indptr: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """How many values of a CSR matrix these rows have, (r,), and the ``indptr`` of a matrix of them: int64 (r + 1,)."""
    counts = indptr[rows + 1] - indptr[rows]
    return counts, np.concatenate([[0], np.cumsum(counts, dtype=np.int64)])


def _places(starts: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """So many numbers from each of the starts on: int64 (sum of the counts,)."""
    ends = np.cumsum(counts, dtype=np.int64)
    return np.arange(counts.sum(dtype=np.int64)) + np.repeat(starts - (ends - counts), counts)
