"""Snapshots: what is known of a trial on its way, kept in files that are whole, and checked when they are read."""

import hashlib
import json
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np

from manyclass.protocol.files import atomic, digest_of
from manyclass.protocol.sources import closure
from manyclass.protocol.trial.record import Record, versions
from manyclass.protocol.trial.spec import Spec

KEPT = 2
# What a file must hold beside the arrays; no path of an array in a state begins with a dot.
ABOUT, DIGEST = ".about", ".digest"
DATA = "data"
ROUNDED = " (drawn again on another kind of processor, they differ in rounding)"
RECORD = "record"  # the name of the snapshot of a trial that has ended


class Snapshots:
    """The snapshots in a folder, by name; of each name the last two, so that one is left where one is damaged.

    Parameters
    ----------
    folder : Path
        Made when there is something to write. No rule of the workflow may declare it: what a rule declares is removed
        before its job is run again.
    of : callable
        Says what the snapshots are of, a text by the name of each thing that decides; others are not read. Asked when
        it is needed.
    """

    def __init__(self, folder: Path, of: Callable[[], dict[str, str]]):
        self.folder, self._of = folder, of

    def write(self, name: str, about: dict, arrays: dict[str, np.ndarray]) -> None:
        """Write a snapshot; the one before it stays, and older ones go.

        Raises
        ------
        OSError
            If it cannot be written; the others are left.
        ValueError, TypeError
            If an array holds Python objects, or ``about`` something that JSON does not know.
        """
        text = json.dumps({"of": self._of(), **about}, default=np.generic.item)
        arrays = {ABOUT: np.frombuffer(text.encode(), np.uint8), **arrays}
        if objects := [key for key, array in arrays.items() if array.dtype.hasobject]:
            raise ValueError(f"array {objects[0]!r} holds Python objects, which are never stored")
        files = self._files(name)
        number = max(files, default=-1) + 1
        with atomic(self.folder / f"{name}.{number}.npz") as part, open(part, "wb") as file:
            np.savez(file, **arrays, **{DIGEST: np.array(digest(arrays))})
        for old in sorted(files)[: len(files) - KEPT + 1]:
            files[old].unlink()

    def read(self, name: str) -> tuple[dict, dict[str, np.ndarray]] | None:
        """The latest snapshot of this name that is whole; None without one. What is wrong with others is said."""
        for _, file in sorted(self._files(name).items(), reverse=True):
            try:
                return self._read(file)
            except Exception as error:  # zipfile raises whatever the damaged bytes lead it to
                reason = str(error).partition("\n")[0] or type(error).__name__
                print(f"{file} is not taken up: {reason}", file=sys.stderr, flush=True)
        return None

    def forget_earlier(self, name: str) -> None:
        """Remove all snapshots of this name but the last."""
        for _, file in sorted(self._files(name).items())[:-1]:
            file.unlink()

    def remove(self, *, but: str = "") -> None:
        """Remove all snapshots, or those of other names than this."""
        for file in self.folder.glob("*.npz"):
            if not (but and re.fullmatch(rf"{but}\.\d+\.npz", file.name)):
                file.unlink()

    def _files(self, name: str) -> dict[int, Path]:
        found = ((re.fullmatch(rf"{name}\.(\d+)\.npz", file.name), file) for file in self.folder.glob(f"{name}.*.npz"))
        return {int(match[1]): file for match, file in found if match}

    def _read(self, file: Path) -> tuple[dict, dict[str, np.ndarray]]:
        with np.load(file, allow_pickle=False) as stored:
            arrays = dict(stored)
        if str(arrays.pop(DIGEST)) != digest(arrays):
            raise ValueError("it is damaged")
        about = json.loads(arrays.pop(ABOUT).tobytes())
        theirs, ours = about.pop("of"), self._of()
        if other := [name for name, said in ours.items() if theirs.get(name) != said]:
            raise ValueError(f"it is of other {' and '.join(other)}{ROUNDED if DATA in other else ''}")
        return about, arrays


# Of what a trial is told, what does not decide its result, or is read.
NOT_DECIDING = {"data", "out", "seconds", "snapshot_every", "depends_on", "first", "pilot"}


def digest(arrays: dict[str, np.ndarray]) -> str:
    """SHA-256 of arrays by name: their types, shapes, order in memory and bytes."""
    found = hashlib.sha256()
    for name, array in sorted(arrays.items()):
        by_columns = array.flags.f_contiguous and not array.flags.c_contiguous
        found.update(f"{name} {array.dtype.str} {array.shape} {by_columns}\n".encode())
        found.update(np.ascontiguousarray(array.T if by_columns else array).reshape(-1).view(np.uint8))
    return found.hexdigest()


def identity(spec: Spec) -> dict[str, str]:
    """Digests of all that decides a trial's result, by name."""
    told = {name: value for name, value in asdict(spec).items() if name not in NOT_DECIDING}
    before = [Record.read(path).untimed() for path in (spec.depends_on, spec.first, spec.pilot) if path is not None]
    module = spec.factory.partition(":")[0] if spec.factory else f"manyclass.methods.{spec.method}"
    sources = closure(module, "manyclass.protocol.trial.worker")
    files = [file for file in sorted(spec.data.iterdir()) if file.is_file()]
    deciding = {
        "parameters": told,
        DATA: [spec.dataset, *map(digest_of, files)],
        "results before it": before,
        "sources": [digest_of(Path(file)) for file in sources],
        "versions of libraries": versions(),
    }
    return {name: _digest_of_text(json.dumps(of, sort_keys=True, default=str)) for name, of in deciding.items()}


def _digest_of_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def folder_of(out: Path) -> Path:
    """Where the snapshots of a trial are that ends with this record: beside it."""
    return out.with_suffix(".snapshots")


def remove(out: Path) -> None:
    """Remove the snapshots of a trial that has ended with this record."""
    shutil.rmtree(folder_of(out), ignore_errors=True)


def reopen(out: Path) -> None:
    """Let a trial that has ended with this record go on, if it is run again, and not end with it once more."""
    for file in folder_of(out).glob(f"{RECORD}.*.npz"):
        file.unlink()
