"""Claims: tests of a document's statements on the measured numbers.

Every test asks whether the mean over draws of some quantity lies in a range: *reproduced* where the 95 % t interval of
that mean lies wholly inside, *not reproduced* where it lies wholly beyond an end, *undecided* otherwise, and where some
draw has no value: what failed, or ran out of time, did not do so by chance, and the others alone would be those that
came out well. An order of two methods is the range above zero of their paired differences, "no difference" a range
around zero, and a ratio is tested on its logarithm. The verdict of a claim is that of the test by itself;
`manyclass.protocol.claims.verdicts` corrects for the number of tests of a statement.
Every seed is a draw of the data - classes, samples, labels - with its own sweep and training, and within a draw all
methods see the same bytes: the interval speaks of data sets made alike, not of one of them. A draw's sweep begins where
that of the first has ended, but of trials that begin ``anew``: of what is chosen it speaks given that start.
"""

import json
from dataclasses import asdict, dataclass, fields

import numpy as np

from manyclass.protocol.claims.interval import ERROR, FEWEST, interval, p_values

VERDICTS = REPRODUCED, NOT_REPRODUCED, UNDECIDED = "reproduced", "not reproduced", "undecided"
SCALES = DIFFERENCE, RATIO, VALUE = "difference", "ratio", "value"
ROUNDING = 1e-6  # of a p value, relative: nearer to its threshold, the next machine may decide otherwise


@dataclass(frozen=True)
class Claim:
    """One test of a statement.

    Parameters
    ----------
    statement : str
        Id of the statement that it tests, in the file of its document.
    text : str
        What is tested, one sentence.
    printed, measured : str
        The document's numbers and ours, for reading.
    p_inside, p_outside : float
        As `manyclass.protocol.claims.interval.p_values` gives them. 0 and 1 where no chance enters; 1 and 1 with
        fewer than `FEWEST` values, or where some have none.
    on : tuple of str
        Data sets that the values come from.
    scale : {"difference", "ratio", "value"}
        What the numbers below are.
    mean, low, high : float
        Mean and the ends of its 95 % interval; nan where there is none.
    range_low, range_high : float
        The claimed range, infinite where it is open.
    printed_value : float
        The document's number on the same scale; nan where it prints none.
    n : int
        Values that the mean is taken of; 0 where no chance enters.
    """

    statement: str
    text: str
    printed: str
    measured: str
    p_inside: float
    p_outside: float
    on: tuple[str, ...] = ()
    scale: str = VALUE
    mean: float = np.nan
    low: float = np.nan
    high: float = np.nan
    range_low: float = -np.inf
    range_high: float = np.inf
    printed_value: float = np.nan
    n: int = 0

    @property
    def verdict(self) -> str:
        """Verdict of this test by itself."""
        return judge(self.p_inside, self.p_outside)


def between(statement, text, values, low, high, *, on=(), printed="", printed_value=None, show="{:.3g}".format,
            unit="draws", resolution=0.0) -> Claim:  # fmt: skip
    """Test whether the mean of `values` lies between `low` and `high`.

    Parameters
    ----------
    statement : str
        Id of the statement tested.
    text : str
        What is tested, one sentence.
    values : array-like, shape (n,)
        One measured value a draw, or other `unit`; one that is not finite has no result, and leaves the test undecided.
    low, high : float
        The range; infinite where one side is open. Touching an end from outside counts as outside.
    on : str or iterable of str
        Data sets that the values come from.
    printed : str
        The document's numbers.
    printed_value : float, optional
        The document's number in the unit of `values`.
    show : callable
        Writes one value of the measured mean and interval.
    unit : str
        What there is a value of each.
    resolution : float
        Steps in which the values come, as `manyclass.protocol.claims.interval.interval` takes it.

    Raises
    ------
    ValueError
        If the range is empty.
    """
    return _test(statement, text, values, (low, high), VALUE, on, printed, printed_value, show, unit, resolution)


def greater(statement, text, a, b, *, on=(), printed="", printed_value=None, show="{:+.2f}".format,
            unit="draws") -> Claim:  # fmt: skip
    """Test whether `a` is larger than `b`, by their paired differences, both of shape (n,)."""
    positive, size = (0.0, np.inf), _size(a, b)
    return _test(statement, text, _minus(a, b), positive, DIFFERENCE, on, printed, printed_value, show, unit, size=size)


def equivalent(statement, text, a, b, margin, *, on=(), printed="", printed_value=None, show="{:+.2f}".format,
               unit="draws") -> Claim:  # fmt: skip
    """Test whether `a` and `b` differ by less than `margin` on average, by two one-sided tests (Schuirmann 1987).

    Raises
    ------
    ValueError
        If the margin is not positive.
    """
    within, size = (-margin, margin), _size(a, b)
    return _test(statement, text, _minus(a, b), within, DIFFERENCE, on, printed, printed_value, show, unit, size=size)


