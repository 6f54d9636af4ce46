"""What data sets are made of; the only part of this folder that is not a data set."""

from manyclass.datasets.base.split import Blocks, Part, Split
from manyclass.datasets.base.tree import Tree

__all__ = ["Blocks", "Part", "Split", "Tree"]
