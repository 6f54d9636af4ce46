"""Claims: one-sentence statements of a document, tested on the measured numbers, with a verdict.

Every test asks whether the mean over seeds of some quantity lies in a range, by a 95 % t interval of that
mean: wholly inside is *reproduced*, wholly outside *not reproduced*, anything else *inconclusive*. An order
of two methods is the range above zero of their paired differences; a ratio is tested on its logarithm.
The seeds repeat sweep, selection and training on one data set, so the interval speaks of these, not of other
data. Each claim is tested at 95 % by itself: of many true ones a few will miss.
"""

import json
from dataclasses import asdict, dataclass

import numpy as np

from manyclass.protocol.claims.interval import FEWEST, interval

VERDICTS = REPRODUCED, NOT_REPRODUCED, INCONCLUSIVE = "reproduced", "not reproduced", "inconclusive"


@dataclass(frozen=True)
class Claim:
    """A statement, the printed and the measured numbers, and the verdict."""

    text: str
    printed: str
    measured: str
    verdict: str


def between(text, values, low, high, *, printed="", show="{:.3g}".format, unit="seeds") -> Claim:
    """Test whether the mean of `values` lies between `low` and `high`.

    Parameters
    ----------
    text : str
        The claim, one sentence.
    values : array-like, shape (n,)
        One measured value a seed, or other `unit`; nan marks one without a result and is left out.
    low, high : float
        The range; infinite where one side is open. Touching an end from outside counts as outside.
    printed : str
        The document's numbers.
    show : callable
        Writes one value of the measured mean and interval.
    unit : str
        What there is a value of each.

    Returns
    -------
    Claim
        Inconclusive with fewer than `FEWEST` values.
    """
    values = np.atleast_1d(np.asarray(values, dtype=float))
    measured = values[np.isfinite(values)]
    part = f"{len(measured)} of " if len(measured) < len(values) else ""
    over = f"{part}{len(values)} {unit}"
    if len(measured) < FEWEST:
        mean = show(measured.mean()) if len(measured) else "–"
        return Claim(text, printed, f"{mean} ({over})", INCONCLUSIVE)
    mean, lower, upper = interval(measured)
    result = f"{show(mean)} [{show(lower)}, {show(upper)}] ({over})"
    return Claim(text, printed, result, judge(lower, upper, low, high))


def greater(text, a, b, *, printed="", show="{:+.2f}".format, unit="seeds") -> Claim:
    """Test whether `a` is larger than `b`, by their paired differences, both of shape (n,)."""
    difference = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
    return between(text, difference, 0.0, np.inf, printed=printed, show=show, unit=unit)


def ratio(text, a, b, low, high, *, printed="", unit="seeds") -> Claim:
    """Test whether `a`/`b` lies between `low` and `high`, by the interval of the logarithm of the ratio.

    Where either is not positive there is no ratio, and the value is left out.
    """
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    defined = (a > 0) & (b > 0)
    logs = np.full(np.broadcast(a, b).shape, np.nan)
    np.log(np.divide(a, b, where=defined, out=logs), where=defined, out=logs)
    with np.errstate(divide="ignore"):
        low, high = np.log([low, high])
    return between(text, logs, low, high, printed=printed, show=lambda log: f"×{np.exp(log):.3g}", unit=unit)


def exact(text, holds, measured, *, printed="") -> Claim:
    """State what no chance enters: computed, not estimated, so that `holds` alone decides."""
    return Claim(text, printed, measured, REPRODUCED if holds else NOT_REPRODUCED)


def judge(lower, upper, low, high) -> str:
    """Compare an interval [lower, upper] with the claimed open range (low, high)."""
    if low < lower and upper < high:
        return REPRODUCED
    if upper <= low or lower >= high:
        return NOT_REPRODUCED
    return INCONCLUSIVE


def dumps(claims) -> str:
    """One exhibit's claims as a JSON list."""
    return json.dumps([asdict(claim) for claim in claims], indent=1, ensure_ascii=False) + "\n"
