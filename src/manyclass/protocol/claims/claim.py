"""Claims: one-sentence statements of a document, tested on the measured numbers, with a verdict.

Every test asks whether the mean over seeds of some quantity lies in a range, by a 95 % t interval of that
mean: wholly inside is *reproduced*, wholly outside *not reproduced*, anything else *inconclusive*. An order
of two methods is the range above zero of their paired differences; a ratio is tested on its logarithm.
The seeds repeat sweep, selection and training on one data set, so the interval speaks of these, not of other
data. Each claim is tested at 95 % by itself: of many true ones a few will miss.

``python -m manyclass.protocol.claims.claim results/<scale>`` collects ``claims/*.json`` into ``claims.csv``.
"""

import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from manyclass.protocol import files
from manyclass.protocol.claims.interval import REACH, interval, needed

FEWEST = 3
VERDICTS = REPRODUCED, NOT_REPRODUCED, INCONCLUSIVE = "reproduced", "not reproduced", "inconclusive"


@dataclass(frozen=True)
class Claim:
    """A statement, the printed and the measured numbers, the verdict, and why it is not a plain yes."""

    text: str
    printed: str
    measured: str
    verdict: str
    why: str = ""


COLUMNS = ["exhibit", *Claim.__dataclass_fields__]  # of the table of all claims


def between(text, values, low, high, *, printed="", show="{:.3g}".format, width=None, why="", of="seeds") -> Claim:
    """Test whether the mean of `values` over seeds lies between `low` and `high`.

    Parameters
    ----------
    text : str
        The claim, one sentence.
    values : array-like, shape (seeds,)
        One measured value per seed; nan marks a hole and is left out.
    low, high : float
        The range; infinite where one side is open. Touching an end from outside counts as outside.
    printed : str
        The document's numbers.
    show : callable
        Writes one value of the measured mean and interval.
    width : callable
        Writes a distance between two values; without it `show` does, but for a sign.
    why : str
        What explains a verdict of *not reproduced*; without it the claim states on which side it missed.
    of : str
        What there is a value of each; seeds, where it does not say otherwise.
    """
    values = np.atleast_1d(np.asarray(values, dtype=float))
    measured = values[np.isfinite(values)]
    part = f"{len(measured)} of " if len(measured) < len(values) else ""
    over = f"{part}{len(values)} {of}"
    if len(measured) < FEWEST:
        mean = show(measured.mean()) if len(measured) else "–"
        need = f"only {over} measured; an interval needs at least {FEWEST}"
        return Claim(text, printed, f"{mean} ({over})", INCONCLUSIVE, need)
    mean, lower, upper = interval(measured)
    result = f"{show(mean)} [{show(lower)}, {show(upper)}] ({over})"
    verdict = judge(lower, upper, low, high)
    if verdict == REPRODUCED:
        return Claim(text, printed, result, verdict)
    if verdict == INCONCLUSIVE:
        crossed = [end for end in (low, high) if lower <= end <= upper]
        return Claim(text, printed, result, verdict, _undecided(measured, crossed, show, width, of))
    side = f"above {show(high)}" if lower >= high else f"below {show(low)}"
    return Claim(text, printed, result, verdict, why or f"the whole interval lies {side}")


def greater(text, a, b, *, printed="", show="{:+.2f}".format, why="", of="seeds") -> Claim:
    """Test whether `a` is larger than `b`, by their paired differences over seeds, shapes (seeds,)."""
    difference = np.asarray(a, dtype=float) - np.asarray(b, dtype=float)
    return between(text, difference, 0.0, np.inf, printed=printed, show=show, why=why, of=of)


def ratio(text, a, b, low, high, *, printed="", why="", of="seeds") -> Claim:
    """Test whether `a`/`b` lies between `low` and `high`, by the interval of the logarithm of the ratio.

    A seed in which either is not positive has no ratio and counts as a hole.
    """
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    defined = (a > 0) & (b > 0)
    logs = np.full(np.broadcast(a, b).shape, np.nan)
    np.log(np.divide(a, b, where=defined, out=logs), where=defined, out=logs)
    with np.errstate(divide="ignore"):
        low, high = np.log([low, high])
    told = {"show": lambda v: f"×{np.exp(v):.3g}", "width": lambda v: f"{100 * np.expm1(v):.3g} %"}
    return between(text, logs, low, high, printed=printed, why=why, of=of, **told)


def certain(text, holds, measured, *, printed="", why="") -> Claim:
    """State what no chance enters: computed, not estimated, so that `holds` alone decides."""
    if holds:
        return Claim(text, printed, measured, REPRODUCED)
    return Claim(text, printed, measured, NOT_REPRODUCED, why or "what was computed is something else")


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


def collect(paths) -> str:
    """Join the exhibits' files of claims into CSV text, one row a claim, exhibits by name."""
    import pandas as pd

    rows = []
    for path in sorted(map(Path, paths)):
        try:
            found = [Claim(**claim) for claim in json.loads(path.read_text(encoding="utf-8"))]
        except (ValueError, TypeError) as error:
            raise ValueError(f"{path}: not a list of claims ({error}); delete it and run again") from None
        rows += [{"exhibit": "/".join(path.with_suffix("").parts[-2:]), **asdict(claim)} for claim in found]
    return pd.DataFrame(rows, columns=COLUMNS).to_csv(index=False, lineterminator="\n")


def _undecided(measured, crossed, show, width, of):
    """Say which ends the interval reaches across, and how many repetitions it would take for it not to."""
    mean, _, upper = interval(measured)
    distance = min(abs(mean - end) for end in crossed)  # an interval that ends before the nearest one crosses no other
    count = needed(measured, distance)
    ends, (apart, half) = " and ".join(map(show, crossed)), map(width or _unsigned(show), (distance, upper - mean))
    where = f"the interval reaches across {ends}: the mean is {apart} away"
    if count is None:
        return f"{where}, so near that at this spread not even {REACH} {of} would decide (half width now {half})"
    return f"{where}, the half width is {half}; at this spread about {count} {of} would decide"


def _unsigned(show):
    return lambda value: show(value).removeprefix("+")


def main(arguments) -> None:
    """Run the command line: the table to write, then the exhibits' files of claims."""
    if not arguments:
        sys.exit(
            "usage: python -m manyclass.protocol.claims.claim CLAIMS.csv [results/<scale>/claims/<exhibit>.json ...]"
        )
    try:
        text = collect(arguments[1:])
        with files.atomic(arguments[0]) as part:
            part.write_text(text, encoding="utf-8")
    except (ValueError, OSError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
