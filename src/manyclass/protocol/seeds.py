"""Seeds derived from names, so that adding a method or a set changes no other number."""

import hashlib

import numpy as np


def derive(*names) -> np.random.SeedSequence:
    """Seed of whatever the names name.

    Parameters
    ----------
    *names : str or int
        Such as ``derive("data", "web21k")`` or ``derive("trial", "web21k", "wsabie", 3)``.

    Returns
    -------
    numpy.random.SeedSequence
        From the SHA-256 digest of the names, kept apart by a character that no name has.
    """
    text = "\x1f".join(str(name) for name in names)
    return np.random.SeedSequence(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))
