"""Seeds derived from names, so that adding a method or a set changes no other number."""

import hashlib

import numpy as np

# Data sets that were renamed, and the names that seed them, so that renaming changes no number either.
FIRST_NAMES = {"bimodal_classes": "two_places", "label_noise": "noisy_clicks", "few_directions_5x": "more_samples"}


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
    text = "\x1f".join(_seeding(str(name)) for name in names)
    return np.random.SeedSequence(int.from_bytes(hashlib.sha256(text.encode()).digest(), "big"))


def _seeding(name: str) -> str:
    """The name that a data set or a variant of it (``set-variant``) had first; any other name as it is."""
    file, hyphen, variant = name.partition("-")
    return FIRST_NAMES.get(file, file) + hyphen + variant
