"""A user's own data: an entry of the config becomes a `Split`, checked, split and scaled.

An entry such as ``mine: {path: mine.csv, y: species, test: 0.25}`` names arrays (a .npz file, or a folder of .npy
files), sparse text (.svm, .libsvm, .txt; libsvm's, or the Extreme Classification Repository's), a table (.csv,
.parquet, .arff) or a set of OpenML (``openml:letter``). `OwnData` lists its options.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from manyclass.datasets.base import Part, Split, Tree
from manyclass.protocol.data.card import GIVEN, GROUPED, RESPLIT, TEST_GIVEN
from manyclass.protocol.data.own.features import prepare
from manyclass.protocol.data.own.grouped import hold_out_groups
from manyclass.protocol.data.own.holdout import hold_out
from manyclass.protocol.data.own.options import OwnData
from manyclass.protocol.data.own.readers import load, unread
from manyclass.protocol.data.own.tree import class_groups
from manyclass.protocol.errors import DataError, one_line
from manyclass.protocol.seeds import derive

__all__ = ["OwnData", "OwnSet", "own_split"]
PARTS = ("train", "valid", "test")
LONGEST_PATH = 200


@dataclass(frozen=True)
class OwnSet:
    """A set of one's own data as read, before it is split.

    Attributes
    ----------
    name : str
        What the config calls it; the seeds of its splits derive from it.
    options : OwnData
        What the config says of it.
    parts : dict of str to Part
        ``train``, and of ``valid`` and ``test`` those that the data give.
    names : list of str
        Classes, in the order of their labels, or group by group where there are groups.
    tree : Tree or None
        Classes, groups, root.
    groups : dict of str to ndarray, or None
        Of each of `parts` the group of every sample, where samples of a group stay together.
    """

    name: str
    options: OwnData
    parts: dict[str, Part]
    names: list[str]
    tree: Tree | None
    groups: dict[str, np.ndarray] | None = None

    @classmethod
    def load(cls, name, entry) -> "OwnSet":
        """Read what an entry of the config names.

        Raises
        ------
        DataError
            One line that says what is wrong with the entry or the data.
        """
        options = OwnData.parse(name, entry)
        try:
            tables = load(options)
            labels = np.unique(np.concatenate([table.labels for table in tables.values()]))
            if len(labels) < 2:
                raise DataError(f"there is one class only, {labels[0]}: nothing to tell apart")
            order, tree = class_groups(labels, tables, options.tree)
        except DataError as error:
            raise _of_set(name, options, error) from None
        except OSError as error:
            raise _of_set(name, options, f"cannot be read: {error}") from None
        rank = np.argsort(order)
        parts = {part: Part(t.X, indicator(t, labels, rank)) for part, t in tables.items()}
        groups = {part: table.groups for part, table in tables.items()} if options.groups else None
        return cls(name, options, parts, [str(label) for label in labels[order]], tree, groups)

    @property
    def unread(self) -> list[str]:
        """Names of arrays that the data hold beside those that are read."""
        return unread(self.options)

    @property
    def given(self) -> bool:
        """Whether the data say of every sample which part it is in, so that there is nothing to draw."""
        return set(PARTS) <= set(self.parts)

    @property
    def drawn(self) -> str:
        """What another seed draws anew, in the words of `manyclass.protocol.data.card`."""
        if self.given:
            return GIVEN
        if "test" in self.parts:
            return TEST_GIVEN
        return GROUPED if self.groups else RESPLIT

    def split(self, seed) -> Split:
        """Hold out the parts that the data do not give, drawn anew for every seed, and prepare the features.

        Returns
        -------
        Split
            Its arrays in memory, without a Bayes-optimal ranking.

        Raises
        ------
        DataError
            One line: a class without a training sample, or features that cannot be prepared as the entry says.
        """
        try:
            rng = np.random.default_rng(derive("data", self.name, "split", seed))
            parts = self._hold_out(rng)
            _check_trained(parts, self.names)
            arrays = prepare([parts[part].X for part in PARTS], self.options, derive("data", self.name, "svd"))
        except DataError as error:
            raise _of_set(self.name, self.options, error) from None
        return Split(*(Part(X, parts[part].Y) for part, X in zip(PARTS, arrays)), self.tree, self.names)

    def _hold_out(self, rng) -> dict[str, Part]:
        if self.groups:
            return hold_out_groups(self.parts, self.groups, self.options, self.names, rng)
        return hold_out(self.parts, self.options, self.names, rng)


def own_split(name, entry, seed=0) -> Split:
    """Make one draw of a set of one's own data, see `OwnSet`."""
    return OwnSet.load(name, entry).split(seed)


def _of_set(name, options, error) -> DataError:
    return DataError(one_line(f"data set {name} ({one_line(options.path, LONGEST_PATH)}): {error}"))


def indicator(table, labels, rank) -> csr_array:
    """Indicator matrix of a table's labels, of which class ``rank[i]`` is ``labels[i]``: csr int8 (n, G)."""
    columns = rank[np.searchsorted(labels, table.labels)].astype(np.int32)
    shape = (len(table.indptr) - 1, len(labels))
    Y = csr_array((np.ones(len(columns), np.int8), columns, table.indptr.astype(np.int32)), shape=shape)
    Y.sum_duplicates()
    Y.data[:] = 1
    return Y


def _check_trained(parts, names) -> None:
    untrained = np.bincount(parts["train"].Y.indices, minlength=len(names)) == 0
    if untrained.any():
        raise DataError(
            f"{untrained.sum()} of {len(names)} classes without a training sample, such as "
            f"{names[np.argmax(untrained)]}: remove them from valid and test"
        )
