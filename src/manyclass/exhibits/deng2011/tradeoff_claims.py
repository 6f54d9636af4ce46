"""What is claimed of the two constraints of Deng et al. (2011): control, and the same trade-off either way."""

import numpy as np

from manyclass.protocol.claims import claim

INFINITE = float("inf")
CONTROL = "abstract: “fine grained control over the efficiency vs accuracy trade-off”; no number"
WITHIN = 3.0
MIDDLE = 2  # of the values of δ


def claims(curves, bengio, met, names) -> list:
    """List the claims.

    Parameters
    ----------
    curves : dict of (int, int) to dict of str to (ndarray, ndarray)
        By shape and formulation ("efficiency", "accuracy"), speedups and accuracies float64 (seeds, caps), from the
        tightest cap; the shallow shape before the deep one.
    bengio : dict of (int, int) to (ndarray, ndarray)
        Speedup and accuracy of Bengio's tree, float64 (seeds,) each.
    met : dict of (int, int) to ndarray
        The root's ambiguity on test samples over δ, float64 (seeds, caps).
    names : dict of (int, int) to str
        Of the shapes.
    """
    listed = []
    for shape, found in curves.items():
        listed += _control(names[shape], found, met[shape])
        listed += _against(names[shape], found, bengio[shape])
    shallow, deep = (found["efficiency"] for found in curves.values())
    common = shallow[0][:, MIDDLE]
    text = "at the same speedup {} with a looser δ is more accurate than {} with a tighter one".format(
        *reversed([names[shape] for shape in curves])
    )
    return [*listed, claim.greater(text, at(deep, common), at(shallow, common))]


def at(curve, speedups) -> np.ndarray:
    """Accuracy float64 (seeds,) of a curve at these speedups (seeds,), between its points on a logarithmic axis.

    nan where a seed has no curve or its curve does not reach that far.
    """
    found = np.full(len(speedups), np.nan)
    for seed, (speeds, accuracies, wanted) in enumerate(zip(*curve, speedups)):
        if np.isfinite([*speeds, *accuracies, wanted]).all() and min(speeds) <= wanted <= max(speeds):
            order = np.argsort(speeds)
            found[seed] = np.interp(np.log(wanted), np.log(speeds[order]), accuracies[order])
    return found


def _control(name, found, met):
    """Each constraint moves speed and accuracy; the cap holds on new samples."""
    listed = []
    for formulation, symbol in (("efficiency", "δ"), ("accuracy", "ε")):
        speedups, accuracies = found[formulation]
        listed += [
            claim.greater(
                f"{name}: every tighter {symbol} gives more speedup, by the least step",
                np.min(speedups[:, :-1] - speedups[:, 1:], axis=1),
                0.0,
                printed=CONTROL,
            ),
            claim.greater(
                f"{name}: every looser {symbol} gives more accuracy, by the least step",
                np.min(accuracies[:, 1:] - accuracies[:, :-1], axis=1),
                0.0,
                printed=CONTROL,
            ),
        ]
    text = f"{name}: on test samples the root's ambiguity is within 10 % of every δ"
    furthest = np.max(np.abs(met - 1), axis=1)
    return [
        *listed,
        claim.between(text, furthest, -INFINITE, 0.1, printed="table 2: 6.49 where δ is 6.49, 18.9 for 19.0"),
    ]


def _against(name, found, bengio):
    """The formulations against each other at the speedup of a middle δ, and against Bengio's tree at its own."""
    middle = found["efficiency"][0][:, MIDDLE]
    gap = at(found["efficiency"], middle) - at(found["accuracy"], middle)
    speed, accuracy = bengio
    return [
        claim.between(
            f"{name}: at the same speedup δ and ε give the same accuracy, within {WITHIN:g} points",
            gap,
            -WITHIN,
            WITHIN,
            printed="section 4: “one can choose between the two depending on convenience”",
        ),
        claim.greater(
            f"{name}: at the speedup of Bengio's tree Deng's is more accurate",
            at(found["efficiency"], speed),
            accuracy,
            printed="table 1: T32,2 11.9 to 8.33 at the same speedup",
        ),
    ]
