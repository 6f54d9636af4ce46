"""Random pairs of classifiers of figure 2's classes: which criterion is the better guide to the better of the two.

The figure has one pair, placed by hand, of which chance could make anything; a pair is what there is one value of here.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from manyclass.exhibits.gupta2014.fig2_classes import (
    CLASSES,
    MARGINS,
    MEANS,
    count,
    deviations,
    draw_samples,
    expected_error,
    hinge_losses,
    nearest,
)
from manyclass.protocol.claims import claim
from manyclass.protocol.metrics import confusion
from manyclass.protocol.seeds import derive

PAIRS = 1000  # of each population, each on draws of its own
MOVED = 0.7  # standard deviation of a coordinate of a prototype, from the mean of its class
POPULATIONS = ("that differ in β₁ alone", "that differ in all prototypes")
OFTEN = 0.05  # of the comparisons, in which a criterion that avoids the noise would not prefer the worse
STEP = 0.1  # of the quadrature, at which expected errors are right to two thousandths


class Pairs(NamedTuple):
    """What the pairs of a population come to; a classifier is the better one if its expected error is the lower.

    ``empirical`` and ``own`` float64 (PAIRS,), the share of a pair's draws, ties as halves, on which the empirical
    error and equation 7 prefer the worse classifier, ``hinge`` float64 (MARGINS, PAIRS) that of the hinge loss;
    ``better`` and ``worse`` float64 (PAIRS,), how far off equation 7's costs are on an error of either classifier.
    """

    empirical: np.ndarray
    own: np.ndarray
    hinge: np.ndarray
    better: np.ndarray
    worse: np.ndarray


@cache
def simulate(population) -> Pairs:
    """All pairs of one of POPULATIONS."""
    rng = np.random.default_rng(derive("exhibit", "gupta2014_fig2", population))
    chunks = np.split(draw_samples(rng), PAIRS)
    found = [_compare(draws, *_pair(rng, population)) for draws in chunks]
    return Pairs(*(np.stack(values, axis=-1) for values in zip(*found)))


def prefers_worse(better, worse) -> np.ndarray:
    """By draw: 1 if the worse classifier has the lower value, ½ for a tie."""
    off = np.round(worse - better, 9)
    return (off < 0) + 0.5 * (off == 0)


def claims() -> list:
    """Of each population: what guides best, and for which of two classifiers equation 7 is the more exact."""
    return [each for population in POPULATIONS for each in _claims(population)]


def rows() -> list[tuple]:
    """Of each population the criteria, and how often they prefer the better and the worse classifier, in percent."""
    listed = []
    for population in POPULATIONS:
        pairs = simulate(population)
        compared = [("empirical error", pairs.empirical), ("eq. 7", pairs.own)]
        compared += [(f"the hinge loss, b = {margin:g}", shares) for margin, shares in zip(MARGINS, pairs.hinge)]
        for name, shares in compared:
            worse = 100 * shares.mean()
            listed.append((f"{name}, {PAIRS:,} random pairs {population}", 100 - worse, worse))
    return listed


def _pair(rng, population):
    """Prototypes of two classifiers, the better first."""
    both = MEANS + MOVED * rng.standard_normal((2, CLASSES, 2))
    if population == POPULATIONS[0]:
        both[1, 1:] = both[0, 1:]
    return sorted(both, key=lambda prototypes: expected_error(prototypes, STEP))


def _compare(draws, *pair):
    """What `Pairs` holds, of one pair."""
    given = [nearest(draws, prototypes) for prototypes in pair]
    counts = [count(of_classifier) for of_classifier in given]
    errors = [confusion.errors(of_classifier) for of_classifier in counts]
    hinge = [hinge_losses(draws, prototypes) for prototypes in pair]
    off = [deviations(draws, *both).sum() / number.sum() for *both, number in zip(given, counts, errors)]
    return (
        prefers_worse(*errors).mean(),
        prefers_worse(*map(confusion.loss, counts)).mean(),
        prefers_worse(*hinge).mean(axis=-1),
        *off,
    )


def _claims(population):
    pairs, show = simulate(population), "{:+.3f}".format
    stated = {"printed": "no number", "show": show, "unit": "pairs"}
    of_pairs = f"random pairs of classifiers {population}"
    better = f"of {of_pairs}, eq. 7 prefers the worse one less often than the empirical error (ties as halves)"
    nearer = f"of {of_pairs}, eq. 7's costs are nearer to P(Y ≠ c(x)|x) over the errors of the better one"
    return [
        claim.greater("eq7-better-estimate", better, pairs.empirical, pairs.own, **stated),
        *_hinge_helps(pairs, of_pairs, stated),
        claim.greater("eq7-exact-near-bayes", nearer, pairs.worse, pairs.better, **stated),
    ]


def _hinge_helps(pairs, of_pairs, stated):
    """The margin is the best of one half of the pairs, and tested on the other: that it helps, and is not exact."""
    half = PAIRS // 2
    best = pairs.hinge[:, :half].mean(axis=1).argmin()
    means = zip(MARGINS, pairs.hinge.mean(axis=1))
    helps = [f"{margin:g}" for margin, of_margin in means if of_margin < pairs.empirical.mean()]
    chosen = f"of {of_pairs}, the hinge loss at b = {MARGINS[best]:g}, the best on half of the pairs,"
    text = (
        f"{chosen} prefers the worse one less often than the empirical error on the other half"
        f" (on all of them: at b = {', '.join(helps) or 'none'})"
    )
    often = f"{chosen} prefers the worse one in more than {OFTEN:.0%} of the comparisons on the other half"
    return [
        claim.greater("hinge-may-help", text, pairs.empirical[half:], pairs.hinge[best, half:], **stated),
        claim.between("hinge-may-help", often, pairs.hinge[best, half:], OFTEN, np.inf, **stated),
    ]
