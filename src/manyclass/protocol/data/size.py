"""How large a data set is, known before it is drawn: what a plan may decide by."""

from typing import NamedTuple

from manyclass.protocol.data import make


class Size(NamedTuple):
    """Counts of a data set; of one whose draws have sizes of their own, the largest.

    Parameters
    ----------
    train : int
        Samples of the training part.
    classes, features : int
        G and d.
    several : bool
        Whether a sample may have several right classes.
    """

    train: int
    classes: int
    features: int
    several: bool


# Bytes of a training part that is read in chunks, not mapped whole: it may be larger than memory. And those of a chunk,
# of which the fewer there are the less often a pass reads the part.
IN_CHUNKS, CHUNK = 16e9, 2**32


def chunk_rows(name: str, scale: str) -> int | None:
    """Samples of a data set of the package that training reads at a time; None for all.

    What is read decides results, so it is a matter of the set, never of the machine. Sparse sets are counted as if all
    features were stored: how many are is known only when they are drawn, and what is read must be known before.
    """
    known = size(name, scale)
    if known is None or 4 * known.train * known.features <= IN_CHUNKS:
        return None
    return CHUNK // (4 * known.features)


def size(name: str, scale: str) -> Size | None:
    """The size of a data set of the package at a scale, by its parameters; None for one of the user's own.

    Raises
    ------
    DataError
        If the package has a file of this name, but not the variant or the scale.
    """
    if make.file_of(name) not in make.available():
        return None
    drawn = make.parameters(name, scale)
    several = getattr(drawn, "grouped", 0) > 0 and drawn.given > 0
    return Size(drawn.train, drawn.classes, drawn.features, several)
