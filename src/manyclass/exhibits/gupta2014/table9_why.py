"""Why larger margins need not work better with larger steps: what the sweeps' records say."""

import numpy as np

UNSWEPT = "only one margin is tried, so that there is nothing to rank"


def best_by_margin(candidates) -> dict:
    """The best candidate at each margin: the one kept longest, then that of the highest last validation accuracy."""
    best = {}
    for candidate in candidates:
        if candidate["valid"]:  # else it failed in its first passes
            best.setdefault(candidate["params"].get("margin"), []).append(candidate)
    return {margin: max(found, key=_merit) for margin, found in best.items()}


def why(sweeps, taus) -> dict[str, str]:
    """Say why a rank correlation may be negative, by row.

    Parameters
    ----------
    sweeps : dict of str to list of list of dict
        Candidates of each data set and seed, by row of table 9.
    taus : dict of str to ndarray, shape (seeds,)
        Rank correlation of margin and best step by row; nan where none could be computed.
    """
    found = {row: UNSWEPT for row, each in sweeps.items() if each and all(len(best_by_margin(c)) < 2 for c in each)}
    return (
        found
        | {"auc_ranking": _out_of_reach(sweeps["auc_ranking"]), "wsabie": _heavier(sweeps["wsabie"])}
        | {"all methods": _with_a_ball(taus)}
    )


def _merit(candidate):
    return len(candidate["valid"]), candidate["valid"][-1], candidate["params"].get("step")


def _ends(sweeps, measure):
    """Smallest and largest margin, and the mean of `measure` over the best candidates at each; None without two."""
    found = [best for best in map(best_by_margin, sweeps) if len(best) > 1]
    if not found:
        return None
    means = (np.mean([measure(best[end(best)]) for best in found]) for end in (min, max))
    return min(found[0]), max(found[0]), *means


def _out_of_reach(sweeps) -> str:
    ends = _ends(sweeps, lambda candidate: candidate["updated"][-1])
    if ends is None:
        return ""
    low, high, few, many = ends
    return (
        f"a large margin is out of reach in a ball of fixed radius: with {high:g} {many:.0%} of the draws still violate"
        f" it when training stops, with {low:g} {few:.0%}, and steps that never cease must be small"
    )


def _heavier(sweeps) -> str:
    ends = _ends(sweeps, lambda candidate: candidate["tried"][0] / candidate["passes"][0])
    if ends is None:
        return ""
    low, high, long, short = ends
    return (
        f"with margin {high:g} a violator is found after {short:.1f} tries, with {low:g} after {long:.0f}, so that its"
        " estimated rank, and by it the weight of a step, is larger: a larger margin acts as a larger step"
    )


def _with_a_ball(taus) -> str:
    free, *held = (f"{np.mean(taus[row]):+.2f}" for row in ("wsabie_pp", "auc_ranking", "wsabie"))
    return (
        f"it holds for Wsabie++ ({free}), which has no ball; in a ball of fixed radius, of AUC sampling ({held[0]}) and"
        f" Wsabie ({held[1]}), margin and step cannot grow together"
    )
