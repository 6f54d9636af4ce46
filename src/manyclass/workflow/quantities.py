"""Seconds and bytes as people read them."""

import numpy as np

UNKNOWN = "unknown"


def in_time(seconds: float) -> str:
    """A duration in its largest unit, such as 1.5 h."""
    return _in_largest(seconds, {"h": 3600, "min": 60}, f"{seconds:.1f} s")


def in_bytes(size: float) -> str:
    """A number of bytes in its largest unit, such as 1.5 GB."""
    return _in_largest(size, {"TB": 1e12, "GB": 1e9}, f"{size / 1e6:.0f} MB")


def in_words(seconds: float) -> str:
    """A duration in words: minutes, of hours and more also these."""
    minutes = max(1, round(seconds / 60))
    hours, rest = divmod(minutes, 60)
    said = [f"{number} {unit}{'s' * (number != 1)}" for number, unit in ((hours, "hour"), (rest, "minute")) if number]
    return " ".join(said)


def _in_largest(value: float, units: dict[str, float], below: str) -> str:
    """A number in the first unit of which it is at least one, or what it is called below the last."""
    if not np.isfinite(value):
        return UNKNOWN
    return next((f"{value / size:,.1f} {unit}" for unit, size in units.items() if value >= size), below)
