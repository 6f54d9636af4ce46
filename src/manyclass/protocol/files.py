"""Files and folders that are either whole or not there."""

import errno
import hashlib
import os
import shutil
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def atomic(path):
    """Name a file to write, and put it in its place once it is whole.

    What a run that was killed left behind has the same temporary name, so the next run writes over it.

    Parameters
    ----------
    path : path
        Where the file shall be; missing folders are made.

    Yields
    ------
    pathlib.Path
        A name in the same folder, with the same ending. It is removed if the block fails.

    Raises
    ------
    OSError
        One line that names the file if the disk is full; any other failure as it came.
    """
    path = Path(path)
    with _temporary(path) as part:
        yield part
        _sync(part)
        os.replace(part, path)


@contextmanager
def atomic_folder(path):
    """Make a folder to write files into, and put it in its place, for one that is there, once they are whole.

    Parameters
    ----------
    path : path
        Where the folder shall be; missing folders above it are made.

    Yields
    ------
    pathlib.Path
        An empty folder beside it, as temporary as the file of `atomic`.

    Raises
    ------
    OSError
        One line that names the folder if the disk is full; any other failure as it came.
    """
    path = Path(path)
    with _temporary(path) as part:
        _remove(part)
        part.mkdir()
        yield part
        for file in (*part.iterdir(), part):
            _sync(file)
        old = path.with_name(f".old-{path.name}")
        _remove(old)
        if path.exists():  # a folder cannot be renamed onto one with files in it
            os.replace(path, old)
        os.replace(part, path)
        _remove(old)


@contextmanager
def _temporary(path):
    """Name what is written in place of ``path``; remove it if the block fails."""
    part = path.with_name(f".part-{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        _sync(path.parent)
    except BaseException as error:
        _remove(part)
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full(path, error) from error
        raise


def digest_of(path) -> str:
    """SHA-256 of a file's bytes, in hexadecimal."""
    with open(path, "rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _remove(path) -> None:
    """Remove a file or a folder, if it is there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _sync(path) -> None:
    """Have a file or a folder written to the disk itself."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _full(path, error) -> OSError:
    full = OSError(f"disk full while writing {path}: free some space and run again")
    full.errno = error.errno
    return full
