"""The compiled inner loops: plain functions on float32 arrays, updated in place.

Numba's on-disk cache notices an edit of the file a kernel stands in, but not of the files that kernel calls.
The cache folder is therefore named by a digest of all kernel sources: an edit anywhere starts a fresh cache.
"""

import hashlib
import os
from pathlib import Path

import numba


def _cache_folder() -> Path:
    """Folder of this version's compiled kernels, under ``NUMBA_CACHE_DIR`` or the user's cache folder."""
    sources = sorted(Path(__file__).parent.rglob("*.py"))
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
    user = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "manyclass"
    return Path(os.environ.get("NUMBA_CACHE_DIR") or user) / f"kernels-{digest}"


def _discard_empty(folder: Path) -> None:
    """Remove what a full disk has left empty: it would fail to load in every process, and compiles again."""
    for file in folder.glob("*/*.nb?"):
        if file.stat().st_size == 0:
            file.unlink(missing_ok=True)


numba.config.CACHE_DIR = str(_cache_folder())
_discard_empty(Path(numba.config.CACHE_DIR))
