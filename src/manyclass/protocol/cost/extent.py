"""How large a data set is: what its files, and the arrays of a training, take."""

import json
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.sparse import issparse

from manyclass.datasets.base import Split
from manyclass.datasets.base.population import BLOCK
from manyclass.protocol.data import make

INDEX, LABEL, RANKED = 4, 5, 80  # bytes of a column's number, of a label, and of a sample's ten best classes
MOST_VALUES = np.iinfo(np.int32).max  # of sparse samples; the numbers of more take twice as many bytes
# What a generator holds: so many arrays as large as a block of samples, and as the vectors of all classes, and so many
# bytes of a label. A draw of 6.4 GB with 15,589 classes takes 673 MB of memory, one of 1.6 GB with 4,000 takes 452.
OF_A_ROW, OF_A_LABEL = 5, 48
# Of sparse samples, which are codes of images: of a word, what compares it with all descriptors of a block, 256 images
# of 200, and of a class its parts. There are as many words as features, or fewer.
OF_A_WORD, OF_A_CLASS = 12 * 256 * 200, 100_000


class Extent(NamedTuple):
    """Counts of one draw of a data set.

    Parameters
    ----------
    train, valid, test : int
        Samples of each part.
    classes, features : int
        G and d.
    density : float
        Share of the features that is stored of a sample; below 1 only of sparse sets.
    labels : float
        Right classes of a sample, on average.
    """

    train: int
    valid: int
    test: int
    classes: int
    features: int
    density: float = 1.0
    labels: float = 1.0

    @property
    def values(self) -> float:
        """Features stored of a sample, on average: d of a dense set."""
        return max(1.0, self.features * self.density)

    @property
    def samples(self) -> int:
        """Samples of all parts."""
        return self.train + self.valid + self.test

    @property
    def data_bytes(self) -> int:
        """Bytes of the features and labels of all parts, in files as in memory."""
        index = INDEX if self.train * self.values <= MOST_VALUES else 2 * INDEX
        a_value = 4 if self.density >= 1 else 4 + index
        return round(self.samples * (self.values * a_value + self.labels * LABEL + 2 * INDEX))

    @property
    def making_bytes(self) -> int:
        """Bytes of memory that drawing and writing it takes: samples are made block by block."""
        if self.density < 1:
            rows = OF_A_WORD * self.features + OF_A_CLASS * self.classes
        else:
            rows = OF_A_ROW * 4 * self.features * (BLOCK + self.classes)
        return round(min(self.data_bytes, rows + OF_A_LABEL * self.labels * self.samples))

    @property
    def record_bytes(self) -> int:
        """Bytes of the predictions that are kept of a trial with one seed, at most."""
        return RANKED * self.test


def read_card(path: Path) -> Extent:
    """The counts that the card of a draw gives (`manyclass.protocol.data.card`)."""
    card = json.loads(path.read_text(encoding="utf-8"))
    parts = (card[part] for part in ("train", "valid", "test"))
    return Extent(*parts, card["classes"], card["features"], card["density"], card["labels_per_sample"])


def of_split(split: Split) -> Extent:
    """The counts of a draw in memory."""
    X, Y = split.train.X, split.train.Y
    density = X.nnz / max(1, int(np.prod(X.shape, dtype=np.int64))) if issparse(X) else 1.0
    parts = (part.Y.shape[0] for part in (split.train, split.valid, split.test))
    return Extent(*parts, Y.shape[1], X.shape[1], density, Y.nnz / Y.shape[0])


def of_package(name: str, scale: str, seed: int, density: float = 1.0) -> Extent:
    """The counts of a draw of a data set of the package, which is not drawn for them.

    Parameters
    ----------
    name, scale : str
        As `manyclass.protocol.data.make.parameters` takes them.
    seed : int
        Number of the draw, for sets whose draws have sizes of their own.
    density : float
        Of the set, which its parameters don't say.

    Raises
    ------
    DataError
        If there is no such set, variant or scale.
    """
    drawn = make.parameters(name, scale)
    if hasattr(drawn, "at"):
        drawn = drawn.at(make.seed_of(name, seed))
    return Extent(drawn.train, drawn.valid, drawn.test, drawn.classes, drawn.features, density)
