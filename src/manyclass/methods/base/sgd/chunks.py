"""Samples that do not fit into memory: a pass reads chunks of them, in random order, and draws from one at a time.

To draw single rows of a file that is larger than memory is to wait for a disk at every step. A chunk is read from its
first row to its last, into memory, and as many samples are drawn from it as it has; so a pass draws from every chunk in
proportion, and otherwise as ever. Samples must lie in the file in random order, as those of the suite do.
"""

from collections.abc import Iterator

import numpy as np

from manyclass.kernels.common.labels import Labels
from manyclass.kernels.common.rows import Dense, Sparse, WithConstant


def shuffled(problem, most: int | None, generator: np.ndarray) -> Iterator[tuple[int, tuple]]:
    """The problem in chunks of at most so many samples, in an order that the generator's state decides.

    Parameters
    ----------
    problem : Problem
        Of n samples; its ``rule`` is that of all chunks.
    most : int or None
        Samples of a chunk; None for one chunk, the problem itself.
    generator : ndarray (4,) of uint64
        Which is read, and not changed.

    Yields
    ------
    (int, Problem)
        How many samples the chunks before it had, and the chunk. Its rows are copies.

    Raises
    ------
    ValueError
        If samples are drawn by their classes, which lie in all chunks.
    """
    n = problem.n_samples
    number = 1 if most is None else -(-n // most)
    if number == 1:
        yield 0, problem
        return
    if not isinstance(problem.labels, Labels):
        raise ValueError("classes that are drawn equally often need all samples at once: leave out chunk_rows")
    ends, before = np.arange(number + 1) * n // number, 0
    for chunk in np.random.default_rng(generator.tolist()).permutation(number):
        part = slice(int(ends[chunk]), int(ends[chunk + 1]))
        yield before, problem._replace(rows=_read(problem.rows, part), labels=_labels(problem.labels, part))
        before += part.stop - part.start


def _read(rows: Dense | Sparse | WithConstant, part: slice):
    """A copy of these rows."""
    if isinstance(rows, WithConstant):
        return rows._replace(rows=_read(rows.rows, part))
    if isinstance(rows, Dense):
        return Dense(np.array(rows.X[part]))
    first, last = rows.indptr[part.start], rows.indptr[part.stop]
    indptr = rows.indptr[part.start : part.stop + 1] - first
    return Sparse(np.array(rows.data[first:last]), np.array(rows.indices[first:last]), indptr)


def _labels(labels: Labels, part: slice) -> Labels:
    indptr = labels.indptr[part.start : part.stop + 1]
    return Labels(indptr - indptr[0], labels.classes[indptr[0] : indptr[-1]], labels.n_classes)
