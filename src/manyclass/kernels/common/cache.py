"""Where compiled kernels are kept from process to process: in a folder that is the user's alone, or nowhere.

Numba's on-disk cache notices an edit of the file a kernel stands in, but not of the files that kernel calls.
The folder is therefore named by a digest of all kernel sources: an edit anywhere starts a fresh cache. Processes that
compile a kernel at the same time may write its code under one another's entry, so the digest is of Numba's version and
the processor, too, and code is used only for the types that it was compiled for. What is read from the folder is run,
so one that others may write to is not used. Without one, kernels are compiled in memory, after a warning.
"""

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numba
from numba.core.caching import FunctionCache
from numba.core.registry import cpu_target

OTHERS_MAY_WRITE = 0o022


class KernelCache(FunctionCache):
    """The cache of a kernel, which a damaged file or a full disk may cost time, but no fit."""

    def load_overload(self, sig, target_context):
        """Load what was compiled for this signature; None, and all of the kernel's forgotten, if it is damaged.

        None, too, if another process has put code for other types there, which Numba would run.
        """
        try:
            loaded = super().load_overload(sig, target_context)
        except Exception:  # a pickle cut short may raise anything
            self._write(self.flush)
            return None
        return loaded if loaded is None or loaded.signature.args == tuple(sig) else None

    def save_overload(self, sig, data):
        """Save what was compiled for this signature, as far as the disk has room."""
        self._write(super().save_overload, sig, data)

    def _write(self, save: Callable, *what) -> None:
        try:
            save(*what)
        except OSError as error:
            self.disable()
            _warn(f"{self.cache_path}: {error.strerror}")


def cache_of(function: Callable) -> KernelCache | None:
    """The cache of a function to be compiled; None where it is compiled for this process alone."""
    folder = _folder()
    if folder is None:
        return None
    try:
        found = KernelCache(function)
    except (OSError, RuntimeError) as error:  # Numba finds no folder that it may write to
        _warn(str(error))
        return None
    # Numba may have found another: beside the sources, say, where an edit of other files would go unnoticed.
    return found if Path(found.cache_path).is_relative_to(folder) else None


@cache
def _folder() -> Path | None:
    """Folder of these kernels for this machine, in ``NUMBA_CACHE_DIR`` or the user's own; None if it is unsafe."""
    sources = sorted(Path(__file__).parents[1].rglob("*.py"))
    compiler = repr((numba.__version__, *cpu_target.target_context.codegen().magic_tuple()))
    digest = hashlib.sha256(b"".join([compiler.encode(), *map(Path.read_bytes, sources)])).hexdigest()[:12]
    try:
        chosen = os.environ.get("NUMBA_CACHE_DIR")
        user = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(chosen or Path(user) / "manyclass") / f"kernels-{digest}"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"something")
        status = folder.stat()
    except (OSError, RuntimeError) as error:  # the latter where there is no home
        _warn(str(error))
        return None
    if hasattr(os, "geteuid") and (status.st_uid != os.geteuid() or status.st_mode & OTHERS_MAY_WRITE):
        _warn(f"others may write to {folder}, and what is read from there is run")
        return None
    numba.config.CACHE_DIR = str(folder)
    return folder


def _warn(reason: str) -> None:
    """Say once a process why kernels are not kept."""
    if not _WARNED:
        _WARNED.append(reason)
        advice = "every process compiles its kernels anew; set NUMBA_CACHE_DIR to a folder of your own"
        warnings.warn(f"{reason}: {advice}", RuntimeWarning, stacklevel=2)


_WARNED: list[str] = []
