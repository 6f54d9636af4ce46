"""What every data set is made of: samples in parts, rows in blocks, and the split that holds them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from manyclass.datasets.base.tree import Tree


@dataclass(frozen=True)
class Blocks:
    """An array too large for memory, made a block of rows at a time.

    Every block is a pure function of its number, so blocks can be made in any order and made again.

    Parameters
    ----------
    shape : (int, int)
        Rows and features of the whole array.
    rows : int
        Rows of one block; the last block may have fewer.
    make : callable
        ``make(b)`` gives block ``b``: shape (rows, features), C order, or a csr_array.
    dtype : dtype
        Type of the elements.
    sparse : bool
        Whether the blocks are sparse.
    """

    shape: tuple[int, int]
    rows: int
    make: Callable[[int], np.ndarray | csr_array]
    dtype: np.dtype = np.dtype(np.float32)
    sparse: bool = False
    ndim = 2

    def __len__(self) -> int:
        """Number of blocks."""
        return -(-self.shape[0] // self.rows)

    def __iter__(self) -> Iterator[np.ndarray | csr_array]:
        """Make the blocks one after the other."""
        return (self.make(b) for b in range(len(self)))

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        """Gather every block in memory, as ``np.asarray`` asks for; sparse ones with all of their zeros."""
        if copy is False:
            raise ValueError("blocks are made on demand: gathering them always makes a new array")
        whole = np.empty(self.shape, dtype or self.dtype)
        for b, block in enumerate(self):
            whole[b * self.rows : b * self.rows + block.shape[0]] = block.toarray() if self.sparse else block
        return whole


@dataclass(frozen=True, eq=False)
class Part:
    """Samples and their labels.

    Parameters
    ----------
    X : float32 ndarray (n, d), csr_array (n, d) or Blocks
        The samples.
    Y : csr_array (n, G), int8 ones
        The given labels: int32 indices, sorted, at least one a row.
    chunk_rows : int or None
        Samples that training reads at a time, where all of them do not fit into memory; None for all.
    """

    X: np.ndarray | csr_array | Blocks
    Y: csr_array
    chunk_rows: int | None = None


@dataclass(frozen=True, eq=False)
class Split:
    """A data set: three parts, and what is known of its classes.

    Parameters
    ----------
    train, valid, test : Part
        The parts.
    tree : Tree or None
        The class tree, where the set has one.
    names : list of str
        Names of the classes, by number.
    bayes_ranking : int32 (n, at most 10), or Blocks of it, or None
        The best classes, best first, by the generator's Bayes-optimal classifier for the first n test samples.
    """

    train: Part
    valid: Part
    test: Part
    tree: Tree | None
    names: list[str]
    bayes_ranking: np.ndarray | Blocks | None = None
