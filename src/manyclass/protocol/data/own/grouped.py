"""Validation and test parts made of whole groups of samples, no group in two parts.

Where samples come in groups, such as the sentences of a speaker or the pictures of a camera, one that is tested on a
group which it was trained on looks better than it will be on new ones.
"""

from itertools import combinations

import numpy as np

from manyclass.datasets.base import Part
from manyclass.protocol.errors import DataError


def hold_out_groups(parts, groups, options, names, rng) -> dict[str, Part]:
    """Take the missing parts from train, group by group.

    Of n groups round(share · n), at least one, go to each missing part by chance. Then, of every class that would be
    left without a training sample, a group comes back to train.

    Parameters
    ----------
    parts : dict of str to Part
        ``train`` at least.
    groups : dict of str to ndarray (n,)
        Of each part the group of every sample, a number or a name.
    options : OwnData
        ``valid`` and ``test`` are the shares.
    names : list of str
        Names of the classes.
    rng : Generator
        Decides which groups.

    Returns
    -------
    dict of str to Part
        All three parts, their samples in the order of the data.

    Raises
    ------
    DataError
        If a group is in two parts of those given, a class in one group only, or a part would be empty.
    """
    _check_apart(groups)
    missing = [part for part in ("test", "valid") if part not in parts]
    if not missing:
        return parts
    _check_spread(parts, groups, names)
    train = parts["train"]
    known, number = np.unique(groups["train"], return_inverse=True)
    place = rng.permutation(len(known))[number]
    stops = np.cumsum([max(1, int(options.share(part) * len(known) + 0.5)) for part in missing])
    last = np.full(len(names), -1)  # of each class the last of its groups
    np.maximum.at(last, train.Y.indices, np.repeat(place, np.diff(train.Y.indptr)))
    part_of = np.searchsorted(stops, place, side="right")
    part_of[np.isin(place, last)] = len(missing)
    rows = {part: np.flatnonzero(part_of == i) for i, part in enumerate([*missing, "train"])}
    if empty := [part for part in rows if not len(rows[part])]:
        raise DataError(f"{empty[0]} would be empty: {len(known)} groups are too few for parts without a common one")
    return parts | {part: Part(train.X[kept], train.Y[kept]) for part, kept in rows.items()}


def _check_apart(groups) -> None:
    for one, other in combinations(groups, 2):
        if len(both := np.intersect1d(groups[one], groups[other])):
            raise DataError(f"group {both[0]} is in {one} and in {other}: groups must be in one part each")


def _check_spread(parts, groups, names) -> None:
    """Refuse classes all of whose samples are in one group, which cannot be both trained and tested."""
    every = np.unique(np.concatenate(list(groups.values())), return_inverse=True)[1]
    counts = np.concatenate([np.diff(parts[part].Y.indptr) for part in groups])
    classes = np.concatenate([parts[part].Y.indices for part in groups]).astype(np.int64)
    pairs = np.unique(classes * (every.max() + 1) + np.repeat(every, counts)) // (every.max() + 1)
    single = np.bincount(pairs, minlength=len(names)) == 1
    if single.any():
        raise DataError(
            f"{single.sum()} of {len(names)} classes with all samples in one group, such as "
            f"{names[np.argmax(single)]}: remove them, or leave out groups (group and tree are for a class tree)"
        )
