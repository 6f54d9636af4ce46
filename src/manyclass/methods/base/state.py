"""The state of a training as arrays by name, which can be stored, and the same put together again.

A state is a tree: named tuples, dataclasses, tuples and dicts, of arrays and numbers.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from typing import NamedTuple

import numpy as np


def arrays_of(tree, path: str = "") -> dict[str, np.ndarray]:
    """The arrays of a tree, themselves and no copies, by their paths in it; numbers as arrays without dimensions."""
    members = _members(tree)
    if members is None:
        return {path: np.asarray(tree)}
    parts = (arrays_of(member, _joined(path, key)) for key, member in members.items())
    return {name: array for part in parts for name, array in part.items()}


def rebuilt(like, arrays: dict[str, np.ndarray], path: str = ""):
    """The tree that `arrays_of` took apart.

    Parameters
    ----------
    like : tree
        One of the same form. Its arrays say of which type, shape and order in memory the new ones are; of those without
        elements the new ones may have any length.
    arrays : dict of str to ndarray
        By their paths; they become part of the tree.

    Raises
    ------
    ValueError
        If there is no such array, or it has another type or shape; one line that names it.
    """
    members = _members(like)
    if members is not None:
        found = {key: rebuilt(member, arrays, _joined(path, key)) for key, member in members.items()}
        if is_dataclass(like) or hasattr(like, "_asdict"):
            return type(like)(**found)
        return tuple(found.values()) if isinstance(like, tuple) else found
    if path not in arrays:
        raise ValueError(f"not a state of this training: it has no array {path!r}")
    array, wanted = arrays[path], np.asarray(like)
    first = 1 if wanted.ndim and not wanted.size else 0
    if array.dtype != wanted.dtype or array.ndim != wanted.ndim or array.shape[first:] != wanted.shape[first:]:
        found, expected = (f"{each.dtype} {each.shape}" for each in (array, wanted))
        raise ValueError(f"not a state of this training: array {path!r} is {found}, and not {expected}")
    if not isinstance(like, np.ndarray):
        return type(like)(array[()])
    by_columns = like.flags.f_contiguous and not like.flags.c_contiguous  # sums depend on how vectors lie in memory
    return np.asarray(array, order="F" if by_columns else "C")


def columns(rows: Iterable[NamedTuple], kind: type) -> NamedTuple:
    """Named tuples of numbers as one of this ``kind``, each of its fields an array with a number for every one."""
    rows = list(rows)
    return kind(*(np.array([getattr(row, name) for row in rows], t) for name, t in kind.__annotations__.items()))


def from_columns(table: NamedTuple) -> list[NamedTuple]:
    """The inverse of `columns`."""
    return [type(table)(*numbers) for numbers in zip(*(column.tolist() for column in table))]


def below(path: str, arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Those of the arrays whose paths begin with this one, by the rest of their paths."""
    return {name.removeprefix(f"{path}/"): array for name, array in arrays.items() if name.startswith(f"{path}/")}


def _members(tree) -> dict | None:
    """What a node of a tree holds, by name; None for an array or a number."""
    if is_dataclass(tree):
        return {field.name: getattr(tree, field.name) for field in fields(tree)}
    if hasattr(tree, "_asdict"):
        return tree._asdict()
    if isinstance(tree, tuple):
        return dict(enumerate(tree))
    return tree if isinstance(tree, dict) else None


def _joined(path: str, key) -> str:
    return f"{path}/{key}" if path else str(key)
