"""Validation and test parts held out of train, where a user's data do not give them."""

import numpy as np

from manyclass.datasets.base import Part
from manyclass.protocol.errors import DataError


def hold_out(parts, options, names, rng) -> dict[str, Part]:
    """Take the missing parts from train, class by class; a sample of several counts for its rarest.

    Of c samples of a class, round(share · c) go to each missing part, but one always stays in train. Of every class
    that is left without a training sample even so, as its samples count for rarer ones, one comes back to train.

    Parameters
    ----------
    parts : dict of str to Part
        ``train`` at least.
    options : OwnData
        ``valid`` and ``test`` are the shares.
    names : list of str
        Names of the classes.
    rng : Generator
        Decides which samples.

    Returns
    -------
    dict of str to Part
        All three parts, their samples in the order of the data.

    Raises
    ------
    DataError
        If a class has a single sample, or a part would be empty.
    """
    missing = [part for part in ("test", "valid") if part not in parts]
    if not missing:
        return parts
    _check_sizes(parts, names)
    train = parts["train"]
    place, size = _places(train.Y, rng)
    start, part_of = np.zeros_like(size), np.full(len(size), len(missing))
    for number, part in enumerate(missing):
        share = np.floor(options.share(part) * size + 0.5).astype(size.dtype)
        stop = np.maximum(np.minimum(start + share, size - 1), start)
        part_of[(place >= start) & (place < stop)] = number
        start = stop
    part_of[_brought_back(train.Y, part_of == len(missing), place)] = len(missing)
    rows = {part: np.flatnonzero(part_of == number) for number, part in enumerate([*missing, "train"])}
    if empty := [part for part in rows if not len(rows[part])]:
        raise DataError(f"{empty[0]} would be empty: there are too few samples of each class")
    return parts | {part: Part(train.X[kept], train.Y[kept]) for part, kept in rows.items()}


def _brought_back(Y, trained, place) -> list[int]:
    """A sample, held out last by chance, of each class that has none of those ``trained``, bool (n,)."""
    trained, by_class, back = trained.copy(), Y.tocsc(), []
    for label in np.flatnonzero(np.bincount(Y[trained].indices, minlength=Y.shape[1]) == 0):
        samples = by_class.indices[by_class.indptr[label] : by_class.indptr[label + 1]]
        if len(samples) and not trained[samples].any():  # by a sample that is back already
            back.append(samples[np.argmax(place[samples])])
            trained[back[-1]] = True
    return back


def _places(Y, rng) -> tuple[np.ndarray, np.ndarray]:
    """Each sample's random place in its class, and the size of that class: int64 (n,) both."""
    size = np.bincount(Y.indices, minlength=Y.shape[1])
    rarest = np.minimum.reduceat(size[Y.indices] * Y.shape[1] + Y.indices, Y.indptr[:-1]) % Y.shape[1]
    order = rng.permutation(len(rarest))
    order = order[np.argsort(rarest[order], kind="stable")]
    size = np.bincount(rarest, minlength=Y.shape[1])
    place = np.empty_like(rarest)
    place[order] = np.arange(len(order)) - (np.cumsum(size) - size)[rarest[order]]
    return place, size[rarest]


def _check_sizes(parts, names) -> None:
    single = sum(np.bincount(part.Y.indices, minlength=len(names)) for part in parts.values()) == 1
    if single.any():
        raise DataError(
            f"{single.sum()} of {len(names)} classes with a single sample, such as "
            f"{names[np.argmax(single)]}: remove them, or give valid and test of your own"
        )
