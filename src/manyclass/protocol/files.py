"""Files that are either whole or not there."""

import errno
import os
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
    part = path.with_name(f".part-{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield part
        _sync(part)
        os.replace(part, path)
        _sync(path.parent)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full(path, error) from error
        raise


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
