"""What the exhibits of noise, burn-in and dimensions share: Wsabie++ at one setting, over seeds.

Of a trial whose candidates are all trained to the end, those at one setting compete on validation with each other
alone, seed by seed: what a setting leaves open is tuned for it.
"""

import numpy as np

from manyclass.protocol import selection


def rules(burn_in) -> dict[str, int]:
    """Passes without last violators under the rule as printed and under our variant."""
    return {"as printed": 0, "with burn-in": burn_in}


def setting(Q, burn_in) -> dict:
    """Parameters of `Q` after `burn_in` passes; without last violators there is nothing to burn in."""
    return {"last_violators": Q, "burn_in": burn_in if Q else 0}


def grids(orders, burn_in, **swept) -> list[dict]:
    """Grids of no last violators and of each of `orders` under both rules, all by what else is `swept`."""
    both = [0, burn_in]
    return [
        {"last_violators": [0], "burn_in": [0], **swept},
        {"last_violators": list(orders), "burn_in": both, **swept},
    ]


def accuracy(records, metric="accuracy", **held) -> np.ndarray:
    """Test metric in percent at one setting, float64 (seeds,); nan for a hole."""
    found = selection.holding(records, **held)
    return np.array([np.nan if record["test"] is None else 100 * record["test"][metric] for record in found])


def gain(records, Q, burn_in, metric="accuracy") -> np.ndarray:
    """By how many percent of itself the metric at Q = 0 grows with `Q`, float64 (seeds,); nan for a hole."""
    at, without = (accuracy(records, metric, **setting(each, burn_in)) for each in (Q, 0))
    return 100 * (np.divide(at, without, out=np.full(len(at), np.nan), where=without > 0) - 1)


def course(records, name, passes, **held) -> np.ndarray:
    """`name` ("ignored", "valid") in percent after each pass, float64 (seeds, passes); nan for a hole."""
    rows = np.full((len(records), passes), np.nan)
    for row, record in zip(rows, selection.holding(records, **held)):
        if record["winner"] is not None:
            found = record["candidates"][record["winner"]][name][:passes]
            row[: len(found)] = 100 * np.array(found)
    return rows


def ignored(records, Q, burn_in, look=-1, **held) -> np.ndarray:
    """Share in percent of a pass's samples, the last's unless said, that went unused: (seeds,); nan for a hole."""
    found = selection.holding(records, **setting(Q, burn_in), **held)
    winners = [None if record["winner"] is None else record["candidates"][record["winner"]] for record in found]
    return np.array([np.nan if winner is None else 100 * winner["ignored"][look] for winner in winners])
