"""Streams of random numbers that depend on a seed and a place, never on what was drawn before."""

import numpy as np


def sequence(seed) -> np.random.SeedSequence:
    """A seed as a seed sequence."""
    return seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)


def below(seed, *key) -> np.random.SeedSequence:
    """The seed sequence at ``key``, some integers, below another."""
    return np.random.SeedSequence(seed.entropy, spawn_key=(*seed.spawn_key, *key))


def stream(seed, *key) -> np.random.Generator:
    """The generator at ``key``, some integers, below a seed sequence."""
    return np.random.default_rng(below(seed, *key))
