"""How many seeds there are, and seeds derived from names, so that adding a method or a set changes no other number."""

import hashlib

import numpy as np

# Seeds of a scale where the configuration does not say: draws of the data, and runs of every trial, one on each draw.
NUMBER = {"smoke": 3, "standard": 5, "large": 3, "full": 5}


def derive(*names) -> np.random.SeedSequence:
    """Seed of whatever the names name.

    Parameters
    ----------
    *names : str or int
        Such as ``derive("data", "web21k", 3)`` or ``derive("trial", "web21k", "wsabie", 3)``.

    Returns
    -------
    numpy.random.SeedSequence
        From the SHA-256 digest of the names, kept apart by a character that no name has.
    """
    text = "\x1f".join(map(str, names))
    return np.random.SeedSequence(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))
