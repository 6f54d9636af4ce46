"""Why changes bring less in table 6 than printed: what the sweeps' records say."""

import numpy as np

from manyclass.exhibits import statistics
from manyclass.protocol import selection


def unused(printed, delayed, burn_in) -> str:
    """Say what the rule as printed leaves unused, from a row's records without and with a burn-in."""
    passes = ((printed, 0), (delayed, burn_in))
    shares = [statistics.mean([winner["ignored"][at] for winner in _winners(found)]) for found, at in passes]
    if np.isnan(shares).any():
        return ""
    first, after = (f"{share:.0%}" for share in shares)
    return (
        f"acting from the first sample on, the rule leaves {first} of the samples unused in its first pass, and {after}"
        f" if that comes after {burn_in} passes without it"
    )


def faster(plain, adagrad) -> str:
    """Say how far adagrad is ahead after the first pass and after the last, and whether smaller steps were tried."""
    pairs = [(a["valid"], b["valid"]) for a, b in zip(_winners(adagrad), _winners(plain)) if b["valid"][0] > 0]
    if not pairs:
        return ""
    early, late = (statistics.mean([a[at] / b[at] for a, b in pairs]) for at in (0, -1))
    counts = [_smallest(found) for found in (plain, adagrad)]
    return (
        f"here adagrad mainly trains faster: ×{early:.2f} of the validation accuracy after pass 1, ×{late:.2f} after"
        f" pass {len(pairs[0][0])}; why its lead lasts in the document is not known (the smallest step tried is the"
        f" best in {counts[0]} of {len(plain)} seeds without adagrad, in {counts[1]} with it)"
    )


def together(rows, printed) -> str:
    """Say what two of the changes bring alone, from accuracies by row, of each seed and printed."""
    of = {
        row: (statistics.mean(rows[row]) / statistics.mean(rows["plain"]), printed[row] / printed["plain"])
        for row in ("adagrad", "lv10")
    }
    parts = {row: f"×{ours:.3g}, printed ×{theirs:.3g}" for row, (ours, theirs) in of.items()}
    return (
        f"adagrad alone brings {parts['adagrad']}, 10 last violators alone {parts['lv10']}; what last violators bring"
        " grows with the share of wrong labels (gupta2014/noise), which in the document is not known"
    )


def _winners(found) -> list[dict]:
    return [record["candidates"][record["winner"]] for record in selection.succeeded(found)]


def _smallest(found) -> int:
    """Seeds whose winner has the smallest step of its sweep."""
    pairs = zip(_winners(found), selection.succeeded(found))
    steps = ((winner, [each["params"]["step"] for each in record["candidates"]]) for winner, record in pairs)
    return sum(winner["params"]["step"] == min(tried) for winner, tried in steps)
