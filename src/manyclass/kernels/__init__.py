"""The compiled inner loops: plain functions on float32 arrays, updated in place.

Numba's on-disk cache notices an edit of the file a kernel stands in, but not of the files that kernel calls.
The cache folder is therefore named by a digest of all kernel sources: an edit anywhere starts a fresh cache.
"""

import hashlib
import os
from pathlib import Path

import numba


def _cache_folder() -> Path:
    """Folder of this version's compiled kernels, under the user's cache folder or ``NUMBA_CACHE_DIR``."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    digest = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:12]
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "manyclass" / f"kernels-{digest}"


if not os.environ.get("NUMBA_CACHE_DIR"):
    numba.config.CACHE_DIR = str(_cache_folder())
