"""Colours as one sees them: contrast, distance, and what is left of it with one kind of cone missing.

Simulation as of Machado, Oliveira and Fernandes (2009), severity 1, in linear RGB; distance in CIELAB under D65;
contrast as the Web Content Accessibility Guidelines 2.2 define it.
"""

import numpy as np

SIGHTS = {
    "all cones": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def linear(colour: str) -> np.ndarray:
    """Linear RGB float64 (3,), from 0 to 1, of "#rgb" or "#rrggbb"."""
    digits = colour.removeprefix("#")
    digits = "".join(2 * digit for digit in digits) if len(digits) == 3 else digits
    values = np.array([int(digits[at : at + 2], 16) for at in (0, 2, 4)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, from 1 to 21."""
    dark, light = sorted(float(TO_XYZ[1] @ linear(colour)) for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def lab(colour: str, sight="all cones") -> np.ndarray:
    """CIELAB float64 (3,) of what is seen of a colour."""
    seen = np.clip(SIGHTS[sight] @ linear(colour), 0, 1)
    relative = TO_XYZ @ seen / (TO_XYZ @ np.ones(3))
    bent = np.where(relative > (6 / 29) ** 3, np.cbrt(relative), relative / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * bent[1] - 16, 500 * (bent[0] - bent[1]), 200 * (bent[1] - bent[2])])


def least_distance(colours, sight) -> tuple[float, str, str]:
    """The two colours that look most alike, and how far they are apart."""
    pairs = [(one, other) for place, one in enumerate(colours) for other in list(colours)[:place]]
    return min((float(np.linalg.norm(lab(one, sight) - lab(other, sight))), one, other) for one, other in pairs)
