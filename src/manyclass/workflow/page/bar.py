"""A test in one line: its interval on the claimed range, with what is printed, as places along a bar.

Each bar has a scale of its own, around all numbers that it shows; that of a ratio is logarithmic.
"""

import math

WIDTH = 180.0  # pixels
MARGIN = 8.0  # on either side; a range that is open goes to the end


def bar(test) -> dict | None:
    """Where the parts of a bar lie, in pixels from the left.

    Parameters
    ----------
    test : mapping
        A row of `manyclass.protocol.claims.tables.tests_table`.

    Returns
    -------
    dict or None
        ``range`` (two ends), ``interval`` (two ends), ``mean``, ``none`` (no difference) and ``printed``, None where
        the document prints no number; None for a test without numbers.
    """
    if not math.isfinite(test["mean"]):
        return None
    straight = math.log if test["scale"] == "ratio" else float
    neutral = {"ratio": 1.0, "difference": 0.0}.get(test["scale"])
    numbers = [test[name] for name in ("mean", "low", "high", "range_low", "range_high", "printed_value")] + [neutral]
    known = [straight(number) for number in numbers if _is_known(number, test["scale"])]
    left, right = min(known), max(known)
    width = (right - left) or 1.0

    def place(number):
        if number is None or math.isnan(number):
            return None
        if not _is_known(number, test["scale"]):
            return WIDTH if number == math.inf else 0.0
        return round(MARGIN + (WIDTH - 2 * MARGIN) * (straight(number) - left) / width, 1)

    interval = [place(test[name]) for name in ("low", "high")]
    return {
        "range": [place(test["range_low"]), place(test["range_high"])],
        "interval": None if None in interval else interval,
        "mean": place(test["mean"]),
        "none": place(neutral),
        "printed": place(test["printed_value"]),
    }


def _is_known(number, scale) -> bool:
    """Whether a number has a place on its scale."""
    return number is not None and math.isfinite(number) and (scale != "ratio" or number > 0)
