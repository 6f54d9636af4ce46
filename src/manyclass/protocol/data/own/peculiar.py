"""What is peculiar in a user's data, and is not refused: classes too rare to test, repeated samples, dead features."""

import numpy as np
from scipy.sparse import issparse

from manyclass.datasets.base import Split
from manyclass.protocol.data.repeated import keys, seen

PARTS = ("train", "valid", "test")
UNEVEN = 10  # times as large as the middle one is a class worth a line


def peculiarities(split: Split, unread=()) -> list[str]:
    """What one should know of a split before a number is made of it, a line each; none where nothing is peculiar.

    Parameters
    ----------
    split : Split
    unread : sequence of str
        Names of arrays that the data hold and nobody reads.
    """
    sizes = {part: np.bincount(getattr(split, part).Y.indices, minlength=len(split.names)) for part in PARTS}
    of_classes = [*_rare(sizes, split.names), *_uneven(sizes["train"], split.names)]
    return [*of_classes, *_repeated(split), *_constant(split), *_unread(unread)]


def _rare(sizes, names) -> list[str]:
    """Classes that some part has no sample of, or train one only."""
    lines = []
    for part, lost in (("test", "how well they are recognised is not tested"), ("valid", "no choice depends on them")):
        none = sizes[part] == 0
        if none.any():
            lines.append(f"{_some(none, names)} no sample in {part}: {lost}")
    single = sizes["train"] == 1
    return lines + ([f"{_some(single, names)} a single sample in train"] if single.any() else [])


def _some(chosen, names) -> str:
    have = "has" if chosen.sum() == 1 else "have"
    return f"{chosen.sum()} of {len(names)} classes, such as {names[int(np.argmax(chosen))]}, {have}"


def _uneven(sizes, names) -> list[str]:
    largest, middle = int(sizes.argmax()), float(np.median(sizes))
    if sizes[largest] <= UNEVEN * middle:
        return []
    times = sizes[largest] / middle
    return [f"the largest class, {names[largest]}, has {times:.0f} times as many samples as the median one"]


def _repeated(split) -> list[str]:
    """Samples whose features another one has, and those of test that train has too."""
    every = np.concatenate([keys(getattr(split, part).X) for part in PARTS])
    repeated = len(every) - len(np.unique(every))
    if not repeated:
        return []
    return [
        f"{repeated} of {len(every)} samples have the features of another; of test {seen(split)} have those of one in"
        " train"
    ]


def _constant(split) -> list[str]:
    """Features that are the same in all samples of train."""
    X = split.train.X
    most, least = (each.toarray() if issparse(X) else each for each in (X.max(axis=0), X.min(axis=0)))
    n = int((most == least).sum())
    return [f"{n} of {X.shape[1]} features are constant in train"] if n else []


def _unread(names) -> list[str]:
    """Arrays such as groups, which keep samples together only where the option of that name says so."""
    return [f"no option names these arrays, which are not read: {', '.join(names)}"] if names else []