def ratio(statement, text, a, b, low, high, *, on=(), printed="", printed_value=None, unit="draws") -> Claim:
    """Test whether `a`/`b` lies between `low` and `high`, by the interval of the logarithm of the ratio.

    Where either is not positive there is no ratio, and no value. The claim's numbers are ratios.
    """
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    defined = (a > 0) & (b > 0)
    logs = np.full(np.broadcast(a, b).shape, np.nan)
    np.log(np.divide(a, b, where=defined, out=logs), where=defined, out=logs)
    show = "×{:.3g}".format
    return _test(statement, text, logs, (low, high), RATIO, on, printed, printed_value, show, unit, size=1.0)


def exact(statement, text, holds, measured, *, on=(), printed="") -> Claim:
    """State what no chance enters: computed, not estimated, so that `holds` alone decides."""
    return Claim(statement, text, printed, measured, *((0.0, 1.0) if holds else (1.0, 0.0)), _names(on))


def judge(p_inside, p_outside) -> str:
    """Verdict of two p values; none where rounding could turn it."""
    threshold = ERROR * (1 - ROUNDING)
    if p_inside < threshold:
        return REPRODUCED
    return NOT_REPRODUCED if p_outside < threshold else UNDECIDED


def dumps(claims) -> str:
    """One exhibit's claims as a JSON list; numbers that JSON has not, as text."""
    rows = [{name: _json(value) for name, value in asdict(claim).items()} for claim in claims]
    return json.dumps(rows, indent=1, ensure_ascii=False) + "\n"


def loads(text) -> list[Claim]:
    """Claims of one exhibit from its JSON list.

    Raises
    ------
    ValueError, TypeError
        If the text is no such list.
    """
    numbers = {field.name for field in fields(Claim) if field.type is float}
    rows = [{name: float(value) if name in numbers else value for name, value in row.items()} for row in _list(text)]
    return [Claim(**{**row, "on": tuple(row["on"])}) for row in rows]


def _test(
    statement, text, values, claimed, scale, on, printed, printed_value, show, unit, resolution=0.0, size=0.0
) -> Claim:
    """Test whether a mean lies in a range; of a ratio, `values` are logarithms and `claimed` is not.

    Rounding is relative to `size`, as `manyclass.protocol.claims.interval.mean_and_error` takes it.
    """
    if not claimed[0] < claimed[1] or (scale == RATIO and claimed[0] < 0):
        raise ValueError(f"{statement}: {text}: {claimed[0]:g} to {claimed[1]:g} is no range")
    back = np.exp if scale == RATIO else float
    values = np.atleast_1d(np.asarray(values, dtype=float))
    measured = values[np.isfinite(values)]
    part = f"{len(measured)} of " if len(measured) < len(values) else ""
    over = f"({part}{len(values)} {unit})"
    mean, low, high, p_inside, p_outside = np.nan, np.nan, np.nan, 1.0, 1.0
    said = "–"
    if len(measured) >= FEWEST:
        with np.errstate(divide="ignore"):
            ends = np.log(claimed) if scale == RATIO else claimed
        if not part:
            p_inside, p_outside = p_values(measured, *ends, resolution, size)
        mean, low, high = (float(back(value)) for value in interval(measured, resolution, size=size))
        said = f"{show(mean)} [{show(low)}, {show(high)}]"
    elif len(measured):
        mean = float(back(measured.mean()))
        said = show(mean)
    return Claim(
        statement, text, printed, f"{said} {over}", p_inside, p_outside, _names(on), scale, mean, low, high,
        float(claimed[0]), float(claimed[1]), np.nan if printed_value is None else float(printed_value), len(measured),
    )  # fmt: skip


def _minus(a, b):
    return np.asarray(a, dtype=float) - np.asarray(b, dtype=float)


def _size(a, b) -> float:
    """The largest finite number that is subtracted, or subtracted from."""
    both = np.abs(np.concatenate([np.ravel(a), np.ravel(b)]).astype(float))
    return float(both[np.isfinite(both)].max(initial=0.0))


def _names(on) -> tuple[str, ...]:
    return (on,) if isinstance(on, str) else tuple(on)


def _json(value):
    return str(value) if isinstance(value, float) and not np.isfinite(value) else value


def _list(text) -> list:
    rows = json.loads(text)
    if not isinstance(rows, list) or not all(isinstance(row, dict) and "on" in row for row in rows):
        raise ValueError("no list of claims")
    return rows
